import { GivenType, isObject, notOfType, propertyOf } from './given-type';
import { Problem } from '../checks/invalid-input';

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
    if (!isObject(value)) {
      return false;
    }
    let found = 0;
    for (const name in value) {
      const given = value[name];
      if (given === undefined) {
        continue;
      }
      const property = this.properties.get(name);
      if (property ? !property.type.accepts(given) : !this.isOpen) {
        return false;
      }
      found += property?.isRequired ? 1 : 0;
    }
    return found === this.required;
  }

  public explain(value: unknown, field: string): Problem[] {
    if (!isObject(value)) {
      return notOfType(this, value, field);
    }
    const unknown = this.unknownIn(value).map(name => ({ name, ...this.advise(name) }));
    // A required property under another name is one mistake, not two.
    const meant = new Set(unknown.map(each => each.meant?.split(/[.[]/)[0]));
    return [
      ...this.explainKnown(value, field, meant),
      ...unknown.map(({ name, help, meant: property }): Problem => ({
        field: propertyOf(field, name), reason: 'Forbidden', detail: 'unknown property', help, isAbsent: true, meant: property && propertyOf(field, property),
      })),
    ];
  }

  private explainKnown(value: Record<string, unknown>, field: string, meant: ReadonlySet<string | undefined>): Problem[] {
    return [...this.properties].flatMap(([name, property]) => {
      const given = value[name];
      const path = propertyOf(field, name);
      if (given === undefined) {
        return property.isRequired && !meant.has(name) ? [missing(path, property)] : [];
      }
      return property.type.accepts(given) ? [] : property.type.explain(given, path);
    });
  }

  private unknownIn(value: Record<string, unknown>): string[] {
    // An instance of a class that serves as a struct has members of its own; a plain object has what somebody wrote.
    const prototype = Object.getPrototypeOf(value) as unknown;
    if (this.isOpen || (prototype !== null && Object.getPrototypeOf(prototype) !== null)) {
      return [];
    }
    return Object.keys(value).filter(name => value[name] !== undefined && !this.properties.has(name));
  }
}

function missing(field: string, { type, doc }: GivenProperty): Problem {
  return { field, reason: 'Required value', detail: doc === '' ? `expected ${type.title}` : lowerFirst(doc), help: `set it: ${type.help(undefined)}` };
}

/** `Pods in a group.` after a colon; `CSI driver` and `IP address` stay. */
function lowerFirst(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z ]/.test(text) ? `${text[0].toLowerCase()}${text.slice(1)}` : text;
}
