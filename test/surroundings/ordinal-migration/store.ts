import { ApiObject, App, Chart } from 'cdk8s';
import { IWorkload, KubernetesVersion, MovedVolumes, OrdinalMigration, OrdinalMigrationProps, Target, Workload } from '../../../src';

export const LABELS = { app: 'db' };

const SPREAD = [{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule', nodeTaintsPolicy: 'Honor', labelSelector: { matchLabels: LABELS } }];

/** A plain StatefulSet of ordinals 0 to 4 with a claim, as somebody has it in a file. */
export function setOf(spec: object = {}, pod: object = {}): { [field: string]: any } {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', labels: { team: 'a' } },
    spec: {
      replicas: 5,
      serviceName: 'db',
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { topologySpreadConstraints: SPREAD, containers: [{ name: 'server', image: 'registry.example/db:1', ...pod }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } } }],
      ...spec,
    },
  };
}

export const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'db' }, spec: { clusterIP: 'None', selector: LABELS, ports: [{ port: 5432 }] } };

export function volume(ordinal: number, spec: object = {}): { [field: string]: any } {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pv-${ordinal}`, annotations: { 'pv.kubernetes.io/provisioned-by': 'disk.example', 'pv.kubernetes.io/bound-by-controller': 'yes' } },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy: 'Delete',
      csi: { driver: 'disk.example', volumeHandle: `disk-${ordinal}` },
      claimRef: { namespace: 'old', name: `data-db-${ordinal}`, uid: `uid-${ordinal}`, resourceVersion: '7' },
      ...spec,
    },
  };
}

export interface Store {
  /** What is beside the set in the chart of the source. */
  readonly objects?: readonly { [field: string]: any }[];
  readonly set?: { [field: string]: any };
  readonly workload?: (source: Chart) => IWorkload;
  readonly namespace?: string;
  readonly sourceNamespace?: string;
  /** Folder of an app of its own that has the source. */
  readonly sourceFolder?: string;
}

export interface Migrated {
  readonly app: App;
  readonly source: Chart;
  readonly target: Chart;
  readonly migration: OrdinalMigration;
}

/** Ordinals 3 and 4 of a store, from `old` to `new`. */
export function migrated(props: Partial<OrdinalMigrationProps> = {}, store: Store = {}): Migrated {
  const app = new App({ outdir: 'dist/green' });
  const source = new Chart(store.sourceFolder === undefined ? app : new App({ outdir: store.sourceFolder }), 'source', { namespace: store.sourceNamespace ?? 'old' });
  const target = new Chart(app, 'target', { namespace: store.namespace ?? 'new' });
  Target.define(app, { kubernetes: KubernetesVersion.V1_36 });
  [store.set ?? setOf(), SERVICE, ...store.objects ?? []].forEach((manifest, index) => new ApiObject(source, `object-${index}`, manifest as any));
  const workload = store.workload?.(source) ?? Workload.named({ name: 'db', podLabels: LABELS });
  const migration = new OrdinalMigration(target, 'move', { workload, firstMoved: 3, stage: 0, volumes: MovedVolumes.named({ 'data-db-3': 'pv-3', 'data-db-4': 'pv-4' }), ...props });
  return { app, source, target, migration };
}

export function objectOf(chart: Chart, kind: string, name?: string): any {
  return chart.toJson().find((each: any) => each.kind === kind && (name === undefined || each.metadata.name === name));
}
