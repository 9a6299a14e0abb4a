import { GivenType, isLate, isPlain, notOfType, problemsOf, readable } from './given-type';
import { InputProblem } from '../base/errors/invalid-input';

/** How many wrong elements of a list or map are reported one by one. */
const ELEMENTS_TOLD = 10;

const NOTHING = Symbol('nothing');

/** Problems of texts that no manifest can hold: lone surrogates, NUL, and an object that was converted to text. */
const UNFIT = /\0|\[object \w+\]|\p{Surrogate}/u; // eslint-disable-line no-control-regex

function unfitText(value: string, field: string): InputProblem[] {
  const found = UNFIT.exec(value)?.[0];
  if (found === undefined) {
    return [];
  }
  return found.startsWith('[')
    ? [{ field, reason: 'Invalid value', value, detail: `${found} is what JavaScript makes of an object inside a text`, help: 'put a text of the object there; what cdk8s resolves at synth stands alone' }]
    : [{ field, reason: 'Invalid value', value, detail: `has ${found === '\0' ? 'a null character, which ends a text' : 'half of a character (a lone surrogate)'}`, help: 'remove it' }];
}

/** Any value, unchecked. */
export const ANY: GivenType = {
  title: 'anything',
  help: () => 'give any value',
  accepts: () => true,
  explain: () => [],
  read: value => value,
};

const TEXT: GivenType = {
  title: 'text',
  help: value => typeof value === 'number' || typeof value === 'boolean' ? `put it in quotes: "${value}"` : 'give text',
  accepts: value => typeof value === 'string' && !UNFIT.test(value),
  explain: (value, field) => typeof value === 'string' ? unfitText(value, field)
    : isLate(value) ? [{ field, reason: 'Invalid value', value, detail: 'is known at synth only, and is needed before', help: 'give text' }]
      : notOfType(TEXT, value, field),
  read: value => value,
};

/** Text that is not used before cdk8s resolves it, so that it may be a token. */
const LATE_TEXT: GivenType = {
  ...TEXT,
  accepts: value => TEXT.accepts(value) || isLate(value),
  explain: (value, field) => isLate(value) ? [] : TEXT.explain(value, field),
};

const NUMBER: GivenType = {
  title: 'a number',
  help: value => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? `write ${Number(value)} without quotes` : 'give a number',
  accepts: value => Number.isFinite(value) && !Object.is(value, -0),
  explain: (value, field) => Object.is(value, -0) ? [{ field, reason: 'Invalid value', value: '-0', detail: 'is a negative zero', help: 'give 0' }]
    : notOfType(NUMBER, value, field),
  read: value => value,
};

const BOOLEAN: GivenType = {
  title: 'true or false',
  help: value => value === 'true' || value === 'false' ? `write ${value} without quotes` : 'give true or false',
  accepts: value => typeof value === 'boolean',
  // An unknown value is truthy wherever it is tested.
  explain: (value, field) => typeof value === 'boolean' ? [] : notOfType(BOOLEAN, value, field).map(problem => ({ ...problem, isAbsent: true })),
  read: value => value,
};

export const PRIMITIVES: { readonly [name: string]: GivenType } = { any: ANY, string: TEXT, late: LATE_TEXT, number: NUMBER, boolean: BOOLEAN };

export class ListType implements GivenType {
  public readonly title: string;

  constructor(private readonly element: GivenType) {
    this.title = `a list of ${element.title.replace(/^an? /, '')}`;
  }

  public help(value: unknown): string {
    if (typeof value === 'string' && /\s/.test(value) && this.element.accepts(value)) {
      return 'give a list with an element for each word';
    }
    return this.element.accepts(value) ? 'put it into a list' : `give a list, and for each element ${this.element.help(value)}`;
  }

  public accepts(value: unknown): boolean {
    if (!Array.isArray(value)) {
      return false;
    }
    // By index, since `every` skips the holes of a sparse list.
    for (let index = 0; index < value.length; index++) {
      if (!this.element.accepts(value[index])) {
        return false;
      }
    }
    return true;
  }

  public explain(value: unknown, field: string): InputProblem[] {
    if (!Array.isArray(value)) {
      return notOfType(this, value, field);
    }
    const problems: InputProblem[] = [];
    let wrong = 0;
    for (let index = 0; index < value.length; index++) {
      const found = this.explainElement(() => value[index] as unknown, `${field}[${index}]`);
      wrong += found.length > 0 ? 1 : 0;
      problems.push(...wrong > ELEMENTS_TOLD ? [] : found);
    }
    return wrong > ELEMENTS_TOLD ? [...problems, furtherElements(field, wrong - ELEMENTS_TOLD)] : problems;
  }

  public read(value: unknown): unknown {
    return Array.isArray(value) ? readable(() => Array.from(value as unknown[], each => this.element.read(each))) : value;
  }

  private explainElement(ask: () => unknown, field: string): InputProblem[] {
    return nothing(ask) ? nothingIn('list', field, ask()) : problemsOf(this.element, ask, field);
  }
}

export class MapType implements GivenType {
  public readonly title: string;

  constructor(private readonly value: GivenType) {
    this.title = `a map of names to ${value.title.replace(/^an? /, '')}`;
  }

  public help(): string {
    return `for each name ${this.value.help(undefined)}`;
  }

  public accepts(value: unknown): boolean {
    if (!isMap(value)) {
      return false;
    }
    return Object.keys(value).every(key => this.value.accepts(value[key]));
  }

  public explain(value: unknown, field: string): InputProblem[] {
    if (!isMap(value)) {
      return notOfType(this, value, field);
    }
    const problems = Object.keys(value).flatMap(key => this.explainValue(() => value[key], `${field}[${key}]`));
    const further = problems.length - ELEMENTS_TOLD;
    return further > 0 ? [...problems.slice(0, ELEMENTS_TOLD), furtherElements(field, further)] : problems;
  }

  public read(value: unknown): unknown {
    if (!isMap(value)) {
      return value;
    }
    return Object.fromEntries(Object.keys(value).map(key => [key, readable(() => this.value.read(value[key]))]));
  }

  private explainValue(ask: () => unknown, field: string): InputProblem[] {
    return nothing(ask) ? nothingIn('map', field, ask()) : problemsOf(this.value, ask, field);
  }
}

/** Whether a value is a plain object: the entries of a class instance would be incomplete, and a lazy value has none yet. */
function isMap(value: unknown): value is Record<string, unknown> {
  return isPlain(value) && !isLate(value);
}

/** Whether there is no value at all; false if reading it throws. */
function nothing(ask: () => unknown): boolean {
  return readable(() => (ask() ?? NOTHING) === NOTHING) ?? false;
}

function furtherElements(field: string, count: number): InputProblem {
  return { field, reason: 'Invalid value', detail: `${count} more of its elements are wrong`, help: 'correct those above, and the others alike' };
}

function nothingIn(what: string, field: string, value: unknown): InputProblem[] {
  return [{ field, reason: 'Invalid value', value, detail: `${value === null ? 'is' : 'undefined is'} no entry of a ${what}`, help: 'leave the entry out, or give it a value; is an environment variable not set?' }];
}
