import { App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { noteBrokenValue } from './carried';
import { failsAtFirst } from './fail-fast';
import { registerMistake, mistakesAt, assignMistake } from './register';
import { Consequence, isWorking, working } from '../../base/errors/consequence';
import { InvalidInput, inConstruct } from '../../base/errors/invalid-input';
import { readable } from '../given-type';

/*
 * A construct with a mistake is not planned: it makes no object, its handles and methods answer as those of a stand-in that lives in a hidden tree, and
 * the synth fails with the mistakes of all constructs. What depends on it is not told as a mistake of its own.
 */

const unplanned = new WeakSet<IConstruct>();
/** The trees of stand-ins, by the tree that they stand in for. */
const hidden = new WeakMap<IConstruct, App>();
const hiddenRoots = new WeakSet<IConstruct>();

/** Whether a construct has a mistake, or stands in for one that has. */
export function isUnplanned(construct: IConstruct): boolean {
  return unplanned.has(construct) || hiddenRoots.has(construct.node.root);
}

/** Marks a construct that cannot be planned, whatever else is found. */
export function markUnplanned(construct: IConstruct): void {
  unplanned.add(construct);
  noteBrokenValue();
}

/** The tree of what stands in for constructs of a tree, if any does. */
export function standInsOf(root: IConstruct): IConstruct | undefined {
  return hidden.get(root);
}

/**
 * Keeps what went wrong in a constructor or a method of a construct, to be told at synth. Throws what nobody could keep: errors of other kinds, which
 * are defects, and everything where the caller is this library or the program is to end at the first mistake.
 */
export function keepMistake(construct: IConstruct, error: unknown): void {
  if (isWorking() || hiddenRoots.has(construct.node.root) || failsAtFirst()) {
    throw error;
  }
  if (error instanceof InvalidInput) {
    assignMistake(registerMistake(error), construct, undefined, error.constructPath);
  } else if (!(error instanceof Consequence) && !unplanned.has(construct)) {
    throw error;
  }
}

/** Plans a construct, or ends its constructor where something is wrong with what it was given although the plan itself found nothing. */
export function planned<Plan>(construct: IConstruct, plan: () => Plan): Plan {
  const result = inConstruct(construct, '', plan);
  if (unplanned.has(construct)) {
    throw new Consequence();
  }
  return result;
}

/** How a class is made of properties that are known to work, and of which given ones its handles should show where they are good. */
export interface StandIn<Type, Props> {
  readonly keeps: readonly (keyof Props)[];
  make(place: Construct, id: string, kept: Partial<Props>): Type;
}

/**
 * Ends a constructor that met a mistake: the construct makes no object, and takes the handles of a stand-in.
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
  // Not what checks left on it (symbols), and not its place in the hidden tree.
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

/** A place in a tree that nobody renders, with the namespace of the construct's chart. */
export function hiddenPlace(construct: IConstruct): Construct {
  const { root } = construct.node;
  const app = hidden.get(root) ?? new App();
  hidden.set(root, app);
  hiddenRoots.add(app);
  const namespace = construct.node.scopes.some(Chart.isChart) ? Chart.of(construct).namespace : undefined;
  return new Chart(app, `(stand-in ${app.node.children.length})`, { namespace });
}

/**
 * Runs a method of a construct. What it refuses is told at synth, and the caller gets an answer that does no harm; so it does, without a word, from a
 * construct whose own mistakes will be told.
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

/** A number that a harmless answer can be made of, in place of one that is none. */
export function anyIndex(index: unknown): number {
  return typeof index === 'number' ? index : 0;
}

/** What an unplanned construct says of itself in place of a plan. */
export function explainMistakes(construct: IConstruct): string | undefined {
  if (!isUnplanned(construct)) {
    return undefined;
  }
  const mistakes = mistakesAt(construct).map(({ field, message, help }) => `  ${field ? `${field}: ` : ''}${message}${help ? `\n    help: ${help}` : ''}`);
  return [`${construct.node.path} is not planned: ${mistakes.length > 0 ? 'its input cannot work' : 'what it depends on is not'}`, ...mistakes].join('\n');
}
