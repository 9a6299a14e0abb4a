/** Kinds of tokens. Block collections have a start and an end token, which stand for changes of indentation. */
export const TOKEN = {
  END_OF_TEXT: 0,
  DOCUMENT_START: 1,
  DOCUMENT_END: 2,
  BLOCK_SEQUENCE: 3,
  BLOCK_MAPPING: 4,
  BLOCK_END: 5,
  FLOW_SEQUENCE: 6,
  FLOW_SEQUENCE_END: 7,
  FLOW_MAPPING: 8,
  FLOW_MAPPING_END: 9,
  BLOCK_ENTRY: 10,
  FLOW_ENTRY: 11,
  KEY: 12,
  VALUE: 13,
  ALIAS: 14,
  ANCHOR: 15,
  TAG: 16,
  PLAIN: 17,
  TEXT: 18,
  DIRECTIVE: 19,
} as const;

export class Token {
  constructor(
    readonly kind: number,
    readonly offset: number,
    /** Text of scalars, anchors, aliases and tags; else empty. */
    readonly text: string,
    /** The flow level whose simple key this token may be, or -1. */
    readonly keyLevel: number,
  ) {}
}
