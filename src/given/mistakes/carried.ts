import { failsAtFirst } from './fail-fast';
import { isStruct } from './field-path';
import { Mistake, registerMistake } from './register';
import { Consequence, isWorking, unknown, working } from '../../base/errors/consequence';
import { InvalidInput, refuse } from '../../base/errors/invalid-input';
import { checkGivenArguments, ownerOf, readArguments } from '../given';
import { readable } from '../given-type';

/*
 * A static factory has no construct to complain to: what it refuses travels in its value, and is told where a construct uses it.
 */

const carried = new WeakMap<object, readonly Mistake[]>();
let broken = false;

/** Whether anything is broken at all: an app without mistakes looks for none. */
export function hasBrokenValues(): boolean {
  return broken;
}

/** From now on values are looked at. */
export function noteBrokenValue(): void {
  broken = true;
}

/** The mistakes that a value carries, if it does. */
export function mistakesIn(value: object): readonly Mistake[] | undefined {
  return carried.get(value);
}

interface ValueClass<Value extends object> {
  readonly prototype: Value;
}

/**
 * Has the static factories of a class, and the methods that make another value of one, look at the types of their arguments, and return a value that carries what they refuse, in place of throwing it.
 *
 * @param standIn what such a value answers to a program that asks it.
 */
export function carriesMistakes<Value extends object>(type: ValueClass<Value>, standIn: () => Value): void {
  const owner = ownerOf(type);
  wrap(type, (name, factory) => carrying(`${owner}.${name}`, factory, standIn));
  wrap(type.prototype, (name, method) => carrying(`${owner}#${name}`, method, standIn));
}

function wrap(owner: object, wrapped: (name: string, original: Factory) => Factory): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
    if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) {
      Object.defineProperty(owner, name, { value: wrapped(name, value as Factory), configurable: true, writable: true });
    }
  }
}

type Factory = (...given: unknown[]) => unknown;

function carrying<Value extends object>(title: string, factory: Factory, standIn: () => Value): Factory {
  return function(this: unknown, ...given: unknown[]) {
    if (isWorking()) {
      return factory.apply(this, given);
    }
    // A value made of values: the mistakes of one are those of the other.
    const inherited = broken ? [this, ...given].flatMap(each => mistakesWithin(each)) : [];
    try {
      refuse(checkGivenArguments(title, given));
      const plain = readArguments(title, given);
      const value = working(() => factory.apply(this, plain));
      return inherited.length > 0 && typeof value === 'object' ? unknownValue(standIn(), inherited) : value;
    } catch (error) {
      if (failsAtFirst() || !(error instanceof InvalidInput || error instanceof Consequence)) {
        throw error;
      }
      return unknownValue(standIn(), error instanceof InvalidInput ? [...inherited, registerMistake(error)] : inherited);
    }
  };
}

/** A value that is not known, for the mistakes that it carries or for others that are told elsewhere. */
export function unknownValue<Value extends object>(standIn: Value, mistakes: readonly Mistake[] = []): Value {
  const value = unknown(standIn);
  carried.set(value, mistakes);
  // Its methods run on the stand-in: what they make inherits.
  carried.set(standIn, mistakes);
  noteBrokenValue();
  return value;
}

/** Structs and lists of values; nobody nests them deeper. */
const DEPTH = 4;

function mistakesWithin(value: unknown, depth: number = DEPTH): readonly Mistake[] {
  if (typeof value !== 'object' || value === null || depth === 0) {
    return [];
  }
  return readable(() => mistakesInside(value, depth)) ?? [];
}

function mistakesInside(value: object, depth: number): readonly Mistake[] {
  return carried.get(value) ?? (isStruct(value) ? Object.values(value).flatMap(inner => mistakesWithin(inner, depth - 1)) : []);
}
