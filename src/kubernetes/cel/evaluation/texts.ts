/** Of a character beyond the basic plane, which JavaScript counts as two. */
const SURROGATE = /[\ud800-\udfff]/;

/** The characters of a text (code points), as CEL counts them. */
export function charactersOf(text: string): readonly string[] {
  return SURROGATE.test(text) ? Array.from(text) : text.split('');
}

/** Number of characters. */
export function lengthOf(text: string): number {
  return SURROGATE.test(text) ? Array.from(text).length : text.length;
}

/** Orders texts by their characters, as Go orders them by their bytes. */
export function compareTexts(one: string, other: string): number {
  if (one === other) {
    return 0;
  }
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) {
    at++;
  }
  const [code, otherCode] = [one.codePointAt(at) ?? -1, other.codePointAt(at) ?? -1];
  return code - otherCode;
}
