import { ApiObject, Yaml } from 'cdk8s';
import { IndexCanaryPlan, strategyOf } from './plan';
import { CanaryStep } from './props';
import { numbersFrom } from '../../base/numbers';
import { PlainObject } from '../../base/plain';
import { inNamespace } from '../../base/text/kubectl';

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
  return `kubectl${inNamespace(namespace)} ${rest}`;
}

function indexesOf({ first, count }: IndexCanaryPlan, updated: number): number[] {
  return numbersFrom(first + count - updated, updated);
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
