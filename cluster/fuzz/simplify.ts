import { Entry, Expression, Literal, Program, Statement, literal, namesIn } from './expression';

/** Whether a program still fails in the same way. */
export type Fails = (program: Program) => Promise<boolean>;

/** Programs that were tried before it gave up; each may cost a request to a server. */
const MOST_TRIES = 600;

/**
 * Cuts a failing program down to what it needs to fail: statements, properties, items and arguments go, texts and numbers get small. It works on
 * the program rather than on the choices behind it, so that parts which had to agree when they were chosen can go one by one.
 */
export async function simplify(program: Program, fails: Fails): Promise<Program> {
  let smallest = program;
  let tries = 0;
  for (let progress = true; progress;) {
    progress = false;
    for (let position = 0; ; position++) {
      const candidate = simpler(smallest, position);
      if (candidate === 'end' || tries >= MOST_TRIES) {
        break;
      }
      tries++;
      if (await fails(candidate)) {
        smallest = candidate;
        progress = tries < MOST_TRIES;
        // What stands at this position now is another candidate.
        position--;
      }
    }
  }
  return smallest;
}

/** The candidate with a number, the largest cuts first. */
function simpler(program: Program, position: number): Program | 'end' {
  let index = 0;
  for (const candidate of candidates(program)) {
    if (index++ === position) {
      return candidate;
    }
  }
  return 'end';
}

function* candidates({ statements }: Program): Generator<Program> {
  for (let index = statements.length - 1; index >= 0; index--) {
    if (isFree(statements, index)) {
      yield { statements: without(statements, index) };
    }
  }
  for (let index = statements.length - 1; index >= 0; index--) {
    for (const value of smaller(statements[index].value)) {
      yield { statements: replaced(statements, index, { ...statements[index], value }) };
    }
  }
}

/** The app is what is synthesised, and what others refer to has to stay. */
function isFree(statements: readonly Statement[], index: number): boolean {
  const { name } = statements[index];
  return name !== 'app' && !(name !== undefined && statements.some(({ value }) => namesIn(value).has(name)));
}

/** Expressions with a part cut out, or with a smaller value. */
function* smaller(expression: Expression): Generator<Expression> {
  switch (expression.is) {
    case 'literal': return yield* smallerLiterals(expression.value);
    case 'list': return yield* smallerList(expression.items);
    case 'object': return yield* smallerObject(expression.entries);
    case 'get': {
      for (const of of smaller(expression.of)) {
        yield { ...expression, of };
      }
      return;
    }
    case 'call': {
      for (const callee of smaller(expression.callee)) {
        yield { ...expression, callee };
      }
      for (const args of smallerArguments(expression.args)) {
        yield { ...expression, args };
      }
      return;
    }
    case 'new': {
      for (const args of smallerArguments(expression.args)) {
        yield { ...expression, args };
      }
      return;
    }
    default:
  }
}

function* smallerList(items: readonly Expression[]): Generator<Expression> {
  for (let index = items.length - 1; index >= 0; index--) {
    yield { is: 'list', items: without(items, index) };
  }
  for (const [index, item] of items.entries()) {
    for (const value of smaller(item)) {
      yield { is: 'list', items: replaced(items, index, value) };
    }
  }
}

function* smallerObject(entries: readonly Entry[]): Generator<Expression> {
  for (let index = entries.length - 1; index >= 0; index--) {
    yield { is: 'object', entries: without(entries, index) };
  }
  for (const [index, entry] of entries.entries()) {
    for (const value of smaller(entry.value)) {
      yield { is: 'object', entries: replaced(entries, index, { ...entry, value }) };
    }
  }
}

/** A last argument may go where it was optional; the program tells. */
function* smallerArguments(args: readonly Expression[]): Generator<readonly Expression[]> {
  if (args.length > 0) {
    yield args.slice(0, -1);
  }
  for (const [index, arg] of args.entries()) {
    for (const value of smaller(arg)) {
      yield replaced(args, index, value);
    }
  }
}

function* smallerLiterals(value: Literal): Generator<Expression> {
  if (typeof value === 'string' && value.length > 1) {
    yield literal(value.slice(0, Math.floor(value.length / 2)));
    yield literal(value.slice(1));
    yield literal(value.slice(0, -1));
  }
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > 1) {
    yield literal(Math.trunc(value / 2));
    yield literal(Math.trunc(value) - Math.sign(value));
  }
}

function without<T>(list: readonly T[], index: number): T[] {
  return [...list.slice(0, index), ...list.slice(index + 1)];
}

function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return [...list.slice(0, index), value, ...list.slice(index + 1)];
}
