import { Chart } from 'cdk8s';
import { Minor } from '../../../harness/api-server';
import { Conflict, Factors } from '../pairwise';

/** One choice: the properties that make it. */
export interface Level<P> {
  readonly props: Partial<P>;
  /** First minor that has what it needs; older ones must be refused. */
  readonly since?: Minor;
}

/** A pattern with what is chosen in its rows. */
export interface Table<P = any> {
  readonly pattern: string;
  readonly factors: Factors<Level<P>>;
  /** Choices that the library refuses together, because no manifest could do both. */
  readonly conflicts: readonly Conflict[];
  readonly create: (chart: Chart, props: P) => void;
}

/** All of one choice against some of another. */
export function against(one: string, factor: string, levels: readonly string[]): Conflict[] {
  return levels.map(level => [one, `${factor}=${level}`]);
}

/** Properties of several choices together; containers are merged, so that each may say something of them. */
export function merged<P extends object>(levels: readonly Level<P>[]): P {
  return levels.reduce((sum, { props }) => ({ ...sum, ...props, ...containersOf(sum, props) }), {} as P);
}

function containersOf(one: any, other: any): object {
  const both = ['container', 'leader', 'service'].filter(name => one[name] && other[name]);
  return Object.fromEntries(both.map(name => [name, { ...one[name], ...other[name] }]));
}
