import { App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { noteBrokenValue } from './carried';
import { failsAtFirst } from './fail-fast';
import { registerMistake, mistakesAt, assignMistake } from './register';
import { ToldAlready, isWorking, working } from '../../base/errors/consequence';
import { InvalidInput, inConstruct } from '../../base/errors/invalid-input';
import { readable } from '../given-type';

/*
 * A construct with a mistake creates no object. Its handles and methods are those of a stand-in in a hidden tree, so that the program goes on, and the synth
 * fails with the mistakes of all constructs. Errors that only follow from a mistake are not reported.
 */

const unplanned = new WeakSet<IConstruct>();
/** For each tree, the hidden tree of its stand-ins. */
const hidden = new WeakMap<IConstruct, App>();
const hiddenRoots = new WeakSet<IConstruct>();

/** Whether a construct has a mistake, or is a stand-in for one that has. */
export function isUnplanned(construct: IConstruct): boolean {
  return unplanned.has(construct) || hiddenRoots.has(construct.node.root);
}

/** Marks a construct as having a mistake. */
export function markUnplanned(construct: IConstruct): void {
  unplanned.add(construct);
  noteBrokenValue();
}

/** The hidden tree of a tree's stand-ins; undefined if there are none. */
export function standInsOf(root: IConstruct): IConstruct | undefined {
  return hidden.get(root);
}

/**
 * Keeps an error of a constructor or method, to be reported at synth. Throws it again if it is no input error (a defect), if this library is the
 * caller, or if the program is to end at the first mistake.
 */
export function keepMistake(construct: IConstruct, error: unknown): void {
  if (isWorking() || hiddenRoots.has(construct.node.root) || failsAtFirst()) {
    throw error;
  }
  if (error instanceof InvalidInput) {
    assignMistake(registerMistake(error), construct, undefined, error.constructPath);
  } else if (!(error instanceof ToldAlready) && !unplanned.has(construct)) {
    throw error;
  }
}

/** Plans a construct. Throws, to end the constructor, if its input has mistakes that the plan itself did not find. */
export function planned<Plan>(construct: IConstruct, plan: () => Plan): Plan {
  const result = inConstruct(construct, '', plan);
  if (unplanned.has(construct)) {
    throw new ToldAlready();
  }
  return result;
}

/** How to make a valid instance of a class, and which of the given properties its handles should keep where they are valid. */
export interface StandIn<Type, Props> {
  readonly keeps: readonly (keyof Props)[];
  make(place: Construct, id: string, kept: Partial<Props>): Type;
}

/**
 * Ends a constructor after a mistake: the construct creates no object, and gets the handles of a stand-in.
 */
export function leaveUnplanned<Type extends Construct, Props>(
  construct: Type, error: unknown, props: Props, standIn: StandIn<Type, Props>): void {
  keepMistake(construct, error);
  markUnplanned(construct);
  construct.node.children.forEach(child => construct.node.tryRemoveChild(child.node.id));
  const { id } = construct.node;
  const made = (keys: readonly (keyof Props)[]) => () => standIn.make(hiddenPlace(construct), id, kept(props, keys));
  const answers = firstOf([standIn.keeps, standIn.keeps.slice(0, 1), []].map(made)
    .concat(() => standIn.make(hiddenPlace(construct), 'Unplanned', {})));
  // Without what checks left on it (symbol keys), and without its node in the hidden tree.
  const { node, ...handles } = Object.fromEntries(Object.entries(answers)) as Partial<Type>;
  Object.assign(construct, handles);
}

function kept<Props>(props: Props | undefined, keys: readonly (keyof Props)[]): Partial<Props> {
  return Object.fromEntries(keys.map(key => [key, readable(() => props?.[key])])) as Partial<Props>;
}

function firstOf<T>([attempt, ...others]: (() => T)[]): T {
  try {
    return working(attempt);
  } catch (error) {
    if (others.length === 0) {
      throw error;
    }
    return firstOf(others);
  }
}

/** A scope in the hidden tree, with the namespace of the construct's chart. */
export function hiddenPlace(construct: IConstruct): Construct {
  const { root } = construct.node;
  const app = hidden.get(root) ?? new App();
  hidden.set(root, app);
  hiddenRoots.add(app);
  const namespace = construct.node.scopes.some(Chart.isChart) ? Chart.of(construct).namespace : undefined;
  return new Chart(app, `(stand-in ${app.node.children.length})`, { namespace });
}

/**
 * Runs a method of a construct. If it refuses its input, the mistake is reported at synth and the caller gets a harmless result; a construct that has
 * mistakes already returns that result without another report.
 */
export function answer<T>(construct: IConstruct, body: () => T, harmless: () => T): T {
  if (unplanned.has(construct)) {
    return harmless();
  }
  try {
    return inConstruct(construct, '', body);
  } catch (error) {
    if (!hiddenRoots.has(construct.node.root)) {
      keepMistake(construct, error);
    }
    return harmless();
  }
}

/** The index, or a valid one in its place, from which a harmless result can be made. */
export function anyIndex(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}

/** The text that `explain()` of a construct with mistakes returns in place of its plan. */
export function explainMistakes(construct: IConstruct): string | undefined {
  if (!isUnplanned(construct)) {
    return undefined;
  }
  const mistakes = mistakesAt(construct).map(({ field, message, help }) => `  ${field ? `${field}: ` : ''}${message}${help ? `\n    help: ${help}` : ''}`);
  return [`${construct.node.path} is not planned: ${mistakes.length > 0 ? 'its input cannot work' : 'what it depends on is not'}`, ...mistakes].join('\n');
}
