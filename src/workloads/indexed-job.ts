import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { PlainObject, compact } from '../base/plain';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';
import { templateOfCustomResource } from '../pod/template/stored-form';

/** A Job whose pods have indexes. */
export interface IndexedJobSpec {
  /** Completions, and parallelism unless that is said: with less the running pods of one training world would wait for the others for ever. */
  readonly workers: number;
  /** Indexes that run at once, where they do not need each other. */
  readonly parallelism?: number;
  readonly backoffLimit?: number;
  readonly backoffLimitPerIndex?: number;
  readonly maxFailedIndexes?: number;
  readonly podFailureRules: readonly PlainObject[];
  readonly successPolicy?: PlainObject;
  readonly activeDeadlineSeconds?: number;
  readonly template: () => PlainObject;
}

/** Fields of a Job object that a Job inside a JobSet does not have. */
export interface JobLifecycle {
  readonly suspended?: boolean;
  readonly ttlSeconds?: number;
}

/** The Jobs that a JobSet creates, one for each role, and how the set ends and restarts. */
export interface JobSetOptions extends ObjectOptions, JobLifecycle {
  readonly jobs: readonly { readonly name: string; readonly job: IndexedJobSpec }[];
  /** Without it when all Jobs have succeeded. */
  readonly successPolicy?: PlainObject;
  readonly maxRestarts: number;
  readonly failureRules: readonly PlainObject[];
}

export function createIndexedJob(scope: Construct, id: string, options: ObjectOptions & JobLifecycle, job: IndexedJobSpec): ApiObject {
  return createObject(scope, id, 'batch/v1', 'Job', options, {
    spec: () => compact({
      // Omitted unless requested: a queueing controller sets and clears it after creation.
      suspend: options.suspended ? true : undefined,
      ttlSecondsAfterFinished: options.ttlSeconds,
      ...renderJob(job),
    }),
  });
}

/**
 * A JobSet with one Job for each role. Its own Service is disabled: it would belong to this run, and the next run could not take over the name.
 *
 * Source: jobset pkg/controllers/jobset_controller.go createHeadlessSvcIfNecessary
 */
export function createJobSet(scope: Construct, id: string, options: JobSetOptions): ApiObject {
  return createObject(scope, id, 'jobset.x-k8s.io/v1alpha2', 'JobSet', options, {
    spec: () => compact({
      suspend: options.suspended ? true : undefined,
      ttlSecondsAfterFinished: options.ttlSeconds,
      network: { enableDNSHostnames: false },
      successPolicy: options.successPolicy,
      failurePolicy: { maxRestarts: options.maxRestarts, rules: [...options.failureRules] },
      replicatedJobs: options.jobs.map(({ name, job }) => ({
        name, ...groupOf(options.jobs.length), replicas: 1, template: { spec: jobOfSet(job) },
      })),
    }),
  });
}

function jobOfSet(job: IndexedJobSpec): PlainObject {
  return renderJob({ ...job, template: () => templateOfCustomResource(job.template()) });
}

/** `Failed`: a replacement waits until the old pod has ended, so one index never runs twice. Source: KEP-3939 (GA 1.34, beta and on before). */
function renderJob(job: IndexedJobSpec): PlainObject {
  return compact({
    completionMode: 'Indexed',
    completions: job.workers,
    parallelism: job.parallelism ?? job.workers,
    podReplacementPolicy: 'Failed',
    backoffLimit: job.backoffLimit,
    backoffLimitPerIndex: job.backoffLimitPerIndex,
    maxFailedIndexes: job.maxFailedIndexes,
    podFailurePolicy: { rules: [...job.podFailureRules] },
    successPolicy: job.successPolicy,
    activeDeadlineSeconds: job.activeDeadlineSeconds,
    template: job.template(),
  });
}

/**
 * Where there are several jobs a patch replaces the list, so what the server fills in is written. JobSets before 0.8 have no groups.
 *
 * Source: jobset api/jobset/v1alpha2 ReplicatedJob.GroupName
 */
function groupOf(jobs: number): PlainObject {
  return jobs > 1 ? { groupName: 'default' } : {};
}
