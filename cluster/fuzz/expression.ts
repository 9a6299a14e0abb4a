/**
 * A program over the library as plain data: what generators make, what the interpreter runs, what the printer writes for a person, and what
 * the simplifier cuts down. Nothing in it is a live object, so a failure can always be shown as source.
 */
export type Expression =
  | { readonly is: 'literal'; readonly value: Literal }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | { readonly is: 'object'; readonly entries: readonly Entry[] }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'get'; readonly of: Expression; readonly property: string; readonly isThere?: boolean }
  | { readonly is: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
  | { readonly is: 'new'; readonly type: Expression; readonly args: readonly Expression[] };

export type Literal = string | number | boolean | undefined;

/** A property of an object; names may repeat nothing, but may be `__proto__`. */
export interface Entry {
  readonly key: string;
  readonly value: Expression;
}

/** One line of a program; with a name it declares a constant. */
export interface Statement {
  readonly name?: string;
  readonly value: Expression;
}

export interface Program {
  readonly statements: readonly Statement[];
}

export function literal(value: Literal): Expression {
  return { is: 'literal', value };
}

export function list(items: readonly Expression[]): Expression {
  return { is: 'list', items };
}

/** Properties without a value are left out. */
export function object(entries: { readonly [key: string]: Expression | undefined }): Expression {
  return { is: 'object', entries: Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])) };
}

/** `Locality.SAME_ZONE`, `chart`, `group.leader.mainContainer`: a name and what is read of it. A `!` says that something optional is there. */
export function path(text: string): Expression {
  const [name, ...properties] = text.split('.');
  return properties.reduce<Expression>((of, property) => (
    property.endsWith('!') ? { is: 'get', of, property: property.slice(0, -1), isThere: true } : { is: 'get', of, property }), { is: 'name', name });
}

/** `Accelerator.nvidia(8)`. Trailing arguments that are not there are left out, earlier ones are written as `undefined`. */
export function call(callee: string | Expression, ...args: readonly (Expression | undefined)[]): Expression {
  return { is: 'call', callee: typeof callee === 'string' ? path(callee) : callee, args: given(args) };
}

/** `new LeaderWorkerGroup(chart, 'Llm', { … })`. */
export function construct(type: string, ...args: readonly (Expression | undefined)[]): Expression {
  return { is: 'new', type: path(type), args: given(args) };
}

function given(args: readonly (Expression | undefined)[]): Expression[] {
  const length = args.reduce((last, arg, index) => (arg === undefined ? last : index + 1), 0);
  return args.slice(0, length).map(arg => arg ?? literal(undefined));
}

/** What an expression is made of, in the order in which it is evaluated. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.is) {
    case 'list': return expression.items;
    case 'object': return expression.entries.map(({ value }) => value);
    case 'get': return [expression.of];
    case 'call': return [expression.callee, ...expression.args];
    case 'new': return [expression.type, ...expression.args];
    default: return [];
  }
}

/** Every name that a program refers to. */
export function namesIn(expression: Expression): Set<string> {
  const names = new Set(expression.is === 'name' ? [expression.name] : []);
  partsOf(expression).forEach(part => namesIn(part).forEach(name => names.add(name)));
  return names;
}
