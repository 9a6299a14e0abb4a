import { FixableFile, PlacedFix } from './fixable-file';
import { Finding } from '../../base/findings/finding';
import { InputFile } from '../input/paths';

/** Why a fix is left to people. */
export interface Left {
  readonly finding: Finding;
  readonly reason: string;
}

/** Fixes at their places, and what could not be placed. */
export interface Placed {
  readonly fixes: readonly PlacedFix[];
  readonly left: Left[];
  /** Files that were read, by name. */
  readonly read: ReadonlyMap<string, FixableFile>;
}

/** Finds the places of the fixes of findings, in files that are read again. */
export function placeFixes(files: readonly InputFile[], wanted: readonly Finding[]): Placed {
  const read = new Map<string, FixableFile>();
  const left: Left[] = [];
  return { fixes: placedIn(wanted, name => fileOf(name, files, read), left), left, read };
}

function fileOf(name: string, files: readonly InputFile[], read: Map<string, FixableFile>): FixableFile | undefined {
  const known = read.get(name);
  const input = known ? undefined : files.find(each => each.name === name);
  if (input) {
    read.set(name, new FixableFile(name, input.read()));
  }
  return read.get(name);
}

const UNSAFE = 'the place cannot be edited safely: an anchor, a block of text, or a key that is there already';

/** Fixes that can be written, each by itself and all of a file together. */
function placedIn(wanted: readonly Finding[], fileNamed: (name: string) => FixableFile | undefined, left: Left[]): PlacedFix[] {
  // Scalars and keys do not overlap: two fixes of one place begin at the same byte.
  const placed = new Map<FixableFile, Map<number, PlacedFix>>();
  for (const finding of wanted) {
    const file = finding.file === undefined ? undefined : fileNamed(finding.file);
    const fix = finding.fix && file?.placed(finding, finding.fix);
    const others = file && (placed.get(file) ?? new Map<number, PlacedFix>());
    const taken = fix && others!.get(fix.splice.start);
    if (file && fix && !taken) {
      placed.set(file, others!.set(fix.splice.start, fix));
    } else if (taken?.splice.text !== fix?.splice.text || !fix) {
      left.push({ finding, reason: taken ? 'another fix changes the same place: run it again' : UNSAFE });
    }
  }
  return [...placed].flatMap(([file, fixes]) => fitting(file, [...fixes.values()], left));
}

/** All fixes of a file, or those that are right by themselves where one is not. */
function fitting(file: FixableFile, fixes: readonly PlacedFix[], left: Left[]): readonly PlacedFix[] {
  const alone = rightAmong(file, fixes);
  const right = new Set(alone.length === fixes.length || file.with(alone) ? alone : []);
  fixes.filter(each => !right.has(each)).forEach(({ finding }) => left.push({ finding, reason: UNSAFE }));
  return [...right];
}

/** Leaves out those that are wrong, which are searched by halves: each look reads the file again. */
function rightAmong(file: FixableFile, fixes: readonly PlacedFix[]): readonly PlacedFix[] {
  if (file.with(fixes)) {
    return fixes;
  }
  const middle = Math.ceil(fixes.length / 2);
  return fixes.length === 1 ? [] : [...rightAmong(file, fixes.slice(0, middle)), ...rightAmong(file, fixes.slice(middle))];
}
