import { ServerContext } from '../../src/checks/server/context';
import { SAMPLES } from '../../test/checks/server/kinds/samples/kinds';
import { changesBetween, MINOR, ourErrors, sampleOf, Verdict } from '../../test/checks/server/verdicts/verdict';
import { ApiServer } from '../harness/api-server';
import { eachOf } from '../harness/eventually';
import { isAgreed, isSame, Outcome, sweep } from '../tests/server-kinds/sweep';
import { isContained, sweepUpdates, UPDATED } from '../tests/server-kinds/updates';
import { answered, checked, isAlike } from '../tests/server-pod/outcome';
import { isComparable, plannedMutations } from '../tests/server-pod/run';

/** Of each set of errors, so many are kept, wherever the fields stand in lists. Of what is accepted, one for each place and value. */
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

  public add(type: string, verdict: Omit<Verdict, 'errors'>, isRefused: boolean): void {
    const errors = ourErrors(type, verdict);
    const text = JSON.stringify(errors.length > 0 ? errors : verdict.changes).replace(/\[\d+\]/g, '[]');
    const shape = `${verdict.isUpdate ?? false} ${text}`;
    const count = this.seen.get(shape) ?? 0;
    if (errors.length > 0 !== isRefused) {
      this.differing++;
    } else if (verdict.changes.length > 0 && JSON.stringify(verdict).length < LONGEST && count < (isRefused ? OF_EACH : 1)) {
      this.seen.set(shape, count + 1);
      this.verdicts.push({ ...verdict, errors });
    }
  }
}

/** What a server says of mutations of one kind, where we say the same. */
export async function recordKind(server: ApiServer, type: string, mutations: number, seed: number): Promise<Kept> {
  const kept = new Kept();
  const samples = SAMPLES.get(type)!;
  const add = (outcome: Outcome, agrees: boolean, from: number, isUpdate?: true) => {
    const { mutation: { sample, body }, isRefused } = outcome;
    if (isAgreed(outcome) && agrees) {
      kept.add(type, { from, changes: changesBetween(sample, body), ...(isUpdate && { isUpdate }) }, isRefused);
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
      mine.add(object.kind, { from: name, changes: changesBetween(sampleOf(object.kind, name), object) }, !theirs.accepted);
    } else {
      mine.differing += theirs ? 1 : 0;
    }
  });
  return kept;
}
