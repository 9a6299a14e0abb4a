/** Longer names are not compared: they are no typing mistakes, and the time grows with the square of the length. */
const LONGEST = 253;

/** Limit of candidates: the search may run for each of thousands of findings. */
const MOST_CANDIDATES = 1_000;

/** A shorter common part is a coincidence. */
const SHORTEST_PART = 3;

/** The candidate that was probably meant: a misspelling, or a name that contains the written one or is contained in it. Undefined for none. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const all = [...names].slice(0, MOST_CANDIDATES);
  return mistypedName(name, all) ?? closest(name, all, partOf);
}

/** Edit distance of two names; both are bounded in length. */
export function changesBetween(one: string, other: string): number {
  return Math.max(one.length, other.length) > LONGEST ? LONGEST : editDistance(one, other);
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
  const changes = isNumbered || Math.abs(one.length - other.length) > allowed ? undefined : editDistance(one, other);
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
  if (Math.abs(written.length - candidate.length) > allowed) {
    return undefined;
  }
  const changes = editDistance(written, candidate);
  return changes <= allowed && changes < length ? changes / length : undefined;
}

/** Share of the longer name that the shorter lacks: `serving` is most of `llm-serving`. */
function partOf(written: string, candidate: string): number | undefined {
  const [shorter, longer] = written.length < candidate.length ? [written, candidate] : [candidate, written];
  return shorter.length >= SHORTEST_PART && longer.includes(shorter) ? 1 - shorter.length / longer.length : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment distance). */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        next[j] = Math.min(next[j], before[j - 2] + 1);
      }
    }
    before = row;
    row = next;
  }
  return row[other.length];
}
