import { JavaScriptPattern, parseJavaScript } from './javascript-pattern';

/** Every printable character, line breaks, and a character that few classes contain. */
const CHARACTERS = ['a', 'A', '0', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), '\n', '\t', '\u2028', '\u0001'];
const NOWHERE = '\u0001';

/** A text of any length: `begin`, repetitions of `piece`, `end`. */
export interface HostileText {
  readonly begin: string;
  readonly piece: string;
  readonly end: string;
}

/**
 * Texts that may make an expression slow: what its loops match, repeated, behind what leads to the loop, and followed by what prevents a match.
 * An expression without `^` starts anew at each position, so what leads to a loop is repeated too.
 */
export function hostileTexts(pattern: RegExp): HostileText[] {
  const expression = parseJavaScript(pattern);
  const loops = loopsOf(expression, '', classesOf(expression));
  const begins = new Set(['', NOWHERE, ...loops.map(({ before }) => before)]);
  const pieces = new Set(loops.flatMap(({ before, piece, others }) => [piece, ...others, before, before + piece]).filter(piece => piece !== ''));
  const ends = ['', NOWHERE, '\n'];
  return [...begins].flatMap(begin => [...pieces].flatMap(piece => ends.map(end => ({ begin, piece, end }))));
}

interface Loop {
  /** Text that leads to the loop. */
  readonly before: string;
  readonly piece: string;
  /** Other characters that the loop matches. */
  readonly others: readonly string[];
}

function loopsOf(expression: JavaScriptPattern, before: string, classes: readonly string[]): Loop[] {
  switch (expression.kind) {
    case 'repeat': {
      const inner = loopsOf(expression.part, before, classes);
      return expression.most > 9 ? [{ before, piece: wordOf(expression.part), others: charactersOf(expression.part, classes) }, ...inner] : inner;
    }
    case 'sequence': return expression.parts.flatMap((part, index) => loopsOf(part, before + expression.parts.slice(0, index).map(wordOf).join(''), classes));
    case 'choice': return expression.parts.flatMap(part => loopsOf(part, before, classes));
    case 'look': return loopsOf(expression.part, before, classes);
    default: return [];
  }
}

/** A shortest text, approximately, that an expression matches. */
function wordOf(expression: JavaScriptPattern): string {
  switch (expression.kind) {
    case 'character': return taken(expression)[0] ?? '';
    case 'sequence': return expression.parts.map(wordOf).join('');
    case 'choice': return wordOf(expression.parts[0]);
    case 'repeat': return wordOf(expression.part).repeat(expression.least);
    default: return '';
  }
}

/** Characters that an expression matches, one for each class. */
function charactersOf(expression: JavaScriptPattern, classes: readonly string[]): string[] {
  return classes.filter(character => setsOf(expression).some(({ takes }) => takes(character)));
}

/** One character for each combination of the expression's classes. Line breaks stand alone, since `^` matches behind them. */
function classesOf(expression: JavaScriptPattern): string[] {
  const sets = setsOf(expression);
  const kinds = CHARACTERS.map(character => [`${sets.map(({ takes }) => Number(takes(character))).join('')}${character === '\n'}`, character] as const).reverse();
  return [...new Map(kinds).values()];
}

type Character = JavaScriptPattern & { kind: 'character' };

function setsOf(expression: JavaScriptPattern): Character[] {
  switch (expression.kind) {
    case 'character': return [expression];
    case 'sequence': case 'choice': return expression.parts.flatMap(setsOf);
    case 'repeat': case 'look': return setsOf(expression.part);
    default: return [];
  }
}

function taken({ takes }: Character): string[] {
  return CHARACTERS.filter(takes);
}
