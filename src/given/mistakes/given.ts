import { Construct, IConstruct } from 'constructs';
import { hasBrokenValues, mistakesIn } from './carried';
import { isStruct, withMeant, withUnknown, without } from './field-path';
import { assignMistake } from './register';
import { isUnplanned, keepMistake, markUnplanned } from './unplanned';
import { ToldAlready, unknown } from '../../base/errors/consequence';
import { InvalidInput, InputProblem } from '../../base/errors/invalid-input';
import { checkProps, readArguments, readProps, requireArguments } from '../given';
import { readable } from '../given-type';

type Plain = { [key: string]: unknown };

/** How deep structs are searched. */
const DEPTH = 8;

/**
 * Checks the props of a constructor: reports unknown and mistyped properties together and returns the props without them. Mistakes that values carry
 * (`Accelerator.nvidia(0)`) are reported at the property that has them. A construct that has mistakes itself is replaced by an unknown value, so that what
 * follows from its mistakes is not reported as another one.
 *
 * @param owner name of the class in the table of types.
 */
export function given<Props>(construct: IConstruct, owner: string, unread: Props): Props {
  const problems = checkProps(owner, unread);
  const props = readProps(owner, unread);
  // Mistakes that values carry come first: a value that was made unknown can no longer be asked.
  const known = hasBrokenValues() ? knownOf(construct, props) : props;
  return problems.length > 0 ? withoutMistyped(construct, known, problems) : known;
}

function knownOf<Props>(construct: IConstruct, props: Props): Props {
  const search = new Search(construct);
  const known = search.replaced(props, '', DEPTH) as Props;
  if (search.hasFound) {
    markUnplanned(construct);
  }
  return known;
}

function withoutMistyped<Props>(construct: IConstruct, props: Props, problems: readonly InputProblem[]): Props {
  const error = new InvalidInput(problems, construct.node.path);
  if (typeof props !== 'object' || props === null) {
    throw error;
  }
  keepMistake(construct, error);
  markUnplanned(construct);
  const copy = { ...props };
  problems.forEach(({ field, isAbsent }) => isAbsent ? without(copy, field) : withUnknown(copy, field));
  problems.forEach(({ meant }) => meant !== undefined && withMeant(copy, meant));
  return copy;
}

/**
 * Checks the arguments of a construct's method: types, and mistakes that they carry. Throws, and the construct stays as it is.
 *
 * @param title class and method: `LeaderWorkerGroup#addService`.
 * @returns the arguments, with structs as plain data.
 */
export function requireGiven<Values extends readonly unknown[]>(construct: IConstruct, title: string, ...values: Values): Values {
  requireArguments(title, values);
  const search = new Search(construct);
  if (hasBrokenValues() && values.some(value => search.replaced(value, title.split('#')[1], DEPTH) && search.hasFound)) {
    throw new ToldAlready();
  }
  return readArguments(title, values) as unknown as Values;
}

/** Finds values that carry mistakes, and values that depend on constructs with mistakes. */
class Search {
  public hasFound = false;

  constructor(private readonly construct: IConstruct) {}

  /** The value with all of those replaced by unknown ones; the value itself where there are none. */
  public replaced(value: unknown, field: string, depth: number): unknown {
    if (typeof value !== 'object' || value === null || depth === 0) {
      return value;
    }
    return readable(() => this.search(value, field, depth)) ?? value;
  }

  private search(value: object, field: string, depth: number): unknown {
    const mistakes = mistakesIn(value);
    if (mistakes || dependsOnUnplanned(value)) {
      mistakes?.forEach(mistake => assignMistake(mistake, this.construct, field));
      this.hasFound = true;
      return mistakes ? value : unknown(value);
    }
    if (Array.isArray(value)) {
      const items = value.map((item, index) => this.replaced(item, `${field}[${index}]`, depth - 1));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    return isStruct(value) ? this.replacedStruct(value as Plain, field, depth) : value;
  }

  private replacedStruct(struct: Plain, field: string, depth: number): Plain {
    const entries = Object.entries(struct).map(([key, value]) => [key, this.replaced(value, field === '' ? key : `${field}.${key}`, depth - 1)] as const);
    return entries.some(([key, value]) => value !== struct[key]) ? Object.fromEntries(entries) : struct;
  }
}

/** Whether it is a construct with mistakes, or a handle made by one: a pod or Service of its stand-in. */
function dependsOnUnplanned(value: object): boolean {
  const { node, apiObject } = value as Partial<IConstruct> & { apiObject?: IConstruct };
  const construct = node ? value as IConstruct : apiObject;
  return Construct.isConstruct(construct) && isUnplanned(construct);
}
