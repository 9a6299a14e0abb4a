import { GlobProblem } from './glob-problem';

/** What a run compares with a glob costs at most so much for each character: patterns and names come from anybody. */
const LONGEST_GLOB = 1_000;
const MOST_WILDCARDS = 50;
/** No path is longer on the systems that this runs on, and no name in a cluster. */
const LONGEST_TEXT = 4_096;

/** Loaded late: most names are plain. */
function modules() {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { HIDDEN_DOT, parseGlob } = require('./glob-syntax') as typeof import('./glob-syntax');
  const { Pattern } = require('../../kubernetes/schema/custom/pattern/pattern') as typeof import('../../kubernetes/schema/custom/pattern/pattern');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return { HIDDEN_DOT, parseGlob, Pattern };
}

/** Whether a text stands for more than itself. */
export function isGlob(text: string): boolean {
  return /[*?[{!(]/.test(text);
}

/** The folders at the front of a glob that stand for themselves. */
export function fixedFolder(pattern: string): string {
  const folders = pattern.split('/').slice(0, -1);
  const first = folders.findIndex(isGlob);
  return folders.slice(0, first < 0 ? undefined : first).join('/') || (pattern.startsWith('/') ? '/' : '');
}

/**
 * Whether texts match a glob, in time that is linear in the text whatever the glob is. `!` in front turns it round.
 *
 * @param dots whether wildcards take a dot at the start of a name, as they do for names of objects; `.` and `..` they never take.
 * @throws GlobProblem for one that is not taken.
 */
export function glob(pattern: string, dots: boolean = true): (text: string) => boolean {
  if (!isGlob(pattern)) {
    return text => text === pattern;
  }
  const tooMuch = excess(pattern);
  if (tooMuch !== undefined) {
    throw new GlobProblem(tooMuch);
  }
  if (/^!(?!\()/.test(pattern)) {
    const matches = glob(pattern.slice(1), dots);
    return text => !matches(text);
  }
  return compiled(pattern, dots);
}

function compiled(pattern: string, dots: boolean): (text: string) => boolean {
  const { HIDDEN_DOT, parseGlob, Pattern } = modules();
  const found = Pattern.ofExpression(parseGlob(pattern.replace(/^\.\//, '')));
  if (found === undefined) {
    throw new GlobProblem('is too large: write several');
  }
  const hidden = dots ? /(?<=^|\/)\.(?=\.?(?:\/|$))/g : /(?<=^|\/)\./g;
  const sign = String.fromCharCode(HIDDEN_DOT);
  return text => text.length <= LONGEST_TEXT && found.matches(text.includes('.') ? text.replace(hidden, sign) : text);
}

function excess(pattern: string): string | undefined {
  if (pattern.length > LONGEST_GLOB) {
    return `is longer than ${LONGEST_GLOB} characters: write several`;
  }
  const count = pattern.match(/\*+|[?[{(]/g)?.length ?? 0;
  return count > MOST_WILDCARDS ? `has more than ${MOST_WILDCARDS} wildcards: write several` : undefined;
}

/** Why a glob is not taken; undefined for one that is. */
export function globProblem(pattern: string): string | undefined {
  try {
    glob(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof GlobProblem) {
      return error.message;
    }
    throw error;
  }
}
