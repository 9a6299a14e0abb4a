import { FixableFile, PlacedFix } from './fixable-file';
import { Left, placeFixes } from './placed-fixes';
import { Finding, severityOf } from '../../base/findings/finding';
import { grouped } from '../../base/grouped';
import { InputFile } from '../input/paths';

/** What came of a run of fixes. */
export interface Fixed {
  /** New content of files, by name. */
  readonly files: ReadonlyMap<string, { readonly before: Buffer; readonly after: Buffer }>;
  readonly done: readonly Finding[];
  readonly left: readonly Left[];
}

/** Checks the input again, with other content for some of its files, and returns all findings. */
export type CheckAgain = (content: ReadonlyMap<string, Buffer>) => Promise<readonly Finding[]>;

/**
 * Writes the fixes of findings into the text of their files, and checks the input again. A fix after which its finding is still there, or an error more, is taken back.
 *
 * @param before all findings of the run, also those that nobody wants to see: what was there is nothing new.
 */
export async function fixFiles(
  files: readonly InputFile[], wanted: readonly Finding[], before: readonly Finding[], checkAgain: CheckAgain,
): Promise<Fixed> {
  const { fixes: placed, left, read } = placeFixes(files, wanted);
  let fixes = placed;
  for (;;) {
    const content = contentOf(fixes, read);
    const blamed = content.size === 0 ? new Set<PlacedFix>() : blamedFor(fixes, before, await checkAgain(content));
    if (blamed.size === 0) {
      const changed = new Map([...content].map(([name, after]) => [name, { before: read.get(name)!.bytes, after }]));
      return { files: changed, done: fixes.map(({ finding }) => finding), left };
    }
    blamed.forEach(({ finding }) => left.push({ finding, reason: 'it was taken back: with it the finding is still there, or there is another error' }));
    fixes = fixes.filter(each => !blamed.has(each));
  }
}

function contentOf(fixes: readonly PlacedFix[], read: ReadonlyMap<string, FixableFile>): Map<string, Buffer> {
  return new Map([...grouped(fixes, ({ finding }) => finding.file!)].map(([name, ofFile]) => [name, read.get(name)!.with(ofFile)!]));
}

/** The fixes whose finding is still there, and those that stand nearest to an error that is new. */
function blamedFor(fixes: readonly PlacedFix[], before: readonly Finding[], after: readonly Finding[]): Set<PlacedFix> {
  const still = new Set(after.map(each => `${placeOf(each)} ${each.id} ${each.field} ${each.message}`));
  const blamed = new Set(fixes.filter(({ finding }) => still.has(`${placeOf(finding)} ${finding.id} ${finding.field} ${finding.message}`)));
  for (const error of newErrors(before, after)) {
    nearest(fixes, error).forEach(each => blamed.add(each));
  }
  return blamed;
}

/** Errors that there are more of than before. */
function newErrors(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Map<string, number>();
  const keyOf = (each: Finding) => `${placeOf(each)} ${each.id} ${each.field}`;
  before.filter(isError).forEach(each => known.set(keyOf(each), (known.get(keyOf(each)) ?? 0) + 1));
  return after.filter(isError).filter(each => {
    const count = known.get(keyOf(each)) ?? 0;
    known.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

function isError(finding: Finding): boolean {
  return severityOf(finding.class) === 'error';
}

/** An apiVersion may be what was fixed. */
function placeOf({ file, object }: Finding): string {
  return JSON.stringify([file, object?.kind, object?.namespace, object?.name]);
}

/**
 * Those around or below the field, else those of the object, of the file, all. An object that the server could not decode is validated for the first time when
 * it can: what is refused then anywhere else in it was wrong before.
 */
function nearest(fixes: readonly PlacedFix[], error: Finding): readonly PlacedFix[] {
  const ofObject = fixes.filter(({ finding }) => placeOf(finding) === placeOf(error));
  const around = ofObject.filter(({ fix }) => isAround(fieldAfter(fix), error.field ?? ''));
  if (error.id.startsWith('AIW12') && ofObject.some(({ finding }) => finding.id.startsWith('AIW11'))) {
    return around;
  }
  const ofFile = fixes.filter(({ finding }) => finding.file === error.file);
  return [around, ofObject, ofFile].find(each => each.length > 0) ?? fixes;
}

function fieldAfter(fix: PlacedFix['fix']): string {
  return 'key' in fix ? fix.field.replace(/[^.[\]]*$/, () => fix.key) : fix.field;
}

function isAround(one: string, other: string): boolean {
  return other.startsWith(one) || one.startsWith(`${other}.`) || one.startsWith(`${other}[`);
}
