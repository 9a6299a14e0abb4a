import { claimTemplateNames, jobLabels, jobVariables, lastIndex, parallelPods } from './controllers';
import { Change, DerivedNames, Family, JobPlace, NO_SCALE, Numbering, Refusal } from './kind';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { sameMeaning } from '../../kubernetes/validation/kinds/meaning';
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
      to: lastIndex(0, asNumber(replicated.replicas) ?? 1),
      as: `a Job of "${asText(replicated.name) ?? ''}"`,
    })),
    ...(network.enableDNSHostnames === false ? [] : [
      { owner: object, kind: 'Service', stem: asText(network.subdomain) ?? object.name, as: 'the headless Service' },
    ]),
  ];
}

/** Jobs of one role, each with its indexes. Source: jobset pkg/util/placement/placement.go GenJobName (v0.10.1) */
function numbered({ carrier, role }: PodSet): Numbering | undefined {
  const replicated = asList(carrier.spec.replicatedJobs).find(({ name }) => (asText(name) ?? '') === role);
  const job = objectAt(replicated, 'template', 'spec');
  return (job.completionMode ?? 'Indexed') !== 'Indexed' ? undefined : {
    parts: { noun: 'job', from: 0, count: asNumber(replicated?.replicas) ?? 1 },
    from: 0,
    count: asNumber(job.completions) ?? parallelPods(job),
    nameOf: (index, part) => `${carrier.name}-${role}-${part}-${index}`,
    isDrawn: true,
  };
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

const ANOTHER_RUN = 'a JobSet runs once: give the next run another name (runId of an IndexedTrainingJob)';

/** Source: jobset api/jobset/v1alpha2/jobset_types.go (XValidation self == oldSelf), pkg/webhooks/jobset_webhook.go ValidateUpdate (v0.10.1) */
function refusalsOf({ previous, next }: Change): Refusal[] {
  const isSuspended = previous.spec.suspend === true || next.spec.suspend === true;
  const [before, after] = [previous, next].map(object => comparedJobs(object, isSuspended));
  const values = ['network', 'successPolicy', 'failurePolicy', 'startupPolicy'].filter(name => {
    const [was, will] = [previous, next].map(({ spec }) => policyOf(name, spec[name]));
    // A rule about an old value is not asked where there was none, or is none any more.
    return was !== undefined && will !== undefined && !sameMeaning(was, will, name, undefined, 'as written');
  })
    .map(name => ({ field: `spec.${name}`, message: `Invalid value: ${JSON.stringify(next.spec[name])}: Value is immutable`, help: ANOTHER_RUN }));
  const fixed = [['replicatedJobs', before, after], ['managedBy', previous.spec.managedBy, next.spec.managedBy]] as const;
  return [...values, ...fixed.filter(([name, was, will]) => !sameMeaning(was, will, name, undefined, 'as written')).map(([name]) => (
    { field: `spec.${name}`, message: `Invalid value: ${name === 'managedBy' ? JSON.stringify(next.spec.managedBy ?? null) : 'the jobs differ'}: field is immutable`, help: ANOTHER_RUN }))];
}

/** What the webhook fills in. Source: jobset pkg/webhooks/jobset_webhook.go Default (v0.10.1) */
const FILLED_IN: { readonly [policy: string]: PlainObject } = {
  network: { enableDNSHostnames: true, publishNotReadyAddresses: true },
  successPolicy: { operator: 'All' },
  startupPolicy: { startupPolicyOrder: 'AnyOrder' },
};

function policyOf(name: string, written: unknown): PlainObject | undefined {
  return FILLED_IN[name] === undefined && !isPresent(written) ? undefined : { ...FILLED_IN[name], ...asObject(written) };
}

/** While it is suspended, a queue may still say where the pods run. */
function comparedJobs({ spec }: Manifest, isSuspended: boolean): PlainObject[] {
  return asList(spec.replicatedJobs).map(job => {
    const template = objectAt(job, 'template', 'spec', 'template');
    const { nodeSelector, tolerations, schedulingGates, ...rest } = asObject(template.spec);
    const pod = { restartPolicy: 'OnFailure', ...rest, ...(!isSuspended && { nodeSelector, tolerations, schedulingGates }) };
    const run = { completionMode: 'Indexed', ...objectAt(job, 'template', 'spec'), template: { metadata: isSuspended ? null : template.metadata, spec: pod } };
    return { ...job, replicas: job.replicas ?? 1, groupName: job.groupName ?? 'default', template: { metadata: objectAt(job, 'template').metadata, spec: run } };
  });
}

/** Source: jobset 0.11: volumeClaimPolicies; its CRD has no scale */
export const JOB_SETS: Family = {
  kinds: [{
    type: 'jobset.x-k8s.io/JobSet',
    pods: jobSetPods,
    derivedNames: jobSetNames,
    numbered,
    makes: object => asList(object.spec.volumeClaimPolicies).flatMap(policy => claimTemplateNames(policy.templates))
      .map(template => ({ kind: 'PersistentVolumeClaim', name: `${template}-${object.name}` })),
    variables: jobVariables,
    hasAllVariables: true,
    scale: NO_SCALE,
    together: 'group',
    jobs: jobsOf,
    ends: true,
    unscaledOwner: 'a Job',
    queueLabels: 'metadata.labels',
    suspends: true,
    isRun: true,
    refuses: refusalsOf,
  }],
};
