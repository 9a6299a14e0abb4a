import { Finding } from './finding';

/** A finding that somebody looked at and accepts, wherever that stands. */
export interface Accepted {
  readonly id: string;
  readonly reason: string;
  /** The object that it stands on: it speaks of no other. */
  readonly on?: string;
  /** Whether it speaks of this finding, besides having its id. */
  readonly covers: (finding: Finding) => boolean;
  /** The warning for one that covers nothing; absent where it may be meant for other input. */
  readonly stale?: () => Finding;
}

/** Findings that cannot be accepted, with the reason. */
export const NOT_A_CHOICE: { readonly [id: string]: string } = {
  AIW0003: 'it says that an acknowledgement is of no use',
  AIW0005: 'it says that the input cannot be read',
  AIW1001: 'it says that the input cannot become a manifest',
  AIW1002: 'it says that the object cannot be rendered',
};

/** What an acknowledgement of nothing is reported as. */
export const STALE = { id: 'AIW0003', title: 'an acknowledgement matches nothing', class: 'risky' } as const;

/** Parts findings by what somebody accepts; an acknowledgement of nothing is itself a warning. */
export function part(findings: readonly Finding[], accepted: readonly Accepted[]): { readonly open: Finding[]; readonly acknowledged: Finding[] } {
  const byPlace = new Map<string, Accepted[]>();
  for (const each of accepted) {
    const place = placeOf(each.id, each.on);
    const known = byPlace.get(place);
    if (known) {
      known.push(each);
    } else {
      byPlace.set(place, [each]);
    }
  }
  const used = new Set<Accepted>();
  const open: Finding[] = [];
  const acknowledged: Finding[] = [];
  for (const finding of findings) {
    const candidates = [...byPlace.get(placeOf(finding.id)) ?? [], ...byPlace.get(placeOf(finding.id, objectOf(finding))) ?? []];
    const takers = candidates.filter(each => each.covers(finding));
    takers.forEach(taker => used.add(taker));
    (takers.length > 0 ? acknowledged : open).push(finding);
  }
  return { open: [...open, ...accepted.flatMap(each => (used.has(each) || !each.stale ? [] : [each.stale()]))], acknowledged };
}

function placeOf(id: string, object: string = ''): string {
  return `${id} ${object}`;
}

/** What an acknowledgement is found by that stands on an object: a large input has many of both. */
export function objectOf({ object }: Pick<Finding, 'object'>): string {
  return object === undefined ? '-' : JSON.stringify([object.apiVersion, object.kind, object.namespace, object.name]);
}

/** What is said of changes is not found where nothing is compared; who accepts it waits for the run that does. */
export function awaitingChanges(accepted: readonly Accepted[]): Accepted[] {
  return accepted.map(each => (each.id.startsWith('AIW40') ? { ...each, stale: undefined } : each));
}
