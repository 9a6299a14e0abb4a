import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as constructs from 'constructs';
import { Expression, Program } from './expression';
import * as library from '../../src';

/** Where each free name of a program comes from; the printer writes its imports from the same table. */
export const MODULES: { readonly [module: string]: { readonly [name: string]: unknown } } = {
  'cdk8s': { App: cdk8s.App, Chart: cdk8s.Chart, Duration: cdk8s.Duration, Size: cdk8s.Size, JsonPatch: cdk8s.JsonPatch },
  'cdk8s-ai-workloads': library as unknown as { readonly [name: string]: unknown },
};

/** Imported as a whole. */
export const NAMESPACES: { readonly [name: string]: { readonly module: string; readonly exports: unknown } } = {
  kplus: { module: 'cdk8s-plus-28', exports: kplus },
};

/** Whose code was called when something was thrown. */
export type Owner = 'library' | 'cdk8s';

/** What a program threw. */
export class Thrown extends Error {
  constructor(readonly cause: unknown, readonly owner: Owner, readonly statement: number) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Runs a program and answers its constants. Throws `Thrown` with what the first failing call threw. */
export function run(program: Program): Map<string, unknown> {
  const constants = new Map<string, unknown>();
  program.statements.forEach(({ name, value }, index) => {
    const result = new Evaluation(constants, index).of(value);
    if (name !== undefined) {
      constants.set(name, result);
    }
  });
  return constants;
}

class Evaluation {
  constructor(private readonly constants: ReadonlyMap<string, unknown>, private readonly statement: number) {}

  of(expression: Expression): unknown {
    switch (expression.is) {
      case 'literal': return expression.value;
      case 'list': return expression.items.map(item => this.of(item));
      // Defines rather than assigns, so that `__proto__` is a property like any other.
      case 'object': return Object.fromEntries(expression.entries.map(({ key, value }) => [key, this.of(value)]));
      case 'name': return this.named(expression.name);
      case 'get': return this.get(this.of(expression.of), expression.property);
      case 'call': return this.call(expression.callee, expression.args);
      case 'new': return this.construct(expression.type, expression.args);
    }
  }

  private named(name: string): unknown {
    if (this.constants.has(name)) {
      return this.constants.get(name);
    }
    const module = Object.values(MODULES).find(exports => name in exports);
    if (module) {
      return module[name];
    }
    if (!NAMESPACES[name]) {
      throw new Error(`the program names ${name}, which nothing declares`);
    }
    return NAMESPACES[name].exports;
  }

  /** A getter is a call, too. */
  private get(value: unknown, property: string): unknown {
    return this.guarded(ownerOf(value, property), () => (value as Record<string, unknown>)[property]);
  }

  private call(callee: Expression, args: readonly Expression[]): unknown {
    if (callee.is !== 'get') {
      throw new Error('a program calls methods only');
    }
    const receiver = this.of(callee.of) as Record<string, (...values: unknown[]) => unknown>;
    const values = args.map(arg => this.of(arg));
    if (typeof receiver?.[callee.property] !== 'function') {
      throw new Error(`the program calls ${callee.property}, which is not there`);
    }
    return this.guarded(ownerOf(receiver, callee.property), () => receiver[callee.property](...values));
  }

  private construct(type: Expression, args: readonly Expression[]): unknown {
    const constructor = this.of(type) as new (...values: unknown[]) => unknown;
    const values = args.map(arg => this.of(arg));
    return this.guarded(isOfLibrary(constructor) ? 'library' : 'cdk8s', () => new constructor(...values));
  }

  private guarded<T>(owner: Owner, body: () => T): T {
    try {
      return body();
    } catch (error) {
      throw error instanceof Thrown ? error : new Thrown(error, owner, this.statement);
    }
  }
}

/** The class whose own code a method runs: a pattern inherits methods of constructs and of cdk8s-plus-28. */
function ownerOf(receiver: unknown, property: string): Owner {
  if (typeof receiver === 'function') {
    return isOfLibrary(receiver) ? 'library' : 'cdk8s';
  }
  let prototype: object | null = Object.getPrototypeOf(receiver ?? {});
  while (prototype && !Object.hasOwn(prototype, property)) {
    prototype = Object.getPrototypeOf(prototype);
  }
  return prototype && isOfLibrary(prototype.constructor) ? 'library' : 'cdk8s';
}

/** RenderedContainer and its like are not exported by the library, so what is known is whose classes are not its own. */
const FOREIGN = new Set<unknown>([...Object.values(cdk8s), ...Object.values(kplus), ...Object.values(constructs), Object, Array]);

function isOfLibrary(constructor: unknown): boolean {
  return !FOREIGN.has(constructor);
}
