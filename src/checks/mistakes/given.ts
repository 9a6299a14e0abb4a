import { IConstruct } from 'constructs';
import { brokenValues, mistakesIn } from './carried';
import { unknown } from './consequence';
import { isStruct, withUnknown } from './field-path';
import { own } from './register';
import { isUnplanned, keepMistake, markUnplanned } from './unplanned';
import { checkProps } from '../../given/given';
import { InvalidInput, Problem } from '../invalid-input';

type Plain = { [key: string]: unknown };

/** Structs hold structs, but nobody nests them deeper. */
const DEPTH = 8;

/**
 * What a constructor was given. Properties that are none, or of the wrong type, are told together, and the plan goes on without them. Mistakes in values
 * (`Accelerator.nvidia(0)`) are told at the property that has them; a construct that is not planned is replaced by something unknown, so that what
 * follows from its mistakes is not told as another one.
 *
 * @param owner name of the class, by which its properties are known.
 */
export function given<Props>(construct: IConstruct, owner: string, props: Props): Props {
  const problems = checkProps(owner, props);
  const checked = problems.length > 0 ? withoutMistyped(construct, props, problems) : props;
  return brokenValues() ? (replaced(construct, checked, '', DEPTH) as Props) : checked;
}

function withoutMistyped<Props>(construct: IConstruct, props: Props, problems: readonly Problem[]): Props {
  const error = new InvalidInput(problems, construct.node.path);
  if (typeof props !== 'object' || props === null) {
    throw error;
  }
  keepMistake(construct, error);
  markUnplanned(construct);
  const copy = { ...props };
  problems.forEach(({ field }) => withUnknown(copy, field));
  return copy;
}

function replaced(construct: IConstruct, value: unknown, field: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) {
    return value;
  }
  const mistakes = mistakesIn(value);
  if (mistakes) {
    mistakes.forEach(mistake => own(mistake, construct, field));
    markUnplanned(construct);
    return value;
  }
  if (dependsOnUnplanned(value)) {
    markUnplanned(construct);
    return unknown(value);
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => replaced(construct, item, `${field}[${index}]`, depth - 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isStruct(value) ? replacedStruct(construct, value as Plain, field, depth) : value;
}

function replacedStruct(construct: IConstruct, struct: Plain, field: string, depth: number): Plain {
  const entries = Object.entries(struct).map(([key, value]) => [key, replaced(construct, value, field === '' ? key : `${field}.${key}`, depth - 1)] as const);
  return entries.some(([key, value]) => value !== struct[key]) ? Object.fromEntries(entries) : struct;
}

/** The construct itself, or a handle of it: pods and Services of a stand-in. */
function dependsOnUnplanned(value: object): boolean {
  const { node, apiObject } = value as Partial<IConstruct> & { apiObject?: IConstruct };
  const construct = node ? value as IConstruct : apiObject;
  return construct?.node?.root !== undefined && isUnplanned(construct);
}
