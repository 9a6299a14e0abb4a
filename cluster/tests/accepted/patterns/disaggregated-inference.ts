import { against, Table } from './table';
import {
  Accelerator, DisaggregatedBackend, DisaggregatedInference, DisaggregatedInferenceProps, InferenceEngine, InferenceRole, LeaderWorkerBackend, Memory,
  PrefillDecodeRouter, VllmKvRole, VllmKvTransfer,
} from '../../../../src';

const container = { cpu: '4000m', memory: Memory.of('65536Mi') };
const engine = (tensorParallel: number) => InferenceEngine.vllm({ version: '0.18', model: 'm', tensorParallel });
const deployment = (devices: number, replicas: number) =>
  InferenceRole.deployment({ engine: engine(devices), accelerator: Accelerator.nvidia(devices), replicas, container });
const group = (backend?: LeaderWorkerBackend) =>
  InferenceRole.groups({ engine: engine(8), size: 2, groups: 2, accelerator: Accelerator.nvidia(4), backend, container });
const single = InferenceRole.groups({ engine: engine(4), size: 1, groups: 4, accelerator: Accelerator.nvidia(4), container });
const SET = { backend: DisaggregatedBackend.disaggregatedSet(), prefill: group(), decode: single };
const scaled = InferenceRole.deployment({
  engine: engine(4), accelerator: Accelerator.nvidia(4), autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 }, container,
});
const epp = { image: 'registry.example/proxy:1', endpointPicker: 'epp' };

export const DISAGGREGATED_INFERENCE: Table<DisaggregatedInferenceProps> = {
  pattern: 'DisaggregatedInference',
  create: (chart, props) => new DisaggregatedInference(chart, 'Llama', props),
  factors: {
    prefill: {
      deployment: { props: { prefill: deployment(4, 2) } },
      scaled: { props: { prefill: scaled } },
      groups: { props: { prefill: group(LeaderWorkerBackend.statefulSets()) } },
      leaderWorkerSet: { props: { prefill: group(LeaderWorkerBackend.leaderWorkerSet()) } },
    },
    decode: {
      deployment: { props: { decode: deployment(8, 2) } },
      scaled: { props: { decode: scaled } },
      groups: { props: { decode: group(LeaderWorkerBackend.statefulSets()) } },
      leaderWorkerSet: { props: { decode: group(LeaderWorkerBackend.leaderWorkerSet()) } },
    },
    router: {
      vllmRouter: { props: { router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1', replicas: 2, args: ['--policy', 'round_robin'], container }) } },
      stack: { props: { router: PrefillDecodeRouter.productionStack({ image: 'registry.example/router:1', replicas: 2 }) } },
      oneRouter: { props: { router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1', port: 80 }) } },
      sidecar: { props: { router: PrefillDecodeRouter.llmdSidecar(epp) } },
      sidecarElsewhere: { props: { router: PrefillDecodeRouter.llmdSidecar({ ...epp, port: 7000, enginePort: 7001, endpointPickerPort: 7002 }) } },
      none: { props: { router: PrefillDecodeRouter.none() } },
    },
    transfer: {
      own: { props: {} },
      nixl: { props: { kvTransfer: VllmKvTransfer.nixl({ sideChannelPort: 5557 }) } },
      other: { props: { kvTransfer: VllmKvTransfer.connector('LMCacheConnectorV1', VllmKvRole.BOTH) } },
    },
    pools: {
      none: { props: {} },
      prefill: { props: { prefillPools: { long: deployment(8, 1) } } },
      decode: { props: { decodePools: { long: group(LeaderWorkerBackend.statefulSets()), short: deployment(4, 2) } } },
    },
    backend: {
      perRole: { props: { backend: DisaggregatedBackend.perRole() } },
      set: { props: SET },
      setOfPools: { props: { ...SET, prefillPools: { long: group() }, decodePools: { a: group(), b: group() } } },
    },
    metadata: { none: { props: {} }, given: { props: { metadata: { labels: { team: 'a' }, annotations: { note: 'b' } }, name: 'model' } } },
  },
  conflicts: [
    ...against('transfer=other', 'router', ['vllmRouter', 'stack', 'oneRouter', 'sidecar', 'sidecarElsewhere']),
    // Further pools that are Deployments, or have sets of their own.
    ...against('backend=set', 'pools', ['prefill', 'decode']),
  ],
};
