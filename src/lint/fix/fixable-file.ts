import { isDeepStrictEqual } from 'util';
import { Finding, ObjectReference } from '../../base/findings/finding';
import { Fix } from '../../base/findings/fix';
import { grouped } from '../../base/grouped';
import { isObject, PlainObject } from '../../base/plain';
import { Manifest } from '../../kubernetes/manifest';
import { MOST_DUPLICATES } from '../../kubernetes/yaml/entries';
import { readDocuments } from '../../kubernetes/yaml/read';
import { Place, ReadDocument, UnreadableDocument } from '../../kubernetes/yaml/read-document';
import { Splice, spliced, spliceKey, spliceValue } from '../../kubernetes/yaml/splice';
import { objectsIn } from '../input/objects';

/** A fix at its place in a file. */
export interface PlacedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  readonly splice: Splice;
  /** The document, counted from 0, and the place in its value. */
  readonly document: number;
  readonly steps: Place['steps'];
}

interface PlacedObject {
  readonly prefix: string;
  readonly document: number;
}

/** One file whose text is changed at single places. */
export class FixableFile {
  private readonly documents: readonly (ReadDocument | UnreadableDocument)[];
  /** By what a finding calls them. */
  private readonly objects: ReadonlyMap<string, readonly PlacedObject[]>;

  constructor(public readonly name: string, public readonly bytes: Buffer) {
    this.documents = [...readDocuments(bytes)];
    const objects = this.documents.flatMap((each, document) => ('error' in each ? []
      : objectsIn([each.value]).objects.map(({ body, prefix }) => ({ key: keyOf(new Manifest(body, {}).reference), prefix, document }))));
    this.objects = grouped(objects, ({ key }) => key);
  }

  /** Finds the place of a fix; undefined where it cannot be written there. */
  public placed(finding: Finding, fix: Fix): PlacedFix | undefined {
    for (const { prefix, document } of this.objects.get(keyOf(finding.object)) ?? []) {
      const read = this.documents[document] as ReadDocument;
      const place = read.lineOf(`${prefix}${finding.field}`) === finding.line ? read.place(`${prefix}${fix.field}`) : undefined;
      const splice = place && this.spliceOf(place, fix);
      if (splice) {
        return { finding, fix, splice, document, steps: place!.steps };
      }
    }
    return undefined;
  }

  /** The file with fixes. Undefined where it then says anything else than it should: the place is used again through an anchor, a key is there already. */
  public with(fixes: readonly PlacedFix[]): Buffer | undefined {
    const bytes = spliced(this.bytes, fixes.map(({ splice }) => splice));
    const now = [...readDocuments(bytes)];
    const changes = grouped(fixes, ({ document }) => document);
    const isRight = now.length === this.documents.length && this.documents.every((before, index) => (
      isDeepStrictEqual(contentOf(now[index]), withFixes(contentOf(before), changes.get(index) ?? []))
      && (!changes.has(index) || hasNoMoreDuplicates(now[index], before))));
    return isRight ? bytes : undefined;
  }

  private spliceOf(place: Place, fix: Fix): Splice | undefined {
    return 'key' in fix ? spliceKey(this.bytes, place, fix.key) : spliceValue(this.bytes, place, fix);
  }
}

function keyOf(reference: ObjectReference | undefined): string {
  return JSON.stringify([reference?.apiVersion, reference?.kind, reference?.namespace, reference?.name]);
}

function contentOf(document: ReadDocument | UnreadableDocument): unknown {
  return 'error' in document ? document.error : document.value;
}

/** A key that is renamed to an existing one would replace its value. A document with more duplicates than are recorded is not edited. */
function hasNoMoreDuplicates(now: ReadDocument | UnreadableDocument, before: ReadDocument | UnreadableDocument): boolean {
  return duplicatesOf(now) === duplicatesOf(before) && duplicatesOf(now) < MOST_DUPLICATES;
}

function duplicatesOf(document: ReadDocument | UnreadableDocument): number {
  return 'error' in document ? 0 : document.duplicates.length;
}

/** What a document says with its fixes. Later items first: keys that were renamed would hide what is below them. */
function withFixes(value: unknown, fixes: readonly PlacedFix[]): unknown {
  if (fixes.length === 0) {
    return value;
  }
  const changed: unknown = JSON.parse(JSON.stringify(value));
  for (const { steps, fix, splice } of [...fixes].sort((one, other) => other.steps.length - one.steps.length)) {
    const parent = steps.slice(0, -1).reduce<unknown>((at, step) => (at as PlainObject | undefined)?.[step], changed);
    if (isObject(parent) || Array.isArray(parent)) {
      write(parent as PlainObject, steps.at(-1)!, fix, splice);
    }
  }
  return changed;
}

function write(parent: PlainObject, step: string | number, fix: Fix, splice: Splice): void {
  const before = parent[step];
  if ('key' in fix) {
    delete parent[step];
    parent[fix.key] = before;
  } else if ('quote' in fix) {
    parent[step] = JSON.parse(splice.text) as string;
  } else {
    parent[step] = 'word' in fix ? String(before).replace(fix.word, () => fix.instead) : fix.value;
  }
}
