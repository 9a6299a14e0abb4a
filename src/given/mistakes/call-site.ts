import * as path from 'path';

/** Where in the user's own program something was called. */
export interface CallSite {
  readonly file: string;
  readonly line: number;
}

/** The place that an input error names in the last line of its stack; none in programs of other languages, whose lines Node does not see. */
export function callSiteOf(error: Error): CallSite | undefined {
  const frame = error.stack?.split('\n').reverse().find(line => /^\s+at /.test(line));
  const match = frame && /^\s+at (?:.*\()?((?:file:\/\/)?[^()]+?):(\d+):\d+\)?$/.exec(frame);
  return match ? { file: shown(match[1].replace(/^file:\/\//, '')), line: Number(match[2]) } : undefined;
}

/** Below the working directory as the user would name it. */
function shown(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}
