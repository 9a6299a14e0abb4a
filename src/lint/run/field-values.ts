import { Finding } from '../../base/findings/finding';
import { isObject } from '../../base/plain';
import { unfilledPlace } from '../../knowledge/unfilled-places';
import { Manifest } from '../../kubernetes/manifest';

/** Parts of a field: `spec`, `[0]`, `[gpu.json]`. */
const STEP = /\[[^[\]]*\]|[^.[\]]+/g;

/** Fields whose text a program reads, which has variables of its own. */
const TEXTS = /\.(?:command|args|subPathExpr)(?:$|\[)|\.env\[\d+\]\.value$|(?:^|\.)(?:data|stringData|annotations)(?:$|[.[])/;

/** Names, labels, images, quantities and lists of labels; queries and expressions have other characters. */
const PLAIN = /^[\w./:@,*%+-]*$/;

/** Fields whose maps name other objects; a finding about another map is about something else than the names in it. */
const REFERENCE = /(?:[sS]elector|matchLabels|Ref)$/;

/** Longest text, number of entries and depth of a value that is looked at. */
const LONGEST = 253;
const MOST_ENTRIES = 20;
const DEEPEST = 3;

/** The API server hides values of Secrets, which messages repeat so. */
const REDACTED = 'Invalid value: "\u2026"';

/** Finds places that are not filled in where findings point, which their messages need not repeat. */
export class FieldValues {
  private readonly objects = new Map<string, Manifest[]>();

  constructor(findings: readonly Finding[], manifests: readonly Manifest[]) {
    findings.forEach(({ file, object }) => file !== undefined && object && this.objects.set(keyOf(file, object.kind, object.name), []));
    manifests.forEach(manifest => this.objects.get(keyOf(manifest.origin.file, manifest.kind, manifest.name))?.push(manifest));
  }

  /** The place of the field that a finding is about; undefined where all is filled in, or a program reads the text. */
  public placeIn({ class: kind, file, object, field, message }: Finding): string | undefined {
    if (file === undefined || !object || field === undefined) {
      return undefined;
    }
    const isRejected = kind === 'rejected' || kind === 'dropped';
    if (isRejected ? !message.startsWith(REDACTED) : TEXTS.test(field)) {
      return undefined;
    }
    for (const { body } of this.objects.get(keyOf(file, object.kind, object.name)) ?? []) {
      const value = valueAt(body, field);
      const place = isRejected ? placeOfSecret(value) : typeof value === 'string' || REFERENCE.test(field) ? placeInside(value, 0) : undefined;
      if (place !== undefined) {
        return place;
      }
    }
    return undefined;
  }
}

function keyOf(file: string | undefined, kind: string, name: string): string {
  return `${file} ${kind} ${name}`;
}

function valueAt(body: unknown, field: string): unknown {
  let value = body;
  for (const [step] of field.matchAll(STEP)) {
    const key = step.startsWith('[') ? step.slice(1, -1) : step;
    value = Array.isArray(value) ? (value as unknown[])[Number(key)] : isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function placeInside(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') {
    const place = value.length > LONGEST ? undefined : unfilledPlace(value);
    return place !== undefined && PLAIN.test(value.replaceAll(place, '')) ? place : undefined;
  }
  const entries = value !== null && typeof value === 'object' ? Object.values(value) : [];
  if (depth > DEEPEST || entries.length > MOST_ENTRIES) {
    return undefined;
  }
  return entries.map(each => placeInside(each, depth + 1)).find(place => place !== undefined);
}

/** Only what is a place as a whole, in brackets: nothing else of a Secret is shown. */
function placeOfSecret(value: unknown): string | undefined {
  const place = typeof value === 'string' && value.length <= LONGEST ? unfilledPlace(value) : undefined;
  return place !== value ? undefined : /^(?:<|\$?\{|\$\()/.test(place!) ? place : 'a redacted value';
}
