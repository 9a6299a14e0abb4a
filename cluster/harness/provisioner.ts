import * as path from 'path';
import { ApiServer } from './api-server';
import { ApiClient } from './client';
import { Manifest } from './manifest';
import { CLUSTER } from './paths';

export const PROVISIONER = 'zonal.cluster-suite';
/** Milliseconds between two looks at the claims. */
const EVERY_MS = 300;
/** The class of claims that name none. */
export const DEFAULT_CLASS = 'standard';

/** A class whose volumes are made in the zone where the first pod lands, as those of cloud disks. */
export function storageClass(name: string): Manifest {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, annotations: name === DEFAULT_CLASS ? { 'storageclass.kubernetes.io/is-default-class': 'true' } : {} },
    provisioner: PROVISIONER,
    volumeBindingMode: 'WaitForFirstConsumer',
    reclaimPolicy: 'Delete',
    allowVolumeExpansion: true,
  };
}

/** Classes that claims and claim templates of some objects name, without those that are among the objects. */
export function classesNamedIn(objects: readonly Manifest[]): string[] {
  const templatesOf = (spec: any) => (spec?.volumeClaimTemplates ?? []).map((each: any) => each.spec);
  const claims = objects.flatMap(({ kind, spec }) => kind === 'PersistentVolumeClaim' ? [spec] : templatesOf(spec));
  const generated = objects.flatMap(({ spec }) => spec?.template?.spec?.volumes ?? [])
    .map((volume: any) => volume.ephemeral?.volumeClaimTemplate?.spec);
  const own = objects.filter(({ kind }) => kind === 'StorageClass').map(({ metadata }) => metadata.name);
  return [...new Set([...claims, ...generated].map(claim => claim?.storageClassName).filter(name => name && !own.includes(name)))];
}

/** Starts the provisioner as a process of the cluster, for a cluster that outlives this process. */
export function startProvisionerProcess(server: ApiServer): Promise<void> {
  const args = [require.resolve('ts-node/dist/bin'), '--transpile-only', '--project', path.join(CLUSTER, 'tsconfig.json'), path.join(CLUSTER, 'commands/provisioner.ts')];
  return server.processes.start({ name: 'provisioner', command: process.execPath, args: [...args, server.kubeconfig] });
}

/**
 * Makes volumes for claims as an external provisioner does: the scheduler writes the chosen node on the claim, the volume is made in
 * the node's zone, the volume controller binds the two.
 *
 * Source: pkg/controller/volume/persistentvolume (annotations volume.kubernetes.io/selected-node and storage-provisioner), 1.36.
 */
export class Provisioner {
  private readonly done = new Set<string>();
  private readonly ended: Promise<void>;
  private isStopped = false;
  private timer?: NodeJS.Timeout;

  /** Looks for claims several times a second until `stop`, and does not keep this process alive. */
  constructor(private readonly client: ApiClient, private readonly report: (problem: string) => void = () => undefined) {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.timer?.ref();
    await this.ended;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.provision().catch(error => this.report(String(error))); // The next round tries again.
      await new Promise<void>(resolve => this.timer = setTimeout(resolve, EVERY_MS).unref());
    }
  }

  private async provision(): Promise<void> {
    const claims = await this.client.list<Manifest>('v1', 'PersistentVolumeClaim');
    for (const claim of claims.filter(each => waits(each) && !this.done.has(each.metadata.uid!))) {
      await this.client.create(await volumeFor(this.client, claim));
      this.done.add(claim.metadata.uid!);
    }
  }
}

function waits({ metadata: { annotations = {} }, spec }: Manifest): boolean {
  return spec.volumeName === undefined && annotations['volume.kubernetes.io/storage-provisioner'] === PROVISIONER
    && annotations['volume.kubernetes.io/selected-node'] !== undefined;
}

async function volumeFor(client: ApiClient, { metadata, spec }: Manifest): Promise<Manifest> {
  const node = await client.get('v1', 'Node', undefined, metadata.annotations!['volume.kubernetes.io/selected-node']);
  const zone = node.metadata.labels?.['topology.kubernetes.io/zone'];
  const inZone = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] }] }] };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pvc-${metadata.uid}`, annotations: { 'pv.kubernetes.io/provisioned-by': PROVISIONER } },
    spec: {
      capacity: spec.resources.requests,
      accessModes: spec.accessModes,
      storageClassName: spec.storageClassName,
      persistentVolumeReclaimPolicy: 'Delete',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: metadata.namespace, name: metadata.name, uid: metadata.uid },
      csi: { driver: PROVISIONER, volumeHandle: metadata.uid },
      ...(zone === undefined ? {} : { nodeAffinity: { required: inZone } }),
    },
  };
}
