import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BUDGET, CAPACITY, DEVICES, PLACEMENT, POD } from './choices';
import { against, Table } from './table';
import {
  ClaimPolicy, GroupRestart, InferenceEngine, LeaderWait, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, Locality, ModelLoad,
  Rendezvous, Rollout,
} from '../../../../src';

const HTTP = 8000;
const image = 'registry.example/serve:2';
const previous = { image: 'registry.example/serve:1' };
const cache = { name: 'cache', size: '1024Gi', mountPath: '/cache', storageClassName: 'fast' };

const program = (rendezvous: Rendezvous) => ({ props: { rendezvous, restartsAfterSuccess: true, container: { image, command: ['serve'], portNumber: HTTP } } });
const vllm = (version: string) => ({
  props: {
    engine: InferenceEngine.vllm({ version, model: 'example/model', tensorParallel: 8, pipelineParallel: 2, longestStream: Duration.seconds(20) }),
    modelLoad: ModelLoad.of({ weights: '140Gi', loadBandwidth: '1Gi' }),
  },
});

export const LEADER_WORKER_GROUP: Table<LeaderWorkerGroupProps> = {
  pattern: 'LeaderWorkerGroup',
  create: (chart, props) => new LeaderWorkerGroup(chart, 'Llm', { ...props, groups: 2, size: 2 }),
  factors: {
    backend: {
      statefulSets: { props: { backend: LeaderWorkerBackend.statefulSets() } },
      singleStatefulSet: { props: { backend: LeaderWorkerBackend.singleStatefulSet() } },
      leaderWorkerSet: { props: { backend: LeaderWorkerBackend.leaderWorkerSet() } },
    },
    program: {
      own: { props: { container: { image, command: ['serve'], portNumber: HTTP }, waitForLeader: LeaderWait.forPort(HTTP) } },
      ray: program(Rendezvous.ray()),
      torchrun: program(Rendezvous.torchrun()),
      jax: program(Rendezvous.jax()),
      mpi: program(Rendezvous.mpi({ sshSecretName: 'ssh' })),
      tensorFlow: program(Rendezvous.tensorFlow()),
      vllm: vllm('0.18'),
      vllmOnRay: vllm('0.11'),
    },
    devices: { none: { props: {} }, ...DEVICES },
    restart: {
      own: { props: {} },
      none: { props: { restart: GroupRestart.none() } },
      fateSharing: { props: { restart: GroupRestart.fateSharing({ port: HTTP }), leader: { liveness: kplus.Probe.fromHttpGet('/health', { port: HTTP }) } } },
      recreate: { props: { restart: GroupRestart.recreateGroup() } },
    },
    rollout: {
      allAtOnce: { props: {} },
      staged: { props: { rollout: Rollout.staged({ stage: 1, previous }) } },
      canary: { props: { rollout: Rollout.canary({ parts: ['1'], previous }) } },
      onDelete: { props: { rollout: Rollout.onDelete({ rolloutGroup: 'llm', maxUnavailable: 2 }) } },
      partition: { props: { rollout: Rollout.partition(1) } },
    },
    placement: PLACEMENT,
    storage: {
      none: { props: {} },
      claim: { props: { claims: [cache] } },
      deleted: { props: { claims: [{ ...cache, storageClassName: '' }], claimRetention: { whenDeleted: ClaimPolicy.DELETE, whenScaled: ClaimPolicy.RETAIN } } },
    },
    traffic: {
      none: { props: {} },
      sameZone: { props: { servingPorts: [{ port: 80, targetPort: HTTP }], prefer: Locality.SAME_ZONE } },
      sameNode: { props: { servingPorts: [{ port: 80, targetPort: HTTP }], prefer: Locality.SAME_NODE }, since: '1.34' },
    },
    capacity: CAPACITY,
    budget: BUDGET,
    pod: POD,
  },
  conflicts: [
    ...['statefulSets', 'singleStatefulSet'].flatMap(plain => against(`backend=${plain}`, 'restart', ['recreate'])),
    ...['statefulSets', 'singleStatefulSet'].flatMap(plain => against(`backend=${plain}`, 'rollout', ['partition'])),
    ...against('backend=singleStatefulSet', 'restart', ['fateSharing']),
    ...against('backend=leaderWorkerSet', 'restart', ['fateSharing']),
    ...against('backend=leaderWorkerSet', 'rollout', ['staged', 'canary', 'onDelete']),
    ...against('backend=leaderWorkerSet', 'program', ['mpi', 'tensorFlow']),
    ...['vllm', 'vllmOnRay'].flatMap(engine => against(`program=${engine}`, 'devices', ['none'])),
    // With an engine, what was before is an engine as well.
    ...['vllm', 'vllmOnRay'].flatMap(engine => against(`program=${engine}`, 'rollout', ['staged', 'canary'])),
  ],
};
