import { FindingClass } from '../../../../base/findings/finding';

/** Something old in a manifest, and what took its place. */
export interface Superseded {
  /** What happened to it and when, as a detail: `deprecated since 1.17`. */
  readonly detail: string;
  /** What to write now. */
  readonly instead: string;
  /** Where it does something else than its reader expects, and does not merely stop working some day. */
  readonly class?: FindingClass;
}

/** Labels of nodes. Source: pkg/api/node/util.go (v1.36); karpenter v1beta1 migration guide */
export const NODE_LABELS: ReadonlyMap<string, Superseded> = new Map<string, Superseded>([
  ['beta.kubernetes.io/arch', { detail: 'deprecated since 1.14', instead: 'kubernetes.io/arch' }],
  ['beta.kubernetes.io/os', { detail: 'deprecated since 1.14', instead: 'kubernetes.io/os' }],
  ['failure-domain.beta.kubernetes.io/region', { detail: 'deprecated since 1.17', instead: 'topology.kubernetes.io/region' }],
  ['failure-domain.beta.kubernetes.io/zone', { detail: 'deprecated since 1.17', instead: 'topology.kubernetes.io/zone' }],
  ['beta.kubernetes.io/instance-type', { detail: 'deprecated since 1.17', instead: 'node.kubernetes.io/instance-type' }],
  ['node-role.kubernetes.io/master', { detail: 'set by nobody since 1.24', instead: 'node-role.kubernetes.io/control-plane' }],
  ['karpenter.sh/provisioner-name', { detail: 'set by nobody since Karpenter 0.33', instead: 'karpenter.sh/nodepool' }],
]);

/** Annotations of pods. Source: pkg/api/pod/warnings.go (v1.36) */
export const POD_ANNOTATIONS: ReadonlyMap<string, Superseded> = new Map<string, Superseded>([
  ['scheduler.alpha.kubernetes.io/critical-pod', { detail: 'without effect since 1.16', instead: 'spec.priorityClassName', class: 'risky' }],
  ['security.alpha.kubernetes.io/sysctls', { detail: 'without effect since 1.11', instead: 'spec.securityContext.sysctls', class: 'risky' }],
  ['security.alpha.kubernetes.io/unsafe-sysctls', { detail: 'without effect since 1.11', instead: 'spec.securityContext.sysctls', class: 'risky' }],
  ['seccomp.security.alpha.kubernetes.io/pod', { detail: 'without effect since 1.27', instead: 'spec.securityContext.seccompProfile', class: 'risky' }],
]);

/** Annotations of pods with the name of a container behind them. */
export const CONTAINER_ANNOTATIONS: readonly (readonly [prefix: string, superseded: Superseded])[] = [
  ['container.seccomp.security.alpha.kubernetes.io/', { detail: 'without effect since 1.27', instead: 'securityContext.seccompProfile of the container', class: 'risky' }],
  ['container.apparmor.security.beta.kubernetes.io/', { detail: 'deprecated since 1.30', instead: 'securityContext.appArmorProfile of the container' }],
];

/**
 * Annotations of other objects, by type. Source: pkg/api/{service,persistentvolume,persistentvolumeclaim}/ (v1.36); k8s.io/api networking/v1 types.go;
 * tolerate-unready-endpoints stands nowhere in the sources of 1.36
 */
export const OBJECT_ANNOTATIONS: ReadonlyMap<string, ReadonlyMap<string, Superseded>> = new Map([
  ['PersistentVolumeClaim', new Map<string, Superseded>([
    ['volume.beta.kubernetes.io/storage-class', { detail: 'deprecated since 1.8', instead: 'spec.storageClassName' }],
  ])],
  ['PersistentVolume', new Map<string, Superseded>([
    ['volume.beta.kubernetes.io/storage-class', { detail: 'deprecated since 1.8', instead: 'spec.storageClassName' }],
    ['volume.beta.kubernetes.io/mount-options', { detail: 'deprecated since 1.31', instead: 'spec.mountOptions' }],
  ])],
  ['Service', new Map<string, Superseded>([
    ['service.alpha.kubernetes.io/tolerate-unready-endpoints', { detail: 'read by nobody any more', instead: 'spec.publishNotReadyAddresses', class: 'risky' }],
    ['service.kubernetes.io/topology-aware-hints', { detail: 'deprecated since 1.27', instead: 'spec.trafficDistribution' }],
  ])],
  ['networking.k8s.io/Ingress', new Map<string, Superseded>([
    ['kubernetes.io/ingress.class', { detail: 'deprecated since 1.18', instead: 'spec.ingressClassName' }],
  ])],
  ['storage.k8s.io/StorageClass', new Map<string, Superseded>([
    ['storageclass.beta.kubernetes.io/is-default-class', { detail: 'deprecated since 1.6', instead: 'storageclass.kubernetes.io/is-default-class' }],
  ])],
]);

/** Volumes whose driver is gone. Source: pkg/api/pod/warnings.go, pkg/features/kube_features.go (v1.36) */
export const VOLUMES: ReadonlyMap<string, Superseded> = new Map<string, Superseded>([
  ['cephfs', { detail: 'without a driver since 1.31', instead: 'a claim of the Ceph CSI driver', class: 'broken' }],
  ['flocker', { detail: 'without a driver since 1.25', instead: 'a claim of a CSI driver', class: 'broken' }],
  ['gitRepo', { detail: 'switched off since 1.33', instead: 'an emptyDir that an init container clones into', class: 'broken' }],
  ['glusterfs', { detail: 'without a driver since 1.26', instead: 'a claim of a CSI driver', class: 'broken' }],
  ['photonPersistentDisk', { detail: 'without a driver since 1.16', instead: 'a claim of a CSI driver', class: 'broken' }],
  ['quobyte', { detail: 'without a driver since 1.25', instead: 'a claim of the Quobyte CSI driver', class: 'broken' }],
  ['rbd', { detail: 'without a driver since 1.31', instead: 'a claim of the Ceph CSI driver', class: 'broken' }],
  ['scaleIO', { detail: 'without a driver since 1.22', instead: 'a claim of a CSI driver', class: 'broken' }],
  ['storageos', { detail: 'without a driver since 1.25', instead: 'a claim of a CSI driver', class: 'broken' }],
]);
