/** Codes of the characters that have a meaning in YAML. */
export const CODE = {
  END: 0,
  TAB: 0x09,
  LF: 0x0a,
  CR: 0x0d,
  SPACE: 0x20,
  BANG: 0x21,
  DOUBLE_QUOTE: 0x22,
  HASH: 0x23,
  PERCENT: 0x25,
  AMPERSAND: 0x26,
  SINGLE_QUOTE: 0x27,
  ASTERISK: 0x2a,
  PLUS: 0x2b,
  COMMA: 0x2c,
  DASH: 0x2d,
  DOT: 0x2e,
  SLASH: 0x2f,
  ZERO: 0x30,
  NINE: 0x39,
  COLON: 0x3a,
  LESS: 0x3c,
  GREATER: 0x3e,
  QUESTION: 0x3f,
  AT: 0x40,
  OPEN_BRACKET: 0x5b,
  BACKSLASH: 0x5c,
  CLOSE_BRACKET: 0x5d,
  BACKTICK: 0x60,
  OPEN_BRACE: 0x7b,
  PIPE: 0x7c,
  CLOSE_BRACE: 0x7d,
} as const;

/** A line break: YAML 1.1 has five. Source: go.yaml.in/yaml/v2 yamlprivateh.go is_break (v2.4.3). */
export function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** Line break or end. `refuseControls` leaves only tab and breaks below the space; END is our padding. */
export function isBreakOrEnd(code: number): boolean {
  return code < 0x20 ? code !== 0x09 : code >= 0x85 && isBreak(code);
}

/** Space, tab, line break or end. */
export function isBlankOrEnd(code: number): boolean {
  return code <= 0x20 || code >= 0x85 && isBreak(code);
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Letters, digits, `_` and `-`: what the name of an anchor or tag handle may contain. */
export function isWord(code: number): boolean {
  return code >= 0x30 && code <= 0x39 || code >= 0x41 && code <= 0x5a || code >= 0x61 && code <= 0x7a || code === 0x5f || code === 0x2d;
}

/** Indicators that end a plain scalar inside brackets: `,?[]{}`. */
export function endsFlowScalar(code: number): boolean {
  return code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}
