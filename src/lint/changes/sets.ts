import { PlainObject } from '../../base/plain';
import { asText, objectAt } from '../../base/reading';
import { rangeText } from '../../base/text/range';
import { Manifest } from '../../kubernetes/manifest';
import { workloadKindOf, typesWith } from '../kinds';
import { claimTemplateNames, firstOrdinal, replicasOf } from '../kinds/controllers';
import { leaderWorkerSize } from '../kinds/leader-worker-set';

/** Ordinals of a StatefulSet: `from` up to, and without, `end`. */
export interface Ordinals {
  readonly from: number;
  readonly end: number;
}

export function ordinalsOf(set: Manifest): Ordinals {
  const from = firstOrdinal(set);
  return { from, end: from + (replicasOf(set) ?? 1) };
}

/** Ordinals of the first that the second lacks: below it and above it. */
export function missingOrdinals(one: Ordinals, other: Ordinals): Ordinals[] {
  const below = { from: one.from, end: Math.min(one.end, other.from) };
  const above = { from: Math.max(one.from, other.end), end: one.end };
  return [below, above].filter(({ from, end }) => from < end);
}

/** `0 to 2, 7`. */
export function inRanges(ranges: readonly Ordinals[]): string {
  return ranges.map(({ from, end }) => rangeText(from, end - 1)).join(', ');
}

/** Kinds whose controller makes claims out of templates, by ordinal. */
export const CLAIMED: ReadonlySet<string> = new Set(typesWith(({ claims }) => claims !== undefined));

/** What holds the claim templates and what becomes of the claims. */
function claimsSpec(object: Manifest): PlainObject {
  return objectAt(object.spec, ...workloadKindOf(object).claims ?? []);
}

/** What becomes of claims: of pods that a smaller set no longer has, or of all when the set is deleted. Source: pkg/apis/apps/v1/defaults.go (v1.36): Retain */
export function retentionOf(set: Manifest, when: 'whenScaled' | 'whenDeleted'): 'Retain' | 'Delete' {
  return asText(objectAt(claimsSpec(set), 'persistentVolumeClaimRetentionPolicy')[when]) === 'Delete' ? 'Delete' : 'Retain';
}

/** How many claims are named before the rest is only counted. */
const NAMED = 6;

/**
 * Names of the claims of some ordinals, the first few of them. Those of a LeaderWorkerSet are groups, each with a pod for every index.
 *
 * @param templates names of claim templates; all of the set, where they are left out.
 */
export function claimNamesInRanges(set: Manifest, ranges: readonly Ordinals[], templates: readonly string[] = templatesOf(set)): string {
  const size = Math.max(1, leaderWorkerSize(set).size);
  const names: string[] = [];
  for (const { from, end } of ranges) {
    for (let ordinal = from; ordinal < end && names.length < NAMED; ordinal++) {
      for (let index = 0; index < size && names.length < NAMED; index++) {
        names.push(...templates.map(template => `${template}-${set.name}-${ordinal}${index === 0 ? '' : `-${index}`}`));
      }
    }
  }
  const all = templates.length * size * ranges.reduce((sum, { from, end }) => sum + end - from, 0);
  return `${names.join(', ')}${all > names.length ? ` and ${all - names.length} more` : ''}`;
}

export function hasClaims(set: Manifest): boolean {
  return templatesOf(set).length > 0;
}

/** Names of the claim templates. */
export function templatesOf(set: Manifest): string[] {
  return claimTemplateNames(claimsSpec(set).volumeClaimTemplates);
}
