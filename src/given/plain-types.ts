import { GivenType, isLate, isObject, notOfType } from './given-type';
import { Problem } from '../checks/invalid-input';

/** What nothing is known of. */
export const ANY: GivenType = {
  title: 'anything',
  help: () => 'give any value',
  accepts: () => true,
  explain: () => [],
};

const TEXT: GivenType = {
  title: 'text',
  help: value => typeof value === 'number' || typeof value === 'boolean' ? `put it in quotes: "${value}"` : 'give text',
  accepts: value => typeof value === 'string',
  explain: (value, field) => typeof value === 'string' || isLate(value) ? [] : notOfType(TEXT, value, field),
};

const NUMBER: GivenType = {
  title: 'a number',
  help: value => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? `write ${Number(value)} without quotes` : 'give a number',
  accepts: value => Number.isFinite(value),
  explain: (value, field) => Number.isFinite(value) ? [] : notOfType(NUMBER, value, field),
};

const BOOLEAN: GivenType = {
  title: 'true or false',
  help: value => value === 'true' || value === 'false' ? `write ${value} without quotes` : 'give true or false',
  accepts: value => typeof value === 'boolean',
  // What is not known counts as true wherever it is asked.
  explain: (value, field) => typeof value === 'boolean' ? [] : notOfType(BOOLEAN, value, field).map(problem => ({ ...problem, isAbsent: true })),
};

export const PRIMITIVES: { readonly [name: string]: GivenType } = { any: ANY, string: TEXT, number: NUMBER, boolean: BOOLEAN };

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
    return Array.isArray(value) && value.every(each => this.element.accepts(each));
  }

  public explain(value: unknown, field: string): Problem[] {
    if (!Array.isArray(value)) {
      return notOfType(this, value, field);
    }
    // Holes of a sparse list are elements too.
    return Array.from(value).flatMap((each, index) => this.element.accepts(each) ? [] : this.explainElement(each, `${field}[${index}]`));
  }

  private explainElement(value: unknown, field: string): Problem[] {
    return value === undefined || value === null ? nothingIn('list', field, value) : this.element.explain(value, field);
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
    return isPlain(value) && Object.values(value).every(each => this.value.accepts(each));
  }

  public explain(value: unknown, field: string): Problem[] {
    if (!isPlain(value)) {
      return notOfType(this, value, field);
    }
    return Object.entries(value).flatMap(([key, each]) => this.value.accepts(each) ? [] : this.explainValue(each, `${field}[${key}]`));
  }

  private explainValue(value: unknown, field: string): Problem[] {
    return value === undefined || value === null ? nothingIn('map', field, value) : this.value.explain(value, field);
  }
}

/** A map is an object of no class: an instance has nothing in it that a reader of entries would find. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !isLate(value) && !(value instanceof Map) && !(value instanceof Date);
}

function nothingIn(what: string, field: string, value: unknown): Problem[] {
  return [{ field, reason: 'Invalid value', value, detail: `${value === null ? 'is' : 'undefined is'} no entry of a ${what}`, help: 'leave the entry out, or give it a value' }];
}
