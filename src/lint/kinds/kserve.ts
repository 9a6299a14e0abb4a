import { Family, Made, NO_SCALE } from './kind';
import { PlainObject } from '../../base/plain';
import { asNumber, asObject, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, exactly, likePattern } from '../facts/labels';
import { PodSet } from '../facts/pod-set';

/** Roles of an LLMInferenceService, with the path of their pod spec and their share of the label. */
const LLM_ROLES: readonly { readonly role: string; readonly path: readonly string[] }[] = [
  { role: 'decode', path: ['template'] },
  { role: 'decode worker', path: ['worker'] },
  { role: 'prefill', path: ['prefill', 'template'] },
  { role: 'prefill worker', path: ['prefill', 'worker'] },
];

/**
 * KServe merges what is written with presets, so the pods are open, and there are some even where nothing is written.
 * Source: kserve/kserve pkg/controller/v1alpha1/llmisvc/workload_single_node.go, workload_multi_node.go
 */
function llmInferenceServicePods(object: Manifest): PodSet[] {
  return LLM_ROLES.filter(({ path }, index) => index === 0 || isPresent(objectAt(object.spec, ...path.slice(0, -1))[path[path.length - 1]]))
    .map(({ role, path }) => {
      const workload = objectAt(object.spec, ...path.slice(0, -1));
      return new PodSet({
        carrier: object,
        role,
        template: { metadata: { labels: workload.labels, annotations: workload.annotations }, spec: objectAt(object.spec, ...path) },
        field: `spec.${path.join('.')}`,
        shape: 'podSpec',
        pods: podsOfRole(workload, path[path.length - 1]),
        open: true,
        added: llmLabels(object.name),
      });
    });
}

/**
 * Prefill and decode have replicas of their own; workers are as many as the parallelism makes of them.
 * Source: kserve/kserve pkg/apis/serving/v1alpha1/llm_inference_service_types.go: WorkloadSpec (`replicas` or `scaling`)
 */
function podsOfRole(workload: PlainObject, part: string): number | undefined {
  const groups = isPresent(workload.scaling) ? undefined : asNumber(workload.replicas) ?? 1;
  if (part !== 'worker') {
    return groups;
  }
  const size = sizeOf(asObject(workload.parallelism));
  return groups === undefined || size === undefined ? undefined : groups * (size - 1);
}

/** Pods of a group of several nodes. Source: kserve/kserve pkg/apis/serving/v1alpha1/(ParallelismSpec) GetSize */
function sizeOf({ data, dataLocal, pipeline }: PlainObject): number | undefined {
  const [all, local] = [asNumber(data) ?? 0, asNumber(dataLocal) ?? 0];
  return all > 0 || local > 0 ? Math.max(1, Math.floor(Math.max(all, 1) / Math.max(local, 1))) : asNumber(pipeline);
}

/** A Deployment for each part, or a LeaderWorkerSet where there are workers. */
function workloadsOf({ name, spec }: Manifest): Made[] {
  const made = (workload: PlainObject, part: string): Made => (isPresent(workload.worker)
    ? { kind: 'LeaderWorkerSet', name: `${name}-kserve-mn${part}` }
    : { kind: 'Deployment', name: `${name}-kserve${part}` });
  return [made(spec, ''), ...(isPresent(spec.prefill) ? [made(asObject(spec.prefill), '-prefill')] : [])];
}

function llmLabels(name: string): AddedLabels {
  return {
    'app.kubernetes.io/name': exactly(name),
    'app.kubernetes.io/part-of': exactly('llminferenceservice'),
    'app.kubernetes.io/component': likePattern(/^llminferenceservice-workload/, 'llminferenceservice-workload…'),
    'kserve.io/component': exactly('workload'),
    'llm-d.ai/role': ANY_VALUE,
  };
}

/** Source: kserve/kserve pkg/controller/v1alpha1/llmisvc (what the controller makes), llm_inference_service_types.go (the status is its only subresource) */
export const KSERVE: Family = {
  kinds: [
    {
      type: 'serving.kserve.io/LLMInferenceService',
      pods: llmInferenceServicePods,
      makes: object => [
        { kind: 'Service', name: `${object.name}-kserve-workload-svc` },
        { kind: 'Service', name: `${object.name}-epp-service` },
        { kind: 'InferencePool', name: `${object.name}-inference-pool` },
        ...workloadsOf(object),
        { kind: 'Secret', name: `${object.name}-kserve-self-signed-certs` },
        { kind: 'HTTPRoute', name: `${object.name}-kserve-route` },
      ],
      scale: NO_SCALE,
      pace: (_, running) => ({ pods: running }),
    },
  ],
};
