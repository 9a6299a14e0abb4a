import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BUDGET, CAPACITY, DEVICES, POD } from './choices';
import { against, Table } from './table';
import {
  GpuInferenceDeployment, GpuInferenceDeploymentProps, GpuMetrics, InferenceEngine, Locality, Memory, ModelCache, ModelLoad, ModelPreload,
  ReplicaSpread, SecretKey,
} from '../../../../src';

const { READ_WRITE_MANY, READ_ONLY_MANY } = kplus.PersistentVolumeAccessMode;
const vllm = (version: string, args?: string[]) => ({ props: { engine: InferenceEngine.vllm({ version, model: 'example/model', tensorParallel: 8, args, longestStream: Duration.seconds(20) }) } });

export const GPU_INFERENCE_DEPLOYMENT: Table<GpuInferenceDeploymentProps> = {
  pattern: 'GpuInferenceDeployment',
  create: (chart, props) => new GpuInferenceDeployment(chart, 'Llama', { ...props, modelLoad: ModelLoad.of({ weights: '140Gi', loadBandwidth: '512Mi' }) }),
  factors: {
    devices: DEVICES,
    engine: { draining: vllm('0.18', ['--max-num-seqs', '256']), sleeping: vllm('0.12') },
    scaling: {
      fixed: { props: { replicas: 2 } },
      queue: { props: { autoscaling: { minReplicas: 1, maxReplicas: 4, queueDepth: 8, runningRequests: 32 } } },
      cache: { props: { autoscaling: { minReplicas: 2, maxReplicas: 4, kvCacheUsage: 0.85 } } },
    },
    cache: {
      none: { props: {} },
      claim: { props: { modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_MANY] }) } },
      readOnly: { props: { modelCache: ModelCache.claimName('models', { accessModes: [READ_ONLY_MANY] }) } },
      hostPath: { props: { modelCache: ModelCache.hostPath('/mnt/models') } },
      emptyDir: { props: { modelCache: ModelCache.emptyDir(Size.gibibytes(200)) } },
    },
    preload: {
      none: { props: {} },
      hub: { props: { preload: ModelPreload.fromHub({ token: SecretKey.fromName('hugging-face', 'token') }) } },
      container: { props: { preload: ModelPreload.container({ image: 'registry.example/fetch:1', command: ['fetch'] }, { time: Duration.minutes(20) }) } },
    },
    metrics: {
      none: { props: {} },
      sidecar: { props: { gpuMetrics: GpuMetrics.sidecar({ interval: Duration.seconds(15) }) } },
      node: { props: { gpuMetrics: GpuMetrics.nodeExporter({ namespace: 'gpu-operator' }) } },
    },
    monitor: { none: { props: {} }, podMonitor: { props: { podMonitor: { interval: Duration.seconds(15), labels: { release: 'prometheus' } } } } },
    service: {
      own: { props: {} },
      sticky: { props: { service: { name: 'llama-http', clientAffinity: Duration.minutes(10), prefer: Locality.SAME_ZONE } } },
      sameNode: { props: { service: { prefer: Locality.SAME_NODE } }, since: '1.34' },
    },
    spread: {
      own: { props: {} },
      zonesAndNodes: { props: { spread: ReplicaSpread.overZonesAndNodes() } },
      nodes: { props: { spread: ReplicaSpread.overNodes() } },
      anywhere: { props: { spread: ReplicaSpread.anywhere() } },
    },
    container: {
      own: { props: {} },
      sized: {
        props: {
          container: {
            cpu: '32',
            memory: Memory.derived({ weights: '140Gi', headroom: '16Gi' }),
            ephemeralStorage: '204800Mi',
            secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') },
            envVariables: { EMPTY: kplus.EnvValue.fromValue('') },
          },
        },
      },
    },
    capacity: CAPACITY,
    budget: BUDGET,
    pod: POD,
  },
  conflicts: [
    ...['hub', 'container'].flatMap(preload => against(`preload=${preload}`, 'cache', ['none', 'readOnly'])),
    ...against('metrics=sidecar', 'devices', ['plugin', 'mig']),
  ],
};
