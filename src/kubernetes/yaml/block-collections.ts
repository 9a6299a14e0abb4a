import { CollectionReader } from './collection-reader';
import { SHAPE } from './entries';
import { fitted, fittedMap } from './memory';
import { TOKEN } from './token';

/** Block collections: those written by indentation. Source: go.yaml.in/yaml/v2 parserc.go (v2.4.3). */

export function blockSequence(composer: CollectionReader): unknown[] {
  const { scanner } = composer;
  const items: unknown[] = [];
  composer.enter(scanner.peek().offset);
  scanner.pass();
  for (;;) {
    const { kind, offset } = scanner.peek();
    if (kind === TOKEN.BLOCK_END) {
      scanner.pass();
      composer.leave(SHAPE.SEQUENCE);
      return fitted(items);
    }
    if (kind !== TOKEN.BLOCK_ENTRY) {
      composer.cursor.fail('did not find expected \'-\' indicator', offset);
    }
    item(composer, items, false);
  }
}

/** A sequence whose dashes stand in the same column as the key it belongs to. */
export function indentlessSequence(composer: CollectionReader): unknown[] {
  const items: unknown[] = [];
  composer.enter(composer.scanner.peek().offset);
  while (composer.scanner.peek().kind === TOKEN.BLOCK_ENTRY) {
    item(composer, items, true);
  }
  composer.leave(SHAPE.SEQUENCE);
  return fitted(items);
}

function item(composer: CollectionReader, items: unknown[], indentless: boolean): void {
  const { scanner, places } = composer;
  places?.enter(items.length, scanner.peek().offset);
  scanner.pass();
  const { kind } = scanner.peek();
  const empty = kind === TOKEN.BLOCK_ENTRY || kind === TOKEN.BLOCK_END || indentless && (kind === TOKEN.KEY || kind === TOKEN.VALUE);
  items.push(empty ? composer.empty() : composer.node(true, false));
  places?.leave();
}

export function blockMapping(composer: CollectionReader): Record<string, unknown> {
  const { scanner } = composer;
  const object: Record<string, unknown> = {};
  composer.enter(scanner.peek().offset);
  scanner.pass();
  for (let size = 0; ; size++) {
    const { kind, offset } = scanner.peek();
    if (kind === TOKEN.BLOCK_END) {
      scanner.pass();
      composer.leave(SHAPE.MAPPING);
      return fittedMap(object, size);
    }
    if (kind !== TOKEN.KEY) {
      composer.cursor.fail('did not find expected key', offset);
    }
    scanner.pass();
    entry(composer, object, offset);
  }
}

function entry(composer: CollectionReader, object: Record<string, unknown>, offset: number): void {
  const { scanner } = composer;
  const key = endsEntry(scanner.peek().kind) ? composer.emptyKey(offset) : composer.key(true);
  let present = false;
  if (scanner.peek().kind === TOKEN.VALUE) {
    scanner.pass();
    present = !endsEntry(scanner.peek().kind);
  }
  composer.entry(object, key, offset, present, true);
}

function endsEntry(kind: number): boolean {
  return kind === TOKEN.KEY || kind === TOKEN.VALUE || kind === TOKEN.BLOCK_END;
}
