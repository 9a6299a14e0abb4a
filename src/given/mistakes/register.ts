import { IConstruct } from 'constructs';
import { CANNOT_WORK } from './notices';
import { CallSite, callSiteOf } from './call-site';
import { InvalidInput, Problem, renderReason } from '../../base/errors/invalid-input';
import { atSynth, validateTree } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';

/** Something wrong in the calls of a program, kept until a synth tells it. */
export interface Mistake {
  readonly problems: readonly Problem[];
  readonly place?: CallSite;
  /** Where it belongs: the construct that was given it. Nowhere yet for a value that no construct has used. */
  owner?: { readonly root: IConstruct; readonly path: string; readonly field?: string };
}

/** All that no synth has told. */
const unreported = new Set<Mistake>();
const ofRoot = new WeakMap<IConstruct, Set<Mistake>>();

/** Keeps what a static factory refused, until a construct uses the value or a synth comes. */
export function registerMistake(error: InvalidInput): Mistake {
  const mistake: Mistake = { problems: error.problems, place: callSiteOf(error) };
  unreported.add(mistake);
  tellAtExit();
  return mistake;
}

/** A construct is to blame, or to be named: it was given the value. The first one that uses a value counts. */
export function assignMistake(mistake: Mistake, construct: IConstruct, field?: string, path: string = construct.node.path): void {
  if (mistake.owner) {
    return;
  }
  const root = construct.node.root;
  mistake.owner = { root, path, field };
  (ofRoot.get(root) ?? ofRoot.set(root, new Set()).get(root)!).add(mistake);
  validateTree(construct);
}

/** What is to be said about a tree: its own mistakes, and those in values that nobody used. */
export function mistakesOf(root: IConstruct): Finding[] {
  for (const mistake of unreported) {
    if (!mistake.owner) {
      assignMistake(mistake, root, undefined, '');
    }
  }
  return [...ofRoot.get(root) ?? []].flatMap(findingsIn);
}

/** What was said about one construct. */
export function mistakesAt(construct: IConstruct): Finding[] {
  return [...ofRoot.get(construct.node.root) ?? []].filter(({ owner }) => owner!.path === construct.node.path).flatMap(findingsIn);
}

/** Everything about a tree has been told: nothing is left to say when the program ends. */
export function forgetMistakes(root: IConstruct): void {
  ofRoot.get(root)?.forEach(mistake => unreported.delete(mistake));
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

/** A program that never synthesises, or dies of something else before it does, still says what it knows. */
function tellAtExit(): void {
  if (listening || process.env.JEST_WORKER_ID !== undefined) {
    return;
  }
  listening = true;
  // At its end, other languages have removed the file.
  const { tellMistakes } = atSynth().outlet();
  process.on('exit', () => {
    if (unreported.size > 0) {
      tellMistakes([...unreported].flatMap(findingsIn));
    }
  });
}
