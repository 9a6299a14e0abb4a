import { ApiObject, ApiObjectProps, App, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { Scope, CHART, evaluate } from './expression';
import { recogniseGroups } from './groups';
import { leftOut } from './left-out';
import { UniqueNames } from './names';
import { Patch, comparisonOf, fieldOf, isSame, patchesBetween } from './patches';
import { NotAdopted, Proposal, Recogniser } from './proposal';
import { recogniseServing } from './serving';
import { recogniseTraining } from './training';
import { InvalidInput, renderReason } from '../../base/errors/invalid-input';
import { Finding, severityOf } from '../../base/findings/finding';
import { PlainObject } from '../../base/plain';
import { withFailFast } from '../../given/mistakes/fail-fast';
import { Cluster } from '../../kubernetes/cluster';
import { Manifest } from '../../kubernetes/manifest';
import { KubernetesVersion } from '../../kubernetes/release/kubernetes-version';
import { NOT_ACCEPTABLE } from '../../lint/acknowledgements/accepted-findings';
import { podSetsOf } from '../../lint/facts/carried-pods';
import { Facts } from '../../lint/facts/facts';
import { findingsAbout } from '../../lint/run/findings-about';
import { importedByName } from '../../lint/run/outside';
import { renderTree } from '../../lint/synth/rendered-tree';
import { GpuInferenceDeployment } from '../../patterns/gpu-inference-deployment/gpu-inference-deployment';
import { IndexedTrainingJob } from '../../patterns/indexed-training-job/indexed-training-job';
import { LeaderWorkerGroup } from '../../patterns/leader-worker-group/leader-worker-group';
import { Target } from '../../target-cluster/target';

const CLASSES = { GpuInferenceDeployment, IndexedTrainingJob, LeaderWorkerGroup };

/** In the order in which they are asked. */
const RECOGNISERS: readonly Recogniser[] = [recogniseServing, recogniseGroups, recogniseTraining];

/** One object of the input that a construct gives back, with what it takes to leave it as it is. */
export interface GivenBack {
  readonly original: Manifest;
  /** Id of the object below the construct. */
  readonly child: string;
  readonly patches: readonly Patch[];
}

/** A workload that became a construct. */
export interface Adopted {
  readonly proposal: Proposal;
  readonly objects: readonly GivenBack[];
  /** What the construct would add, and the input does not have: taken out of the tree until somebody wants it. */
  readonly removed: readonly { readonly child: string; readonly text: string }[];
  /** Errors about what is deployed, which the construct would not make: they are acknowledged until their patches go. */
  readonly accepted: readonly Finding[];
}

/** An object that stays as YAML. */
export interface Kept {
  readonly original: Manifest;
  readonly reason: string;
  /** Whether it carries pods of an AI program, so that somebody expects a construct. */
  readonly isWorkload: boolean;
}

export interface Adoption {
  readonly adopted: readonly Adopted[];
  readonly kept: readonly Kept[];
  /** Fields that the app gives otherwise than they are deployed. */
  readonly differences: readonly string[];
}

/** Finds the constructs that give the objects back. Pure but for the constructs that it makes and throws away. */
export function adopt(objects: readonly Manifest[], cluster: Cluster): Adoption {
  return withFailFast(() => {
    const facts = new Facts(objects);
    const context = { facts, ids: new UniqueNames(), variables: new UniqueNames() };
    const given = new Set<Manifest>();
    const adopted: Adopted[] = [];
    const reasons = new Map<Manifest, string>();
    for (const object of objects) {
      try {
        const proposals = firstOf(RECOGNISERS, recognise => recognise(object, context));
        if (proposals) {
          const workload = firstThatWorks(proposals, objects.filter(each => !given.has(each)), cluster);
          workload.objects.forEach(({ original }) => given.add(original));
          adopted.push(workload);
        }
      } catch (error) {
        if (!(error instanceof NotAdopted)) {
          throw error;
        }
        reasons.set(object, error.message);
      }
    }
    const kept = objects.filter(each => !given.has(each)).map((original): Kept => ({
      original,
      isWorkload: reasons.has(original),
      reason: reasons.get(original) ?? plainReason(original, facts),
    }));
    return { adopted, kept, differences: differencesOf({ objects, adopted, kept }, cluster) };
  });
}

function firstOf<One, Result>(list: readonly One[], ask: (one: One) => Result | undefined): Result | undefined {
  for (const each of list) {
    const answer = ask(each);
    if (answer !== undefined) {
      return answer;
    }
  }
  return undefined;
}

function plainReason(object: Manifest, facts: Facts): string {
  const carriesPods = podSetsOf(facts, object).length > 0;
  return carriesPods ? 'no construct of this library is for it, or nothing in it asks for devices' : 'belongs to no workload that became a construct';
}

/** The first proposal that the construct takes, and that leaves every identity where it is. What refused the others is kept as a note. */
function firstThatWorks(proposals: readonly Proposal[], objects: readonly Manifest[], cluster: Cluster): Adopted {
  const refusals: string[] = [];
  for (const proposal of proposals) {
    try {
      return triedWithout({ ...proposal, notes: [...proposal.notes, ...refusals] }, objects, cluster);
    } catch (error) {
      if (!(error instanceof InvalidInput) && !(error instanceof NotAdopted)) {
        throw error;
      }
      refusals.push(`${engineOf(proposal)}${refusalText(error)}`);
    }
  }
  throw new NotAdopted(refusals.at(-1)!);
}

/** Most properties of one workload that are left to patches. */
const MOST_LEFT_OUT = 40;

/** Tries a proposal, and again without what the construct refuses of it: what is deployed has it, however wrong it is, and a patch gives it back. */
function triedWithout(proposal: Proposal, objects: readonly Manifest[], cluster: Cluster): Adopted {
  let [left, failed]: [Proposal, number] = [proposal, 0];
  for (;;) {
    try {
      return tried(left, objects, cluster);
    } catch (error) {
      const problem = error instanceof InvalidInput ? error.problems[0] : undefined;
      const props = problem && ++failed <= MOST_LEFT_OUT ? leftOut(left.props, problem.field) : undefined;
      if (props === undefined) {
        throw error;
      }
      left = { ...left, props, notes: [...left.notes, `a patch gives ${problem!.field}, which the construct refuses: ${renderReason(problem!)}`] };
    }
  }
}

function engineOf({ construct, props }: Proposal): string {
  const { engine } = props as { engine?: { callee?: string } };
  return `${construct}${engine?.callee ? ` with ${engine.callee}` : ''}: `;
}

function refusalText(error: InvalidInput | NotAdopted): string {
  return error instanceof InvalidInput ? error.problems.map(problem => `${problem.field}: ${renderReason(problem)}`).join('; ') : error.message;
}

/** Makes the construct, and what is needed so that its objects are those of the input. */
function tried(proposal: Proposal, objects: readonly Manifest[], cluster: Cluster): Adopted {
  const { chart } = emptyApp(cluster);
  const made = create(chart, proposal);
  const children = apiObjectsOf(made);
  const given: GivenBack[] = [];
  const removed: { child: string; text: string }[] = [];
  for (const child of children) {
    const body = child.toJson() as PlainObject;
    const original = objects.find(each => each.apiVersion === child.apiVersion && isSameIdentity(each, child));
    if (original) {
      given.push({ original, child: child.node.id, patches: patchesBetween(body, original.body) });
    } else {
      removed.push({ child: child.node.id, text: `${child.kind} ${child.name}` });
    }
  }
  if (!given.some(({ original }) => original === proposal.carrier)) {
    throw new NotAdopted(`${proposal.construct} would call it ${children.find(each => each.kind === proposal.carrier.kind)?.name ?? 'otherwise'}, and another name is another object`);
  }
  given.forEach(checkIdentity);
  const adopted = { proposal, objects: given, removed, accepted: [] };
  return { ...adopted, accepted: errorsOf(adopted, objects, cluster) };
}

function isSameIdentity({ kind, name, namespace }: Manifest, child: ApiObject): boolean {
  return kind === child.kind && name === child.name && namespace === (child.metadata.namespace ?? '');
}

/** What may not change in what exists: a patch that gives it back would hide that the construct believes something else. */
function checkIdentity({ original, patches }: GivenBack): void {
  const moved = patches.find(({ path }) => ['/metadata/name', '/metadata/namespace', '/apiVersion', '/kind'].includes(path) || original.kind !== 'Service' && /^\/spec\/(?:selector|serviceName)(?:\/|$)/.test(path));
  if (moved) {
    throw new NotAdopted(`the construct gives ${fieldOf(moved.path)} otherwise, and it cannot be changed in what is deployed`);
  }
}

/** What the checks of the synth find wrong about what is deployed. What nobody may accept makes the construct impossible. */
function errorsOf(adopted: Adopted, objects: readonly Manifest[], cluster: Cluster): readonly Finding[] {
  const { app, chart } = emptyApp(cluster);
  apply(chart, adopted);
  const own = new Set(adopted.objects.map(({ original }) => original));
  const errors = findingsIn(app, objects.filter(each => !own.has(each))).filter(finding => severityOf(finding.class) === 'error'
    && finding.construct?.startsWith(`${CHART_ID}/${adopted.proposal.id}`));
  const impossible = errors.find(({ id }) => Object.hasOwn(NOT_ACCEPTABLE, id));
  if (impossible) {
    throw new NotAdopted(`${impossible.field ?? impossible.title}: ${impossible.message}`);
  }
  return errors;
}

/** The same findings as those of a synth, beside objects that are YAML, without the acknowledgements of the folder that this runs in. */
function findingsIn(app: App, others: readonly Manifest[]): Finding[] {
  const { objects, imported, findings } = renderTree(app);
  return [...findings, ...findingsAbout([...objects, ...others], { outside: importedByName(imported) }, findings)];
}

export const CHART_ID = 'adopted';

function emptyApp(cluster: Cluster): { readonly app: App; readonly chart: Chart } {
  const app = new App();
  const chart = new Chart(app, CHART_ID);
  Target.define(chart, targetOf(cluster) as never);
  return { app, chart };
}

type GivenTarget = PlainObject & { readonly kubernetes: KubernetesVersion };

/** What the app is written for, as far as somebody said. */
export function targetOf({ minor, zones, spareGpus, gpusPerNode, featureGates, apis }: Cluster): GivenTarget {
  return {
    kubernetes: minor as KubernetesVersion,
    ...(zones === undefined ? {} : { zones: [...zones] }),
    ...(spareGpus === undefined ? {} : { spareGpus }),
    ...(gpusPerNode === undefined ? {} : { gpusPerNode }),
    ...(Object.keys(featureGates).length === 0 ? {} : { featureGates: { ...featureGates } }),
    ...(apis === undefined ? {} : { apis: [...apis] }),
  };
}

function create(chart: Chart, { construct, id, props, calls }: Proposal): Construct {
  const scope: Scope = new Map([[CHART, chart]]);
  const made = new (CLASSES[construct] as new (scope: Construct, id: string, props: never) => Construct)(chart, id, evaluate(props, scope) as never);
  calls.forEach(method => (made as unknown as { [name: string]: () => void })[method]());
  return made;
}

/** What the written program does with one workload. */
function apply(chart: Chart, { proposal, objects, removed }: Adopted): void {
  const made = create(chart, proposal);
  removed.forEach(({ child }) => made.node.tryRemoveChild(child));
  objects.forEach(({ child, patches }) => (made.node.findChild(child) as ApiObject).addJsonPatch(...patches.map(jsonPatch)));
}

function jsonPatch({ op, path, value }: Patch): JsonPatch {
  return op === 'remove' ? JsonPatch.remove(path) : JsonPatch[op](path, value);
}

function apiObjectsOf(construct: Construct): ApiObject[] {
  return construct.node.children.filter(each => ApiObject.isApiObject(each)) as ApiObject[];
}

interface WholeApp extends Pick<Adoption, 'adopted' | 'kept'> {
  readonly objects: readonly Manifest[];
}

/** Proof: the whole app, compared with the input. */
function differencesOf({ objects, adopted, kept }: WholeApp, cluster: Cluster): string[] {
  const { app, chart } = emptyApp(cluster);
  kept.forEach(({ original }, index) => new ApiObject(chart, `kept-${index}`, original.body as unknown as ApiObjectProps));
  adopted.forEach(each => apply(chart, each));
  return comparison(objects, renderTree(app).objects);
}

/** What differs between two sets of objects, by identity. */
export function comparison(before: readonly Manifest[], after: readonly Manifest[]): string[] {
  const made = new Map(after.map(each => [keyOf(each), each]));
  const wanted = new Set(before.map(keyOf));
  return [
    ...before.flatMap(each => {
      const now = made.get(keyOf(each));
      return now === undefined ? [`${textOf(each)}: is not given back`]
        : isSame(now.body, each.body, comparisonOf(each.body)) ? [] : patchesBetween(now.body, each.body).map(patch => `${textOf(each)}: ${changeText(patch)}`);
    }),
    ...after.filter(each => !wanted.has(keyOf(each))).map(each => `${textOf(each)}: is new`),
  ];
}

function changeText({ path, value, instead, op }: Patch): string {
  return `${fieldOf(path)}: ${op === 'remove' ? 'nothing' : JSON.stringify(value)} became ${instead === undefined ? 'nothing' : JSON.stringify(instead)}`;
}

export function keyOf({ group, kind, place, name, body }: Manifest): string {
  return JSON.stringify([group, kind, place, name === '' ? body : name]);
}

/** `Deployment ml/llama`. */
export function textOf({ kind, namespace, name }: Manifest): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
