import { ServerContext } from '../../src/kubernetes/validation/context';
import { SAMPLES } from '../../test/kubernetes/validation/kinds/samples/kinds';
import { brief, changesBetween, MINOR, ourErrors, sampleOf, Verdict, withChanges } from '../../test/kubernetes/validation/verdicts/verdict';
import { ApiServer } from '../harness/api-server';
import { eachOf } from '../harness/eventually';
import { Mutation } from '../tests/server-kinds/mutate';
import { ask, isAgreed, isSame, Outcome, sweep } from '../tests/server-kinds/sweep';
import { askUpdates, isContained, NOT_UPDATED, sweepUpdates, UPDATED } from '../tests/server-kinds/updates';
import { answered, checked, isAlike } from '../tests/server-pod/outcome';
import { isComparable, plannedMutations } from '../tests/server-pod/run';

/** Of each set of errors, so many are kept, wherever the fields stand in lists and whatever the values are. */
const OF_EACH = 2;
const LONGEST = 700;

/** Something to ask about. */
export type Case = Omit<Verdict, 'errors'>;

/** How many mutations are asked about besides. */
export interface Search {
  readonly mutations: number;
  readonly seed: number;
}

/** Objects that are updated have another name and no finalizers. */
const OF_CREATION = /^metadata(\.(name|generateName|finalizers)\b|$)/;

/** Keeps few of many verdicts that say the same. */
class Kept {
  public readonly verdicts: Verdict[] = [];
  /** Where we and the server differ, which the cluster suite counts and explains: the case, what we say and what the server says. */
  public readonly differing: string[] = [];
  private readonly seen = new Map<string, number>();
  private readonly words = new Map<string, number>();
  private readonly cases: ReadonlySet<string>;

  /** @param cases are kept however often something else says the same. */
  public constructor(private readonly type: string, cases: readonly Case[]) {
    this.cases = new Set(cases.map(keyOf));
  }

  public add(verdict: Case, isRefused: boolean, messages: readonly string[]): void {
    const errors = ourErrors(this.type, verdict);
    const shape = `${verdict.isUpdate ?? false} ${errors.length > 0 ? errors.map(shapeOf).sort().join() : JSON.stringify(verdict.changes)}`;
    const count = this.seen.get(shape) ?? 0;
    const isWanted = this.cases.has(keyOf(verdict)) || JSON.stringify(verdict).length < LONGEST && count < (isRefused ? OF_EACH : 1);
    if (errors.length > 0 !== isRefused) {
      this.differing.push(difference(verdict, errors, messages));
    } else if (verdict.changes.length > 0 && isWanted) {
      this.seen.set(shape, count + 1);
      this.verdicts.push({ ...verdict, errors: [...new Set(errors.map(each => this.worded(each, messages)))].sort() });
    }
  }

  /** In the server's words where ours are the same, for the first times that they are said. */
  private worded(error: string, messages: readonly string[]): string {
    const shape = shapeOf(error);
    const count = this.words.get(shape) ?? 0;
    if (!messages.includes(error) || count >= OF_EACH) {
      return brief(error);
    }
    this.words.set(shape, count + 1);
    return error;
  }
}

function difference(verdict: Case, ours: readonly string[], theirs: readonly string[]): string {
  return `${JSON.stringify(verdict)}\n    ours: ${ours.join('; ') || 'nothing'}\n    server: ${theirs.join('; ') || 'nothing'}`;
}

/** Without values and numbers. */
function shapeOf(error: string): string {
  return error.replace(/(value|found): .*?(?=: |$)/gs, '$1').replace(/\d+/g, '#');
}

function keyOf({ from, changes, isUpdate }: Case): string {
  return JSON.stringify([from, changes, isUpdate ?? false]);
}

function distinct(cases: readonly Case[]): Case[] {
  return [...new Map(cases.map(each => [keyOf(each), each])).values()];
}

function mutationOf(sample: any, { changes }: Case): Mutation {
  return { class: 'two', what: JSON.stringify(changes), sample, body: withChanges(sample, changes) };
}

/** What a server says of given changes and of mutations of one kind, where we say the same. */
export async function recordKind(server: ApiServer, type: string, given: readonly Case[], { mutations, seed }: Search): Promise<Kept> {
  const cases = distinct(given);
  const kept = new Kept(type, cases);
  const samples = SAMPLES.get(type)!;
  const add = (outcome: Outcome, agrees: boolean, from: number, isUpdate?: true) => {
    const { mutation: { sample, body }, isRefused, messages } = outcome;
    const asked = { from, changes: changesBetween(sample, body), ...(isUpdate && { isUpdate }) };
    if (isAgreed(outcome) && agrees) {
      kept.add(asked, isRefused, messages);
    } else {
      kept.differing.push(difference(asked, outcome.ours, messages));
    }
  };
  const created = cases.filter(({ isUpdate }) => !isUpdate).map(each => mutationOf(samples[Number(each.from)], each));
  for (const outcome of [...await ask(server, type, created), ...await sweep(server, type, mutations, seed)]) {
    add(outcome, isSame(outcome), samples.indexOf(outcome.mutation.sample));
  }
  const ofUpdates = async () => [...await updated(server, type, cases), ...await sweepUpdates(server, type, Math.ceil(mutations / 3), seed)];
  for (const outcome of NOT_UPDATED.has(type) ? [] : await ofUpdates()) {
    add(outcome, isContained(outcome), Number(outcome.mutation.sample.metadata.name.slice(UPDATED.length)), true);
  }
  return kept;
}

async function updated(server: ApiServer, type: string, cases: readonly Case[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const index of SAMPLES.get(type)!.keys()) {
    const own = cases.filter(({ isUpdate, from, changes }) => isUpdate && from === index && !changes.some(([place]) => OF_CREATION.test(place.join('.'))));
    outcomes.push(...own.length === 0 ? [] : await askUpdates(server, type, index, previous => own.map(each => mutationOf(previous, each))));
  }
  return outcomes;
}

/** The same of pods or pod templates. */
export async function recordPods({ client }: ApiServer, kind: string, given: readonly Case[], { mutations, seed }: Search): Promise<Kept> {
  const cases = distinct(given);
  const kept = new Kept(kind, cases);
  const context = new ServerContext(MINOR);
  const planned = [
    ...cases.map(({ from, changes }) => ({ name: String(from), object: withChanges(sampleOf(kind, from), changes) })),
    ...plannedMutations(seed, mutations).filter(({ object }) => object.kind === kind),
  ].filter(({ object }) => isComparable(object));
  const answers = await eachOf(planned, 16, ({ object }) => answered(object, client));
  planned.forEach(({ name, object }, index) => {
    const [ours, theirs] = [checked(object, context), answers[index]];
    if (theirs === undefined) {
      return;
    }
    const asked = { from: name, changes: changesBetween(sampleOf(kind, name), object) };
    if (isAlike(ours, theirs)) {
      kept.add(asked, !theirs.accepted, theirs.messages);
    } else {
      kept.differing.push(difference(asked, ours.messages, theirs.messages));
    }
  });
  return kept;
}
