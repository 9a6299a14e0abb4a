import { ApiObject } from 'cdk8s';
import { Names } from './scenarios';
import { Workload } from '../../../src';

/*
 * Names that controllers give pods, claims and Jobs, written down and not worked out by the library.
 */

/** A pod of each kind of object; the hash of a template and the letters of a pod as the API server draws them. */
const POD: { readonly [kind: string]: (name: string) => string } = {
  Deployment: name => `${name}-7c9d84f6b5-x2v9p`,
  StatefulSet: name => `${name}-1`,
  DaemonSet: name => `${name}-x2v9p`,
  LeaderWorkerSet: name => `${name}-1-1`,
  DisaggregatedSet: name => `${name}-7d9f84c5-decode-1-1`,
  Job: name => `${name}-2-k8m4q`,
  CronJob: name => `${name}-29384756-k8m4q`,
  JobSet: name => `${name}-worker-0-2-k8m4q`,
  RayCluster: name => `${name}-worker-worker-k8m4q`,
  RayService: name => `${name}-x2v9p-worker-worker-k8m4q`,
  RayJob: name => `${name}-x2v9p-head`,
};

/** Another one beside it: the next letter or number at the end; the head of a Ray cluster has a worker. */
function beside(name: string): string {
  return name.endsWith('-head') ? name.replace(/head$/, 'worker-worker-k8m4q') : `${name.slice(0, -1)}${String.fromCharCode(name.charCodeAt(name.length - 1) + 1)}`;
}

const JOB: { readonly [kind: string]: (name: string) => string } = { Job: name => name, CronJob: name => `${name}-29384756`, JobSet: name => `${name}-worker-0` };

/** Kinds that kube-state-metrics counts pods of, as it calls them. */
const COUNTED: { readonly [kind: string]: Names['counted'][number]['kind'] } = {
  Deployment: 'deployment', StatefulSet: 'statefulset', LeaderWorkerSet: 'statefulset', DaemonSet: 'daemonset',
};

interface Json {
  readonly spec: { readonly [field: string]: any };
}

export function namesOf(workload: Workload): Names {
  const objects = workload.apiObjects;
  const jobs = objects.filter(object => JOB[object.kind]);
  const job = jobs.find(object => jobSpecOf(object).backoffLimitPerIndex === undefined) ?? jobs[0];
  const pod = POD[objects[0].kind](objects[0].name);
  const claiming = objects.find(object => claimOf(object) !== undefined);
  const claim = claiming && claimOf(claiming);
  return {
    pod,
    second: beside(pod),
    claim,
    secondClaim: claiming && isOfTemplate(claiming) ? beside(claim!) : undefined,
    job: job && JOB[job.kind](job.name),
    secondJob: job && job.kind !== 'Job' ? beside(JOB[job.kind](job.name)) : undefined,
    cronJob: objects.find(({ kind }) => kind === 'CronJob')?.name,
    retries: job && (jobSpecOf(job).backoffLimit ?? 6),
    counted: objects.flatMap(({ kind, name }) => (COUNTED[kind] === undefined ? [] : [{ kind: COUNTED[kind], name }])),
  };
}

function jobSpecOf(object: ApiObject): Json['spec'] {
  const { spec } = object.toJson() as Json;
  return object.kind === 'CronJob' ? spec.jobTemplate.spec : spec;
}

/** Each pod has a claim of its own. */
function isOfTemplate(object: ApiObject): boolean {
  return (object.toJson() as Json).spec.volumeClaimTemplates !== undefined;
}

function claimOf(object: ApiObject): string | undefined {
  const { spec } = object.toJson() as Json;
  const template = spec.volumeClaimTemplates?.[0]?.metadata.name as string | undefined;
  const volumes = (spec.template?.spec?.volumes ?? []) as { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
  return template === undefined ? volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])[0] : `${template}-${POD[object.kind](object.name)}`;
}
