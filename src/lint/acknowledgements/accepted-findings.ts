import { boundedReference } from '../../base/findings/bounded';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { STALE_ACKNOWLEDGEMENT } from '../notices/notices';

/** An acknowledgement, wherever it is written: selects findings that somebody has reviewed and accepts. */
export interface Accepted {
  readonly id: string;
  readonly reason: string;
  /** The configuration it stands in. */
  readonly file?: string;
  /** The subject it stands on (see `subjectKey`): it accepts all findings with its id there, and none elsewhere. */
  readonly on?: string;
  /** Whether it accepts this finding, besides id and subject. */
  readonly covers: (finding: Finding) => boolean;
  /** The warning for an acknowledgement that matches nothing; absent where it may be meant for other input. */
  readonly stale?: () => Finding;
}

/** Findings that cannot be accepted, with the reason. */
export const NOT_ACCEPTABLE: { readonly [id: string]: string } = {
  AIW0003: 'it says that an acknowledgement is of no use',
  AIW0004: 'it says that not everything was checked',
  AIW0005: 'it says that the input cannot be read',
  AIW1001: 'it says that the input cannot become a manifest',
  AIW1002: 'it says that the object cannot be rendered',
};

/** What an acknowledgement of nothing is reported as. */
export const STALE = noticed(STALE_ACKNOWLEDGEMENT);

/** Separates accepted findings from open ones, and names the configurations that accept some. Adds a warning for each acknowledgement that matches nothing. */
export function separateAccepted(
  findings: readonly Finding[],
  accepted: readonly Accepted[],
): { readonly open: Finding[]; readonly acknowledged: Finding[]; readonly files?: readonly string[] } {
  const anywhere = new Map<string, Accepted[]>();
  // One for each subject: a second would accept the same findings, and an input may hold thousands of copies of an object.
  const there = new Map<string, Accepted>();
  const repeated = new Set<Accepted>();
  for (const each of accepted) {
    if (each.on === undefined) {
      anywhere
        .set(each.id, anywhere.get(each.id) ?? [])
        .get(each.id)!
        .push(each);
    } else if (there.has(idAt(each.id, each.on))) {
      repeated.add(each);
    } else {
      there.set(idAt(each.id, each.on), each);
    }
  }
  const used = new Set<Accepted>();
  const open: Finding[] = [];
  const acknowledged: Finding[] = [];
  for (const finding of findings) {
    const takers = (anywhere.get(finding.id) ?? []).filter(each => each.covers(finding));
    const taker = there.size === 0 ? undefined : there.get(idAt(finding.id, subjectKey(finding)));
    [...takers, ...(taker ? [taker] : [])].forEach(each => used.add(each));
    (takers.length > 0 || taker ? acknowledged : open).push(finding);
  }
  const files = [...new Set([...used].flatMap(({ file }) => file ?? []))];
  return {
    open: [
      ...open,
      ...accepted.flatMap(each => (used.has(each) || repeated.has(each) || !each.stale ? [] : [each.stale()])),
    ],
    acknowledged,
    ...(files.length > 0 && { files }),
  };
}

function idAt(id: string, place: string): string {
  return `${id} ${place}`;
}

/** Key of an object with its file or construct, to look acknowledgements up by: a large input has many of both. */
export function subjectKey({ object, file, construct }: Pick<Finding, 'object' | 'file' | 'construct'>): string {
  return object === undefined ? '-' : JSON.stringify([boundedReference(object), file, construct]);
}

/** Findings about changes are absent from a run that compares nothing, so their acknowledgements are never reported as unused. */
export function awaitingChanges(accepted: readonly Accepted[]): Accepted[] {
  return accepted.map(each => (each.id.startsWith('AIW40') ? { ...each, stale: undefined } : each));
}
