import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../base/findings/finding';
import { unifiedDiff } from '../lint/fix/diff';
import { CheckAgain, fixFiles } from '../lint/fix/fix-files';
import { Left } from '../lint/fix/placed-fixes';
import { reasonOfSystem } from '../lint/input/bytes';
import { InputFile, UnusableInput } from '../lint/input/paths';
import { note, OutputFailed, print } from '../lint/report/streams';
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
  const fixed = await fixFiles(files, wanted.filter(({ fix }) => fix !== undefined), before, checkAgain);
  for (const [name, content] of fixed.files) {
    if (writes) {
      replace(name, content.before, content.after);
    } else {
      await print([unifiedDiff(name, content.before, content.after)]);
    }
  }
  for (const left of fixed.left) {
    await note(wordsOf(left));
  }
  const where = `${counted(fixed.done.length, 'finding')} in ${counted(fixed.files.size, 'file')}`;
  await note(fixed.done.length === 0 ? 'nothing to fix' : writes ? `fixed ${where}` : `${where} can be fixed`, writes || fixed.done.length === 0 ? undefined : '--fix --write does it');
  return writes && fixed.files.size > 0;
}

function wordsOf({ finding: { id, file, line, field }, reason }: Left): string {
  return `${file}:${line}: ${field}: ${id} is not fixed: ${reason}`;
}

/** A file is whole at any time: its new content is beside it before it takes its place. A link stays one. */
function replace(name: string, before: Buffer, after: Buffer): void {
  const file = fs.realpathSync(name);
  if (!fs.readFileSync(file).equals(before)) {
    throw new UnusableInput(`${name}: it has changed since it was read: nothing was written to it`);
  }
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    fs.writeFileSync(beside, after, { mode: fs.statSync(file).mode, flag: 'wx' });
    fs.renameSync(beside, file);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw new OutputFailed(`${name}: ${reasonOfSystem(error)}`);
  }
}
