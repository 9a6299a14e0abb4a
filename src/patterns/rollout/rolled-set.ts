import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { differencesOf } from './difference';
import { RolloutPlan } from './rollout-plan';
import { mustHold } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { ROLLED_NEW, ROLLED_PREVIOUS, ROLLED_TEMPLATE, Labels } from '../../base/labels';
import { Plain, PlainObject } from '../../base/plain';
import { cutJson } from '../../base/text/cut';
import { Target } from '../../target-cluster/target';
import { CHANGES_NOTHING, NOT_DUE } from '../notices';

/** A StatefulSet of a workload that consists of several, and its pod template on both sides of a roll-out. */
export interface RolledSet {
  readonly object: ApiObject;
  /** Group or zone. */
  readonly part: string;
  /** Absent where the part has one set. */
  readonly role?: string;
  readonly replicas: number;
  /** Whether it keeps the template of before. */
  readonly isKept: boolean;
  readonly now: () => PlainObject;
  /** Absent without a previous template. */
  readonly before?: () => PlainObject;
}

/**
 * On the object alone, never in its template: it replaces no pod, and tells whoever compares with what is deployed that nothing may change; or, where the
 * new template is deployed, that the part goes back.
 */
export function rolledAnnotations({ steps }: RolloutPlan, isKept: boolean): Labels {
  return steps.length === 0 ? {} : { [ROLLED_TEMPLATE]: isKept ? ROLLED_PREVIOUS : ROLLED_NEW };
}

/** The sets whose pods an apply replaces on the way from the template of before to that of now. */
export function changedSets(sets: readonly RolledSet[]): RolledSet[] {
  return sets.filter(({ now, before }) => before && differencesOf(before(), now(), '').length > 0);
}

/**
 * Has the final manifest of every set that keeps its template compared, at each synth, with the one that the properties of before give to a workload of
 * their own, in a tree of their own: what leaks from the properties of now into a part that is not due, or is patched onto it, replaces its pods.
 *
 * @param standalone the sets of that workload, by name.
 */
export function proveKept(sets: readonly RolledSet[], standalone: () => ReadonlyMap<string, ApiObject>): void {
  const kept = sets.filter(({ isKept }) => isKept);
  kept.slice(0, 1).forEach(set => mustHold(set.object, () => (changedSets(sets).length > 0 ? [] : [SAYS_NOTHING])));
  kept.forEach(set => mustHold(set.object, manifest => {
    const expected = standalone().get(set.object.name)?.toJson() as PlainObject | undefined;
    return differencesOf(templateIn(expected), templateIn(manifest), 'spec.template').slice(0, TOLD).map(({ path, before, now }) => ({
      ...noticed(NOT_DUE),
      field: path,
      message: `Invalid value: ${shown(now)}: the properties of before give ${shown(before)}, and this set keeps its pods at this stage`,
      help: 'where it was there before, say so in rollout.previous (a patch: acknowledge this finding); else leave the sets that are not due as they are',
    }));
  }));
}

const SAYS_NOTHING: Finding = {
  ...noticed(CHANGES_NOTHING),
  field: 'spec.template',
  message: 'Invalid value: rollout.previous gives the pod templates of now, so no stage replaces a pod: what changed since is not named in it, and reached all parts at once',
  help: 'name what changed as it was (engine, container, sidecars …); or remove rollout',
};

/** Differences of one set that are told. */
const TOLD = 5;

function templateIn(manifest: PlainObject | undefined): Plain {
  return (manifest?.spec as PlainObject | undefined)?.template;
}

function shown(value: Plain): string {
  return value === undefined ? 'nothing' : cutJson(value);
}

/** A chart in a tree of its own that answers like the one around a construct: namespace, target, resolvers. */
export function chartBeside(scope: Construct, target: Target): Chart {
  const resolvers = App.of(scope).resolvers ?? [];
  const builtIn = new App().resolvers?.length ?? 0;
  const namespace = scope.node.scopes.some(Chart.isChart) ? Chart.of(scope).namespace : undefined;
  const chart = new Chart(new App({ resolvers: resolvers.slice(0, Math.max(0, resolvers.length - builtIn)) }), 'previous', { namespace });
  target._holdFor(chart);
  return chart;
}
