import { devicesOfPod } from './devices';
import { cut } from '../../base/text/cut';
import { Facts } from '../../lint/facts/facts';
import { PodSet } from '../../lint/facts/pod-set';
import { DeviceAccount, Range } from '../account';
import { rangeOf, sum, sumOfKnown, times } from '../pods/range';
import { PartPods } from '../pods/rows';

/** Devices of one resource, or of one claim that pods share. */
export interface DeviceTerms {
  readonly name: string;
  readonly claim?: string;
  /** Undefined where a number is not known. */
  readonly terms: readonly (DeviceTerm | undefined)[];
}

/** Devices of one resource in one part. */
export interface DeviceTerm {
  readonly part: string;
  readonly each: number;
  readonly pods: Range;
}

/** Terms of the sum of each resource. What several parts share counts once. */
export function deviceTerms(facts: Facts, parts: readonly PartPods[]): DeviceTerms[] {
  const found = new Map<string, DeviceTerms & { readonly terms: (DeviceTerm | undefined)[] }>();
  for (const { part, sets } of parts.flatMap(alike)) {
    for (const { name, count, claim } of devicesOfPod(facts, sets[0])) {
      const pods = sum(sets.map(set => rangeOf(facts, set)));
      const key = `${name} ${claim ?? ''}`;
      const known = found.get(key) ?? { name, ...(claim !== undefined && { claim }), terms: [] };
      found.set(key, known);
      known.terms.push(count === undefined || pods === undefined ? undefined : { part, each: count, pods });
    }
  }
  return [...found.values()];
}

/** Sets that have the same devices. */
function alike({ name: part, sets, isMixed }: PartPods): { readonly part: string; readonly sets: readonly PodSet[] }[] {
  return isMixed === true ? sets.map(set => ({ part, sets: [set] })) : [{ part, sets }];
}

export function devicesInAll(facts: Facts, parts: readonly PartPods[]): DeviceAccount[] {
  return deviceTerms(facts, parts).map(({ name, claim, terms }) => {
    const known = terms.filter(term => term !== undefined);
    const ofClaim = known[0] && { least: known[0].each, most: known[0].each };
    const count = claim === undefined ? sumOfKnown(known.map(({ each, pods }) => times(pods, each))) : ofClaim;
    return { name: cut(name), ...(claim !== undefined && { claim: cut(claim) }), ...(known.length === terms.length && { count }) };
  });
}
