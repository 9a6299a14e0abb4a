import type { CelNode } from './parser';
import { SelectorProblem } from './values';
import { quantityNumber } from '../quantity';

type Call = CelNode & { readonly kind: 'call' };

/** Problems of literal arguments that a function cannot parse: they would fail at run time for every device. */
export function literalArgumentProblems(call: Call): SelectorProblem[] {
  const argument = call.args[0];
  if (argument?.kind !== 'literal' || argument.type !== 'string') {
    return [];
  }
  const { text, at } = argument;
  if (call.name === 'quantity' && !call.target && !isQuantity(text)) {
    return [{ class: 'broken', detail: `quantity(${JSON.stringify(text)}) at character ${at} is no quantity`, help: 'write it as Kubernetes does: 40Gi, 80G' }];
  }
  // A second argument allows short versions. Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/library/semverlib.go (v1.36)
  if (call.name === 'semver' && !call.target && call.args.length === 1 && !/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)([-+].*)?$/.test(text)) {
    return [{ class: 'broken', detail: `semver(${JSON.stringify(text)}) at character ${at} is no semantic version: it takes three numbers without leading zeros`, help: 'write all three: 550.0.0, 9.0.0' }];
  }
  if (call.name === 'matches') {
    const flaw = patternFlaw(text);
    return flaw ? [{ class: 'rejected', detail: `does not compile: the pattern at character ${at} ${flaw}`, help: 'patterns are RE2 (github.com/google/re2/wiki/Syntax)' }] : [];
  }
  return [];
}

function isQuantity(text: string): boolean {
  try {
    quantityNumber('', text.replace(/^-/, ''));
    return true;
  } catch {
    return false;
  }
}

/** RE2 has neither look-around nor back references, and a syntax of its own for flags and named groups. */
function patternFlaw(pattern: string): string | undefined {
  if (/\(\?(=|!|<=|<!)/.test(pattern)) {
    return 'looks ahead or behind, which RE2 cannot';
  }
  if (/(^|[^\\])(\\\\)*\\[1-9]/.test(pattern)) {
    return 'refers back to a group, which RE2 cannot';
  }
  try {
    new RegExp(pattern.replace(/\(\?[imsU-]+\)/g, '').replace(/\(\?[imsU-]+:/g, '(?:').replace(/\(\?P</g, '(?<').replace(/\[\[:\^?[a-z]+:\]/g, '[a').replace(/\\[zQE]/g, ''));
    return undefined;
  } catch (error) {
    return `is no regular expression (${(error as Error).message.replace(/^Invalid regular expression: \/.*\/: /, '')})`;
  }
}
