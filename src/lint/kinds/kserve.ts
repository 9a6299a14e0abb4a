import { Family } from './kind';
import { asNumber, isPresent, objectAt } from '../../base/reading';
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
    .map(({ role, path }) => new PodSet({
      carrier: object,
      role,
      template: { spec: objectAt(object.spec, ...path) },
      field: `spec.${path.join('.')}`,
      shape: 'podSpec',
      pods: asNumber(object.spec.replicas) ?? 1,
      open: true,
      added: llmLabels(object.name),
    }));
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

/** Source: kserve (llmisvc): what the controller makes */
export const KSERVE: Family = {
  kinds: [
    {
      type: 'serving.kserve.io/LLMInferenceService',
      pods: llmInferenceServicePods,
      makes: object => [
        { kind: 'Service', name: `${object.name}-kserve-workload-svc` },
        { kind: 'Service', name: `${object.name}-epp-service` },
        { kind: 'InferencePool', name: `${object.name}-inference-pool` },
      ],
    },
    {
      type: 'serving.kserve.io/InferenceService',
      makes: object => ['', '-predictor', '-transformer'].map(part => ({ kind: 'Service', name: `${object.name}${part}` })),
    },
  ],
};
