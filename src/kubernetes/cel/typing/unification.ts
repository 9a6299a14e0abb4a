import { DYN, isOpen, isSame, parameter, Type } from './types';

/** Types of an honest expression take some thousands of steps; a map of maps of maps doubles with each. */
const MOST_STEPS = 200_000;

/** The types of an expression are too large to be looked at. */
export class TypesTooLarge extends Error {}

/** Which types may stand for which, with parameters that stand for any. Source: cel-go checker/types.go, mapping.go (v0.26) */
export class Unification {
  private readonly bound = new Map<string, Type>();
  /** What was bound before, to go back to. */
  private readonly trail: [name: string, before: Type | undefined][] = [];
  private count = 0;
  private steps = 0;

  /** A parameter that no other type has. */
  fresh(): Type {
    return parameter(`_${this.count++}`);
  }

  /** Whether the first may stand where the second is wanted; parameters are bound only if it may. */
  mayBe(given: Type, wanted: Type): boolean {
    return this.mayAllBe([given], [wanted]);
  }

  mayAllBe(given: readonly Type[], wanted: readonly Type[]): boolean {
    const mark = this.trail.length;
    const isFine = this.all(given, wanted);
    while (!isFine && this.trail.length > mark) {
      const [name, before] = this.trail.pop()!;
      before === undefined ? this.bound.delete(name) : this.bound.set(name, before);
    }
    return isFine;
  }

  /** The type with its parameters put in. `asOpen`: those that are bound to nothing are of any type. */
  settled(type: Type, asOpen = false): Type {
    this.step();
    if (type.kind === 'parameter') {
      const bound = this.bound.get(type.name);
      return bound !== undefined ? this.settled(bound, asOpen) : asOpen ? DYN : type;
    }
    return type.parameters.length === 0 ? type : { ...type, parameters: type.parameters.map(each => this.settled(each, asOpen)) };
  }

  /** The less specific of two types that may stand for each other. */
  moreGeneral(one: Type, other: Type): Type {
    return isLessSpecific(one, other) ? one : other;
  }

  private all(given: readonly Type[], wanted: readonly Type[]): boolean {
    return given.length === wanted.length && given.every((each, index) => this.one(each, wanted[index]));
  }

  private step(): void {
    if (++this.steps > MOST_STEPS) {
      throw new TypesTooLarge();
    }
  }

  private one(given: Type, wanted: Type): boolean {
    this.step();
    if (wanted.kind === 'parameter') {
      const found = this.substitutes(given, wanted);
      if (found !== undefined) {
        return found;
      }
    }
    if (given.kind === 'parameter') {
      return this.substitutes(wanted, given) ?? false;
    }
    if (isOpen(given) || isOpen(wanted)) {
      return true;
    }
    if (given.kind === 'null' || wanted.kind === 'null') {
      return mayBeNull(given.kind === 'null' ? wanted : given);
    }
    return given.kind === wanted.kind && (given.kind === 'type' || given.name === wanted.name && this.all(given.parameters, wanted.parameters));
  }

  /** Whether the type may be put in for the parameter; undefined where it may not, and nothing else is put in. */
  private substitutes(type: Type, to: Type): boolean | undefined {
    if (isSame(type, to)) {
      return true;
    }
    const bound = this.bound.get(to.name);
    if (bound === undefined) {
      return this.bind(to, type) ? true : undefined;
    }
    if (isSame(type, bound)) {
      return true;
    }
    if (!this.one(type, bound)) {
      return false;
    }
    this.bind(to, this.moreGeneral(type, bound));
    return true;
  }

  private bind(to: Type, type: Type): boolean {
    const isFree = !this.occurs(to, type);
    if (isFree) {
      this.trail.push([to.name, this.bound.get(to.name)]);
      this.bound.set(to.name, type);
    }
    return isFree;
  }

  private occurs(what: Type, within: Type): boolean {
    this.step();
    if (isSame(what, within)) {
      return true;
    }
    const bound = within.kind === 'parameter' ? this.bound.get(within.name) : undefined;
    return bound !== undefined ? this.occurs(what, bound) : within.parameters.some(each => this.occurs(what, each));
  }
}

function mayBeNull({ kind }: Type): boolean {
  return kind === 'null' || kind === 'opaque' || kind === 'struct' || kind === 'duration' || kind === 'timestamp';
}

function isLessSpecific(one: Type, other: Type): boolean {
  if (isOpen(one) || one.kind === 'parameter') {
    return true;
  } else if (isOpen(other) || other.kind === 'parameter' || one.kind !== other.kind) {
    return false;
  }
  return one.kind === 'type' || one.name === other.name && one.parameters.length === other.parameters.length
    && one.parameters.every((each, index) => isLessSpecific(each, other.parameters[index]));
}
