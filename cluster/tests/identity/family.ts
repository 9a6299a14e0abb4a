import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  Accelerator, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, KubernetesVersion, LeaderWorkerBackend, LeaderWorkerGroup, Locality,
  LocalityService, ModelLoad, Rendezvous, Target, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';

/** How the same workloads are written. None of it may show in the cluster. */
export interface Writing {
  /** Id of the chart. @default 'prod' */
  readonly chart?: string;
  /** Scopes between chart and workloads. */
  readonly scopes?: readonly string[];
  /** Ids of the workloads; their names are given besides. */
  readonly ids?: (id: string) => string;
  /** Properties, zones and labels in the opposite order. */
  readonly reversed?: boolean;
  readonly namespace: string;
}

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
const HTTP = 8000;
const container = { image: 'registry.example/serve:1', command: ['serve'], portNumber: HTTP };

/** One of each pattern, and LeaderWorkerGroup on each backend: 30 pods on 32 of the cluster's GPUs. */
export function family(app: App, writing: Writing): void {
  const { chart: id = 'prod', scopes = [], ids = each => each, reversed = false, namespace } = writing;
  const list = <T>(items: T[]) => reversed ? [...items].reverse() : items;
  const props = <T extends object>(given: T) => Object.fromEntries(list(Object.entries(given))) as T;
  const chart = new Chart(app, id, { namespace, labels: props({ team: 'search', stage: 'prod' }) });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: list(ZONES), apis: list(['leaderworkerset.x-k8s.io/v1', 'jobset.x-k8s.io/v1alpha2']) });
  const scope = scopes.reduce<Construct>((parent, name) => new Construct(parent, name), chart);
  const named = (name: string) => ({ name, nodeLabels: props({ 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' }) });

  for (const backend of [LeaderWorkerBackend.statefulSets(), LeaderWorkerBackend.singleStatefulSet(), LeaderWorkerBackend.leaderWorkerSet()]) {
    new LeaderWorkerGroup(scope, ids(`Llm${backend._kind}`), props({
      ...named(`llm-${backend._kind.toLowerCase()}`), groups: 2, size: 2, backend, container, accelerator: Accelerator.nvidia(2), rendezvous: Rendezvous.ray(),
    }));
  }
  new ZonePartitionedStatefulSet(scope, ids('Db'), props({
    ...named('db'), zones: list(ZONES.map(zone => props({ zone, replicas: 2 }))), container, claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }],
  })).addClientService({ prefer: Locality.SAME_ZONE });
  new IndexedTrainingJob(scope, ids('Pretrain'), props({ ...named('pretrain'), runId: 'a', workers: 4, container, rendezvous: Rendezvous.torchrun() }));
  const embedder = new ZonalDeployments(scope, ids('Embedder'), props({ ...named('embedder'), zones: list(ZONES), replicas: 2, container }));
  new LocalityService(scope, ids('Embeddings'), props({ name: 'embeddings', target: embedder, port: 80 }));
  new GpuInferenceDeployment(scope, ids('Llama'), props({
    ...named('llama'),
    replicas: 2,
    accelerator: Accelerator.nvidia(4),
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
    engine: InferenceEngine.vllm(props({ version: '0.18', model: 'example/model', tensorParallel: 4 })),
    service: { ports: [{ port: 80, targetPort: HTTP, protocol: kplus.Protocol.TCP }] },
  }));
}
