import { Size } from 'cdk8s';
import { invalid } from '../checks/invalid-input';

// Source: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36)
const SYNTAX = /^([+-]?[0-9]+(?:\.[0-9]*)?|[+-]?\.[0-9]+)(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?[0-9]+)?$/;

const BINARY: { [suffix: string]: number } = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 };
const DECIMAL: { [suffix: string]: number } = { n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };

/** The number a Kubernetes quantity stands for: bytes for memory, cores for CPU. */
export function parseQuantity(field: string, text: string): number {
  const match = SYNTAX.exec(text);
  if (!match) {
    throw invalid(field, text, 'is not a quantity', 'write it as Kubernetes does: 64Gi, 500m, 1.5');
  }
  const suffix = match[2] ?? '';
  const scale = BINARY[suffix] ?? DECIMAL[suffix] ?? (suffix ? Number(`1${suffix}`) : 1);
  const value = Number(match[1]) * scale;
  if (value < 0) {
    throw invalid(field, text, 'must not be negative');
  }
  return value;
}

/** A quantity of memory or storage: more than nothing, and at least whole bytes. */
export function parseBytes(field: string, text: string): number {
  const bytes = parseQuantity(field, text);
  const whole = Math.round(bytes);
  // 1.1G is a whole number of bytes whose product is not one in binary floating point.
  const isWhole = Math.abs(bytes - whole) <= 4 * Number.EPSILON * bytes;
  if (whole < 1 || !isWhole || /[num]$/.test(text)) {
    throw invalid(field, text, 'must be a whole number of bytes greater than 0', 'give a unit: 64Gi (m means a thousandth of a byte)');
  }
  return whole;
}

/** Bytes in the largest binary unit that holds them exactly, so that a computed sum reads like one a person wrote. */
export function formatBytes(bytes: number): string {
  const whole = Math.ceil(bytes);
  for (const unit of ['Ti', 'Gi', 'Mi', 'Ki']) {
    if (whole >= BINARY[unit] && whole % BINARY[unit] === 0) {
      return `${whole / BINARY[unit]}${unit}`;
    }
  }
  return String(whole);
}

/** A `cdk8s.Size` as it was given: 16Gi stays 16Gi, where cdk8s-plus-28 prints 16384Mi and refuses 500Ki. */
export function sizeToQuantity(size: Size): string {
  return size.asString();
}
