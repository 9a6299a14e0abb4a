import { ApiObject, ApiObjectProps, App, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { aroundOf, scalersOf } from './autoscalers';
import { Scope, CHART, evaluate } from './expression';
import { recogniseGroups } from './groups';
import { leftOut } from './left-out';
import { UniqueNames } from './names';
import { Patch, comparisonOf, fieldOf, isSame, patchesBetween } from './patches';
import { NotAdopted, Proposal, Recogniser, Recognising } from './proposal';
import { recogniseServing } from './serving';
import { recogniseStatefulSets } from './stateful-sets';
import { recogniseTraining } from './training';
import { InvalidInput, renderReason } from '../../base/errors/invalid-input';
import { Finding, severityOf } from '../../base/findings/finding';
import { grouped } from '../../base/grouped';
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
// The program makes constructs without the index of the library, which does this for others.
import '../../lint/synth/attach';
import { RenderedTree, renderTree } from '../../lint/synth/rendered-tree';
import { GpuInferenceDeployment } from '../../patterns/gpu-inference-deployment/gpu-inference-deployment';
import { IndexedTrainingJob } from '../../patterns/indexed-training-job/indexed-training-job';
import { LeaderWorkerGroup } from '../../patterns/leader-worker-group/leader-worker-group';
import { WorkloadAutoscaler } from '../../surroundings/workload-autoscaler/workload-autoscaler';
import { Target } from '../../target-cluster/target';

const CLASSES = { GpuInferenceDeployment, IndexedTrainingJob, LeaderWorkerGroup, WorkloadAutoscaler };

/** In the order in which they are asked. */
const RECOGNISERS: readonly Recogniser[] = [recogniseServing, recogniseGroups, recogniseTraining, recogniseStatefulSets];

/** One object of the input that a construct gives back, with what it takes to leave it as it is. */
export interface GivenBack {
  readonly original: Manifest;
  /** Id of the object below the construct. */
  readonly child: string;
  readonly patches: readonly Patch[];
}

/** A workload, or what is around one, that became a construct. */
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
  /** Whether somebody expects a construct: it carries pods of an AI program, or scales such a workload. */
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
    const originals = new Originals(objects);
    const found: Adopted[] = [];
    const reasons = new Map<Manifest, string>();
    for (const object of objects) {
      try {
        const proposals = firstOf(RECOGNISERS, recognise => recognise(object, context));
        if (proposals) {
          const made = withAutoscaler(firstThatWorks(proposals, originals, cluster), { context, originals, cluster, reasons });
          made.forEach(each => originals.give(each.objects));
          found.push(...made);
        }
      } catch (error) {
        if (!(error instanceof NotAdopted)) {
          throw error;
        }
        reasons.set(object, error.message);
      }
    }
    const kept = objects.filter(each => !originals.isGiven(each)).map((original): Kept => ({
      original,
      isWorkload: reasons.has(original),
      reason: reasons.get(original) ?? plainReason(original, facts),
    }));
    return checkedWhole({ objects, adopted: found, kept }, cluster);
  });
}

/** Objects of the input by what the API server knows them by, without those that a construct gives already. */
class Originals {
  private readonly known: ReadonlyMap<string, Manifest>;
  private readonly given = new Set<Manifest>();

  constructor(objects: readonly Manifest[]) {
    this.known = new Map(objects.map(each => [identityOf(each.apiVersion, each.kind, each.namespace, each.name), each]));
  }

  /** The one that an object of a construct would replace. */
  public of({ apiVersion, kind, name, metadata }: ApiObject): Manifest | undefined {
    const original = this.known.get(identityOf(apiVersion, kind, metadata.namespace ?? '', name));
    return original && !this.given.has(original) ? original : undefined;
  }

  public give(objects: readonly GivenBack[]): void {
    objects.forEach(({ original }) => this.given.add(original));
  }

  public isGiven(object: Manifest): boolean {
    return this.given.has(object);
  }
}

function identityOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

/** What an autoscaler is tried with. */
interface Trying {
  readonly context: Recognising;
  readonly originals: Originals;
  readonly cluster: Cluster;
  readonly reasons: Map<Manifest, string>;
}

