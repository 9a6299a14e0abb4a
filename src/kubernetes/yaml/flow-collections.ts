import { CollectionReader } from './collection-reader';
import { SHAPE } from './entries';
import { fitted, fittedMap } from './memory';
import { TOKEN } from './token';

/** Flow collections: those in brackets. Source: go.yaml.in/yaml/v2 parserc.go (v2.4.3). */

export function flowSequence(composer: CollectionReader): unknown[] {
  const { scanner, places } = composer;
  const items: unknown[] = [];
  composer.enter(scanner.peek().offset);
  scanner.pass();
  while (continues(composer, TOKEN.FLOW_SEQUENCE_END, items.length === 0)) {
    const { kind, offset } = scanner.peek();
    places?.enter(items.length, offset);
    items.push(kind === TOKEN.KEY ? pair(composer, offset) : composer.node(false, false));
    places?.leave();
  }
  composer.leave(SHAPE.SEQUENCE);
  return fitted(items);
}

/** `[a: b]`: a mapping of one entry inside a sequence. */
function pair(composer: CollectionReader, offset: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  composer.budget.count();
  composer.enter(offset);
  entry(composer, object, TOKEN.FLOW_SEQUENCE_END);
  composer.leave(SHAPE.MAPPING);
  return object;
}

export function flowMapping(composer: CollectionReader): Record<string, unknown> {
  const { scanner } = composer;
  const object: Record<string, unknown> = {};
  composer.enter(scanner.peek().offset);
  scanner.pass();
  let size = 0;
  for (; continues(composer, TOKEN.FLOW_MAPPING_END, size === 0); size++) {
    entry(composer, object, TOKEN.FLOW_MAPPING_END);
  }
  composer.leave(SHAPE.MAPPING);
  return fittedMap(object, size);
}

/** Whether another entry follows. Entries are separated by commas; one may trail. */
function continues(composer: CollectionReader, end: number, first: boolean): boolean {
  const { scanner } = composer;
  if (!first && scanner.peek().kind !== end) {
    if (scanner.peek().kind !== TOKEN.FLOW_ENTRY) {
      composer.cursor.fail(`did not find expected ',' or '${end === TOKEN.FLOW_MAPPING_END ? '}' : ']'}'`, scanner.peek().offset);
    }
    scanner.pass();
  }
  if (scanner.peek().kind === end) {
    scanner.pass();
    return false;
  }
  return true;
}

/** Reads `key: value` or `? key`; in braces also a key alone, whose value is null. */
function entry(composer: CollectionReader, object: Record<string, unknown>, end: number): void {
  const { scanner } = composer;
  const { kind, offset } = scanner.peek();
  if (kind === TOKEN.KEY) {
    scanner.pass();
  }
  const next = scanner.peek().kind;
  const absent = kind === TOKEN.KEY && (next === TOKEN.VALUE || next === TOKEN.FLOW_ENTRY || next === end);
  const key = absent ? composer.emptyKey(offset) : composer.key(false);
  let present = false;
  if (kind === TOKEN.KEY && scanner.peek().kind === TOKEN.VALUE) {
    scanner.pass();
    const after = scanner.peek().kind;
    present = after !== TOKEN.FLOW_ENTRY && after !== end;
  }
  composer.entry(object, key, offset, present, false);
}
