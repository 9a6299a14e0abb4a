import { Manifest } from '../facts/manifest';
import { asText, objectAt } from '../facts/reading';
import { Finding } from '../finding';

/** Where somebody says in YAML which findings of an object are right there, one a line: `AIW2103: its pods come from the team that owns the model`. */
export const ANNOTATION = 'cdk8s-ai-workloads/acknowledge';

/** A finding that somebody looked at and accepts, wherever that stands. */
export interface Accepted {
  readonly id: string;
  readonly reason: string;
  /** Whether it speaks of this finding, besides having its id. */
  readonly covers: (finding: Finding) => boolean;
  /** The warning for one that covers nothing. */
  readonly stale: () => Finding;
}

/** Findings without which nothing can be said, or that are about acknowledgements themselves. */
const NOT_A_CHOICE: ReadonlySet<string> = new Set(['AIW0003', 'AIW0005', 'AIW1001', 'AIW1002']);

/** Acknowledgements in the annotations of objects; what is malformed is a finding of its own. */
export function acknowledgedOn(objects: readonly Manifest[]): { readonly accepted: Accepted[]; readonly findings: Finding[] } {
  const accepted: Accepted[] = [];
  const findings: Finding[] = [];
  for (const object of objects) {
    const text = asText(objectAt(object.body, 'metadata', 'annotations')[ANNOTATION]);
    for (const line of text?.split('\n').filter(each => each.trim() !== '') ?? []) {
      const [, id, reason] = /^\s*(AIW[0-9]{4})\s*:\s*(\S.*?)\s*$/.exec(line) ?? [];
      if (id === undefined || NOT_A_CHOICE.has(id)) {
        findings.push(notAcknowledged(object, line.trim(), id));
      } else {
        accepted.push({ id, reason, covers: finding => isOn(finding, object), stale: () => staleOn(object, id, reason) });
      }
    }
  }
  return { accepted, findings };
}

function isOn({ object, file }: Finding, { reference, origin }: Manifest): boolean {
  return object !== undefined && object.kind === reference.kind && object.name === reference.name && object.namespace === reference.namespace
    && object.apiVersion === reference.apiVersion && file === origin.file;
}

const FIELD = `metadata.annotations[${ANNOTATION}]`;

function about(object: Manifest, message: string, help: string): Finding {
  const { file, lineOf } = object.origin;
  return { id: 'AIW0003', title: 'an acknowledgement matches nothing', class: 'risky', object: object.reference, field: FIELD, message, help, file, line: lineOf?.(FIELD) };
}

function notAcknowledged(object: Manifest, line: string, id?: string): Finding {
  return about(object, `Invalid value: ${JSON.stringify(line)}: ${id ? `${id} cannot be accepted` : 'is no acknowledgement'}`,
    id ? 'repair what it names' : 'write the id of a finding and the reason, one a line: "AIW2103: its pods come from another repository"');
}

function staleOn(object: Manifest, id: string, reason: string): Finding {
  return about(object, `Invalid value: ${JSON.stringify(id)}: no such finding on this object (reason given: ${JSON.stringify(reason)})`, 'remove it: what it accepted is gone');
}

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
  return { open: [...open, ...accepted.filter(each => !used.has(each)).map(each => each.stale())], acknowledged };
}
