import { IConstruct } from 'constructs';
import { synthSettings } from './configuration-at-synth';
import { renderTree, RenderedTree } from './rendered-tree';
import { repeatsAppValidation } from './synth-frames';
import { Finding, severityOf } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { isRendering } from '../../base/fleet/rendering';
import { forgetMistakes } from '../../given/mistakes/register';
import { Manifest } from '../../kubernetes/manifest';
import { awaitingChanges, separateAccepted } from '../acknowledgements/accepted-findings';
import { acknowledgedOn } from '../acknowledgements/on-objects';
import { REFUSED_BY_CONSTRUCT } from '../notices/notices';
import { Outcome } from '../report/outcome';
import { failSynth, printFindings } from '../report/outlet';
import { findingsAbout } from '../run/findings-about';
import { eitherOutside, importedByName } from '../run/outside';
import { absentObjects, plannedConstructs, withoutConsequences } from '../run/without-consequences';

/** Roots whose other validators are running, so that ours does not run again within them. */
const asking = new WeakSet<IConstruct>();

/**
 * Checks a tree and ends the synth with one report when there are errors; warnings and infos go to stderr.
 *
 * Called by the validator on the root: once for the app and once more for every chart. The repetitions return at once.
 */
export function validateAtSynth(root: IConstruct): string[] {
  if (asking.has(root) || isRendering(root) || repeatsAppValidation()) {
    return [];
  }
  printFindings(withoutErrors(root));
  return [];
}

/** What a synth says of a tree without ending; throws the report that it ends with where there are errors. */
export function withoutErrors(root: IConstruct, tree: RenderedTree = renderTree(root)): Outcome {
  const outcome = examine(root, tree);
  if (outcome.findings.some(finding => severityOf(finding.class) === 'error')) {
    forgetMistakes(root);
    return failSynth({ ...outcome, findings: [...outcome.findings, ...othersOf(root)] });
  }
  return outcome;
}

/** All findings of a tree that are not acknowledged. Neither prints nor throws. */
export function findingsOf(root: IConstruct): Finding[] {
  return [...examine(root).findings];
}

/**
 * Checks a tree.
 *
 * @param tree What it renders to, where that is known.
 * @param minor Another minor than the one that its manifests are written for.
 */
export function examine(root: IConstruct, tree: RenderedTree = renderTree(root), minor?: string): Outcome {
  const { objects: written, imported, findings, accepted } = tree;
  const objects = minor === undefined ? written : written.map(({ body, origin, cluster }) => new Manifest(body, origin, { ...cluster, minor }));
  const annotated = acknowledgedOn(objects);
  const absent = absentObjects(root);
  const settings = synthSettings();
  const outside = eitherOutside(importedByName(imported), settings.outside);
  const all = [...findings, ...settings.findings, ...annotated.findings, ...findingsAbout([...objects, ...absent], { outside }, findings)];
  const { open, acknowledged, files } = separateAccepted(all, awaitingChanges([...accepted, ...annotated.accepted, ...settings.accepted]));
  return {
    findings: withoutConsequences(open, objects, absent),
    acknowledged: acknowledged.length,
    ...(files && { acknowledgedIn: files }),
    objects: objects.length,
  };
}

/** Checks the tree of a construct; returns what is found at it and below it. Mistakes are told with that. */
export function examineBelow(scope: IConstruct): Outcome {
  const { root } = scope.node;
  const outcome = examine(root);
  forgetMistakes(root);
  return { ...outcome, findings: outcome.findings.filter(({ construct }) => isAtOrBelow(scope, construct)) };
}

/** Whether a path is that of a construct or of one below it. What is of no construct belongs to the root. */
export function isAtOrBelow(scope: IConstruct, construct: string | undefined): boolean {
  const { root, path } = scope.node;
  return scope === root || construct !== undefined && (construct === path || construct.startsWith(`${path}/`));
}

/** Errors of other constructs' validators. cdk8s asks the root first, so our report would hide them. */
function othersOf(root: IConstruct): Finding[] {
  asking.add(root);
  try {
    return plannedConstructs(root).flatMap(construct => construct.node.validate().map((message): Finding => ({
      ...noticed(REFUSED_BY_CONSTRUCT),
      message,
      construct: construct.node.path,
    })));
  } finally {
    asking.delete(root);
  }
}
