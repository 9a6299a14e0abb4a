import type { ServerContext } from '../context';
import { finishedName, label1035Name, labelName, NameRule, pathSegment } from '../names';
import { ADMISSION } from './admission/kinds';
import { CERTIFICATES } from './certificates/kinds';
import { CLUSTER_KINDS } from './cluster/kinds';
import { CONTROL_PLANE } from './control-plane/kinds';
import { DEFINITIONS } from './definitions/kinds';
import { FLOW_CONTROL } from './flow-control/kinds';
import { NETWORK } from './network/kinds';
import { STORAGE } from './storage/kinds';
import { ValidateKind } from './subject';

/** How the API server validates one kind. */
export interface KindRules {
  /** The rule for its names. @default a DNS subdomain */
  readonly name?: (context: ServerContext) => NameRule;
  /** Whether the server makes a name for an object that has none. @default false */
  readonly isNamed?: boolean;
  /** When the metadata is looked at: the registry's look comes last, and only at objects that are fine otherwise; a pod's own code does it. @default first */
  readonly metadata?: 'first' | 'last' | 'own';
  /** Whether finalizers without a prefix must be Kubernetes' own. @default true */
  readonly kubeFinalizers?: boolean;
  /** Where the errors of its pods begin. */
  readonly pod?: string;
  /** What is validated besides the metadata; loaded for the first object of the kind. */
  readonly load?: () => ValidateKind;
  /** Versions whose fields the validation reads. @default v1 */
  readonly versions?: readonly string[];
}

const label = () => labelName;
const segment = () => pathSegment;
const serviceName = (context: ServerContext) => context.gate('RelaxedServiceNameValidation') ? labelName : label1035Name;

/* eslint-disable @typescript-eslint/no-require-imports -- the code for a kind is loaded when its first object comes */
const apps = () => require('./deployment') as typeof import('./deployment');
const autoscaler = () => require('./horizontal-pod-autoscaler') as typeof import('./horizontal-pod-autoscaler');
const claims = () => require('./device-claim') as typeof import('./device-claim');
const roles = () => require('./roles') as typeof import('./roles');
const data = () => require('./config-map') as typeof import('./config-map');

/** Kinds whose validation is complete, by group and kind; the core group has no name. */
export const KIND_VALIDATIONS: ReadonlyMap<string, KindRules> = new Map<string, KindRules>([
  ['Pod', { pod: 'spec', metadata: 'own', load: () => (require('./pod') as typeof import('./pod')).validatePodObject }],
  ['PodTemplate', { pod: 'template', load: () => (require('./pod') as typeof import('./pod')).validatePodTemplateObject }],
  ['apps/Deployment', { pod: 'spec.template', load: () => apps().validateDeployment }],
  ['apps/ReplicaSet', { pod: 'spec.template', load: () => apps().validateReplicaSet }],
  ['apps/DaemonSet', { pod: 'spec.template', load: () => (require('./daemon-set') as typeof import('./daemon-set')).validateDaemonSet }],
  ['apps/StatefulSet', { pod: 'spec.template', name: label, load: () => (require('./stateful-set') as typeof import('./stateful-set')).validateStatefulSet }],
  ['batch/Job', { pod: 'spec.template', load: () => (require('./job') as typeof import('./job')).validateJob }],
  ['batch/CronJob', { pod: 'spec.jobTemplate.spec.template', load: () => (require('./cron-job') as typeof import('./cron-job')).validateCronJob }],
  ['Service', { name: serviceName, load: () => (require('./service') as typeof import('./service')).validateService }],
  ['PersistentVolumeClaim', {
    load: () => (require('./persistent-volume-claim') as typeof import('./persistent-volume-claim')).validatePersistentVolumeClaim,
  }],
  ['policy/PodDisruptionBudget', {
    name: segment,
    metadata: 'last',
    kubeFinalizers: false,
    load: () => (require('./pod-disruption-budget') as typeof import('./pod-disruption-budget')).validatePodDisruptionBudget,
  }],
  ['autoscaling/HorizontalPodAutoscaler', { versions: ['v1', 'v2'], load: () => autoscaler().validateHorizontalPodAutoscaler }],
  ['resource.k8s.io/ResourceClaim', { load: () => claims().validateResourceClaim }],
  ['resource.k8s.io/ResourceClaimTemplate', { load: () => claims().validateResourceClaimTemplate }],
  ['resource.k8s.io/DeviceClass', { name: () => finishedName, load: () => (require('./device-class') as typeof import('./device-class')).validateDeviceClass }],
  ['ConfigMap', { load: () => data().validateConfigMap }],
  ['Secret', { load: () => data().validateSecret }],
  ['scheduling.k8s.io/PriorityClass', { load: () => (require('./priority-class') as typeof import('./priority-class')).validatePriorityClass }],
  ['networking.k8s.io/NetworkPolicy', { load: () => (require('./network-policy') as typeof import('./network-policy')).validateNetworkPolicy }],
  ['networking.k8s.io/Ingress', { load: () => (require('./ingress') as typeof import('./ingress')).validateIngress }],
  ['rbac.authorization.k8s.io/Role', { name: segment, load: () => roles().validateRole }],
  ['rbac.authorization.k8s.io/ClusterRole', { name: segment, load: () => roles().validateRole }],
  ['rbac.authorization.k8s.io/RoleBinding', { name: segment, load: () => roles().validateRoleBinding }],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', { name: segment, load: () => roles().validateRoleBinding }],
  ['storage.k8s.io/StorageClass', { load: () => (require('./storage-class') as typeof import('./storage-class')).validateStorageClass }],
  ['node.k8s.io/RuntimeClass', {
    kubeFinalizers: false, load: () => (require('./runtime-class') as typeof import('./runtime-class')).validateRuntimeClass,
  }],
  ['coordination.k8s.io/Lease', { kubeFinalizers: false, load: () => (require('./lease') as typeof import('./lease')).validateLease }],
  ['Namespace', { name: label, load: () => (require('./namespace') as typeof import('./namespace')).validateNamespace }],
  ...ADMISSION,
  ...CERTIFICATES,
  ...CONTROL_PLANE,
  ...CLUSTER_KINDS,
  ...FLOW_CONTROL,
  ...NETWORK,
  ...DEFINITIONS,
  ...STORAGE,
  ['apiregistration.k8s.io/APIService', {
    name: segment, kubeFinalizers: false, load: () => (require('./api-service') as typeof import('./api-service')).validateApiService,
  }],
  // Nothing but metadata is validated.
  ['ServiceAccount', {}],
]);
/* eslint-enable @typescript-eslint/no-require-imports */
