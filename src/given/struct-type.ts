import { types } from 'util';
import { DataType } from './data-type';
import { GivenType, isLate, isObjectOrInstance, isPlain, notOfType, problemsOf, propertyOf, readable } from './given-type';
import { Problem } from '../base/errors/invalid-input';

/** Unknown properties that are told one by one; what has more of them was meant for something else. */
const UNKNOWN_TOLD = 40;

const DATA = new DataType();

/** The mark of a construct; the command line, which checks its own settings, has no use for the framework. Source: constructs src/construct.ts (10.4) */
const CONSTRUCT = Symbol.for('constructs.Construct');

/** One property of a struct. */
export interface GivenProperty {
  readonly type: GivenType;
  readonly isRequired: boolean;
  /** What it is, in a sentence; only of those that are required. */
  readonly doc: string;
}

/** What to do about a property that a struct does not have, and the property that was meant, where that is clear: `size`, `container.image`. */
export interface Advice {
  readonly help: string;
  readonly meant?: string;
}

/** An object with known properties: `LeaderWorkerGroupProps`. */
export class StructType implements GivenType {
  public readonly title: string;
  private readonly required: number;

  constructor(name: string, private readonly properties: ReadonlyMap<string, GivenProperty>,
    private readonly isOpen: boolean, private readonly advise: (name: string) => Advice) {
    this.title = `an object (${name.replace(/^\w+\./, '')})`;
    this.required = [...properties.values()].filter(property => property.isRequired).length;
  }

  public help(): string {
    return `give an object with ${[...this.properties.keys()].slice(0, 6).join(', ')}${this.properties.size > 6 ? ', …' : ''}`;
  }

  public accepts(value: unknown): boolean {
    if (!isObjectOrInstance(value) || !isPlain(value) || types.isProxy(value)) {
      return false;
    }
    let found = 0;
    for (const name in value) {
      const given = value[name];
      if (given === undefined) {
        continue;
      }
      const property = this.properties.get(name);
      if (property ? !property.type.accepts(given) : !this.isOpen || !DATA.accepts(given)) {
        return false;
      }
      found += property?.isRequired ? 1 : 0;
    }
    return found === this.required;
  }

  public explain(value: unknown, field: string): Problem[] {
    if (!this.isGiven(value)) {
      return notOfType(this, value, field);
    }
    const names = this.unknownIn(value);
    const unknown = names.slice(0, UNKNOWN_TOLD).map(name => ({ name, ...this.advise(name) }));
    // A required property under another name is one mistake, not two.
    const meant = new Set(unknown.map(each => each.meant?.split(/[.[]/)[0]));
    return [
      ...this.explainKnown(value, field, meant),
      ...this.furtherIn(value).flatMap(name => problemsOf(DATA, () => value[name], propertyOf(field, name))),
      ...unknown.map(({ name, help, meant: property }): Problem => ({
        field: propertyOf(field, name), reason: 'Forbidden', detail: 'unknown property', help, isAbsent: true, meant: property && propertyOf(field, property),
      })),
      ...names.length > UNKNOWN_TOLD ? [manyUnknown(field, names.length - UNKNOWN_TOLD)] : [],
    ];
  }

  private explainKnown(value: Record<string, unknown>, field: string, meant: ReadonlySet<string | undefined>): Problem[] {
    return [...this.properties].flatMap(([name, property]) => {
      const path = propertyOf(field, name);
      if (readable(() => value[name] === undefined)) {
        return property.isRequired && !meant.has(name) ? [missing(path, property)] : [];
      }
      return problemsOf(property.type, () => value[name], path);
    });
  }

  public read(value: unknown): unknown {
    if (!this.isGiven(value)) {
      return value;
    }
    const names = new Set([...this.properties.keys(), ...(isPlain(value) || this.isOpen ? Object.keys(value) : [])]);
    return Object.fromEntries([...names].flatMap(name => {
      const given = readable(() => value[name]);
      return given === undefined ? [] : [[name, readable(() => this.properties.get(name)?.type.read(given) ?? given)]];
    }));
  }

  /** An instance of a class serves as a struct when it has a property of one; what the language or the framework made is no struct. */
  private isGiven(value: unknown): value is Record<string, unknown> {
    return isObjectOrInstance(value) && (isPlain(value) || Object.prototype.toString.call(value) === '[object Object]'
      && !isLate(value) && !(CONSTRUCT in value) && [...this.properties.keys()].some(name => name in value));
  }

  /** Properties of an open struct that the table does not know. */
  private furtherIn(value: Record<string, unknown>): string[] {
    return this.isOpen ? Object.keys(value).filter(name => !this.properties.has(name) && readable(() => value[name] === undefined) !== true) : [];
  }

  private unknownIn(value: Record<string, unknown>): string[] {
    // An instance of a class that serves as a struct has members of its own; a plain object has what somebody wrote.
    if (this.isOpen || !isPlain(value)) {
      return [];
    }
    return Object.keys(value).filter(name => !this.properties.has(name) && readable(() => value[name] === undefined) !== true);
  }
}

function manyUnknown(field: string, count: number): Problem {
  return { field, reason: 'Forbidden', detail: `${count} more of its properties are unknown`, help: 'remove those above, and the others alike' };
}

function missing(field: string, { type, doc }: GivenProperty): Problem {
  return { field, reason: 'Required value', detail: doc === '' ? `expected ${type.title}` : lowerFirst(doc), help: `set it: ${type.help(undefined)}` };
}

/** `Pods in a group.` after a colon; `CSI driver` and `IP address` stay. */
function lowerFirst(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z ]/.test(text) ? `${text[0].toLowerCase()}${text.slice(1)}` : text;
}
