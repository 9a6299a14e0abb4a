import { claimTemplateNames, lastIndex, statefulSetLabels } from './controllers';
import { Change, DerivedNames, Family, NO_SCALE, Numbering, Pace, Refusal, RevisionFields, WorkloadKind } from './kind';
import { changedFields } from './revision-fields';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../base/reading';
import { quotedPattern } from '../../base/text/pattern';
import { APP_LABEL, DISAGGREGATED_SET_GROUP, DISAGGREGATED_SET_LABELS } from '../../knowledge/disaggregated-set';
import { Manifest } from '../../kubernetes/manifest';
import { ANY_VALUE, AddedLabels, exactly, likePattern, ordinals } from '../facts/labels';
import { PodSet } from '../facts/pod-set';
import { UNKNOWN, Variables } from '../facts/shell-arithmetic';

const LWS = 'leaderworkerset.sigs.k8s.io';

/** Numbers of a LeaderWorkerSet. Source: lws api/leaderworkerset/v1/leaderworkerset_types.go: both default to 1 */
export function leaderWorkerSize(object: Manifest): { readonly groups?: number; readonly size: number } {
  return groupSize(object.spec);
}

/** Of the spec of a LeaderWorkerSet, wherever that stands. */
export function groupSize(spec: PlainObject): { readonly groups?: number; readonly size: number } {
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

function leaderWorkerSetPods(object: Manifest): PodSet[] {
  return groupPods({ carrier: object, spec: object.spec, field: 'spec', setName: exactly(object.name), name: object.name });
}

/** Source: lws pkg/webhooks/pod_webhook.go, pkg/controllers/{leaderworkerset,pod}_controller.go */
function groupPods(set: Groups): PodSet[] {
  const { groups, size } = groupSize(set.spec);
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
      : likePattern(new RegExp(`^${quotedPattern(name)}-[0-9]+-[0-9]+$`), `${name}-<group>-<worker>`),
    [`${LWS}/worker-index`]: ordinals(1, size - 1),
  };
}

/** Source: lws pkg/controllers/pod_controller.go constructWorkerStatefulSetApplyConfiguration (v0.8.0): a set of workers is named after the leader's pod, its ordinals begin at 1 */
function numbered({ carrier, role }: PodSet): Numbering {
  const { groups = 1, size } = leaderWorkerSize(carrier);
  const isLeader = role === 'leader';
  return {
    parts: { noun: 'group', from: 0, count: groups },
    from: isLeader ? 0 : 1,
    count: isLeader ? 1 : size - 1,
    nameOf: (index, part) => `${carrier.name}-${part}${index === 0 ? '' : `-${index}`}`,
  };
}

/** Source: lws pkg/utils/disaggregatedset/utils.go GenerateName, GenerateLabels (v0.9.0): one LeaderWorkerSet a role, its name holds a revision */
function disaggregatedSetPods(object: Manifest): PodSet[] {
  return asList(object.spec.roles).flatMap((role, index) => {
    const name = asText(role.name) ?? '';
    return groupPods({
      carrier: object,
      spec: asObject(role.spec),
      field: `spec.roles[${index}].spec`,
      prefix: name,
      setName: likePattern(new RegExp(`^${quotedPattern(object.name)}-[^-]+-${quotedPattern(name)}$`), `${object.name}-<revision>-${name}`),
      added: {
        [APP_LABEL]: exactly(`${object.name}-${name}`),
        [DISAGGREGATED_SET_LABELS.name]: exactly(object.name),
        [DISAGGREGATED_SET_LABELS.role]: exactly(name),
        [DISAGGREGATED_SET_LABELS.revision]: ANY_VALUE,
        [`${DISAGGREGATED_SET_GROUP}/slice`]: ANY_VALUE,
      },
    });
  });
}

/** Source: lws pkg/controllers/leaderworkerset_controller.go, pod_controller.go: one set of leaders, one set of workers a group, headless Services */
function leaderWorkerSetNames(object: Manifest, grows: boolean): DerivedNames[] {
  const { groups, size } = leaderWorkerSize(object);
  const stem = `${object.name}-`;
  const each = { owner: object, stem, from: 0, to: lastIndex(0, groups, grows) };
  const perGroup = objectAt(object.spec, 'networkConfig').subdomainPolicy === 'UniquePerReplica';
  return [
    { owner: object, kind: 'StatefulSet', stem: object.name, as: 'the set of leaders' },
    ...(size > 1 ? [{ ...each, kind: 'StatefulSet', as: 'the set of workers of a group' }] : []),
    perGroup ? { ...each, kind: 'Service', as: 'the Service of a group' } : { owner: object, kind: 'Service', stem: object.name, as: 'the headless Service' },
    { ...each, kind: 'Pod', as: 'a leader' },
  ];
}

const ROLE = /^spec\.roles\[(\d+)\]/;

/** The role of a DisaggregatedSet that a set of pods belongs to. */
function roleOf(pods: PodSet): { readonly index: number; readonly spec: PlainObject } {
  const index = Number(ROLE.exec(pods.at(''))?.[1] ?? 0);
  return { index, spec: asObject(asList(pods.carrier.spec.roles)[index]?.spec) };
}

