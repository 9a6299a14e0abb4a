/*
 * What follows from a mistake is not told beside it: whatever reads a value that is not known ends there, silently, and what does not read it is still
 * looked at. So one run tells a wrong name, a wrong size and a wrong flag of one construct, and none of what is merely due to them.
 */

/** Ends the work that needed something unknown. The mistake behind it has been told. */
export class ToldAlready extends Error {
  constructor() {
    super('follows from a mistake that was told already');
    this.name = 'Consequence';
  }
}

let depth = 0;

/** Runs work of this library: a failure inside belongs to the constructor or method that was called from outside. */
export function working<T>(body: () => T): T {
  depth += 1;
  try {
    return body();
  } finally {
    depth -= 1;
  }
}

/** Whether the caller is this library rather than a program of a user. */
export function isWorking(): boolean {
  return depth > 0;
}

/** What everybody may ask of a value without learning what it is. */
function isHarmless(key: PropertyKey): boolean {
  return key === 'constructor' || typeof key === 'symbol' && key !== Symbol.toPrimitive && key !== Symbol.iterator;
}

/**
 * A value that is not known because of a mistake. Whatever this library reads of it ends in a `Consequence`; a program of a user gets the answers of
 * the stand-in, which has its type and is otherwise arbitrary.
 */
export function unknown<T extends object>(standIn: T): T {
  return ending(standIn, isWorking);
}

/** The result of work that failed: of whatever type, and only ever read by this library. */
export function unknownResult<T>(): T {
  return ending({}, () => true) as T;
}

const unknowns = new WeakMap<object, () => boolean>();

/** Whether a value is not known, without asking it anything. */
export function isUnknown(value: unknown): boolean {
  return typeof value === 'object' && value !== null && unknowns.has(value);
}

/** Ends work that would show a value which is not known: whatever is wrong with it follows from why it is not. */
export function endAtUnknown(value: unknown): void {
  if (typeof value === 'object' && value !== null && unknowns.get(value)?.()) {
    throw new ToldAlready();
  }
}

function ending<T extends object>(standIn: T, ends: () => boolean): T {
  const end = () => {
    if (ends()) {
      throw new ToldAlready();
    }
  };
  const proxy = new Proxy(standIn, {
    get: (target, key) => {
      if (!isHarmless(key)) {
        end();
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && key !== 'constructor' ? (value as () => unknown).bind(target) : value;
    },
    has: (target, key) => {
      end();
      return Reflect.has(target, key);
    },
    ownKeys: target => {
      end();
      return Reflect.ownKeys(target);
    },
  });
  unknowns.set(proxy, ends);
  return proxy;
}

/** A value some of whose properties are not known: work of this library that reads one of them ends. */
export function unknownIn<T extends object>(value: T, keys: readonly string[]): T {
  return new Proxy(value, {
    get: (target, key, receiver) => {
      if (isWorking() && keys.includes(key as string)) {
        throw new ToldAlready();
      }
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}
