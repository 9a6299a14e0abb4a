export interface ReadDocument {
  /**
   * What the document says, as plain data. A whole number beyond 2^53 is the nearest number towards zero, so that it compares with the limits of
   * 64 bits as it should; `written` has its digits.
   */
  readonly value: unknown;
  /** 1-based line of the file that the value starts at. */
  readonly line: number;
  /** 1-based line of text behind the value, which kubectl does not read: what follows `...` or is indented less than the first line. */
  readonly unread?: number;
  /** Comments of the document, without `#` and the blanks around the text. Worked out on demand. */
  readonly comments: readonly { line: number; text: string }[];

  /**
   * 1-based line of a field path such as `spec.containers[0].env[2].value` or `metadata.annotations[a/b.c]`, or of its nearest ancestor that is
   * there. Works on demand, by reading the document again.
   */
  lineOf(path: string): number;

  /** A number or word as it is written without quotes, at a field path. */
  written(path: string): string | undefined;
}

export interface UnreadableDocument {
  /** The reason, with the line. */
  readonly error: string;
  /** 1-based line of the file. */
  readonly line: number;
}
