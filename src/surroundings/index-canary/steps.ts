import { ApiObject, Yaml } from 'cdk8s';
import { IndexCanaryPlan, strategyOf } from './plan';
import { CanaryStep } from './props';
import { PlainObject } from '../../base/plain';

/** `spec.updateStrategy` with which so many pods have the new template. A partition counts from the first pod, whatever index that has. */
export function strategyWith({ set, count }: IndexCanaryPlan, updated: number): PlainObject {
  const { rollingUpdate } = strategyOf(set);
  return { type: 'RollingUpdate', rollingUpdate: { ...rollingUpdate as PlainObject | undefined, partition: count - updated } };
}

/** From nobody to everybody. */
export function promotionSteps(plan: IndexCanaryPlan, service: ApiObject | undefined): CanaryStep[] {
  const { points, updated: here, count } = plan;
  return points.map((updated, place) => {
    const moved = updated - (points[place - 1] ?? 0);
    return {
      title: titleOf(updated, count),
      indexes: indexesOf(plan, updated),
      manifest: manifestOf(plan, updated, service),
      replaces: updated === 0 ? [] : podsOf(plan, updated).slice(0, moved).reverse(),
      commands: updated === 0 ? [] : [waitForSet(plan, moved)],
      isHere: updated === here,
    };
  });
}

function titleOf(updated: number, count: number): string {
  return updated === 0 ? 'held' : updated === count ? 'promoted' : updated === 1 ? 'canary' : 'promotion';
}

/**
 * Back to the template of before, without a manifest of it: the controller keeps it as the current revision. A pod that is not ready holds up everything
 * above it and every update, so pods are deleted by name, the lowest first: in an ordered set a pod starts only when all below it are ready.
 *
 * Source: pkg/controller/statefulset/stateful_set_control.go updateStatefulSet, processReplica, stateful_set_utils.go newVersionedStatefulSetPod (v1.36)
 */
export function rollBackSteps(plan: IndexCanaryPlan, service: ApiObject | undefined): CanaryStep[] {
  const { updated, count } = plan;
  if (updated === 0 || updated === count) {
    return [];
  }
  const kept = { indexes: [], manifest: manifestOf(plan, 0, service), isHere: false };
  return [
    { ...kept, title: 'roll-back: hold', replaces: [], commands: [] },
    { ...kept, title: 'roll-back: replace', replaces: podsOf(plan, updated), commands: podsOf(plan, updated).flatMap(pod => replacing(plan, pod)) },
  ];
}

/** A deletion returns when the pod is gone, so whichever has the name then is the new one. */
function replacing(plan: IndexCanaryPlan, pod: string): string[] {
  const { secondsPerPod } = plan;
  return [
    kubectl(plan, `delete pod ${pod}`),
    kubectl(plan, `wait --for=create pod/${pod} --timeout=${secondsPerPod}s`),
    kubectl(plan, `wait --for=condition=Ready pod/${pod} --timeout=${secondsPerPod}s`),
  ];
}

function waitForSet(plan: IndexCanaryPlan, pods: number): string {
  return kubectl(plan, `rollout status statefulset/${plan.setName} --timeout=${pods * plan.secondsPerPod}s`);
}

function kubectl({ namespace }: IndexCanaryPlan, rest: string): string {
  return `kubectl ${namespace === undefined ? '' : `-n ${namespace} `}${rest}`;
}

function indexesOf({ first, count }: IndexCanaryPlan, updated: number): number[] {
  return Array.from({ length: updated }, (_, place) => first + count - updated + place);
}

/** Pods on the new template, the lowest index first. */
function podsOf(plan: IndexCanaryPlan, updated: number): string[] {
  return indexesOf(plan, updated).map(index => `${plan.setName}-${index}`);
}

function manifestOf(plan: IndexCanaryPlan, updated: number, service: ApiObject | undefined): string {
  const set = plan.set.toJson() as PlainObject & { readonly spec: PlainObject };
  const changed = { ...set, spec: { ...set.spec, updateStrategy: strategyWith(plan, updated) } };
  return Yaml.stringify(...(service === undefined ? [] : [service.toJson()]), changed);
}

/** The steps as text. */
export function canaryText(plan: IndexCanaryPlan, steps: readonly CanaryStep[], back: readonly CanaryStep[], service: string | undefined): string {
  const { setName, first, count } = plan;
  const last = first + count - 1;
  return [
    `StatefulSet ${setName}: ${count} pods, ${setName}-${first} to ${setName}-${last}; partition = ${count} pods - those on the new template`,
    service === undefined ? `no Service reaches ${setName}-${last} alone: nobody says a port` : `Service ${service} reaches ${setName}-${last} alone`,
    ...steps.map(stepText),
    ...back.map(stepText),
    ...back.slice(0, 1).map(() => 'then take the change of the template back, with indexes: [] : replaces nobody; then remove the canary'),
    ...NOTES.map(note => `note: ${note}`),
  ].join('\n');
}

function stepText({ title, indexes, replaces, commands, isHere }: CanaryStep): string {
  return [`${title}: indexes [${indexes.join(', ')}], replaces ${replaces.join(', ') || 'nobody'}${isHere ? '  <- these manifests' : ''}`, ...commands.map(command => `  ${command}`)].join('\n');
}

/** What the controller does that a manifest does not show; each is shown on a real one. */
const NOTES = [
  'a pod outside of indexes that dies comes back with the template of before, which the controller keeps as the current revision of this StatefulSet; one that is deleted and made again, also with --cascade=orphan, has lost it',
  'fewer indexes replace nobody by themselves: what runs the new template keeps it until it is deleted',
  'a canary that is not ready is not replaced by another template either, so delete it by hand: an ordered set waits for it first',
];
