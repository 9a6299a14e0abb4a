import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../base/findings/finding';
import { unifiedDiff } from '../lint/fix/diff';
import { CheckAgain, fixFiles } from '../lint/fix/fix-files';
import { Left } from '../lint/fix/placed-fixes';
import { InputFile, UnusableInput } from '../lint/input/paths';
import { replaceFile, whyLeftAlone } from '../lint/report/replace-file';
import { note, print, writeReplaced } from '../lint/report/streams';
import { counted } from '../lint/report/text';

/** What a run may fix. */
export interface Fixable {
  readonly files: readonly InputFile[];
  /** Findings that the user wants to be told. */
  readonly wanted: readonly Finding[];
  /** All findings. */
  readonly before: readonly Finding[];
  readonly writes: boolean;
  readonly checkAgain: CheckAgain;
}

/** Shows the fixes as a diff, or writes them; returns whether files have changed. */
export async function applyFixes({ files, wanted, before, writes, checkAgain }: Fixable): Promise<boolean> {
  const fixable = wanted.filter(({ fix }) => fix !== undefined);
  const alone = leftAlone(files, fixable);
  const isAlone = new Set(alone.map(({ finding }) => finding));
  const fixed = await fixFiles(files, fixable.filter(finding => !isAlone.has(finding)), before, checkAgain);
  for (const [name, content] of fixed.files) {
    if (writes) {
      replace(name, content.before, content.after);
    } else {
      await print([unifiedDiff(name, content.before, content.after)]);
    }
  }
  for (const left of [...alone, ...fixed.left]) {
    await note(wordsOf(left));
  }
  const where = `${counted(fixed.done.length, 'finding')} in ${counted(fixed.files.size, 'file')}`;
  await note(fixed.done.length === 0 ? 'nothing to fix' : writes ? `fixed ${where}` : `${where} can be fixed`, writes || fixed.done.length === 0 ? undefined : '--fix --write does it');
  return writes && fixed.files.size > 0;
}

function wordsOf({ finding: { id, file, line, field }, reason }: Left): string {
  return `${file}:${line}: ${field}: ${id} is not fixed: ${reason}`;
}

/** A link that stays in its folder stays one: the file that it leads to is replaced. */
function replace(name: string, before: Buffer, after: Buffer): void {
  const file = fs.realpathSync(name);
  if (!fs.readFileSync(file).equals(before)) {
    throw new UnusableInput(`${name}: it has changed since it was read: nothing was written to it`);
  }
  writeReplaced(name, () => replaceFile(file, [after]));
}

/** Findings in files that are not changed, and why. */
function leftAlone(files: readonly InputFile[], wanted: readonly Finding[]): Left[] {
  const known = new Map<string, string | undefined>();
  return wanted.flatMap((finding): Left[] => {
    const name = finding.file ?? '';
    if (!known.has(name)) {
      const input = files.find(file => file.name === name);
      known.set(name, input && whyLeftAlone(name, input.root ?? path.dirname(name)));
    }
    const reason = known.get(name);
    return reason === undefined ? [] : [{ finding, reason }];
  });
}
