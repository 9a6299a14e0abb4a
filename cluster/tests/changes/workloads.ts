import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { findingsOfChange } from '../../../src/lint/changes/findings';
import { Manifest } from '../../harness/manifest';

export interface Manifests {
  readonly before: Manifest;
  readonly after: Manifest;
}

type Spec = Record<string, unknown>;

/** A pod template of `name`, which one Service selects with others by `part`. */
export function band(name: string, image = 'a:1'): Spec {
  return {
    metadata: { labels: { app: name, part: 'serving' } },
    spec: { containers: [{ name: 'main', image: `registry.example/${image}` }], terminationGracePeriodSeconds: 0 },
  };
}

export function deployment(name: string, spec: Spec = {}): Manifest {
  return workload('Deployment', name, spec);
}

export function set(name: string, spec: Spec = {}): Manifest {
  const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec: claimSpec() }];
  return workload('StatefulSet', name, { serviceName: name, volumeClaimTemplates, podManagementPolicy: 'Parallel', ...spec });
}

function workload(kind: string, name: string, spec: Spec): Manifest {
  return { apiVersion: 'apps/v1', kind, metadata: { name }, spec: plain({ selector: { matchLabels: { app: name } }, template: band(name), ...spec }) };
}

export function service(selector: Spec): Manifest {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec: { selector, ports: [{ port: 80 }] } };
}

/** Claim templates of these names and sizes. */
export function templates(sizes: Readonly<Record<string, string>>, storageClassName?: string): Spec[] {
  const specOf = (storage: string) => ({ ...claimSpec(storageClassName), resources: { requests: { storage } } });
  return Object.entries(sizes).map(([name, storage]) => ({ metadata: { name }, spec: specOf(storage) }));
}

/** The pods of `name` with more in their only container, and beside it. */
export function podsWith(name: string, container: Spec, spec: Spec = {}): Spec {
  const pods = band(name) as { metadata: Spec; spec: Spec & { containers: Spec[] } };
  return { ...pods, spec: { ...pods.spec, ...spec, containers: [{ ...pods.spec.containers[0], ...container }] } };
}

function claimSpec(storageClassName?: string): Spec {
  return plain({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName });
}

/** Kinds of which one field differs by `what`. */
export function before(kind: 'Job' | 'ResourceClaimTemplate' | 'PersistentVolumeClaim', what?: string): Manifest {
  const metadata = { name: kind.toLowerCase() };
  switch (kind) {
    case 'Job': {
      const { metadata: labels, spec } = band('train', what) as { metadata: Spec; spec: Spec };
      return { apiVersion: 'batch/v1', kind, metadata, spec: { suspend: false, template: { metadata: labels, spec: { ...spec, restartPolicy: 'Never' } } } };
    }
    case 'ResourceClaimTemplate': {
      const exactly = { deviceClassName: 'gpu.nvidia.com', allocationMode: 'ExactCount', count: Number(what ?? 1) };
      return { apiVersion: 'resource.k8s.io/v1', kind, metadata, spec: { spec: { devices: { requests: [{ name: 'gpu', exactly }] } } } };
    }
    default:
      return { apiVersion: 'v1', kind, metadata, spec: claimSpec(what ?? 'standard') };
  }
}

/** JSON has no undefined. */
function plain(spec: Spec): Spec {
  return JSON.parse(JSON.stringify(spec));
}

export function findingsOf(deployed: readonly Manifest[], input: readonly Manifest[]): Finding[] {
  const sourced = (objects: readonly Manifest[]) => objects.map(body => ({ body: body as unknown as PlainObject, origin: {} }));
  return findingsOfChange(sourced(deployed), sourced(input), DEFAULT_CLUSTER);
}
