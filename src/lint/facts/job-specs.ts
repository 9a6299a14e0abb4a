import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** A Job that an object is, or makes. */
export interface JobSpec {
  readonly carrier: Manifest;
  readonly pods: PodSet;
  readonly spec: PlainObject;
  /** Where the spec stands: `spec`, `spec.jobTemplate.spec`. */
  readonly field: string;
  readonly isIndexed: boolean;
  /** Whether the Job may end before its pods do, since others decide: the success policy of a JobSet. */
  readonly isEndedByOthers: boolean;
}

/** Jobs of Jobs, CronJobs and JobSets. */
export function jobSpecs(facts: Facts): readonly JobSpec[] {
  return [
    ...facts.ofType('batch/Job').flatMap(job => jobOf(facts, job, job.spec, 'spec')),
    ...facts.ofType('batch/CronJob').flatMap(job => jobOf(facts, job, objectAt(job.spec, 'jobTemplate', 'spec'), 'spec.jobTemplate.spec')),
    ...facts.ofType('jobset.x-k8s.io/JobSet').flatMap(set => jobsOfSet(facts, set)),
  ];
}

function jobOf(facts: Facts, carrier: Manifest, spec: PlainObject, field: string): JobSpec[] {
  return podSetsOf(facts, carrier).slice(0, 1).map(pods => (
    { carrier, pods, spec, field, isIndexed: spec.completionMode === 'Indexed', isEndedByOthers: false }));
}

/** Source: jobset pkg/webhooks/jobset_webhook.go Default (v0.10): completionMode is Indexed unless it is given */
function jobsOfSet(facts: Facts, carrier: Manifest): JobSpec[] {
  const sets = podSetsOf(facts, carrier);
  return asList(carrier.spec.replicatedJobs).flatMap((replicated, index) => {
    const spec = objectAt(replicated, 'template', 'spec');
    const pods = sets[index];
    return pods === undefined ? [] : [{
      carrier,
      pods,
      spec,
      field: `spec.replicatedJobs[${index}].template.spec`,
      isIndexed: (spec.completionMode ?? 'Indexed') === 'Indexed',
      isEndedByOthers: Object.keys(asObject(carrier.spec.successPolicy)).length > 0,
    }];
  });
}
