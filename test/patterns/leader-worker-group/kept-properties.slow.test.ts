import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { BACKENDS, GROUP, PLAIN, llm, ofKind } from './group';
import {
  Accelerator, Capacity, DefaultSet, DeviceRequest, GroupRestart, InferenceEngine, LeaderWait, LeaderWorkerGroupProps, Memory, Placement,
  PreviousTemplate, Rendezvous, Rollout, SecurityProfile, SharedMemory,
} from '../../../src';

const vllm = (version: string, maxModelLength?: number) =>
  InferenceEngine.vllm({ version, model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2, maxModelLength });

const optional = <T>(...values: T[]) => fc.constantFrom<T | undefined>(undefined, ...values);

const container = fc.record({
  image: fc.constantFrom('registry.example/serve:1', 'registry.example/serve:2'),
  command: optional(['serve'], ['serve', '--fast']),
  args: optional(['--port', '8000'], ['--debug']),
  memory: optional(Memory.of('8Gi'), Memory.of('9Gi')),
  envVariables: optional<{ [name: string]: kplus.EnvValue }>({ A: kplus.EnvValue.fromValue('1') }, { B: kplus.EnvValue.fromValue('2'), A: kplus.EnvValue.fromValue('3') }),
});

/** What runs: a container, or an engine with what is laid over it. */
const runs: fc.Arbitrary<Partial<LeaderWorkerGroupProps>> = fc.oneof(
  fc.record({
    container,
    accelerator: optional(Accelerator.nvidia(8), Accelerator.nvidia(4), Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), {})),
    processesPerPod: fc.constant(2),
    rendezvous: optional(Rendezvous.plain(), Rendezvous.ray(), Rendezvous.torchrun(), Rendezvous.mpi({ sshSecretName: 'ssh' }), Rendezvous.jax()),
    restartsAfterSuccess: fc.constant(true),
  }),
  fc.record({
    container: fc.record({ memory: optional(Memory.of('8Gi')), cpu: optional('4') }),
    engine: fc.constantFrom(vllm('0.17'), vllm('0.18'), vllm('0.17', 4096), vllm('0.10')),
    accelerator: fc.constantFrom(Accelerator.nvidia(8), Accelerator.amd(8)),
  }),
);

/** Everything else that decides a pod template. */
const pods: fc.Arbitrary<Partial<LeaderWorkerGroupProps>> = fc.record({
  sidecars: optional([{ name: 'log', image: 'log:1', stopTime: Duration.seconds(5) }], [{ name: 'log', image: 'log:2' }, { name: 'meter', image: 'meter:1' }]),
  security: optional(SecurityProfile.hardened()),
  sharedMemory: optional(SharedMemory.of('1Gi'), SharedMemory.none()),
  placement: optional(Placement.anywhere(), Placement.sameDomain('rack')),
  capacity: optional(Capacity.spotKarpenter()),
  restart: optional(GroupRestart.none()),
  waitForLeader: optional(LeaderWait.none(), LeaderWait.forName({ timeout: Duration.seconds(30) })),
  terminationGracePeriod: optional(Duration.seconds(110)),
  priorityClassName: optional('serving', 'batch'),
  nodeLabels: optional({ pool: 'a' }),
  podMetadata: optional({ labels: { team: 'search' } }, { annotations: { note: 'x' } }),
  registryMirror: optional('mirror.example'),
  rollout: optional(Rollout.onDelete({ rolloutGroup: 'llm' })),
  claims: fc.constantFrom('/cache', '/data').map(mountPath => [{ name: 'cache', size: '1Gi', mountPath }]),
});

const anyProps = fc.tuple(runs, pods).map(([one, other]): Partial<LeaderWorkerGroupProps> => withoutAbsent({ ...one, ...other }));

function withoutAbsent<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as T;
}

/** Templates by set, or nothing where the properties cannot work. */
function templates(props: Partial<LeaderWorkerGroupProps>, defaults: DefaultSet): Map<string, string> | undefined {
  try {
    const made = llm({ container: undefined, ...props }, { target: { defaults } });
    made.group.leader.addSidecar({ name: 'late', image: 'late:1' });
    made.group.leader.mainContainer.env.addVariable('LATE', kplus.EnvValue.fromValue('1'));
    return new Map(ofKind(made.synth(), 'StatefulSet').map(set => [set.metadata.name, JSON.stringify(set.spec.template)]));
  } catch {
    return undefined;
  }
}

const groupOf = (template: string) => Number(JSON.parse(template).metadata.labels[GROUP]);

test.each(PLAIN)('%s: whatever changed, groups that are not due have the templates of before and the others those of now', kind => {
  const identity = { groups: 2, size: 2, backend: BACKENDS[kind] };
  let compared = 0;
  fc.assert(fc.property(anyProps, anyProps, fc.constantFrom(DefaultSet.V1, DefaultSet.V2), (one, other, set) => {
    const before = { ...identity, ...one };
    const { rollout: _ours, ...now } = { ...identity, ...other };
    const [old, fresh] = [templates(before, set), templates(now, DefaultSet.V2)];
    fc.pre(old !== undefined && fresh !== undefined);
    compared++;
    for (const stage of [0, 1, 2]) {
      const rollout = Rollout.staged({ stage, previous: { ...before, defaults: set } as PreviousTemplate });
      const made = templates({ ...now, rollout }, DefaultSet.V2)!;
      expect(made).toEqual(new Map([...made].map(([name, template]) => [name, (groupOf(template) < stage ? fresh : old)!.get(name)])));
    }
    // Eight renderings each. A property differs between the two draws in half of them, so each change comes about 15 times for a backend.
  }), { numRuns: 30 });
  expect(compared).toBeGreaterThan(15);
});
