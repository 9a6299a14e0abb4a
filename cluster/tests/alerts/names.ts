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
  LeaderWorkerSet: name => `${name}-1-1`,
  DisaggregatedSet: name => `${name}-7d9f84c5-decode-1-1`,
  Job: name => `${name}-2-k8m4q`,
  JobSet: name => `${name}-worker-0-2-k8m4q`,
  RayCluster: name => `${name}-worker-worker-k8m4q`,
};

const JOB: { readonly [kind: string]: (name: string) => string } = { Job: name => name, JobSet: name => `${name}-worker-0` };

interface Json {
  readonly spec: { readonly [field: string]: any };
}

export function namesOf(workload: Workload): Names {
  const objects = workload.apiObjects;
  const jobs = objects.filter(object => JOB[object.kind]);
  const job = jobs.find(object => (object.toJson() as Json).spec.backoffLimitPerIndex === undefined) ?? jobs[0];
  return {
    pod: POD[objects[0].kind](objects[0].name),
    claim: objects.map(claimOf).find(claim => claim !== undefined),
    job: job && JOB[job.kind](job.name),
    retries: job && ((job.toJson() as Json).spec.backoffLimit ?? 6),
    counted: objects.flatMap(({ kind, name }): Names['counted'] => (
      kind === 'Deployment' ? [{ kind: 'deployment', name }] : kind === 'StatefulSet' || kind === 'LeaderWorkerSet' ? [{ kind: 'statefulset', name }] : [])),
  };
}

function claimOf(object: ApiObject): string | undefined {
  const { spec } = object.toJson() as Json;
  const template = spec.volumeClaimTemplates?.[0]?.metadata.name as string | undefined;
  const volumes = (spec.template?.spec?.volumes ?? []) as { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
  return template === undefined ? volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [])[0] : `${template}-${POD[object.kind](object.name)}`;
}
