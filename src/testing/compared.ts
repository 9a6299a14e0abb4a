import { PodRestart } from './structs';
import { Finding } from '../base/findings/finding';
import { Manifest } from '../kubernetes/manifest';
import { separateAccepted } from '../lint/acknowledgements/accepted-findings';
import { acknowledgedOn } from '../lint/acknowledgements/on-objects';
import { CHANGE_RULES } from '../lint/changes';
import { Changes } from '../lint/changes/changes';
import { isKeptFromPruning } from '../lint/changes/gitops';
import { Restart } from '../lint/changes/restarts';
import { devicesText } from '../lint/changes/wording';
import { podSetsOf } from '../lint/facts/carried-pods';
import { workloadKindOf } from '../lint/kinds';
import { findingsOfRules } from '../lint/rules/rule';

/** What replacing one set of objects by another does. */
export interface Compared {
  readonly restarts: readonly PodRestart[];
  readonly findings: readonly Finding[];
  readonly added: readonly Manifest[];
  readonly removed: readonly Manifest[];
}

/** Compares two sets of objects, as `cdk8s-ai lint --against` does. */
export function compare(before: readonly Manifest[], after: readonly Manifest[]): Compared {
  const changes = new Changes(before, after);
  const accepted = [...acknowledgedOn([...before]).accepted, ...acknowledgedOn([...after]).accepted].map(each => ({ ...each, stale: undefined }));
  return {
    restarts: [...changes.restarts.map(each => restartOf(each, changes)), ...changes.removed.flatMap(object => stopOf(object, changes))],
    findings: separateAccepted(findingsOfRules(CHANGE_RULES, changes), accepted).open,
    added: changes.added,
    removed: changes.removed,
  };
}

function restartOf(restart: Restart, { after }: Changes): PodRestart {
  const { next, paths, saysTheSame, pods, away } = restart;
  const accelerators = devicesText([restart], after);
  const known = { ...(pods !== undefined && { pods }), ...(away !== undefined && { away }), ...(accelerators !== undefined && { accelerators }) };
  return { subject: next.reference, paths: [...paths], isRemoved: false, saysTheSame, ...known };
}

/** Pods of an object that goes stop, unless it has none, or ends by itself. */
function stopOf(object: Manifest, { before }: Changes): PodRestart[] {
  const sets = podSetsOf(before, object);
  const isKnown = sets.every(({ pods }) => pods !== undefined);
  const pods = sets.reduce((sum, set) => sum + (set.pods ?? 0), 0);
  if (sets.length === 0 || isKeptFromPruning(object) || workloadKindOf(object).isRun === true || (isKnown && pods === 0)) {
    return [];
  }
  return [{ subject: object.reference, paths: [], isRemoved: true, saysTheSame: false, ...(isKnown && { pods, away: pods }) }];
}
