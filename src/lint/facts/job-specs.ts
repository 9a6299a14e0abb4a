import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { Manifest } from '../../kubernetes/manifest';
import { WORKLOAD_KINDS } from '../kinds';
import { JobPlace } from '../kinds/kind';

/** A Job that an object is, or makes. */
export interface JobSpec extends JobPlace {
  readonly carrier: Manifest;
  readonly pods: PodSet;
}

/** The Job whose pods a set is; undefined where it is of no Job. */
export function jobOf(facts: Facts, pods: PodSet): JobSpec | undefined {
  return facts.get(jobsByPods).get(pods);
}

function jobsByPods(facts: Facts): ReadonlyMap<PodSet, JobSpec> {
  return new Map(facts.get(jobSpecs).map(job => [job.pods, job]));
}

/** Jobs that number no pods. What a patch of the input may make Indexed is none of them. */
export function jobsWithoutIndex(facts: Facts): readonly JobSpec[] {
  return facts.get(jobSpecs).filter(({ isIndexed, pods }) => !isIndexed && !pods.mayHaveMore);
}

/** Jobs of Jobs, CronJobs and JobSets. */
export function jobSpecs(facts: Facts): readonly JobSpec[] {
  return WORKLOAD_KINDS.flatMap(({ type, jobs }) => (jobs === undefined ? [] : facts.ofType(type).flatMap(carrier => {
    const sets = podSetsOf(facts, carrier);
    return jobs(carrier).flatMap((job, index) => (sets[index] === undefined ? [] : [{ ...job, carrier, pods: sets[index] }]));
  })));
}
