import { Type } from './types';
import { Unification } from './unification';
import { CelNode } from '../parser';

/** Variables and their types. */
export type Scope = ReadonlyMap<string, Type>;

export type NodeOf<Name extends CelNode['kind']> = CelNode & { readonly kind: Name };

/** What finds the types of an expression, as macros use it. What is wrong is thrown, as a CelSyntaxProblem. */
export interface Typing {
  readonly types: Unification;
  typeOf(node: CelNode, scope: Scope): Type;
  /** The type of a field, optional where the question mark or the owner says so. */
  field(node: NodeOf<'select'>, scope: Scope): Type;
  /** Resolves a call by the types of its arguments; of a method the first is what it is called on. */
  resolve(name: string, given: readonly Type[], at: number, isMethod?: boolean): Type;
  wantBool(type: Type, at: number): void;
  refuse(text: string, at: number): never;
}
