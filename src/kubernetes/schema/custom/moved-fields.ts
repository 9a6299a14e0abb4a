import { PlainObject } from '../../../base/plain';

/** What an earlier version of a kind had, and where the present one has it. */
interface MovedField {
  /** The only value that is meant; any where it is absent. */
  readonly value?: string;
  readonly help: string;
}

type Moved = readonly (readonly [field: string, MovedField])[];

const nodeClassRef = (field: string): Moved => [
  [field, { help: 'name the node class: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default } on AWS' }],
  [`${field}.apiVersion`, { help: 'write the part before the slash as group, beside kind and name: group: karpenter.k8s.aws' }],
  [`${field}.group`, { help: 'group and kind have no default since v1: group: karpenter.k8s.aws, kind: EC2NodeClass on AWS' }],
  [`${field}.kind`, { help: 'group and kind have no default since v1: group: karpenter.k8s.aws, kind: EC2NodeClass on AWS' }],
];

const KUBELET: MovedField = { help: 'write it into the node class that nodeClassRef names: spec.kubelet of the EC2NodeClass' };

/** Before 1.1 of the Training Operator, and of MPIJobs before v2beta1; `suspend` is where a Job has it. */
const RUN_POLICY: Moved = ['activeDeadlineSeconds', 'backoffLimit', 'cleanPodPolicy', 'schedulingPolicy', 'suspend', 'ttlSecondsAfterFinished']
  .map(name => [`spec.${name}`, { help: `write it as spec.runPolicy.${name}` }]);

/**
 * By kind, whatever its version. Source: karpenter pkg/apis/v1beta1/{nodepool,nodeclaim}.go and their conversions (v1.0), pkg/apis/v1 (v1.15);
 * karpenter-provider-aws pkg/apis/v1beta1/ec2nodeclass.go (v1.0), pkg/apis/v1/ec2nodeclass.go (v1.15);
 * training-operator pkg/apis/kubeflow.org/v1/common_types.go RunPolicy (v1.9.3); mpi-operator pkg/apis/kubeflow/v2beta1/types.go RunPolicy (v0.8)
 */
const MOVED: ReadonlyMap<string, ReadonlyMap<string, MovedField>> = new Map(Object.entries({
  'karpenter.sh NodePool': [
    ['spec.disruption.expireAfter', { help: 'write it as spec.template.spec.expireAfter' }],
    ['spec.disruption.consolidationPolicy', { value: 'WhenUnderutilized', help: 'write WhenEmptyOrUnderutilized' }],
    ['spec.template.spec.kubelet', KUBELET],
    ...nodeClassRef('spec.template.spec.nodeClassRef'),
  ] satisfies Moved,
  'karpenter.sh NodeClaim': [['spec.kubelet', KUBELET], ...nodeClassRef('spec.nodeClassRef')] satisfies Moved,
  'karpenter.k8s.aws EC2NodeClass': [
    ['spec.amiSelectorTerms', { help: 'say the image by alias, which was amiFamily alone before: amiSelectorTerms: [{ alias: al2023@latest }], or a version of it' }],
    ['spec.amiFamily', { value: 'Ubuntu', help: 'select the image by id or tags, and leave amiFamily: Custom' }],
  ] satisfies Moved,
  ...Object.fromEntries(['JAXJob', 'MPIJob', 'PaddleJob', 'PyTorchJob', 'TFJob', 'XGBoostJob'].map(kind => [`kubeflow.org ${kind}`, RUN_POLICY])),
}).map(([kind, fields]) => [kind, new Map(fields)]));

/** Where the value of a field belongs that the kind had in an earlier version. */
export function movedTo({ apiVersion, kind }: PlainObject, field: string, value: unknown): string | undefined {
  const moved = MOVED.get(`${String(apiVersion).split('/')[0]} ${String(kind)}`)?.get(field);
  return moved === undefined || (moved.value !== undefined && moved.value !== value) ? undefined : moved.help;
}
