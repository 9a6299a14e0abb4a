import { AliasBudget, Anchored, copied, DEEPEST } from './anchors';
import { blockMapping, blockSequence, indentlessSequence } from './block-collections';
import { CollectionReader, MERGE } from './collection-reader';
import { Cursor, refuseControls } from './cursor';
import { Entries, SHAPE } from './entries';
import { flowMapping, flowSequence } from './flow-collections';
import { owned } from './memory';
import { Positions } from './positions';
import { CORE_TAG, UNDEFINED_TAG } from './properties';
import { keyText, plainValue, Scalar, taggedValue } from './resolve';
import { Scanner } from './scanner';
import { Token, TOKEN } from './token';

/** Tokens behind `---` that mean that the document is empty. */
const EMPTY_BEFORE = new Set<number>([TOKEN.DOCUMENT_START, TOKEN.DOCUMENT_END, TOKEN.DIRECTIVE]);

const NOTHING: Scalar = { text: '', plain: true, tag: '' };

/**
 * Builds the value of one document from its tokens, and resolves anchors, tags and keys.
 *
 * Source: go.yaml.in/yaml/v2 parserc.go and decode.go (v2.4.3), sigs.k8s.io/yaml yaml.go (v1.6).
 */
export class Composer implements CollectionReader {
  readonly cursor = new Cursor();
  readonly scanner: Scanner;
  readonly entries: Entries;
  readonly budget = new AliasBudget();
  private readonly anchors = new Map<string, Anchored>();
  private depth = 0;
  /** The greatest depth since the current anchored value began. */
  private reached = 0;
  /** Shape of the last node, for merges and keys. */
  private shape: number = SHAPE.SCALAR;
  /** Source text of the last node, where it was a scalar with an anchor or tag, or an alias of a scalar. */
  private written: Scalar | undefined;

  /** Whether the last key was a number, a boolean or another value that is no text. */
  private isTypedKey = false;

  /** Offset of the document's value. */
  start = 0;

  constructor(readonly places?: Positions) {
    this.scanner = new Scanner(this.cursor);
    this.entries = new Entries(this.cursor, false);
  }

  /** The value of a document, null for an empty one. `text` is padded. Like Go, reads one token behind the value and no more. */
  document(text: string): unknown {
    this.begin(text);
    const explicit = this.scanner.peek().kind === TOKEN.DOCUMENT_START;
    if (explicit) {
      this.scanner.pass();
    }
    const { kind, offset } = this.scanner.peek();
    this.start = offset;
    this.places?.begin(offset);
    if (kind === TOKEN.DIRECTIVE && !explicit) {
      // A directive needs `---` behind it, but that is where kubectl has already split the file.
      this.cursor.fail('found a directive, and kubectl takes the "---" behind it for the end of the document', offset);
    }
    if (kind === TOKEN.END_OF_TEXT || explicit && EMPTY_BEFORE.has(kind)) {
      return null;
    }
    const value = this.node(true, false);
    this.scanner.peek();
    return value;
  }

  private begin(text: string): void {
    this.cursor.begin(text);
    refuseControls(this.cursor);
    this.scanner.begin();
    this.entries.begin();
    this.budget.begin();
    this.anchors.clear();
    this.depth = 0;
    this.reached = 0;
  }

  /** The token behind the value: the end of the text, or the first token of what Go leaves unread. Valid after `document`. */
  get behind(): Token {
    return this.scanner.peek();
  }

  /** Reads a node. `block`: block collections are allowed here; `indentless`: so is a sequence in the column of its key. */
  node(block: boolean, indentless: boolean): unknown {
    const token = this.scanner.peek();
    this.budget.count();
    switch (token.kind) {
      case TOKEN.PLAIN:
        this.scanner.pass();
        this.shape = SHAPE.SCALAR;
        this.places?.write(token.text);
        return this.scalar(plainValue(token.text), token.offset);
      case TOKEN.TEXT:
        this.scanner.pass();
        this.shape = SHAPE.SCALAR;
        return owned(token.text);
      case TOKEN.ALIAS: return this.alias(token);
      case TOKEN.ANCHOR: case TOKEN.TAG: return this.withProperties(block, indentless);
      default: return this.collection(token, block, indentless) ?? this.cursor.fail('did not find expected node content', token.offset);
    }
  }

  /** The value of a node with no text: null. */
  empty(): null {
    this.budget.count();
    this.shape = SHAPE.SCALAR;
    return null;
  }

  /** The key of an entry as JSON has it, or MERGE. */
  key(block: boolean): string | typeof MERGE {
    const token = this.scanner.peek();
    const { kind, text } = token;
    if (kind === TOKEN.TEXT || kind === TOKEN.PLAIN && text !== '<<') {
      this.scanner.pass();
      this.budget.count();
      const value = kind === TOKEN.TEXT ? text : plainValue(text);
      this.isTypedKey = typeof value !== 'string';
      return typeof value === 'string' ? value : this.keyOf({ text, plain: true, tag: '' }, token.offset);
    }
    this.written = kind === TOKEN.PLAIN ? { text, plain: true, tag: '' } : undefined;
    const value = this.node(block, block);
    if (this.shape !== SHAPE.SCALAR) {
      this.cursor.fail(`invalid map key: ${Array.isArray(value) ? 'a sequence' : 'a mapping'}`, token.offset);
    }
    this.isTypedKey = typeof value !== 'string';
    const { written = NOTHING } = this;
    const isMerge = kind !== TOKEN.ALIAS && written.text === '<<' && (written.plain || written.tag === `${CORE_TAG}merge`);
    return isMerge ? MERGE : this.keyOf(written, token.offset);
  }

