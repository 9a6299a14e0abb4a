import { Accepted, NOT_ACCEPTABLE, subjectKey, STALE } from './accepted-findings';
import { Finding } from '../../base/findings/finding';
import { MOST_OF_RULE, tooMany } from '../../base/findings/limited-findings';
import { asText, objectAt } from '../../base/reading';
import { cutJson } from '../../base/text/cut';
import { Manifest } from '../../kubernetes/manifest';

/** Annotation that acknowledges findings of its object, one per line: `AIW2103: its pods come from the team that owns the model`. */
export const ANNOTATION = 'cdk8s-ai-workloads/acknowledge';

/** One line of the annotation. */
interface Line {
  readonly text: string;
  /** Absent where the line is malformed. */
  readonly id?: string;
  readonly reason?: string;
}

/** The acknowledgements in annotations, and a finding for each malformed line. */
export function acknowledgedOn(objects: readonly Manifest[]): { readonly accepted: Accepted[]; readonly findings: Finding[] } {
  const accepted: Accepted[] = [];
  const findings: Finding[] = [];
  // Cached: YAML aliases may give many objects the same text.
  const read = new Map<string, readonly Line[]>();
  for (const object of objects) {
    const text = asText(objectAt(object.body, 'metadata', 'annotations')[ANNOTATION]);
    if (text !== undefined && !read.has(text)) {
      read.set(text, linesOf(text));
    }
    for (const line of text === undefined ? [] : read.get(text)!) {
      if (accepted.length + findings.length >= MOST_OF_RULE) {
        return { accepted, findings: [...findings, tooMany(`there are more than ${MOST_OF_RULE.toLocaleString('en')} acknowledgements on objects, and the rest is not heeded`)] };
      }
      if (line.id === undefined || Object.hasOwn(NOT_ACCEPTABLE, line.id)) {
        findings.push(notAcknowledged(object, line));
      } else {
        accepted.push(acceptedOn(object, line.id, line.reason!));
      }
    }
  }
  return { accepted, findings };
}

function linesOf(text: string): Line[] {
  return text.split('\n').map(each => each.trim()).filter(each => each !== '').map(line => {
    const [, id, reason] = /^(AIW[0-9]{4})\s*:\s*(\S.*)$/.exec(line) ?? [];
    return { text: line, id, reason };
  });
}

function acceptedOn(object: Manifest, id: string, reason: string): Accepted {
  const { file, construct } = object.origin;
  return { id, reason, on: subjectKey({ object: object.reference, file, construct }), covers: () => true, stale: () => staleOn(object, id, reason) };
}

const FIELD = `metadata.annotations[${ANNOTATION}]`;

function about(object: Manifest, message: string, help: string): Finding {
  const { construct, file, lineOf } = object.origin;
  return { ...STALE, object: object.reference, field: FIELD, message, help, construct, file, line: lineOf?.(FIELD) };
}

function notAcknowledged(object: Manifest, { text, id }: Line): Finding {
  return about(object, `Invalid value: ${cutJson(text)}: ${id ? `${id} cannot be accepted` : 'is no acknowledgement'}`,
    id ? 'repair what it names' : 'write the id of a finding and the reason, one a line: "AIW2103: its pods come from another repository"');
}

function staleOn(object: Manifest, id: string, reason: string): Finding {
  return about(object, `Invalid value: ${JSON.stringify(id)}: no such finding on this object (reason given: ${cutJson(reason)})`, 'remove it: what it accepted is gone');
}
