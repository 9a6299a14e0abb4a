import { CelFailure, CelValue, noOverload } from './values';
import type { Work } from '../../schema/custom/work';
import type { CelNode } from '../parser';

/** What an evaluation works with: values of its variables by their slot, and the budget that its steps are charged to. */
export interface Frame {
  readonly slots: CelValue[];
  readonly work?: Work;
}

/** A part of an expression, ready to be evaluated. */
export type Code = (frame: Frame) => CelValue;

/** Slots of the variables that a part of an expression sees. */
export type Scope = ReadonlyMap<string, number>;

/** Turns trees into code. */
export interface CodeMaker {
  /** A slot that no other variable has. */
  newSlot(): number;

  code(node: CelNode, scope: Scope): Code;
}

export function boolean(value: CelValue): boolean {
  if (typeof value !== 'boolean') {
    throw noOverload();
  }
  return value;
}

/** `decisive` if one of several says so; else the failure of one of them, else the opposite. */
export function decided<Each>(all: readonly Each[], test: (each: Each) => CelValue, decisive: boolean): boolean {
  let failure: CelFailure | undefined;
  for (const each of all) {
    try {
      if (boolean(test(each)) === decisive) {
        return decisive;
      }
    } catch (error) {
      if (!(error instanceof CelFailure)) {
        throw error;
      }
      failure ??= error;
    }
  }
  if (failure) {
    throw failure;
  }
  return !decisive;
}
