import { IConstruct } from 'constructs';
import { CallSite, callSiteOf } from './call-site';
import { CANNOT_WORK } from './notices';
import { InvalidInput, InputProblem, renderReason } from '../../base/errors/invalid-input';
import { atSynth, validateTree } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';

/** A mistake in a program's calls, kept until a synth reports it. */
export interface Mistake {
  readonly problems: readonly InputProblem[];
  readonly place?: CallSite;
  /** The construct that was given it, which it is reported on. Absent for a value that no construct has used yet. */
  owner?: { readonly root: IConstruct; readonly path: string; readonly field?: string };
}

/** Mistakes that no synth has reported yet. */
const unreported = new Set<Mistake>();
const ofRoot = new WeakMap<IConstruct, Set<Mistake>>();

/** Keeps what a static factory refused until a construct uses the value or a synth runs. */
export function registerMistake(error: InvalidInput): Mistake {
  const mistake: Mistake = { problems: error.problems, place: callSiteOf(error) };
  unreported.add(mistake);
  tellAtExit();
  return mistake;
}

/** Assigns a mistake to the construct that was given the value; the first construct that uses it counts. */
export function assignMistake(mistake: Mistake, construct: IConstruct, field?: string, path: string = construct.node.path): void {
  if (mistake.owner) {
    return;
  }
  const root = construct.node.root;
  mistake.owner = { root, path, field };
  (ofRoot.get(root) ?? ofRoot.set(root, new Set()).get(root)!).add(mistake);
  validateTree(construct);
}

/** The findings of a tree: its own mistakes, and those of values that no construct used. */
export function mistakesOf(root: IConstruct): Finding[] {
  for (const mistake of unreported) {
    if (!mistake.owner) {
      assignMistake(mistake, root, undefined, '');
    }
  }
  return [...ofRoot.get(root) ?? []].flatMap(findingsIn);
}

/** The findings of one construct. */
export function mistakesAt(construct: IConstruct): Finding[] {
  return [...ofRoot.get(construct.node.root) ?? []].filter(({ owner }) => owner!.path === construct.node.path).flatMap(findingsIn);
}

/** Called when all mistakes of a tree were reported: nothing of it is left to print at exit. */
export function forgetMistakes(root: IConstruct): void {
  ofRoot.get(root)?.forEach(mistake => unreported.delete(mistake));
}

/** Another program begins in this process, and is not told what the ones before it did wrong. */
export function forgetAllMistakes(): void {
  unreported.clear();
}

function findingsIn({ problems, place, owner }: Mistake): Finding[] {
  return problems.map((problem): Finding => ({
    ...noticed(CANNOT_WORK),
    field: [owner?.field, problem.field].filter(part => part !== undefined && part !== '').join(': '),
    message: renderReason(problem),
    help: problem.help,
    construct: owner?.path || undefined,
    ...place,
  }));
}

let listening = false;

/** Prints the mistakes of a program that exits before it synthesises. */
function tellAtExit(): void {
  if (listening || process.env.JEST_WORKER_ID !== undefined) {
    return;
  }
  listening = true;
  // Loaded now: before the exit event, jsii deletes the module's file if another language runs the program.
  const { tellMistakes } = atSynth().outlet();
  process.on('exit', () => {
    if (unreported.size > 0) {
      tellMistakes([...unreported].flatMap(findingsIn));
    }
  });
}
