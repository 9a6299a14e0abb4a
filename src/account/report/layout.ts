import { Bar, PodCell, Timeline } from '../account';

/** The width of a timeline, in parts. */
export const WHOLE = 1_000;

/** A phase whose length nobody knows. */
const UNKNOWN = 110;
/** What can still be seen. */
const LEAST = 24;

/** A bar with its place in the timeline. */
export interface PlacedBar {
  readonly bar: Bar;
  readonly phase: string;
  readonly from: number;
  readonly to: number;
}

/** Where each bar of a timeline stands, from 0 to `WHOLE`. Phases of known length share what the others leave by their seconds. */
export function placedBars({ phases }: Timeline): PlacedBar[] {
  const shown = phases.filter(({ bars }) => bars.length > 0);
  const known = shown.flatMap(({ seconds }) => seconds ?? []);
  const unknown = shown.length - known.length;
  const each = known.length === 0 ? WHOLE / Math.max(1, unknown) : Math.min(UNKNOWN, WHOLE / 2 / Math.max(1, unknown));
  const total = known.reduce((sum, seconds) => sum + seconds, 0);
  const rest = WHOLE - unknown * each;
  const widths = fitted(shown.map(({ seconds }) => (seconds === undefined ? each : rest * seconds / Math.max(1, total))));
  let at = 0;
  return shown.flatMap(({ name, seconds, bars }, index) => {
    const [from, width] = [at, widths[index]];
    at += width;
    return bars.map(bar => ({ bar, phase: name, ...within(bar, seconds, from, width) }));
  });
}

/** What is too narrow to be seen takes from what is not. */
function fitted(widths: readonly number[]): number[] {
  const least = Math.min(LEAST, WHOLE / Math.max(1, widths.length));
  const narrow = widths.filter(width => width < least).length;
  const wide = widths.filter(width => width >= least).reduce((sum, width) => sum + width, 0);
  const scale = wide === 0 ? 1 : (WHOLE - narrow * least) / wide;
  return widths.map(width => (width < least ? least : width * scale));
}

function within(bar: Bar, seconds: number | undefined, from: number, width: number): { readonly from: number; readonly to: number } {
  if (seconds === 0) {
    return { from, to: from + width };
  }
  if (seconds === undefined) {
    const isAfter = bar.from > 0;
    return { from: from + (isAfter ? width / 2 : 0), to: from + (isAfter || bar.seconds === undefined ? width : width / 2) };
  }
  const start = Math.min(1, bar.from / seconds);
  const end = bar.seconds === undefined ? 1 : Math.min(1, (bar.from + bar.seconds) / seconds);
  return { from: from + start * width, to: from + Math.max(end, start) * width };
}

/** Pods of one part that follow each other. */
export interface CellRun {
  readonly part: string;
  readonly cells: readonly PodCell[];
}

/** Cells of a row, those of one part together. */
export function runsOf(cells: readonly PodCell[]): CellRun[] {
  const runs: { readonly part: string; readonly cells: PodCell[] }[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last?.part === cell.part) {
      last.cells.push(cell);
    } else {
      runs.push({ part: cell.part, cells: [cell] });
    }
  }
  return runs;
}
