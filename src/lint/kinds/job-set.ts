import { claimTemplateNames, jobLabels, jobVariables, lastOf, parallelPods } from './controllers';
import { DerivedNames, Family, JobPlace, NO_SCALE } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, exactly, ordinals, withOrdinal } from '../facts/labels';
import { PodSet, PodSetOptions } from '../facts/pod-set';

const JOBSET = 'jobset.sigs.k8s.io';

function jobSetPods(object: Manifest): PodSet[] {
  return replicatedJobPods(object, object.spec, index => ({ field: `spec.replicatedJobs[${index}].template.spec.template` }));
}

/** Where the template of a replicated job stands. */
export type PlaceOfJob = (index: number) => Pick<PodSetOptions, 'field' | 'shape' | 'open' | 'hasAllLabels'>;

/**
 * Pods of a JobSet named after the object. Source: jobset pkg/controllers/jobset_controller.go labelAndAnnotateObject,
 * pkg/webhooks/jobset_webhook.go Default (v0.10): completionMode is Indexed unless it is given
 */
export function replicatedJobPods(object: Manifest, spec: PlainObject, placeOf: PlaceOfJob): PodSet[] {
  const claimTemplates = asList(spec.volumeClaimPolicies).flatMap(policy => claimTemplateNames(policy.templates));
  return asList(spec.replicatedJobs).map((replicated, index) => {
    const job = objectAt(replicated, 'template', 'spec');
    const name = asText(replicated.name) ?? '';
    const jobs = asNumber(replicated.replicas) ?? 1;
    return new PodSet({
      ...placeOf(index),
      carrier: object,
      role: name,
      template: asObject(job.template),
      pods: jobs * parallelPods(job),
      claimTemplates,
      added: jobSetLabels(object.name, name, job, jobs),
    });
  });
}

function jobSetLabels(jobSet: string, name: string, job: PlainObject, jobs: number): AddedLabels {
  return {
    ...jobLabels({ ...job, completionMode: job.completionMode ?? 'Indexed' }, withOrdinal(`${jobSet}-${name}-`, 0, jobs)),
    [`${JOBSET}/jobset-name`]: exactly(jobSet),
    [`${JOBSET}/replicatedjob-name`]: exactly(name),
    [`${JOBSET}/replicatedjob-replicas`]: exactly(String(jobs)),
    [`${JOBSET}/job-index`]: ordinals(0, jobs),
    ...anyValueOf(JOBSET, ['jobset-uid', 'restart-attempt', 'job-restart-attempt', 'global-replicas', 'job-key', 'job-global-index',
      'group-name', 'group-replicas', 'job-group-index', 'coordinator']),
  };
}

function anyValueOf(domain: string, keys: readonly string[]): AddedLabels {
  return Object.fromEntries(keys.map(key => [`${domain}/${key}`, ANY_VALUE]));
}

/** Source: jobset pkg/util/placement/placement.go, pkg/controllers/jobset_controller.go GetSubdomain */
function jobSetNames(object: Manifest): DerivedNames[] {
  const network = objectAt(object.spec, 'network');
  return [
    ...asList(object.spec.replicatedJobs).map(replicated => ({
      owner: object,
      kind: 'Job',
      stem: `${object.name}-${asText(replicated.name) ?? ''}-`,
      from: 0,
      to: lastOf(0, asNumber(replicated.replicas) ?? 1),
      as: `a Job of "${asText(replicated.name) ?? ''}"`,
    })),
    ...(network.enableDNSHostnames === false ? [] : [
      { owner: object, kind: 'Service', stem: asText(network.subdomain) ?? object.name, as: 'the headless Service' },
    ]),
  ];
}

/** Source: jobset pkg/webhooks/jobset_webhook.go Default (v0.10): completionMode is Indexed unless it is given */
function jobsOf(object: Manifest): JobPlace[] {
  return asList(object.spec.replicatedJobs).map((replicated, index) => {
    const spec = objectAt(replicated, 'template', 'spec');
    return {
      spec,
      field: `spec.replicatedJobs[${index}].template.spec`,
      isIndexed: (spec.completionMode ?? 'Indexed') === 'Indexed',
      isEndedByOthers: Object.keys(asObject(object.spec.successPolicy)).length > 0,
    };
  });
}

/** Source: jobset 0.11: volumeClaimPolicies; its CRD has no scale */
export const JOB_SETS: Family = {
  kinds: [{
    type: 'jobset.x-k8s.io/JobSet',
    pods: jobSetPods,
    derivedNames: jobSetNames,
    makes: object => asList(object.spec.volumeClaimPolicies).flatMap(policy => claimTemplateNames(policy.templates))
      .map(template => ({ kind: 'PersistentVolumeClaim', name: `${template}-${object.name}` })),
    variables: jobVariables,
    hasAllVariables: true,
    scale: NO_SCALE,
    together: 'group',
    jobs: jobsOf,
  }],
};
