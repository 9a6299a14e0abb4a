import { Accepted, NOT_A_CHOICE, objectOf, STALE } from '../accepted';
import { Manifest } from '../facts/manifest';
import { asText, objectAt } from '../facts/reading';
import { Finding } from '../finding';

/** Where somebody says in YAML which findings of an object are right there, one a line: `AIW2103: its pods come from the team that owns the model`. */
export const ANNOTATION = 'cdk8s-ai-workloads/acknowledge';

/** Acknowledgements in the annotations of objects; what is malformed is a finding of its own. */
export function acknowledgedOn(objects: readonly Manifest[]): { readonly accepted: Accepted[]; readonly findings: Finding[] } {
  const accepted: Accepted[] = [];
  const findings: Finding[] = [];
  for (const object of objects) {
    const text = asText(objectAt(object.body, 'metadata', 'annotations')[ANNOTATION]);
    for (const line of text?.split('\n').filter(each => each.trim() !== '') ?? []) {
      const [, id, reason] = /^(AIW[0-9]{4})\s*:\s*(\S.*)$/.exec(line.trim()) ?? [];
      if (id === undefined || Object.hasOwn(NOT_A_CHOICE, id)) {
        findings.push(notAcknowledged(object, line.trim(), id));
      } else {
        const on = objectOf({ object: object.reference });
        accepted.push({ id, reason, on, covers: finding => isOn(finding, object), stale: () => staleOn(object, id, reason) });
      }
    }
  }
  return { accepted, findings };
}

function isOn({ object, file, construct }: Finding, { reference, origin }: Manifest): boolean {
  return object !== undefined && object.kind === reference.kind && object.name === reference.name && object.namespace === reference.namespace
    && object.apiVersion === reference.apiVersion && file === origin.file && construct === origin.construct;
}

const FIELD = `metadata.annotations[${ANNOTATION}]`;

function about(object: Manifest, message: string, help: string): Finding {
  const { construct, file, lineOf } = object.origin;
  return { ...STALE, object: object.reference, field: FIELD, message, help, construct, file, line: lineOf?.(FIELD) };
}

function notAcknowledged(object: Manifest, line: string, id?: string): Finding {
  return about(object, `Invalid value: ${JSON.stringify(line)}: ${id ? `${id} cannot be accepted` : 'is no acknowledgement'}`,
    id ? 'repair what it names' : 'write the id of a finding and the reason, one a line: "AIW2103: its pods come from another repository"');
}

function staleOn(object: Manifest, id: string, reason: string): Finding {
  return about(object, `Invalid value: ${JSON.stringify(id)}: no such finding on this object (reason given: ${JSON.stringify(reason)})`, 'remove it: what it accepted is gone');
}
