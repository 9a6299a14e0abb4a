import { types } from 'util';
import { DataType } from './data-type';
import { GivenType, isLate, isObjectOrInstance, isPlain, notOfType, problemsOf, propertyOf, readable } from './given-type';
import { InputProblem } from '../base/errors/invalid-input';

/** How many unknown properties are reported one by one; an object with more was meant for something else. */
const UNKNOWN_TOLD = 40;

const DATA = new DataType();

/** The symbol that marks constructs. Not imported: the command line checks its settings here too, without constructs. Source: constructs src/construct.ts (10.4) */
const CONSTRUCT = Symbol.for('constructs.Construct');

/** One property of a struct. */
export interface GivenProperty {
  readonly type: GivenType;
  readonly isRequired: boolean;
  /** One sentence, for required properties only. */
  readonly doc: string;
}

/** Advice on an unknown property, and the path of the property that was meant, if there is one: `size`, `container.image`. */
export interface Advice {
  readonly help: string;
  readonly meant?: string;
}

/** A struct: an object with known properties, like `LeaderWorkerGroupProps`. */
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

  public explain(value: unknown, field: string): InputProblem[] {
    if (!this.isGiven(value)) {
      return notOfType(this, value, field);
    }
    const names = this.unknownIn(value);
    const unknown = names.slice(0, UNKNOWN_TOLD).map(name => ({ name, ...this.advise(name) }));
    // A required property under a wrong name is one mistake, not two.
    const meant = new Set(unknown.map(each => each.meant?.split(/[.[]/)[0]));
    return [
      ...this.explainKnown(value, field, meant),
      ...this.furtherIn(value).flatMap(name => problemsOf(DATA, () => value[name], propertyOf(field, name))),
      ...unknown.map(({ name, help, meant: property }): InputProblem => ({
        field: propertyOf(field, name), reason: 'Forbidden', detail: 'unknown property', help, isAbsent: true, meant: property && propertyOf(field, property),
      })),
      ...names.length > UNKNOWN_TOLD ? [manyUnknown(field, names.length - UNKNOWN_TOLD)] : [],
    ];
  }

  private explainKnown(value: Record<string, unknown>, field: string, meant: ReadonlySet<string | undefined>): InputProblem[] {
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

  /** A class instance is accepted if it has a property of the struct; objects of the language or framework are not. */
  private isGiven(value: unknown): value is Record<string, unknown> {
    return isObjectOrInstance(value) && (isPlain(value) || Object.prototype.toString.call(value) === '[object Object]'
      && !isLate(value) && !(CONSTRUCT in value) && [...this.properties.keys()].some(name => name in value));
  }

  /** Properties of an open struct beyond those in the table. */
  private furtherIn(value: Record<string, unknown>): string[] {
    return this.isOpen ? Object.keys(value).filter(name => !this.properties.has(name) && readable(() => value[name] === undefined) !== true) : [];
  }

  private unknownIn(value: Record<string, unknown>): string[] {
    // A class instance has members beside the struct's; of a plain object everything was written on purpose.
    if (this.isOpen || !isPlain(value)) {
      return [];
    }
    return Object.keys(value).filter(name => !this.properties.has(name) && readable(() => value[name] === undefined) !== true);
  }
}

function manyUnknown(field: string, count: number): InputProblem {
  return { field, reason: 'Forbidden', detail: `${count} more of its properties are unknown`, help: 'remove those above, and the others alike' };
}

function missing(field: string, { type, doc }: GivenProperty): InputProblem {
  return { field, reason: 'Required value', detail: doc === '' ? `expected ${type.title}` : lowerFirst(doc), help: `set it: ${type.help(undefined)}` };
}

/** Lower-cases `Pods in a group.` to stand after a colon, but neither `CSI driver` nor `IP address`. */
function lowerFirst(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z ]/.test(text) ? `${text[0].toLowerCase()}${text.slice(1)}` : text;
}
