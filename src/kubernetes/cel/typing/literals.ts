import { isRefusedPattern } from '../../schema/custom/pattern/syntax';
import { calledFunction } from '../evaluation/functions';
import { asDuration, asTimestamp } from '../evaluation/time-texts';
import { CelFailure } from '../evaluation/values';
import { CelNode } from '../parser';

const INT_END = 2n ** 63n;
const UINT_END = 2n ** 64n;

/** Why a literal is none: a number that is too large. Source: cel-go parser/parser.go VisitInt, VisitUint (v0.26) */
export function numberProblem(type: string, text: string): string | undefined {
  if (type === 'int') {
    const value = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
    return value < -INT_END || value >= INT_END ? 'invalid int literal' : undefined;
  }
  return type === 'uint' && BigInt(text.slice(0, -1)) >= UINT_END ? 'invalid uint literal' : undefined;
}

/** Functions whose text is looked at when it is written out, and where it stands. Source: cel-go cel/validator.go; apiserver pkg/cel/library/regex.go (v0.36) */
const LOOKED_AT: Readonly<Record<string, (text: string) => boolean>> = {
  duration: text => !parses(() => asDuration(text)),
  timestamp: text => !parses(() => asTimestamp(text)),
  matches: isRefusedPattern,
  find: isRefusedPattern,
  findAll: isRefusedPattern,
  ...Object.fromEntries(['int', 'uint', 'double', 'bool'].map(name => [name, (text: string) => !converts(name, text)])),
};

/** Conversions of what is written out are made once, when the rule is compiled. Source: cel-go interpreter/decorators.go maybeOptimizeConstUnary */
function converts(name: string, text: string): boolean {
  return parses(() => calledFunction(name, [() => text])({ slots: [] }));
}

/** Why the arguments of a function are none. */
export function argumentProblem(name: string, [first]: readonly CelNode[]): string | undefined {
  const isWrong = Object.hasOwn(LOOKED_AT, name) && first?.kind === 'literal' && first.type === 'string' && LOOKED_AT[name](first.text);
  return isWrong ? `invalid ${name} argument` : undefined;
}

function parses(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof CelFailure) {
      return false;
    }
    throw error;
  }
}
