/*
 * Volumes that are on one node for good: whoever mounts them is placed there, so that two pods of one claim share a node.
 */

/**
 * Provisioners of folders and disks of a node.
 *
 * Source: rancher/local-path-provisioner deploy/local-path-storage.yaml; kubernetes docs storage-classes (local); openebs/dynamic-localpv-provisioner; minikube, MicroK8s and
 * Docker Desktop by the StorageClass that each installs; topolvm/topolvm
 */
const PROVISIONERS: ReadonlySet<string> = new Set([
  'rancher.io/local-path', 'kubernetes.io/no-provisioner', 'openebs.io/local', 'k8s.io/minikube-hostpath', 'microk8s.io/hostpath', 'docker.io/hostpath', 'topolvm.io',
]);

/** StorageClasses as they are called where these install them. */
const CLASSES: ReadonlySet<string> = new Set(['local-path', 'local-storage', 'openebs-hostpath', 'microk8s-hostpath', 'hostpath']);

/** Whether volumes of a class are on one node, as far as its provisioner or its name says. */
export function isOnOneNode(className: string | undefined, provisioner: string | undefined): boolean {
  return provisioner === undefined ? className !== undefined && CLASSES.has(className) : PROVISIONERS.has(provisioner);
}
