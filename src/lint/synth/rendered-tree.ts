import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { ConstructOrigin } from './construct-origin';
import { InvalidInput, renderReason } from '../../base/errors/invalid-input';
import { Invariant, adviceOf, invariantsOf, rechecksOf } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { CANNOT_WORK } from '../../given/mistakes/notices';
import { mistakesOf } from '../../given/mistakes/register';
import { Manifest } from '../../kubernetes/manifest';
import { Target } from '../../target-cluster/target';
import { Accepted } from '../acknowledgements/accepted-findings';
import { acceptedBelow, acknowledgementsOf } from '../acknowledgements/on-constructs';
import { CANNOT_RENDER, NO_TARGET } from '../notices/notices';
import { plannedConstructs } from '../run/without-consequences';

/** The objects of a construct tree, with what constructs declare. */
export interface RenderedTree {
  readonly objects: Manifest[];
  /** Existing objects that the app names (`PersistentVolumeClaim.fromClaimName`), by kind and name. */
  readonly imported: Set<string>;
  readonly findings: Finding[];
  readonly accepted: Accepted[];
}

/** Renders every object of a tree once, with its patches and lazy values. */
export function renderTree(root: IConstruct): RenderedTree {
  const result: RenderedTree = { objects: [], imported: new Set(), findings: [], accepted: [] };
  const constructs = plannedConstructs(root);
  mistakesOf(root).forEach(finding => result.findings.push(finding));
  for (const construct of constructs) {
    result.findings.push(...adviceOf(construct), ...recheck(construct));
    acknowledgementsOf(construct).forEach(each => result.accepted.push(acceptedBelow(construct.node.path, each)));
  }
  // After all rechecks, so that an object that cannot be rendered for the same reason does not repeat their findings.
  for (const construct of constructs) {
    if (ApiObject.isApiObject(construct)) {
      render(construct, result);
    } else {
      noteImported(construct, result.imported);
    }
  }
  result.findings.push(...defaultTarget(root));
  return result;
}

function recheck(construct: IConstruct): Finding[] {
  return rechecksOf(construct).flatMap(check => {
    try {
      check();
      return [];
    } catch (error) {
      return inputFindings(construct, error);
    }
  });
}

function inputFindings(construct: IConstruct, error: unknown): Finding[] {
  const base = noticed(CANNOT_WORK);
  if (!(error instanceof InvalidInput)) {
    return [{ ...base, message: `Internal error: ${textOf(error)}`, construct: construct.node.path }];
  }
  return error.problems.map(problem => (
    { ...base, field: problem.field, message: renderReason(problem), help: problem.help, construct: error.constructPath ?? construct.node.path }));
}

function render(object: ApiObject, result: RenderedTree): void {
  let body: PlainObject;
  try {
    body = object.toJson() as PlainObject;
  } catch (error) {
    const findings = error instanceof InvalidInput ? inputFindings(object, error) : [renderingFinding(object, error)];
    // Objects that share a pod template have the same findings; each is reported once.
    const isKnown = ({ field, message }: Finding) => result.findings.some(each =>
      each.id === CANNOT_WORK.id && (field === undefined || field === each.field) && message.includes(each.message.split('\n')[0]));
    findings.filter(finding => !isKnown(finding)).forEach(finding => result.findings.push(finding));
    return;
  }
  const manifest = new Manifest(body, new ConstructOrigin(object), Target._definedFor(object)?._cluster);
  result.objects.push(manifest);
  // Invariants report what is wrong; the object and construct are added here.
  const findings = invariantsOf(object).flatMap(invariant => invariantFindings(invariant, body));
  result.findings.push(...findings.map(finding => ({ object: manifest.reference, construct: object.node.path, ...finding })));
}

/** Runs an invariant, which may throw on an object that a patch has changed beyond recognition. */
function invariantFindings(invariant: Invariant, body: PlainObject): Finding[] {
  try {
    return invariant(body);
  } catch (error) {
    return [{ ...noticed(CANNOT_RENDER), message: `Internal error: its pattern cannot read it: ${textOf(error)}` }];
  }
}

/** The rendering error without cdk8s' wrapper, which repeats path and class. */
function renderingFinding(object: ApiObject, error: unknown): Finding {
  const text = textOf(error).replace(/^Failed serializing construct at path '[^']*' with name '[^']*': /, '').replace(/^[A-Za-z]*(Error|Input): /, '');
  const [message, ...help] = text.split('\n  help: ');
  return {
    ...noticed(CANNOT_RENDER),
    object: { apiVersion: object.apiVersion, kind: object.kind, namespace: object.metadata.namespace ?? '', name: object.name },
    message,
    help: help.length > 0 ? help.join('\n') : 'correct what was patched into it or is made at synth: the text is that of the code that failed',
    construct: object.node.path,
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Notes an imported object: cdk8s-plus-28 represents it by a construct that has a kind and a name and renders nothing. */
function noteImported(construct: IConstruct, imported: Set<string>): void {
  try {
    const { kind, name } = construct as unknown as { kind?: unknown; name?: unknown };
    if (typeof kind === 'string' && typeof name === 'string') {
      imported.add(`${kind}/${name}`);
    }
  } catch {
    // A getter of some other construct has thrown: it represents no object.
  }
}

/** An info that names the default target, if the app defines none. */
function defaultTarget(root: IConstruct): Finding[] {
  const reader = Target._readerOfDefault(root);
  if (reader === undefined) {
    return [];
  }
  const minor = Target.of(root).kubernetes;
  return [{
    ...noticed(NO_TARGET),
    message: `Required value: the manifests are written for Kubernetes ${minor}, the default of this major version of the library`,
    help: `say what the cluster runs: kubernetes of the Target, KubernetesVersion.V${minor.replace('.', '_')}`,
    construct: reader,
  }];
}
