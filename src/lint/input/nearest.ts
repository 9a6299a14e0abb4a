import * as fs from 'fs';
import * as path from 'path';
import { inOneLine } from '../../base/text/printable';
import { warnAtLast } from '../report/streams';

/** File name of the configuration. */
export const CONFIGURATION = '.cdk8s-ai.yaml';

/**
 * Path of the configuration in the folder or its nearest ancestor. One in an ancestor that belongs to another user is not applied, and that is
 * noted: in `/tmp` anyone could silence findings. A module of its own, so that apps without one do not load the reader.
 *
 * @param note reports the configuration that is not applied.
 */
export function findConfiguration(folder: string, note: (file: string) => void = noteOther): string | undefined {
  const start = path.resolve(folder);
  for (let each = start; ; each = path.dirname(each)) {
    const file = path.join(each, CONFIGURATION);
    if (fs.existsSync(file)) {
      const named = path.relative(process.cwd(), file) || CONFIGURATION;
      if (each === start || isTrusted(file, start)) {
        return named;
      }
      note(named);
      return undefined;
    }
    if (each === path.dirname(each)) {
      return undefined;
    }
  }
}

/** Whether a file belongs to the user of the process, to root, or to the owner of the working folder. */
function isTrusted(file: string, folder: string): boolean {
  const users = [process.getuid?.(), 0, fs.statSync(folder).uid];
  return process.getuid === undefined || [fs.statSync(file), fs.lstatSync(file)].every(({ uid }) => users.includes(uid));
}

function noteOther(file: string): void {
  warnAtLast(`cdk8s-ai: ${inOneLine(file)}: belongs to another user, so it is not applied\n  --config ${inOneLine(file)} applies it\n`);
}
