import { claimTemplateNames, jobLabels, parallelPods, statefulSetLabels } from './controllers';
import { ANY_VALUE, AddedLabels, exactly, likePattern, ordinals, quoted, withOrdinal } from './labels';
import { PodSet, PodSetOptions } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

const LWS = 'leaderworkerset.sigs.k8s.io';
const DISAGGREGATED = 'disaggregatedset.x-k8s.io';
const JOBSET = 'jobset.sigs.k8s.io';

/** Numbers of a LeaderWorkerSet. Source: lws api/leaderworkerset/v1/leaderworkerset_types.go: both default to 1 */
export function leaderWorkerSize(object: Manifest): { readonly groups?: number; readonly size: number } {
  return sizeOf(object.spec);
}

function sizeOf(spec: PlainObject): { readonly groups?: number; readonly size: number } {
  return { groups: asNumber(spec.replicas), size: asNumber(objectAt(spec, 'leaderWorkerTemplate').size) ?? 1 };
}

/** One LeaderWorkerSet, written as such or made by another controller. */
interface Groups {
  readonly carrier: Manifest;
  /** Spec of the LeaderWorkerSet, and where it stands. */
  readonly spec: PlainObject;
  readonly field: string;
  /** Before `leader` and `worker`. */
  readonly prefix?: string;
  readonly setName: AddedLabels[string];
  /** Absent where the name holds a hash. */
  readonly name?: string;
  readonly added?: AddedLabels;
}

export function leaderWorkerSetPods(object: Manifest): PodSet[] {
  return groupPods({ carrier: object, spec: object.spec, field: 'spec', setName: exactly(object.name), name: object.name });
}

/** Source: lws pkg/webhooks/pod_webhook.go, pkg/controllers/{leaderworkerset,pod}_controller.go */
function groupPods(set: Groups): PodSet[] {
  const { groups, size } = sizeOf(set.spec);
  const body = asObject(set.spec.leaderWorkerTemplate);
  const leader = isPresent(body.leaderTemplate) ? 'leaderTemplate' : 'workerTemplate';
  const role = (name: string) => (set.prefix === undefined ? name : `${set.prefix}, ${name}`);
  const common = groupLabels(set, body, groups);
  const of = (template: string) => ({
    carrier: set.carrier,
    template: asObject(body[template]),
    field: `${set.field}.leaderWorkerTemplate.${template}`,
    claimTemplates: claimTemplateNames(body.volumeClaimTemplates),
  });
  const leaders = new PodSet({ ...of(leader), role: role('leader'), pods: groups ?? 1, added: { ...common, ...leaderLabels(set.name, groups) } });
  return size <= 1 ? [leaders] : [leaders, new PodSet({
    ...of('workerTemplate'),
    role: role('worker'),
    pods: (groups ?? 1) * (size - 1),
    added: { ...common, ...workerLabels(set.name, size) },
  })];
}

function groupLabels(set: Groups, body: PlainObject, groups: number | undefined): AddedLabels {
  return {
    [`${LWS}/name`]: set.setName,
    [`${LWS}/group-index`]: ordinals(0, groups),
    [`${LWS}/group-key`]: ANY_VALUE,
    [`${LWS}/template-revision-hash`]: ANY_VALUE,
    ...(isPresent(body.subGroupPolicy) ? { [`${LWS}/subgroup-index`]: ANY_VALUE, [`${LWS}/subgroup-key`]: ANY_VALUE } : {}),
    ...set.added,
  };
}

function leaderLabels(name: string | undefined, groups: number | undefined): AddedLabels {
  return {
    ...statefulSetLabels(name ?? '', 0, groups),
    ...(name === undefined ? { 'statefulset.kubernetes.io/pod-name': ANY_VALUE } : {}),
    [`${LWS}/worker-index`]: exactly('0'),
  };
}

function workerLabels(name: string | undefined, size: number): AddedLabels {
  return {
    ...statefulSetLabels('', 1, size - 1),
    'statefulset.kubernetes.io/pod-name': name === undefined
      ? ANY_VALUE
      : likePattern(new RegExp(`^${quoted(name)}-[0-9]+-[0-9]+$`), `${name}-<group>-<worker>`),
    [`${LWS}/worker-index`]: ordinals(1, size - 1),
  };
}

/** Source: lws pkg/utils/disaggregatedset/utils.go GenerateName, GenerateLabels (v0.9.0): one LeaderWorkerSet a role, its name holds a revision */
export function disaggregatedSetPods(object: Manifest): PodSet[] {
  return asList(object.spec.roles).flatMap((role, index) => {
    const name = asText(role.name) ?? '';
    return groupPods({
      carrier: object,
      spec: asObject(role.spec),
      field: `spec.roles[${index}].spec`,
      prefix: name,
      setName: likePattern(new RegExp(`^${quoted(object.name)}-[^-]+-${quoted(name)}$`), `${object.name}-<revision>-${name}`),
      added: {
        app: exactly(`${object.name}-${name}`),
        [`${DISAGGREGATED}/name`]: exactly(object.name),
        [`${DISAGGREGATED}/role`]: exactly(name),
        [`${DISAGGREGATED}/revision`]: ANY_VALUE,
        [`${DISAGGREGATED}/slice`]: ANY_VALUE,
      },
    });
  });
}

export function jobSetPods(object: Manifest): PodSet[] {
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
