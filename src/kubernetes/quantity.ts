import { Size } from 'cdk8s';
import { invalid } from '../base/errors/invalid-input';
import { Plain } from '../base/plain';
import { canonical, parseQuantity as parseExactly } from './validation/quantities';

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
    throw invalid(field, text, 'must not be negative', 'give 0 or more');
  }
  if (value >= LARGEST) {
    throw invalid(field, text, 'is more than a quantity holds, and the API server would cut it', 'the largest has 63 bits: less than 8Ei');
  }
  return value;
}

/** Source: staging/src/k8s.io/apimachinery/pkg/api/resource/amount.go, quantity.go (v1.36) */
const LARGEST = 2 ** 63;
/** Power of ten below which nothing that somebody writes is whole. */
const FINEST = -100;

/**
 * Whether so many parts of a unit are a whole number, counted exactly: the API server rounds up what is finer than it counts, and the object is then
 * never what was applied.
 */
function isWhole(text: string, partsOfUnit: bigint): boolean {
  const [, number, suffix = ''] = SYNTAX.exec(text)!;
  const [whole, fraction = ''] = number.replace(/^[-+]/, '').split('.');
  const power = suffix.length > 1 && !(suffix in BINARY) ? Number(suffix.slice(1)) : Math.round(Math.log10(DECIMAL[suffix] ?? 1));
  if (power < FINEST) {
    return false;
  }
  const places = BigInt(Math.max(0, fraction.length - power));
  const scale = BigInt(BINARY[suffix] ?? 1) * 10n ** BigInt(Math.max(0, power - fraction.length));
  return (BigInt(`${whole}${fraction}`) * scale * partsOfUnit) % 10n ** places === 0n;
}

/** A quantity of memory or storage: more than nothing, and at least whole bytes. */
export function parseBytes(field: string, text: string): number {
  const bytes = parseQuantity(field, text);
  // 1.1G is a whole number of bytes whose product is not one in binary floating point.
  const whole = Math.round(bytes);
  if (whole < 1 || !isWhole(text, 1n) || /[num]$/.test(text)) {
    throw invalid(field, text, 'must be a whole number of bytes greater than 0', 'give a unit: 64Gi (m means a thousandth of a byte)');
  }
  return whole;
}

/** A quantity of CPU: in thousandths, to which the API server rounds up what is finer, so that the object is never what was applied. */
export function parseCores(field: string, text: string): number {
  const cores = parseQuantity(field, text);
  if (!isWhole(text, 1000n)) {
    throw invalid(field, text, 'is finer than a thousandth of a CPU, which is the smallest part that Kubernetes counts', 'give a multiple of 1m');
  }
  return cores;
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

/** A quantity in the API server's own spelling: 8 as "8", 1000m as 1, 1024Mi as 1Gi. What is none stays as it is, for the checks to refuse. */
export function storedQuantity(value: unknown): Plain {
  const quantity = parseExactly(value);
  return quantity === undefined ? value as Plain : canonical(quantity);
}
