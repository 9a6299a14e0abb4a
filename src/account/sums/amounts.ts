import { PlainObject } from '../../base/plain';
import { asObject, asText, objectAt } from '../../base/reading';
import { canonical, isNegative, parseQuantity, Quantity } from '../../kubernetes/validation/quantities';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';
import { isNativeSidecar } from '../../lint/facts/probe-budget';

/** An amount of one resource, and what it is made of. */
export interface Amount {
  readonly quantity: Quantity;
  /** `main 900Gi + upload 4Gi = 904Gi`. */
  readonly text: string;
  readonly field: string;
}

/**
 * What the scheduler keeps for one pod: its containers and sidecars together, or the largest init container beside the sidecars that run by then, if that is
 * more; what the pod itself asks for comes before both. Undefined where nothing asks for any, or an amount cannot be read.
 *
 * Source: k8s.io/component-helpers resource/helpers.go PodRequests (v0.36); KEP-753, KEP-2837
 */
export function requestOfPod(pods: PodSet, resource: 'cpu' | 'memory'): Amount | undefined {
  const overhead = parseQuantity(asObject(pods.spec.overhead)[resource]);
  const own = objectAt(pods.spec, 'resources');
  const ofPod = parseQuantity(asked(own, resource));
  if (ofPod !== undefined) {
    return withOverhead({ quantity: ofPod, text: `the pod ${canonical(ofPod)}`, field: pods.at('resources') }, overhead);
  }
  const parts = partsOf(pods, resource);
  return parts === undefined || parts.length === 0 ? undefined : withOverhead(largest(parts), overhead);
}

interface Part {
  readonly placed: PlacedContainer;
  readonly quantity: Quantity;
}

function partsOf(pods: PodSet, resource: string): Part[] | undefined {
  const parts: Part[] = [];
  for (const placed of pods.containers) {
    const written = asked(asObject(placed.container.resources), resource);
    const quantity = parseQuantity(written);
    if (written !== undefined && (quantity === undefined || isNegative(quantity))) {
      return undefined;
    }
    if (quantity !== undefined && quantity.nano > 0n) {
      parts.push({ placed, quantity });
    }
  }
  return parts;
}

/** A limit counts as a request where there is none. Source: pkg/apis/core/v1/defaults.go SetDefaults_Pod (v1.36) */
function asked(resources: PlainObject, resource: string): unknown {
  return asObject(resources.requests)[resource] ?? asObject(resources.limits)[resource];
}

function largest(parts: readonly Part[]): Amount {
  const along = sumOf(parts.filter(({ placed }) => placed.isMain || isNativeSidecar(placed)));
  const inits = parts.filter(({ placed }) => !placed.isMain && !isNativeSidecar(placed)).map(init => {
    const before = parts.filter(({ placed }) => isNativeSidecar(placed) && parts.findIndex(each => each.placed === placed) < parts.indexOf(init));
    return sumOf([...before, init]);
  });
  return [along, ...inits].reduce((most, each) => (each.quantity.nano > most.quantity.nano ? each : most));
}

const NONE: Quantity = { nano: 0n, text: '0', notation: 'decimal' };

function sumOf(parts: readonly Part[]): Amount {
  const [first] = parts;
  const nano = parts.reduce((total, { quantity }) => total + quantity.nano, 0n);
  const quantity = { nano, text: '', notation: parts.find(each => each.quantity.notation === 'binary')?.quantity.notation ?? first?.quantity.notation ?? NONE.notation };
  const text = parts.map(each => `${each.placed.name} ${canonical(each.quantity)}`).join(' + ');
  return { quantity, text: parts.length > 1 ? `${text} = ${shown(quantity)}` : text, field: first === undefined ? '' : `${first.placed.field}.resources` };
}

function withOverhead(amount: Amount, overhead: Quantity | undefined): Amount {
  if (overhead === undefined || overhead.nano <= 0n) {
    return amount;
  }
  const quantity = { ...amount.quantity, nano: amount.quantity.nano + overhead.nano };
  return { ...amount, quantity, text: `${amount.text} + overhead ${canonical(overhead)} = ${shown(quantity)}` };
}

/** An amount so many times. */
export function timesAmount(quantity: Quantity, factor: number): string {
  return shown({ ...quantity, nano: quantity.nano * BigInt(factor) });
}

const LARGE_UNITS: readonly (readonly [unit: string, bytes: bigint])[] = [['Pi', 2n ** 50n], ['Ti', 2n ** 40n], ['Gi', 2n ** 30n], ['Mi', 2n ** 20n]];

/** As people write it: in a large unit with one decimal, where the exact figure would be a long number. */
export function shown(quantity: Quantity): string {
  const exact = canonical(quantity);
  if (/^\d{4,}m$/.test(exact)) {
    return String(Number(exact.slice(0, -1)) / 1000);
  }
  if (quantity.notation !== 'binary' || /^\d{1,4}\D/.test(exact) || exact.length < 5) {
    return exact;
  }
  const bytes = quantity.nano / 1_000_000_000n;
  const [unit, size] = LARGE_UNITS.find(([, each]) => bytes >= each) ?? ['', 1n];
  return unit === '' ? exact : `${Number(bytes * 10n / size) / 10}${unit}`;
}

/** A text that may be an amount, as it is written. */
export function amountText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value);
}
