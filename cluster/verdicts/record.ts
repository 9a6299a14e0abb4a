import { ServerContext } from '../../src/checks/server/context';
import { SAMPLES } from '../../test/checks/server/kinds/samples/kinds';
import { brief, changesBetween, MINOR, ourErrors, sampleOf, Verdict } from '../../test/checks/server/verdicts/verdict';
import { ApiServer } from '../harness/api-server';
import { eachOf } from '../harness/eventually';
import { isAgreed, isSame, Outcome, sweep } from '../tests/server-kinds/sweep';
import { isContained, sweepUpdates, UPDATED } from '../tests/server-kinds/updates';
import { answered, checked, isAlike } from '../tests/server-pod/outcome';
import { isComparable, plannedMutations } from '../tests/server-pod/run';

/** Of each set of errors, so many are kept, wherever the fields stand in lists and whatever the values are. */
const OF_EACH = 2;
const LONGEST = 700;
/** Its finalizers are changed through a subresource. */
const NAMESPACE = 'v1 Namespace';

/** Keeps few of many verdicts that say the same. */
class Kept {
  public readonly verdicts: Verdict[] = [];
  /** Where we and the server differ, which the cluster suite counts and explains. */
  public differing = 0;
  private readonly seen = new Map<string, number>();
  private readonly words = new Map<string, number>();

  public add(type: string, verdict: Omit<Verdict, 'errors'>, isRefused: boolean, messages: readonly string[]): void {
    const errors = ourErrors(type, verdict);
    const shape = `${verdict.isUpdate ?? false} ${errors.length > 0 ? errors.map(shapeOf).sort().join() : JSON.stringify(verdict.changes)}`;
    const count = this.seen.get(shape) ?? 0;
    if (errors.length > 0 !== isRefused) {
      this.differing++;
    } else if (verdict.changes.length > 0 && JSON.stringify(verdict).length < LONGEST && count < (isRefused ? OF_EACH : 1)) {
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

/** Without values and numbers. */
function shapeOf(error: string): string {
  return error.replace(/(value|found): .*?(?=: |$)/gs, '$1').replace(/\d+/g, '#');
}

/** What a server says of mutations of one kind, where we say the same. */
export async function recordKind(server: ApiServer, type: string, mutations: number, seed: number): Promise<Kept> {
  const kept = new Kept();
  const samples = SAMPLES.get(type)!;
  const add = (outcome: Outcome, agrees: boolean, from: number, isUpdate?: true) => {
    const { mutation: { sample, body }, isRefused, messages } = outcome;
    if (isAgreed(outcome) && agrees) {
      kept.add(type, { from, changes: changesBetween(sample, body), ...(isUpdate && { isUpdate }) }, isRefused, messages);
    } else {
      kept.differing++;
    }
  };
  for (const outcome of await sweep(server, type, mutations, seed)) {
    add(outcome, isSame(outcome), samples.indexOf(outcome.mutation.sample));
  }
  for (const outcome of type === NAMESPACE ? [] : await sweepUpdates(server, type, Math.ceil(mutations / 3), seed)) {
    add(outcome, isContained(outcome), Number(outcome.mutation.sample.metadata.name.slice(UPDATED.length)), true);
  }
  return kept;
}

/** The same of pods and pod templates. */
export async function recordPods({ client }: ApiServer, mutations: number, seed: number): Promise<ReadonlyMap<string, Kept>> {
  const kept = new Map(['Pod', 'PodTemplate'].map(kind => [kind, new Kept()]));
  const context = new ServerContext(MINOR);
  const planned = plannedMutations(seed, mutations).filter(({ object }) => isComparable(object));
  const answers = await eachOf(planned, 16, ({ object }) => answered(object, client));
  planned.forEach(({ name, object }, index) => {
    const [theirs, mine] = [answers[index], kept.get(object.kind)!];
    if (theirs && isAlike(checked(object, context), theirs)) {
      mine.add(object.kind, { from: name, changes: changesBetween(sampleOf(object.kind, name), object) }, !theirs.accepted, theirs.messages);
    } else {
      mine.differing += theirs ? 1 : 0;
    }
  });
  return kept;
}
