/** What a regular expression of JavaScript says, as a tree. Which characters a class or an escape takes is asked of JavaScript itself. */
export type JavaScriptPattern =
  | { readonly kind: 'character'; readonly takes: (character: string) => boolean; readonly source: string }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  | { readonly kind: 'look'; readonly part: JavaScriptPattern; readonly isAhead: boolean; readonly isWanted: boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly JavaScriptPattern[] }
  | { readonly kind: 'repeat'; readonly part: JavaScriptPattern; readonly least: number; readonly most: number; readonly isLazy: boolean };

const LOOKS: { readonly [opening: string]: { readonly isAhead: boolean; readonly isWanted: boolean } } = {
  '(?=': { isAhead: true, isWanted: true },
  '(?!': { isAhead: true, isWanted: false },
  '(?<=': { isAhead: false, isWanted: true },
  '(?<!': { isAhead: false, isWanted: false },
};
const OPENING = /\((?:\?(?:<?[=!]|:|<\w+>))?/y;
const CHARACTER = /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^1-9])|[^]/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/y;

/** Reads the source of a regular expression. References back are not known: they cannot be matched in linear time. */
export function parseJavaScript({ source, flags }: RegExp): JavaScriptPattern {
  let at = 0;
  const taken = (part: RegExp) => {
    part.lastIndex = at;
    const match = part.exec(source);
    at += match ? match[0].length : 0;
    return match;
  };
  const choice = (): JavaScriptPattern => {
    const parts = [sequence()];
    while (source[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
  };
  const sequence = (): JavaScriptPattern => {
    const parts: JavaScriptPattern[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      parts.push(repeated(source[at] === '(' ? group() : atom()));
    }
    return parts.length === 1 ? parts[0] : { kind: 'sequence', parts };
  };
  const repeated = (part: JavaScriptPattern): JavaScriptPattern => {
    const found = taken(QUANTIFIER);
    if (!found) {
      return part;
    }
    const [whole, low, comma, high, lazy] = found;
    const most = low === undefined ? whole[0] === '?' ? 1 : Infinity : comma === '' ? Number(low) : high === '' ? Infinity : Number(high);
    return { kind: 'repeat', part, least: low === undefined ? whole[0] === '+' ? 1 : 0 : Number(low), most, isLazy: lazy === '?' };
  };
  const group = (): JavaScriptPattern => {
    const [opening] = taken(OPENING)!;
    const part = choice();
    at++;
    return opening in LOOKS ? { kind: 'look', part, ...LOOKS[opening] } : part;
  };
  const atom = (): JavaScriptPattern => {
    const place = placeOf(taken(/\^|\$|\\[bB]/y)?.[0], flags);
    if (place) {
      return place;
    }
    const character = taken(CHARACTER);
    if (!character) {
      throw new Error(`${source} is not understood at ${source.slice(at)}`);
    }
    const alone = new RegExp(`^(?:${character[0]})$`, flags.replace(/[gmy]/g, ''));
    return { kind: 'character', takes: text => alone.test(text), source: character[0] };
  };
  return choice();
}

function placeOf(sign: string | undefined, flags: string): JavaScriptPattern | undefined {
  const isMultiline = flags.includes('m');
  const atEdge = (text: string, at: number) => /\w/.test(text[at - 1] ?? '') !== /\w/.test(text[at] ?? '');
  switch (sign) {
    case '^': return { kind: 'place', holds: (text, at) => at === 0 || (isMultiline && text[at - 1] === '\n') };
    case '$': return { kind: 'place', holds: (text, at) => at === text.length || (isMultiline && text[at] === '\n') };
    case '\\b': return { kind: 'place', holds: atEdge };
    case '\\B': return { kind: 'place', holds: (text, at) => !atEdge(text, at) };
    default: return undefined;
  }
}
