import { Size } from 'cdk8s';
import { invalid } from '../base/errors/invalid-input';
import { Plain } from '../base/plain';
import { canonical, isBeyond, isFinerThan, isNegative, parseQuantity as parseExactly, Quantity } from './validation/quantities';

/**
 * A quantity that somebody wrote. The API server also takes spaces around it, and a unit without a number for 0: nobody means that.
 */
function quantityOf(field: string, text: string): Quantity {
  const quantity = text === text.trim() && /[0-9]/.test(text) ? parseExactly(text) : undefined;
  if (quantity === undefined) {
    throw invalid(field, text, 'is not a quantity', 'write it as Kubernetes does: 64Gi, 500m, 1.5');
  }
  if (isNegative(quantity)) {
    throw invalid(field, text, 'must be greater than or equal to 0', 'give 0 or more');
  }
  if (isBeyond(quantity)) {
    throw invalid(field, text, 'is more than a quantity holds, and the API server would cut it', 'the largest has 63 bits: less than 8Ei');
  }
  return quantity;
}

/** The number a Kubernetes quantity stands for: bytes for memory, cores for CPU. */
export function quantityNumber(field: string, text: string): number {
  return numberOf(quantityOf(field, text));
}

const NANO = 1_000_000_000n;

function numberOf({ nano }: Quantity): number {
  return Number(nano / NANO) + Number(nano % NANO) / 1e9;
}

/** A quantity of memory or storage: more than nothing, and at least whole bytes. */
export function parseBytes(field: string, text: string): number {
  const quantity = quantityOf(field, text);
  if (quantity.nano === 0n || isFinerThan(quantity, NANO) || /[num]$/.test(text)) {
    throw invalid(field, text, 'must be a whole number of bytes greater than 0', 'give a unit: 64Gi (m means a thousandth of a byte)');
  }
  return numberOf(quantity);
}

/** A quantity of CPU, in thousandths at the finest: the API server would round a finer one up, and the stored object would never equal the applied one. */
export function parseCores(field: string, text: string): number {
  const quantity = quantityOf(field, text);
  if (isFinerThan(quantity, 1_000_000n)) {
    throw invalid(field, text, 'is finer than a thousandth of a CPU, which is the smallest part that Kubernetes counts', 'give a multiple of 1m');
  }
  return numberOf(quantity);
}

const UNITS = [['Ti', 2 ** 40], ['Gi', 2 ** 30], ['Mi', 2 ** 20], ['Ki', 2 ** 10]] as const;

/** Bytes in the largest binary unit that holds them exactly, so that a computed sum reads like one a person wrote. */
export function formatBytes(bytes: number): string {
  const whole = Math.ceil(bytes);
  const [unit, bytesOfUnit] = UNITS.find(([, size]) => whole >= size && whole % size === 0) ?? ['', 1];
  return `${whole / bytesOfUnit}${unit}`;
}

/** A `cdk8s.Size` as it was given: 16Gi stays 16Gi, where cdk8s-plus-28 prints 16384Mi and refuses 500Ki. */
export function sizeToQuantity(size: Size): string {
  return size.asString();
}

/** A quantity as the API server stores it: 8 as "8", 1000m as 1, 1024Mi as 1Gi. What is no quantity is returned unchanged, for the checks to report. */
export function storedQuantity(value: unknown): Plain {
  const quantity = parseExactly(value);
  return quantity === undefined ? value as Plain : canonical(quantity);
}
