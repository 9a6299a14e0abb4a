import { findingsIn, found, seeds } from './seed';
import { severityOf } from '../../../../src/base/findings/finding';
import { MINORS } from '../../../../src/lint/run/lint-options';

const SEEDS = seeds();
const fileOf = (name: string) => SEEDS.find(seed => seed.name === name)!.file;

describe.each(SEEDS.map(seed => [seed.name, seed] as const))('%s', (_, seed) => {
  test.each(MINORS)('at %s has exactly the findings that it wants', minor => {
    expect(found(seed, minor)).toEqual(seed.wanted.get(minor));
  });
});

test('manifests that are right from the first line to the last get infos at most', () => {
  const isRight = (file: string) => findingsIn([file], MINORS).every(({ class: kind }) => severityOf(kind) === 'info');
  expect(SEEDS.filter(({ file }) => isRight(file)).map(({ name }) => name)).toEqual([
    'claim-and-group-snapshot.yaml', 'gateway.yaml', 'pod-replacement-job.yaml', 'traffic-distribution.yaml',
  ]);
});

describe('what the articles get wrong, in the words of the API', () => {
  const messages = (name: string, minors: readonly string[] = MINORS) => findingsIn([fileOf(name)], minors, 8)
    .map(({ field, message, kubernetes }) => `${kubernetes ? `[${kubernetes.join()}] ` : ''}${field}: ${message}`);

  test.each([
    ['a claim by resourceClassName', 'resource-claim.yaml', 'spec.resourceClassName: Forbidden: unknown field: resourceClassName is of v1alpha2 and left with 1.31'],
    ['parameters in a claim', 'resource-claim.yaml', 'spec.parameters: Invalid value: "parameters": unknown field: no version of the API has it'],
    ['a claim of v1alpha3', 'resource-claim.yaml', 'apiVersion: Unsupported value: "resource.k8s.io/v1alpha3": API servers do not serve it by default'],
    ['an autoscaler on a GPU metric', 'inference.yaml', 'spec.metrics[1].resource.name: Invalid value: "nvidia.com/gpu": metrics-server serves cpu and memory, so this is <unknown> for ever'],
    ['a sidecar among the main containers, at 1.33', 'inference.yaml',
      '[1.33] spec.template.spec.containers[1].restartPolicy: Forbidden: may not be set for non-init containers'],
    ['a sidecar among the main containers, at 1.34', 'inference.yaml',
      '[1.34] spec.template.spec.containers[1].restartPolicy: Invalid value: "Always": Kubernetes 1.34 drops it: feature gate ContainerRestartRules'],
    ['a sidecar among the main containers, after it', 'inference.yaml',
      'spec.template.spec.containers[1].restartPolicy: Forbidden: "Always": on main container "gpu-metrics-exporter" it does not make a sidecar'],
    ['a stop hook as long as the grace period', 'inference.yaml', 'spec.template.spec.containers[0].lifecycle.preStop.exec: '],
    ['a GPU for the sidecar beside all GPUs of a node', 'inference.yaml',
      'spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]: Invalid value: 9: a pod asks for nvidia.com/gpu 8 + nvidia.com/gpu 1, and a node has 8'],
    ['a filter that no Gateway API has', 'inference.yaml', 'spec.rules[0].filters[1].retry: Invalid value: "retry": unknown field'],
    ['shell syntax in the environment', 'pod-index-one-set.yaml',
      'spec.template.spec.containers[0].env[1].value: Invalid value: "$([ \\"$POD_INDEX\\" -eq 0 ] && echo leader || echo worker)": '
      + 'ROLE: "$([ \\"$POD_INDEX\\" -eq 0 ] && echo leader || echo worker)" is shell syntax, which nobody runs in an env value'],
    ['a set without its governing Service', 'start-ordinal-two-sets.yaml', 'spec.serviceName: Not found: "ml-training": no Service of this name in namespace "default"'],
    ['a Service without ports', 'pod-index-services.yaml', 'spec.ports: Required value'],
    ['a Job without a restart policy', 'spot-training.yaml', 'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ['a set without a selector', 'rdma.yaml', 'spec.selector: Required value: the workload must say which pods are its own'],
    ['an attachment under the wrong group', 'rdma.yaml', 'apiVersion: Invalid value: "v1": Kubernetes 1.33, 1.34, 1.35, 1.36, 1.37 serves no NetworkAttachmentDefinition of this version'],
    ['a pool of a version that is gone', 'node-pool.yaml', 'apiVersion: Invalid value: "karpenter.sh/v1beta1": no longer served since Karpenter 1.1'],
    ['instances by a label that nobody sets', 'node-pool.yaml', 'spec.template.spec.requirements[0].key: Invalid value: "karpenter.k8s.io/instance-category": labels of no provider'],
    ['anti-affinity that is to align NUMA', 'inference.yaml', 'podAffinityTerm.topologyKey: Invalid value: "kubernetes.io/hostname": a pod takes '],
    ['a pool without a node class', 'node-pool.yaml', 'spec.template.spec.nodeClassRef: Required value, in karpenter.sh/v1'],
    ['a policy under its old name', 'node-pool.yaml', 'spec.disruption.consolidationPolicy: Unsupported value: "WhenUnderutilized"'],
    ['an expiry where it was', 'node-pool.yaml', 'spec.disruption.expireAfter: Invalid value: "expireAfter": unknown field, in karpenter.sh/v1'],
    ['a snapshot of a version that is superseded', 'claim-and-group-snapshot.yaml',
      'apiVersion: Invalid value: "groupsnapshot.storage.k8s.io/v1beta1": deprecated since external-snapshotter 8.6'],
    ['a spread by a label that the pod has not', 'gpu-memory.yaml',
      'spec.topologySpreadConstraints[0].labelSelector: Invalid value: {"app":"distributed-training"}: matches no pod of this template, so they are not spread over kubernetes.io/hostname'],
    ['a preference that 1.33 does not have', 'traffic-distribution-patched.yaml',
      '[1.33] spec.trafficDistribution: Unsupported value: "PreferSameNode": supported values: "PreferClose"'],
    ['both preferences as the text quotes them', 'traffic-distribution-patched.yaml',
      '[1.34,1.35,1.36,1.37] spec.trafficDistribution: Unsupported value: "PreferSameNode | PreferSameZone": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"'],
    ['an alert on a series that no version of the engine exports', 'observability.yaml',
      'spec.groups[0].rules[0].expr: Invalid value: "vllm_request_latency_seconds_bucket": no version of vLLM exports it'],
    ['an alert on a name that nobody uses', 'observability.yaml', 'spec.groups[0].rules[2].expr: Invalid value: "vllm_queue_depth": no version of vLLM exports it'],
    ['a ServiceImport that its controller makes', 'multi-cluster.yaml', 'metadata.name: Forbidden: ServiceExport "payment-service" is exported in the same namespace'],
    ['a pod without a name', 'sidecar.yaml', 'metadata.name: Required value: name or generateName is required'],
  ])('%s', (_, name, message) => {
    expect(messages(name)).toContainEqual(expect.stringContaining(message));
  });
});

test.each([
  ['rdma.yaml', 'apiVersion', 'write apiVersion: k8s.cni.cncf.io/v1'],
  ['node-pool.yaml', 'spec.disruption.consolidationPolicy', 'write WhenEmptyOrUnderutilized'],
  ['node-pool.yaml', 'spec.disruption.expireAfter', 'write it as spec.template.spec.expireAfter'],
])('%s: the help for %s names what to write', (name, field, help) => {
  expect(findingsIn([fileOf(name)], ['1.36']).find(each => each.field === field && each.class === 'rejected')).toMatchObject({ help });
});

test('files of one article are one input: the monitor of one finds no Service among those of the other', () => {
  const said = findingsIn(['inference.yaml', 'observability.yaml', 'gateway.yaml'].map(fileOf), ['1.36']);
  expect(said.find(({ id }) => id === 'AIW2127')).toMatchObject({
    class: 'risky',
    message: 'Invalid value: {"app":"llama-inference"}: matches the labels of no Service in namespace "default"',
    notes: ['Service llama-inference selects pods by these labels and does not carry them itself'],
  });
});

test('an alert on GPUs asks for names that the exporter beside the server does not have, which its own file does not say', () => {
  const gpus = (names: string[]) => findingsIn(names.map(fileOf), ['1.36']).filter(({ id, message }) => id === 'AIW2825' && message.includes('nvidia_gpu_')).map(({ help }) => help);
  expect(gpus(['observability.yaml'])).toEqual([]);
  expect(gpus(['inference.yaml', 'observability.yaml'])).toEqual(['use DCGM_FI_DEV_FB_USED, in MiB', 'use DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE, both in MiB']);
});
