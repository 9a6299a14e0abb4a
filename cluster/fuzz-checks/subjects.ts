import { Schema } from '../../src/kubernetes/schema/schema';
import { SAMPLES as CUSTOM_SAMPLES } from '../../test/kubernetes/schema/custom/samples';
import { ADMISSION_SAMPLES } from '../../test/kubernetes/validation/kinds/samples/admission';
import { SAMPLES } from '../../test/kubernetes/validation/kinds/samples/kinds';
import { SAMPLES as PODS } from '../../test/kubernetes/validation/pod/samples';
import { Manifest } from '../harness/manifest';
import { KINDS } from '../measured-tables/kinds';
import { MORE_KINDS } from '../measured-tables/more-kinds';

/** What is mutated: one kind, or what all kinds share. */
export interface Subject {
  /** `apps/v1 Deployment`. */
  readonly name: string;
  /** Manifests that every server which serves the kind accepts. */
  readonly samples: readonly Manifest[];
  /** Which places may be changed. @default all */
  readonly isMutable?: (path: string) => boolean;
}

export const METADATA = 'metadata of every kind';

/** Kinds of which everything is mutated: those whose validation is complete here, and two extensions by the structure of their definitions. */
const MUTATED: readonly string[] = [
  'v1 Pod', 'apps/v1 Deployment', 'apps/v1 StatefulSet', 'apps/v1 DaemonSet', 'batch/v1 Job', 'batch/v1 CronJob', 'v1 Service', 'v1 PersistentVolumeClaim', 'policy/v1 PodDisruptionBudget',
  'autoscaling/v2 HorizontalPodAutoscaler', 'resource.k8s.io/v1 ResourceClaim', 'resource.k8s.io/v1 ResourceClaimTemplate', 'resource.k8s.io/v1 DeviceClass', 'v1 ConfigMap', 'v1 Secret',
  'scheduling.k8s.io/v1 PriorityClass', 'leaderworkerset.x-k8s.io/v1 LeaderWorkerSet', 'jobset.x-k8s.io/v1alpha2 JobSet',
  ...Object.keys(ADMISSION_SAMPLES),
];

export const SUBJECTS: readonly Subject[] = [
  { name: METADATA, samples: [...KINDS, ...MORE_KINDS].map(withMetadata), isMutable: path => path === 'metadata' || path.startsWith('metadata.') },
  ...MUTATED.map(name => ({ name, samples: samplesOf(name) })),
];

const schemas = new Map<string, Schema>();

/** Whether a minor serves the kind by default, so that more than its version can be wrong. */
export function isServed({ apiVersion, kind }: Manifest, minor: string): boolean {
  const schema = schemas.get(minor) ?? new Schema(minor);
  schemas.set(minor, schema);
  return schema.kindOf(apiVersion, kind) !== 'not-served';
}

function samplesOf(type: string): Manifest[] {
  const [apiVersion, kind] = type.split(' ');
  if (type === 'v1 Pod') {
    return PODS.map(({ metadata, spec }) => ({ apiVersion, kind, metadata, spec }));
  }
  const own = [...SAMPLES.get(type) ?? [], ...CUSTOM_SAMPLES.filter(each => each.apiVersion === apiVersion && each.kind === kind)] as Manifest[];
  return [...own, ...withPods(own)];
}

/** The first sample of a kind, once with each of the rich pods that its own small ones stand for. */
function withPods([first]: readonly Manifest[]): Manifest[] {
  const job = first.kind === 'Job' || first.kind === 'CronJob';
  if (!job && !['Deployment', 'StatefulSet', 'DaemonSet'].includes(first.kind)) {
    return [];
  }
  return PODS.filter(({ spec }) => spec.activeDeadlineSeconds === undefined || job).map(({ name, metadata: { labels, annotations }, spec: pod }) => {
    const { apiVersion, kind } = first;
    const metadata = { labels: { app: 'llm', ...labels }, annotations };
    const template = { metadata, spec: { ...pod, restartPolicy: job ? 'Never' : 'Always' } };
    const selected = { selector: { matchLabels: metadata.labels }, template };
    const spec = kind === 'CronJob' ? { schedule: '@daily', jobTemplate: { spec: { template } } } : job ? { template } : kind === 'StatefulSet' ? { serviceName: 'peers', ...selected } : selected;
    return { apiVersion, kind, metadata: { name, namespace: 'default' }, spec };
  });
}

function withMetadata(manifest: Manifest): Manifest {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'owner', uid: '7a1e7b9e-0000-4000-8000-000000000000', controller: true, blockOwnerDeletion: false };
  return {
    ...manifest,
    metadata: {
      ...manifest.metadata,
      labels: { 'app': 'engine', 'app.kubernetes.io/part-of': 'serving', ...manifest.metadata.labels },
      annotations: { 'example.com/note': 'any text', 'plain': '', ...manifest.metadata.annotations },
      finalizers: ['example.com/hold'],
      ownerReferences: [owner],
    },
  };
}