/** The workload with a construct for its autoscaler, where one gives it back; else the workload alone, and the autoscaler stays as YAML with the reason. */
function withAutoscaler(workload: Adopted, { context, originals, cluster, reasons }: Trying): readonly Adopted[] {
  const scalers = scalersOf(workload.proposal.carrier, context);
  try {
    return scalers.length === 0 ? [workload] : tried(aroundOf(workload.proposal, scalers, context), originals, cluster);
  } catch (error) {
    if (!(error instanceof InvalidInput) && !(error instanceof NotAdopted)) {
      throw error;
    }
    scalers.forEach(scaler => reasons.set(scaler, refusalText(error)));
    return [workload];
  }
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
function firstThatWorks(proposals: readonly Proposal[], originals: Originals, cluster: Cluster): Adopted {
  const refusals: string[] = [];
  for (const proposal of proposals) {
    try {
      return triedWithout({ ...proposal, notes: [...proposal.notes, ...refusals] }, originals, cluster);
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
function triedWithout(proposal: Proposal, originals: Originals, cluster: Cluster): Adopted {
  let [left, failed]: [Proposal, number] = [proposal, 0];
  for (;;) {
    try {
      return tried([left], originals, cluster)[0];
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

/** Makes the constructs, each of which may know those before it, and what is needed so that their objects are those of the input. */
function tried(proposals: readonly Proposal[], originals: Originals, cluster: Cluster): readonly Adopted[] {
  const program = emptyProgram(cluster);
  const made = proposals.map(proposal => ({ proposal, children: apiObjectsOf(create(program, proposal)) }));
  const adopted = made.map(each => compared(each, originals));
  checkPossible(adopted, cluster);
  return adopted;
}

/** A proposal with the objects that its construct makes. */
interface Made {
  readonly proposal: Proposal;
  readonly children: readonly ApiObject[];
}

function compared({ proposal, children }: Made, originals: Originals): Adopted {
  const given: GivenBack[] = [];
  const removed: { child: string; text: string }[] = [];
  for (const child of children) {
    const body = child.toJson() as PlainObject;
    const original = originals.of(child);
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
  given.forEach(({ patches }) => proposal.checkPatches?.(patches));
  return { proposal, objects: given, removed, accepted: [] };
}

/** What may not change in what exists: a patch that gives it back would hide that the construct believes something else. */
function checkIdentity({ original, patches }: GivenBack): void {
  const moved = patches.find(({ path }) => ['/metadata/name', '/metadata/namespace', '/apiVersion', '/kind'].includes(path) || original.kind !== 'Service' && /^\/spec\/(?:selector|serviceName)(?:\/|$)/.test(path));
  if (moved) {
    throw new NotAdopted(`the construct gives ${fieldOf(moved.path)} otherwise, and it cannot be changed in what is deployed`);
  }
}

/** What nobody may accept makes a construct impossible. It is said of the construct alone, whatever stands beside it. */
function checkPossible(adopted: readonly Adopted[], cluster: Cluster): void {
  const program = emptyProgram(cluster);
  adopted.forEach(each => apply(program, each));
  const impossible = renderTree(program.app).findings.find(({ id, construct }) => Object.hasOwn(NOT_ACCEPTABLE, id) && construct !== undefined);
  if (impossible) {
    throw new NotAdopted(`${impossible.field ?? impossible.title}: ${impossible.message}`);
  }
}

export const CHART_ID = 'adopted';

/** A program while it runs. */
interface Program {
  readonly app: App;
  readonly chart: Chart;
  readonly scope: Scope;
}

function emptyProgram(cluster: Cluster): Program {
  const app = new App();
  const chart = new Chart(app, CHART_ID);
  Target.define(chart, targetOf(cluster) as never);
  return { app, chart, scope: new Map([[CHART, chart]]) };
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

function create({ chart, scope }: Program, { construct, id, variable, props, calls }: Proposal): Construct {
  const made = new (CLASSES[construct] as new (scope: Construct, id: string, props: never) => Construct)(chart, id, evaluate(props, scope) as never);
  calls.forEach(method => (made as unknown as { [name: string]: () => void })[method]());
  scope.set(variable, made);
  return made;
}

/** What the written program does with one construct. */
function apply(program: Program, { proposal, objects, removed }: Adopted): void {
  const made = create(program, proposal);
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

/** Proof: the whole app, made once, compared with the input; and what the checks of its synth find wrong about what is deployed. */
function checkedWhole({ objects, adopted, kept }: WholeApp, cluster: Cluster): Adoption {
  const program = emptyProgram(cluster);
  kept.forEach(({ original }, index) => new ApiObject(program.chart, `kept-${index}`, original.body as unknown as ApiObjectProps));
  adopted.forEach(each => apply(program, each));
  const tree = renderTree(program.app);
  const errors = adopted.length === 0 ? new Map<string, readonly Finding[]>() : errorsByConstruct(tree);
  return {
    adopted: adopted.map(each => ({ ...each, accepted: errors.get(each.proposal.id) ?? [] })),
    kept,
    differences: comparison(objects, tree.objects),
  };
}

/** Errors of the same checks as those of a synth, without the acknowledgements of the folder that this runs in, by the construct in the chart. */
function errorsByConstruct({ objects, imported, findings }: RenderedTree): ReadonlyMap<string, readonly Finding[]> {
  const errors = [...findings, ...findingsAbout(objects, { outside: importedByName(imported) }, findings)]
    .filter(each => severityOf(each.class) === 'error' && each.construct?.startsWith(`${CHART_ID}/`));
  return grouped(errors, ({ construct }) => construct!.split('/')[1]);
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