  /** An empty key would be null, which JSON has no key for. */
  emptyKey(offset: number): never {
    return this.cursor.fail('found a key that is null', offset);
  }

  /** Reads the value of an entry and sets it on the object. */
  entry(object: Record<string, unknown>, key: string | typeof MERGE, offset: number, present: boolean, block: boolean): void {
    const { isTypedKey } = this;
    this.places?.enter(key === MERGE ? '<<' : key, offset);
    const value = present ? this.node(block, block) : this.empty();
    this.places?.leave();
    if (key === MERGE) {
      this.entries.merge(object, value, this.shape, offset);
    } else {
      this.entries.put(object, key, value, offset, isTypedKey);
    }
  }

  enter(offset: number): void {
    this.depth++;
    this.reach(this.depth, offset);
  }

  leave(shape: number): void {
    this.depth--;
    this.shape = shape;
    this.written = undefined;
  }

  private keyOf(scalar: Scalar, offset: number): string {
    return keyText(scalar) ?? this.emptyKey(offset);
  }

  private scalar(value: unknown, offset: number): unknown {
    if (typeof value === 'string') {
      return owned(value);
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      this.cursor.fail('found a number that JSON cannot write', offset);
    }
    return value;
  }

  private collection(token: Token, block: boolean, indentless: boolean): unknown {
    switch (token.kind) {
      case TOKEN.FLOW_SEQUENCE: return flowSequence(this);
      case TOKEN.FLOW_MAPPING: return flowMapping(this);
      case TOKEN.BLOCK_SEQUENCE: return block ? blockSequence(this) : undefined;
      case TOKEN.BLOCK_MAPPING: return block ? blockMapping(this) : undefined;
      case TOKEN.BLOCK_ENTRY: return indentless ? indentlessSequence(this) : undefined;
      default: return undefined;
    }
  }

  private reach(depth: number, offset: number): void {
    if (depth > DEEPEST) {
      this.cursor.fail(`nested more than ${DEEPEST} levels deep`, offset);
    }
    this.reached = Math.max(this.reached, depth);
  }

  /** Reads a node that has an anchor, a tag or both, in either order. */
  private withProperties(block: boolean, indentless: boolean): unknown {
    const first = this.property(TOKEN.ANCHOR);
    const tag = this.property(TOKEN.TAG) ?? '';
    const anchor = first ?? this.property(TOKEN.ANCHOR);
    if (anchor === undefined) {
      return this.content(tag, block, indentless);
    }
    const anchored: Anchored = {};
    this.anchors.set(anchor, anchored);
    const size = this.budget.size - 1;
    const { reached } = this;
    this.reached = this.depth;
    const value = this.content(tag, block, indentless);
    anchored.content = { value, scalar: this.written, size: this.budget.size - size, depth: this.reached - this.depth };
    this.reached = Math.max(this.reached, reached);
    return value;
  }

  private property(kind: number): string | undefined {
    const token = this.scanner.peek();
    if (token.kind !== kind) {
      return undefined;
    }
    if (token.text === UNDEFINED_TAG) {
      this.cursor.fail('found undefined tag handle', token.offset);
    }
    this.scanner.pass();
    return token.text;
  }

  /** What follows an anchor or tag: a collection, whose tag is ignored, a scalar, or nothing, which is an empty scalar. */
  private content(tag: string, block: boolean, indentless: boolean): unknown {
    const token = this.scanner.peek();
    const collection = this.collection(token, block, indentless);
    if (collection !== undefined) {
      return collection;
    }
    const quoted = token.kind === TOKEN.TEXT;
    const text = quoted || token.kind === TOKEN.PLAIN ? token.text : '';
    if (quoted || token.kind === TOKEN.PLAIN) {
      this.scanner.pass();
    }
    const scalar = { text, plain: tag === '!' || tag === '' && !quoted, tag };
    const value = tag !== '' ? taggedValue(scalar) : quoted ? text : plainValue(text);
    if (value === undefined) {
      this.cursor.fail(`cannot decode ${JSON.stringify(text)} as a ${tag.replace(CORE_TAG, '!!')}`, token.offset);
    }
    this.written = scalar;
    this.shape = SHAPE.SCALAR;
    return this.scalar(value, token.offset);
  }

  private alias({ text: name, offset }: Token): unknown {
    this.scanner.pass();
    const anchored = this.anchors.get(name) ?? this.cursor.fail(`unknown anchor '${name}' referenced`, offset);
    const content = anchored.content ?? this.cursor.fail(`anchor '${name}' value contains itself`, offset);
    if (!this.budget.allows(content.size)) {
      this.cursor.fail('document contains excessive aliasing', offset);
    }
    this.reach(this.depth + content.depth, offset);
    this.written = content.scalar;
    this.shape = content.scalar !== undefined ? SHAPE.SCALAR : Array.isArray(content.value) ? SHAPE.ALIASED_SEQUENCE : SHAPE.MAPPING;
    return this.scalar(copied(content.value), offset);
  }
}