/** Source: lws pkg/utils/pod/pod_utils.go (v0.9.0) AddLWSVariables; the user's variable of the same name is dropped */
function leaderWorkerVariables(pods: PodSet, { size } = leaderWorkerSize(pods.carrier)): Variables {
  // One template for both roles makes pods of any index.
  const index = size === 1 || pods.at('').includes('leaderTemplate') ? '0' : UNKNOWN;
  return new Map([['LWS_LEADER_ADDRESS', UNKNOWN], ['LWS_GROUP_SIZE', String(size)], ['LWS_WORKER_INDEX', index]]);
}

/**
 * Fields beside the pod templates of which a LeaderWorkerSet makes a revision, with what is filled in.
 * Source: lws pkg/utils/revision/revision_utils.go getPatch, pkg/webhooks/leaderworkerset_webhook.go Default (v0.8.0); measured: each replaces every group
 */
const OF_REVISION: RevisionFields = [
  [['leaderWorkerTemplate'], 'size', 1],
  [['leaderWorkerTemplate'], 'restartPolicy', 'RecreateGroupOnPodRestart'],
  [['networkConfig'], 'subdomainPolicy', 'Shared'],
];

/**
 * A revision is a hash of the names and templates of all roles, in their order: any of them replaces all. How a role finds its leader is no part of it.
 * Source: lws pkg/utils/disaggregatedset/utils.go ComputeRevision (v0.9.0)
 */
function changedRoles({ previous, next }: Change): string[] {
  const [was, will] = [previous, next].map(({ spec }) => asList(spec.roles));
  const names = (roles: readonly PlainObject[]) => roles.map(({ name }) => asText(name)).join();
  const fields = OF_REVISION.filter(([[parent]]) => parent === 'leaderWorkerTemplate');
  return names(was) === names(will)
    ? will.flatMap((role, index) => changedFields(fields, asObject(was[index].spec), asObject(role.spec), `spec.roles[${index}].spec`))
    : ['spec.roles'];
}

/** Each role is groups of its own, which its controller replaces together: all of them, in steps that nobody reads here. */
const DISAGGREGATED_SET: WorkloadKind = {
  type: `${DISAGGREGATED_SET_GROUP}/DisaggregatedSet`,
  pods: disaggregatedSetPods,
  variables: pods => leaderWorkerVariables(pods, groupSize(roleOf(pods).spec)),
  hasAllVariables: true,
  scale: NO_SCALE,
  together: 'group',
  crew: pods => String(roleOf(pods).index),
  podsOfGroup: pods => (/(^|, )leader$/.test(pods.role ?? '') ? 1 : groupSize(roleOf(pods).spec).size - 1),
  numbersEachGroup: true,
  pace: (_, running) => ({ pods: running }),
  changesRevision: changedRoles,
};

/** In groups; a partition keeps the first ones as they are. Source: lws api/leaderworkerset/v1/leaderworkerset_types.go RollingUpdateConfiguration (v0.8.0) */
function ofLeaderWorkerSet({ next }: Change, running: number | undefined): Pace | undefined {
  const size = asNumber(objectAt(next.spec, 'leaderWorkerTemplate').size) ?? 1;
  const { partition, maxUnavailable } = objectAt(next.spec, 'rolloutStrategy', 'rollingUpdateConfiguration');
  const pods = running === undefined ? undefined : Math.max(0, running - (asNumber(partition) ?? 0) * size);
  const groups = maxUnavailable === undefined ? 1 : asNumber(maxUnavailable);
  return { pods, away: groups === undefined || pods === undefined ? undefined : Math.min(pods, groups * size) };
}

/** Source: lws pkg/webhooks/leaderworkerset_webhook.go ValidateUpdate (v0.8.0) */
function refusalsOf({ previous, next }: Change): Refusal[] {
  const field = 'spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize';
  const [was, will] = [previous, next].map(({ spec }) => objectAt(spec, 'leaderWorkerTemplate').subGroupPolicy);
  const [size, newSize] = [was, will].map(policy => asObject(policy).subGroupSize);
  const detail = isPresent(was) && isPresent(will) ? (size === newSize ? undefined : 'field is immutable')
    : isPresent(will) ? 'cannot enable subGroupSize after the lws is already created'
      : isPresent(was) ? 'cannot remove subGroupSize after enabled' : undefined;
  return detail === undefined ? [] : [{ field, message: `Invalid value: ${JSON.stringify(newSize ?? size ?? null)}: ${detail}`, help: 'give the set another name, and move the traffic when its groups are ready' }];
}

/** Source: the CRDs of lws 0.9 (`+kubebuilder:subresource:scale`) */
export const LEADER_WORKER_SETS: Family = {
  kinds: [
    {
      type: 'leaderworkerset.x-k8s.io/LeaderWorkerSet',
      pods: leaderWorkerSetPods,
      derivedNames: leaderWorkerSetNames,
      numbered,
      variables: leaderWorkerVariables,
      hasAllVariables: true,
      scale: 'spec.replicas',
      together: 'group',
      sizeField: 'spec.leaderWorkerTemplate.size',
      podsOfGroup: pods => (pods.role === 'leader' ? 1 : leaderWorkerSize(pods.carrier).size - 1),
      numbersEachGroup: true,
      queueLabels: 'metadata.labels',
      claims: ['leaderWorkerTemplate'],
      fillsInReplicas: true,
      howToWait: 'set rolloutStrategy.rollingUpdateConfiguration.partition to the number of replicas on those that are to wait',
      pace: ofLeaderWorkerSet,
      ofRevision: OF_REVISION,
      refuses: refusalsOf,
    },
    DISAGGREGATED_SET,
  ],
};
