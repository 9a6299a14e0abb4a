import * as path from 'path';

/** File and line of a call in the user's program. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
}

/** The call site in the last line of the error's stack; undefined for programs in other languages, whose frames Node does not see. */
export function callSiteOf(error: Error): CallSite | undefined {
  const frame = error.stack?.split('\n').reverse().find(line => /^\s+at /.test(line));
  const match = frame && /^\s+at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+):\d+\)?$/.exec(frame);
  return match ? { file: shown(match[1].replace(/^file:\/\//, '')), line: Number(match[2]) } : undefined;
}

/** Relative to the working directory where the file is below it. */
function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
