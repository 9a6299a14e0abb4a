/** A character class: whether it contains a character. */
export type CharacterSet = (code: number) => boolean;

const DIGITS = ranges([[0x30, 0x39]]);
const WORD = ranges([[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);
/** `\s`, which in Go lacks the vertical tab. Source: regexp/syntax/perl_groups.go (Go 1.26) */
const SPACE = ranges([[0x09, 0x0a], [0x0c, 0x0d], [0x20, 0x20]]);

const PERL: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS, D: not(DIGITS), w: WORD, W: not(WORD), s: SPACE, S: not(SPACE),
};

const ASCII_CLASSES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  alnum: [[0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]],
  alpha: [[0x41, 0x5a], [0x61, 0x7a]],
  ascii: [[0x00, 0x7f]],
  blank: [[0x09, 0x09], [0x20, 0x20]],
  cntrl: [[0x00, 0x1f], [0x7f, 0x7f]],
  digit: [[0x30, 0x39]],
  graph: [[0x21, 0x7e]],
  lower: [[0x61, 0x7a]],
  print: [[0x20, 0x7e]],
  punct: [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]],
  space: [[0x09, 0x0d], [0x20, 0x20]],
  upper: [[0x41, 0x5a]],
  word: [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]],
  xdigit: [[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]],
};

/** `\d`, `\w`, `\s` and their complements, which are ASCII in Go. */
export function perlClass(letter: string): CharacterSet | undefined {
  return Object.hasOwn(PERL, letter) ? PERL[letter] : undefined;
}

/** `[:alpha:]` and the other ASCII classes. */
export function asciiClass(name: string): CharacterSet | undefined {
  const positive = name.startsWith('^') ? name.slice(1) : name;
  const set = Object.hasOwn(ASCII_CLASSES, positive) ? ranges(ASCII_CLASSES[positive]) : undefined;
  return set && positive !== name ? not(set) : set;
}

/** `\p{Greek}`: a general category or a script. Undefined for an unknown name. */
export function unicodeClass(name: string): CharacterSet | undefined {
  for (const property of [name, `Script=${name}`]) {
    try {
      const expression = new RegExp(`^\\p{${property}}$`, 'u');
      return code => expression.test(String.fromCodePoint(code));
    } catch {
      // Not the name of a category; it may be that of a script.
    }
  }
  return undefined;
}

export function one(code: number): CharacterSet {
  return other => other === code;
}

export type Range = readonly [low: number, high: number];

/** The characters of ranges. Looked up by binary search, since a bracket may list any number of them. */
export function ranges(list: readonly Range[]): CharacterSet {
  const sorted = merged(list);
  return code => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (sorted[middle][1] < code) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < sorted.length && sorted[from][0] <= code;
  };
}

/** Sorted, and overlapping ranges merged. */
function merged(list: readonly Range[]): Range[] {
  const found: [number, number][] = [];
  for (const [low, high] of [...list].sort(([before], [after]) => before - after)) {
    const last = found.at(-1);
    if (last && low <= last[1]) {
      last[1] = Math.max(last[1], high);
    } else {
      found.push([low, high]);
    }
  }
  return found;
}

export function not(set: CharacterSet): CharacterSet {
  return code => !set(code);
}

export function either(sets: readonly CharacterSet[]): CharacterSet {
  return sets.length === 1 ? sets[0] : code => sets.some(set => set(code));
}

/** The class under `(?i)`: contains a character if it contains one of its cases. */
export function foldCase(set: CharacterSet): CharacterSet {
  return code => {
    const text = String.fromCodePoint(code);
    return set(code) || inCase(set, text.toLowerCase()) || inCase(set, text.toUpperCase());
  };
}

/** Go folds single characters only, never one into several. Source: unicode.SimpleFold */
function inCase(set: CharacterSet, text: string): boolean {
  const code = text.codePointAt(0)!;
  return String.fromCodePoint(code) === text && set(code);
}
