import { Finding } from './finding';

/** A finding that somebody looked at and accepts, wherever that stands. */
export interface Accepted {
  readonly id: string;
  readonly reason: string;
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
  const byId = new Map<string, Accepted[]>();
  accepted.forEach(each => byId.set(each.id, [...byId.get(each.id) ?? [], each]));
  const used = new Set<Accepted>();
  const open: Finding[] = [];
  const acknowledged: Finding[] = [];
  for (const finding of findings) {
    const takers = (byId.get(finding.id) ?? []).filter(each => each.covers(finding));
    takers.forEach(taker => used.add(taker));
    (takers.length > 0 ? acknowledged : open).push(finding);
  }
  return { open: [...open, ...accepted.flatMap(each => (used.has(each) || !each.stale ? [] : [each.stale()]))], acknowledged };
}

/** What is said of changes is not found where nothing is compared; who accepts it waits for the run that does. */
export function awaitingChanges(accepted: readonly Accepted[]): Accepted[] {
  return accepted.map(each => (each.id.startsWith('AIW40') ? { ...each, stale: undefined } : each));
}
