import { boolean, Code, CodeMaker, decided, Frame, Scope } from './code';
import { sortedBy } from './lists';
import { CelValue, ListValue, MapValue, noOverload, NotEvaluated, Optional, PlainList, PlainMap } from './values';
import { CelNode } from '../parser';

/*
 * Macros that evaluate an expression for each element, with one variable or two.
 * Source: cel-go parser/macro.go, ext/comprehensions.go, ext/lists.go sortBy, cel/library.go optMap (v0.26)
 */

/** An element: the values of the variables. */
type Element = readonly CelValue[];

interface Each {
  readonly elements: readonly Element[];
  /** Evaluates one of the expressions for an element. */
  readonly of: (code: Code, element: Element) => CelValue;
}

/** By number of variables and of expressions, what makes the result of them. */
type Result = (each: Each, codes: readonly Code[]) => CelValue;

const quantifier = (decisive: boolean): Result => ({ elements, of }, [test]) => decided(elements, element => of(test, element), decisive);

const one: Result = ({ elements, of }, [test]) => elements.filter(element => boolean(of(test, element))).length === 1;

const filtered: Result = ({ elements, of }, [test]) => new PlainList(elements.filter(element => boolean(of(test, element))).map(([item]) => item));

/** Of one expression, or of a condition and one. */
const mapped = ({ elements, of }: Each, codes: readonly Code[]): readonly (readonly [Element, CelValue])[] => {
  const [test, made] = codes.length === 1 ? [undefined, codes[0]] : codes;
  return elements.filter(element => test === undefined || boolean(of(test, element))).map(element => [element, of(made, element)]);
};

const asList: Result = (each, codes) => new PlainList(mapped(each, codes).map(([, made]) => made));

const asMap: Result = (each, codes) => new PlainMap(mapped(each, codes).map(([[key], made]) => [key, made]));

const asEntries: Result = (each, codes) => new PlainMap(mapped(each, codes).flatMap(([, made]) => {
  if (!(made instanceof MapValue)) {
    throw noOverload();
  }
  return made.keys().map((key): [CelValue, CelValue] => [key, made.get(key)!]);
}), true);

const sorted: Result = ({ elements, of }, [key]) => sortedBy(elements.map(([item]) => item), elements.map(element => of(key, element)));

const present = (wraps: boolean): Result => ({ elements, of }, [made]) => {
  const value = elements.length === 0 ? Optional.NONE : of(made, elements[0]);
  return !wraps || elements.length === 0 ? value : new Optional(value);
};

interface Form {
  readonly variables: number;
  readonly codes: readonly number[];
  readonly result: Result;
}

const form = (variables: number, codes: readonly number[], result: Result): Form => ({ variables, codes, result });

export const COMPREHENSIONS: Readonly<Record<string, readonly Form[]>> = {
  all: [form(1, [1], quantifier(false)), form(2, [1], quantifier(false))],
  exists: [form(1, [1], quantifier(true)), form(2, [1], quantifier(true))],
  exists_one: [form(1, [1], one), form(2, [1], one)],
  existsOne: [form(2, [1], one)],
  filter: [form(1, [1], filtered)],
  map: [form(1, [1, 2], asList)],
  sortBy: [form(1, [1], sorted)],
  transformList: [form(2, [1, 2], asList)],
  transformMap: [form(2, [1, 2], asMap)],
  transformMapEntry: [form(2, [1, 2], asEntries)],
  optMap: [form(1, [1], present(true))],
  optFlatMap: [form(1, [1], present(false))],
};

interface Call {
  readonly target: CelNode;
  readonly name: string;
  readonly args: readonly CelNode[];
}

/** The code of a macro; undefined for a call that is none, as it has other arguments. */
export function comprehension(maker: CodeMaker, { target, name, args }: Call, scope: Scope): Code | undefined {
  const found = COMPREHENSIONS[name].find(({ variables, codes }) => codes.includes(args.length - variables));
  const names = args.slice(0, found?.variables ?? 0).flatMap(each => each.kind === 'name' ? [each.name] : []);
  if (!found || names.length !== found.variables || new Set(names).size !== names.length) {
    throw new NotEvaluated(`${name}() with other arguments`);
  }
  const over = maker.code(target, scope);
  const slots = names.map(() => maker.newSlot());
  const inner = new Map([...scope, ...names.map((each, index): [string, number] => [each, slots[index]])]);
  const codes = args.slice(names.length).map(each => maker.code(each, inner));
  const elementsOf = name.startsWith('opt') ? elementOfOptional : names.length === 1 ? singles : pairs;
  return frame => found.result({ elements: elementsOf(over(frame)), of: (code, element) => evaluated(frame, slots, code, element) }, codes);
}

function evaluated(frame: Frame, slots: readonly number[], code: Code, element: Element): CelValue {
  frame.work?.spend(slots.length);
  for (let index = 0; index < slots.length; index++) {
    frame.slots[slots[index]] = element[index];
  }
  return code(frame);
}

function singles(over: CelValue): readonly Element[] {
  return itemsOf(over).map(item => [item]);
}

function itemsOf(over: CelValue): readonly CelValue[] {
  if (over instanceof ListValue) {
    return over.items;
  } else if (over instanceof MapValue) {
    return over.keys();
  }
  throw noOverload();
}

function pairs(over: CelValue): readonly Element[] {
  return over instanceof MapValue ? over.keys().map(key => [key, over.get(key)!]) : itemsOf(over).map((item, index) => [BigInt(index), item]);
}

function elementOfOptional(over: CelValue): readonly Element[] {
  if (!(over instanceof Optional)) {
    throw noOverload();
  }
  return over.value === undefined ? [] : [[over.value]];
}
