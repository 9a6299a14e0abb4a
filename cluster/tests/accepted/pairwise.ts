/** Choices of one kind by name: backends, ways to get a device. */
export type Factors<L> = Readonly<Record<string, Readonly<Record<string, L>>>>;

/** One choice of each kind. */
export type Row = Readonly<Record<string, string>>;

/** Two choices that exclude each other, `backend=statefulSets` and `restart=recreateGroup`. */
export type Conflict = readonly [string, string];

type Choice = readonly [factor: string, level: string];

/**
 * Rows in which every two choices meet at least once, unless they conflict: faults mostly need two things to come together, and the full product
 * would be millions of rows. Deterministic. Pairs that fit into no row follow from the conflicts: where one choice needs what conflicts with the other.
 */
export function pairwise<L>(factors: Factors<L>, conflicts: readonly Conflict[] = []): Row[] {
  const excluded = new Set(conflicts.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  const fits: Fits = (row, choice) => row.every(each => !excluded.has(pairOf(each, choice)));
  const open = new Map(pairs(factors).filter(([one, other]) => fits([one], other)).map(pair => [pairOf(...pair), pair]));
  const gain: Gain = (chosen, choice) => chosen.filter(each => open.has(pairOf(each, choice)) || open.has(pairOf(choice, each))).length;
  const rows: Row[] = [];
  for (const [key, pair] of open) {
    const row = complete(factors, [...pair], fits, gain) ?? [];
    [key, ...row.flatMap(one => row.map(other => pairOf(one, other)))].forEach(met => open.delete(met));
    rows.push(...(row.length > 0 ? [Object.fromEntries(row)] : []));
  }
  return rows;
}

type Fits = (row: readonly Choice[], choice: Choice) => boolean;
type Gain = (chosen: readonly Choice[], choice: Choice) => number;

/** Fills the kinds that are left, those choices first that meet most others for the first time; goes back when nothing fits. */
function complete<L>(factors: Factors<L>, chosen: Choice[], fits: Fits, gain: Gain): Choice[] | undefined {
  const factor = Object.keys(factors).find(name => chosen.every(([taken]) => taken !== name));
  if (factor === undefined) {
    return chosen;
  }
  const choices = choicesOf(factors, factor).filter(choice => fits(chosen, choice));
  const ranked = choices.map(choice => ({ choice, met: gain(chosen, choice) })).sort((one, other) => other.met - one.met);
  for (const { choice } of ranked) {
    const row = complete(factors, [...chosen, choice], fits, gain);
    if (row) {
      return row;
    }
  }
  return undefined;
}

function pairs<L>(factors: Factors<L>): [Choice, Choice][] {
  const names = Object.keys(factors);
  return names.flatMap((name, index) => names.slice(index + 1).flatMap(other =>
    choicesOf(factors, name).flatMap(one => choicesOf(factors, other).map(two => [one, two] as [Choice, Choice]))));
}

function choicesOf<L>(factors: Factors<L>, factor: string): Choice[] {
  return Object.keys(factors[factor]).map(level => [factor, level]);
}

function textOf([factor, level]: Choice): string {
  return `${factor}=${level}`;
}

function pairOf(one: Choice, other: Choice): string {
  return `${textOf(one)} ${textOf(other)}`;
}
