/** Longer names are not compared: they are no typing mistakes, and the time grows with the square of the length. */
const LONGEST = 253;

/** Steps that all comparisons of one run may take, a few tenths of a second: each of thousands of findings may look through thousands of names. */
const MOST_STEPS = 30_000_000;
let stepsLeft = Infinity;

/** Limits the comparisons of a run: what is compared after the limit is reached resembles nothing. A run inside of another shares its limit. */
export function withLimitedComparisons<Result>(run: () => Result, most: number = MOST_STEPS): Result {
  if (stepsLeft !== Infinity) {
    return run();
  }
  stepsLeft = most;
  try {
    return run();
  } finally {
    stepsLeft = Infinity;
  }
}

/** Limit of candidates: the search may run for each of thousands of findings. */
const MOST_CANDIDATES = 1_000;

/** A shorter common part is a coincidence. */
const SHORTEST_PART = 3;

/** The candidate that was probably meant: a misspelling, or a name that contains the written one or is contained in it. Undefined for none. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const all = firstOf(names, MOST_CANDIDATES);
  return mistypedName(name, all) ?? closest(name, all, partOf);
}

function firstOf(names: Iterable<string>, most: number): string[] {
  const first: string[] = [];
  for (const name of names) {
    if (first.push(name) === most) {
      break;
    }
  }
  return first;
}

/** Edit distance of two names up to `most`; a number above it where they differ more, or are too long to be compared. */
export function changesBetween(one: string, other: string, most: number = LONGEST): number {
  return Math.max(one.length, other.length) > LONGEST ? LONGEST : editDistance(one, other, most);
}

/**
 * The candidate that was probably misspelt: the least edit distance for its length, if it is small. `grop` is `group` and never
 * `llama`; swapping two neighbours is one edit.
 */
export function mistypedName(name: string, names: Iterable<string>): string | undefined {
  return closest(name, names, changesOf);
}

/**
 * The candidate of which a name is most likely a slip: one letter in four differs, at most two, and more than a number or a short word, which tell objects of one
 * family apart (`model-1` and `model-2`, `web-eu` and `web-us`). Undefined for none.
 */
export function slipOf(name: string, names: Iterable<string>): string | undefined {
  return closest(name, names, (written, candidate) => {
    if (Math.abs(written.length - candidate.length) > MOST_SLIPS) {
      return undefined;
    }
    const [one, other] = [partsOf(written), partsOf(candidate)];
    const pairs = one.map((part, index) => [part, other[index]]).filter(([left, right]) => left !== right);
    const apart = one.length === other.length ? pairs : [[written, candidate]];
    const changes = apart.length === 1 ? slippedLetters(apart[0][0], apart[0][1]) : undefined;
    return changes === undefined ? undefined : changes / Math.max(written.length, candidate.length);
  });
}

function partsOf(name: string): string[] {
  return name.split(/[-._/]/);
}

const MOST_SLIPS = 2;

function slippedLetters(one: string, other: string): number | undefined {
  const allowed = Math.min(MOST_SLIPS, Math.floor(Math.max(one.length, other.length) / 4));
  const isNumbered = one.replace(/\d+/g, '0') === other.replace(/\d+/g, '0');
  const changes = isNumbered ? undefined : editDistance(one, other, allowed);
  return changes !== undefined && changes <= allowed ? changes : undefined;
}

/** Similarity from 0 (none) to 1 (equal but for case); a misspelling scores higher than a part. */
export function likeness(one: string, other: string): number {
  if (Math.max(one.length, other.length) > LONGEST) {
    return 0;
  }
  const [written, candidate] = [one.toLowerCase(), other.toLowerCase()];
  const changes = changesOf(written, candidate);
  const missing = changes === undefined ? partOf(written, candidate) : undefined;
  return changes !== undefined ? 1 - changes : missing !== undefined ? (1 - missing) / 2 : 0;
}

type Distance = (written: string, candidate: string) => number | undefined;

function closest(name: string, names: Iterable<string>, distanceOf: Distance): string | undefined {
  const written = name.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of name.length > LONGEST ? [] : names) {
    stepsLeft -= Math.min(candidate.length, LONGEST) + 1;
    if (stepsLeft < 0) {
      return undefined;
    }
    const distance = candidate.length > LONGEST ? undefined : distanceOf(written, candidate.toLowerCase());
    if (distance !== undefined && (!best || distance < best.distance)) {
      best = { name: candidate, distance };
    }
  }
  return best?.name;
}

/** Edit distance as a share of the longer name; undefined when the two have little in common. */
function changesOf(written: string, candidate: string): number | undefined {
  const length = Math.max(written.length, candidate.length);
  const allowed = Math.max(1, Math.floor(length / 3));
  const changes = editDistance(written, candidate, allowed);
  return changes <= allowed && changes < length ? changes / length : undefined;
}

/** Share of the longer name that the shorter lacks: `serving` is most of `llm-serving`. */
function partOf(written: string, candidate: string): number | undefined {
  const [shorter, longer] = written.length < candidate.length ? [written, candidate] : [candidate, written];
  return shorter.length >= SHORTEST_PART && longer.includes(shorter) ? 1 - shorter.length / longer.length : undefined;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance), up to `most`; more than that where the names
 * differ more. Only the band of the table that can stay below is filled.
 */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) {
    return most + 1;
  }
  const [start, end] = differingPart(one, other);
  return start === undefined ? 0 : bandedDistance(one.slice(start, one.length - end), other.slice(start, other.length - end), most);
}

/** Characters that both names have in common in front and behind; no start for equal names. */
function differingPart(one: string, other: string): [start: number | undefined, end: number] {
  if (one === other) {
    return [undefined, 0];
  }
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) {
    end++;
  }
  return [start, end];
}

function bandedDistance(one: string, other: string, most: number): number {
  const beyond = most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(other.length, i + most)];
    stepsLeft -= to - from + 1;
    if (stepsLeft < 0) {
      return beyond;
    }
    const next: number[] = [];
    next[from - 1] = from === 1 ? i : Infinity;
    let least = next[from - 1];
    for (let j = from; j <= to; j++) {
      next[j] = Math.min(next[j - 1] + 1, (row[j] ?? Infinity) + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j], (before[j - 2] ?? Infinity) + 1);
      }
      least = Math.min(least, next[j]);
    }
    // No row is more than one below the row before it, and a swap reaches back over one row.
    if (least > beyond) {
      return beyond;
    }
    before = row;
    row = next;
  }
  return Math.min(row[other.length] ?? beyond, beyond);
}
