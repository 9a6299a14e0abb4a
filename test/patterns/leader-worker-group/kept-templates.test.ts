import * as kplus from 'cdk8s-plus-28';
import { GROUP, Manifest, PLAIN, BACKENDS, llm, ofKind } from './group';
import { Accelerator, InferenceEngine, LeaderWorkerGroupProps, Memory, PreviousTemplate, Rollout, VllmOptions } from '../../../src';

const vllm = (options: Partial<VllmOptions> = {}) =>
  InferenceEngine.vllm({ version: '0.17', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 8, pipelineParallel: 2, ...options });

const V17: LeaderWorkerGroupProps = { groups: 3, size: 2, container: undefined, engine: vllm(), accelerator: Accelerator.nvidia(8) };

/** Pod templates by StatefulSet name, as text. */
function templates(props: Partial<LeaderWorkerGroupProps>, then?: (made: ReturnType<typeof llm>) => void): { [name: string]: string } {
  const made = llm({ container: undefined, ...props });
  then?.(made);
  return Object.fromEntries(ofKind(made.synth(), 'StatefulSet').map((set: Manifest) => [set.metadata.name, JSON.stringify(set.spec.template)]));
}

/** Changes of what an engine or a pod decides: what is new, and what `previous` says of before. */
const CHANGES: [string, Partial<LeaderWorkerGroupProps>, PreviousTemplate][] = [
  ['another version of the engine', { engine: vllm({ version: '0.18' }) }, { engine: vllm() }],
  ['another length of the context', { engine: vllm({ maxModelLength: 8192 }) }, { engine: vllm() }],
  ['more memory', { container: { memory: Memory.of('900Gi') } }, { container: {} }],
  ['a sidecar', { sidecars: [{ name: 'log', image: 'log:1' }] }, { sidecars: [] }],
];

describe.each(PLAIN)('staged on %s', kind => {
  const backend = BACKENDS[kind];
  const asSuch: typeof CHANGES[0] = ['a priority, given as properties of before as such', { priorityClassName: 'serving', engine: vllm({ version: '0.18' }) }, { ...V17, backend }];

  test.each([...CHANGES, asSuch])('%s: groups of later stages keep every byte', (_, change, previous) => {
    const old = templates({ ...V17, backend });
    const fresh = templates({ ...V17, ...change, backend });
    expect(fresh).not.toEqual(old);
    for (const stage of [0, 1, 2, 3]) {
      const now = templates({ ...V17, ...change, backend, rollout: Rollout.staged({ stage, previous }) });
      for (const [name, template] of Object.entries(now)) {
        const isNew = Number(JSON.parse(template).metadata.labels[GROUP]) < stage;
        expect(template).toBe((isNew ? fresh : old)[name]);
      }
    }
  });

  test('what was added after construction stays in the groups of later stages', () => {
    const addAll = ({ group, chart }: ReturnType<typeof llm>) => {
      const cache = kplus.Volume.fromEmptyDir(chart, 'Cache', 'cache');
      group.leader.addContainer({ name: 'beside', image: 'beside:1' }).env.addVariable('LATE', kplus.EnvValue.fromValue('1'));
      group.leader.addSidecar({ name: 'metrics', image: 'metrics:1' });
      group.leader.addInitContainer({ name: 'first', image: 'first:1' });
      group.leader.addVolume(kplus.Volume.fromEmptyDir(chart, 'Spare', 'spare'));
      group.leader.mainContainer.env.addVariable('TRACE', kplus.EnvValue.fromValue('on'));
      group.leader.mainContainer.env.copyFrom(kplus.Env.fromConfigMap(kplus.ConfigMap.fromConfigMapName(chart, 'More', 'more')));
      group.leader.mainContainer.mount('/cache', cache);
      group.leader.mainContainer.addPort({ name: 'debug', number: 5678 });
      group.leader.podMetadata.addAnnotation('team', 'search');
      group.leader.podMetadata.addLabel('team', 'search');
      group.leader.addHostAlias({ ip: '10.0.0.1', hostnames: ['db'] });
      group.leader.dns.addSearch('example.org');
      group.leader.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.exists('spare')));
    };
    const old = templates({ ...V17, backend }, addAll);
    const rollout = Rollout.staged({ stage: 0, previous: { engine: vllm() } });
    expect(templates({ ...V17, engine: vllm({ version: '0.18' }), backend, rollout }, addAll)).toEqual(old);
  });
});
