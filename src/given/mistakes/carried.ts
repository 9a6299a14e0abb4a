import { failsAtFirst } from './fail-fast';
import { isStruct } from './field-path';
import { Mistake, registerMistake } from './register';
import { ToldAlready, isWorking, unknown, working } from '../../base/errors/consequence';
import { InvalidInput, refuse } from '../../base/errors/invalid-input';
import { checkGivenArguments, ownerOf, readArguments } from '../given';
import { readable } from '../given-type';

/*
 * A static factory has no construct to report its mistakes on. So it returns a value that carries them, and the construct that uses the value reports them.
 */

const carried = new WeakMap<object, readonly Mistake[]>();
let broken = false;

/** Whether any value carries mistakes: otherwise no search for them is needed. */
export function hasBrokenValues(): boolean {
  return broken;
}

/** Switches on the search for values with mistakes. */
export function noteBrokenValue(): void {
  broken = true;
}

/** The mistakes that a value carries; undefined for a valid value. */
export function mistakesIn(value: object): readonly Mistake[] | undefined {
  return carried.get(value);
}

interface ValueClass<Value extends object> {
  readonly prototype: Value;
}

/**
 * Wraps the static factories and copying methods of a class: they check their arguments, and return a value that carries its mistakes instead of throwing.
 *
 * @param standIn makes the value that answers calls on such a value.
 */
export function carriesMistakes<Value extends object>(type: ValueClass<Value>, standIn: () => Value): void {
  const owner = ownerOf(type);
  factoriesCarryMistakes(type, standIn);
  wrap(type.prototype, (name, method) => carrying(`${owner}#${name}`, method, standIn));
}

/** The same for the static factories alone, of a class whose methods return other things than values of it. */
export function factoriesCarryMistakes<Value extends object>(type: ValueClass<Value>, standIn: () => Value): void {
  const owner = ownerOf(type);
  wrap(type, (name, factory) => carrying(`${owner}.${name}`, factory, standIn));
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
    // A value built from values with mistakes carries the mistakes of those.
    const inherited = broken ? [this, ...given].flatMap(each => mistakesWithin(each)) : [];
    try {
      refuse(checkGivenArguments(title, given));
      const plain = readArguments(title, given);
      const value = working(() => factory.apply(this, plain));
      return inherited.length > 0 && typeof value === 'object' ? unknownValue(standIn(), inherited) : value;
    } catch (error) {
      if (failsAtFirst() || !(error instanceof InvalidInput || error instanceof ToldAlready)) {
        throw error;
      }
      return unknownValue(standIn(), error instanceof InvalidInput ? [...inherited, registerMistake(error)] : inherited);
    }
  };
}

/** An unknown value: it carries mistakes, or stands for ones that are reported elsewhere. */
export function unknownValue<Value extends object>(standIn: Value, mistakes: readonly Mistake[] = []): Value {
  const value = unknown(standIn);
  carried.set(value, mistakes);
  // Methods run on the stand-in, so that the values they make carry the mistakes too.
  carried.set(standIn, mistakes);
  noteBrokenValue();
  return value;
}

/** How deep structs and lists of values are searched. */
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
