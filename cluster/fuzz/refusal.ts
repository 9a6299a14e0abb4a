import { Thrown } from './interpreter';
import { InvalidInput } from '../../src/base/errors/invalid-input';

/** Why a program was not taken, as far as it may be. */
export interface Refusal {
  /** What was refused, without what differs from case to case: `accelerator.count`, `AIW2103`, `cdk8s`. */
  readonly reason: string;
}

/** Something that the library must not do. */
export class Failure extends Error {
  /**
   * @param kind what sort of failure: two failures of one kind are taken for the same one while a program is simplified.
   * @param isRaw whether an error was thrown that is no answer to anything.
   */
  constructor(readonly kind: string, message: string, readonly isRaw = false) {
    super(message);
  }
}

/**
 * Judges what a program threw: input of this library must be refused by its typed error, which names a property and, inside a construct, the
 * construct. What cdk8s refuses of its own objects is its own matter.
 */
export function judged(error: unknown): Refusal {
  const { cause, owner } = error instanceof Thrown ? error : { cause: error, owner: 'library' };
  if (cause instanceof InvalidInput) {
    return ofInput(cause);
  }
  if ((cause as Error)?.name === 'ValidationFailed') {
    return ofReport(cause as Error);
  }
  if (owner === 'cdk8s') {
    return { reason: 'cdk8s' };
  }
  throw new Failure(`raw ${nameOf(cause)} ${originOf(cause)}`, `threw a raw error instead of a typed one: ${(cause as Error)?.stack ?? String(cause)}`, true);
}

/** `prod/Llm: accelerator.count: Invalid value: 0: must be …`. */
function ofInput({ problem, message, constructPath }: InvalidInput): Refusal {
  const where = constructPath === undefined ? '' : `${constructPath || 'the app'}: `;
  if (problem.field === '' || !message.startsWith(`${where}${problem.field}: ${problem.reason}`)) {
    throw new Failure('no property path', `the message names no property: ${message}`);
  }
  // What stands in quotes was written by the user.
  const said = problem.detail.replace(/"([^"\\]|\\.)*"/g, '');
  if (said.trim() === '' || /\bundefined\b|\[object Object\]|\bNaN\b/.test(said) && !saysSo(problem.value)) {
    throw new Failure(`unclear detail of ${general(problem.field)}`, `the detail says nothing, or shows what was not there: ${message}`);
  }
  return { reason: general(problem.field) };
}

/** Whether the user wrote it, in the value itself. */
function saysSo(value: unknown): boolean {
  return typeof value === 'number' ? Number.isNaN(value) : /undefined|NaN|object/.test(JSON.stringify(value) ?? String(value));
}

/** The report of the checks: every error in it has a place and no internal error. */
function ofReport(error: Error): Refusal {
  const findings = error.message.split(/\n\n/).filter(part => part.startsWith('error['));
  const bad = findings.find(part => /Internal error/.test(part) || !/\n {2}--> \S/.test(part));
  if (bad !== undefined || findings.length === 0) {
    throw new Failure('report', `the report of the checks has an error without a place, or an internal one: ${bad ?? error.message}`);
  }
  const [, id] = /^error\[(\w+)\]/.exec(findings[0])!;
  // What is told at synth of a property is told by the property: the id is the same for all of them.
  const field = / {2}--> \S.*\) {2}(\S+)$/m.exec(findings[0])?.[1];
  return { reason: id === 'AIW1001' && field !== undefined ? general(field) : id };
}

/** `zones[1].slot` and `zones[0].slot` are one reason, and so are all keys of a map. */
function general(field: string): string {
  return field.replace(/\[[^\]]*\]/g, '[]');
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.constructor.name : typeof cause;
}

/** The topmost frame, so that a simplified program still fails at the same place. */
function originOf(cause: unknown): string {
  const frame = (cause instanceof Error ? cause.stack ?? '' : '').split('\n').find(line => /^\s+at /.test(line));
  return (frame ?? '').replace(/^\s+at /, '').replace(/\(.*\//, '(').trim();
}
