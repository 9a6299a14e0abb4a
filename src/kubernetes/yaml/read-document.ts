/** Where a value stands in its file. */
export interface Place {
  /** Keys and indexes from the value of the document on. */
  readonly steps: readonly (string | number)[];
  /** Offset in the bytes of the file: of the key, or of what an index counts. */
  readonly offset: number;
  /** The source text of an unquoted number or word. */
  readonly written?: string;
}

/** A key that stands twice in a mapping. */
export interface DuplicateKey {
  readonly key: string;
  /** The value that is lost: kubectl keeps the last one. */
  readonly lost: unknown;
  /** 1-based line of the file, of the second key. */
  readonly line: number;
}

/** The problem with a key that a mapping has twice, for readers that reject it. */
export function alreadySet(key: string): string {
  return `key ${JSON.stringify(key)} is already set in this mapping`;
}

export interface ReadDocument {
  /**
   * The value as plain data. An integer beyond 2^53 becomes the nearest double towards zero, so that it compares correctly with 64-bit limits;
   * `written` returns its digits.
   */
  readonly value: unknown;
  /** 1-based line of the file at which the value starts. */
  readonly line: number;
  /** 1-based line of text behind the value, which kubectl does not read: text after `...`, or indented less than the first line. */
  readonly unread?: number;
  /** Keys that a mapping has twice, the first ones of the document. */
  readonly duplicates: readonly DuplicateKey[];
  /** Comments of the document, trimmed and without `#`. Computed on demand. */
  readonly comments: readonly { line: number; text: string }[];

  /**
   * 1-based line of a field path such as `spec.containers[0].env[2].value` or `metadata.annotations[a/b.c]`, or of its nearest existing ancestor.
   * Computed on demand, by reading the document again.
   */
  lineOf(path: string): number;

  /** Where a field path stands in the bytes of the file; undefined where it is not written there: an alias, a merge. */
  place(path: string): Place | undefined;

  /** The source text of an unquoted number or word at a field path. */
  written(path: string): string | undefined;
}

export interface UnreadableDocument {
  /** The reason, with the line number. */
  readonly error: string;
  /** 1-based line of the file. */
  readonly line: number;
}
