import { asNumber } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';
import { scalerOf } from '../../lint/facts/autoscaling';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { workloadKindOf } from '../../lint/kinds';
import { Range } from '../account';

/** How many pods of a set there are; undefined where nodes or an unknown controller decide. */
export function rangeOf(facts: Facts, pods: PodSet): Range | undefined {
  const scaler = scalerOf(facts, pods.carrier)?.scaler;
  const each = workloadKindOf(pods.carrier).podsOfGroup?.(pods) ?? 1;
  const range = scaler ? times(replicasUnder(scaler), each) : pods.pods === undefined ? pods.between : { least: pods.pods, most: pods.pods };
  return range && isCount(range.least) && (range.most === undefined || isCount(range.most)) ? range : undefined;
}

/** Whether a number counts something: manifests may hold any number, which the server then refuses. */
export function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

/**
 * Between which numbers an autoscaler moves its target.
 *
 * Source: pkg/apis/autoscaling/v2/defaults.go (v1.36): at least 1; keda apis/keda/v1alpha1/scaledobject_types.go (v2.21): 0 to 100
 */
export function replicasUnder(scaler: Manifest): Range {
  const isKeda = scaler.group === 'keda.sh';
  const [least, most] = isKeda ? ['minReplicaCount', 'maxReplicaCount'] : ['minReplicas', 'maxReplicas'];
  const read = (name: string) => asNumber(scaler.spec[name]);
  return upTo(read(least) ?? (isKeda ? 0 : 1), read(most) ?? (isKeda ? 100 : undefined));
}

function upTo(least: number, most: number | undefined): Range {
  return { least, ...(most !== undefined && { most: Math.max(least, most) }) };
}

export function times({ least, most }: Range, factor: number): Range {
  return { least: least * factor, ...(most !== undefined && { most: most * factor }) };
}

/** Undefined as soon as one of them is. */
export function sum(ranges: readonly (Range | undefined)[]): Range | undefined {
  return ranges.every(each => each !== undefined) ? sumOfKnown(ranges) : undefined;
}

/** What is not known is left out. */
export function sumOfKnown(ranges: readonly (Range | undefined)[]): Range {
  const known = ranges.filter(each => each !== undefined);
  const most = known.every(each => each.most !== undefined) ? known.reduce((total, each) => total + each.most!, 0) : undefined;
  return { least: known.reduce((total, each) => total + each.least, 0), ...(most !== undefined && { most }) };
}

/** `4`, `2 to 12`, `2 or more`. */
export function rangeInWords({ least, most }: Range): string {
  return most === undefined ? `${least} or more` : least === most ? String(least) : `${least} to ${most}`;
}

/** `1 pod`, `2 to 12 pods`. */
export function countedRange(range: Range, noun: string): string {
  return `${rangeInWords(range)} ${noun}${range.least === 1 && range.most === 1 ? '' : 's'}`;
}

export function isFixed({ least, most }: Range): boolean {
  return least === most;
}

