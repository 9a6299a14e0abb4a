/*
 * The endpoint picker of an InferencePool: it stands before the pods of a model, and keeps requests while no pod takes them where its flow control is on.
 */

/** Requests that flow control keeps. A flow has its series from its first request on, and keeps it. */
export interface PickerQueue {
  readonly name: string;
  /** Label that names the InferencePool. */
  readonly pool: string;
  readonly source: string;
}

/** By the program that picks. llm-d's writes the older name as well, and says that it goes. */
export const PICKER_QUEUES = {
  'gateway-api-inference-extension': {
    name: 'inference_extension_flow_control_queue_size',
    pool: 'inference_pool',
    source: 'gateway-api-inference-extension pkg/epp/metrics/metrics.go, site-src/guides/flow-control.md (v1.5.0)',
  },
  'llm-d': {
    name: 'llm_d_epp_flow_control_queue_size',
    pool: 'inference_pool',
    source: 'llm-d guides/workload-autoscaling/keda-epp/README.md; llm-d#1981, #2492',
  },
} as const satisfies { readonly [picker: string]: PickerQueue };

export type Picker = keyof typeof PICKER_QUEUES;

/** The InferencePool of a gateway. Source: gateway-api-inference-extension api/v1 (v1.3) */
export const POOL_GROUP = 'inference.networking.k8s.io';
export const POOL_API = `${POOL_GROUP}/v1`;

/** The kind in its own group, and in that of before. */
export const POOL_TYPES: readonly string[] = [`${POOL_GROUP}/InferencePool`, 'inference.networking.x-k8s.io/InferencePool'];

/** Priorities within a pool. Source: gateway-api-inference-extension apix/v1alpha2/inferenceobjective_types.go (v1.3) */
export const OBJECTIVE_API = 'inference.networking.x-k8s.io/v1alpha2';

/** By which a request names its objective. Source: gateway-api-inference-extension pkg/epp/metadata/consts.go (v1.3) */
export const OBJECTIVE_HEADER = 'x-gateway-inference-objective';

/** Where a picker listens, unless it is told. Source: gateway-api-inference-extension config/charts/inferencepool/values.yaml (v1.3) */
export const PICKER_PORT = 9002;

/** Source: gateway-api-inference-extension api/v1/inferencepool_types.go TargetPorts (v1.3) */
export const MOST_POOL_PORTS = 8;
