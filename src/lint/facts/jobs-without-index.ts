import { Facts } from './facts';
import { JobSpec, jobSpecs } from './job-specs';

/** Jobs that number no pods. What a patch of the input may make Indexed is none of them. */
export function jobsWithoutIndex(facts: Facts): readonly JobSpec[] {
  return facts.get(jobSpecs).filter(({ isIndexed, pods }) => !isIndexed && !pods.mayHaveMore);
}
