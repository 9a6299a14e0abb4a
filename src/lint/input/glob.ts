import { GlobProblem } from './glob-problem';

/** Limits that bound the matching cost per character, since patterns and names are untrusted. */
const LONGEST_GLOB = 1_000;
const MOST_WILDCARDS = 50;
/** The longest path on supported systems; names in a cluster are shorter. */
const LONGEST_TEXT = 4_096;

/** Loaded late: most names contain no wildcard. */
function modules() {
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { HIDDEN_DOT, parseGlob } = require('./glob-syntax') as typeof import('./glob-syntax');
  const { Pattern } = require('../../kubernetes/schema/custom/pattern/pattern') as typeof import('../../kubernetes/schema/custom/pattern/pattern');
  /* eslint-enable @typescript-eslint/no-require-imports */
  return { HIDDEN_DOT, parseGlob, Pattern };
}

/** Whether a text contains wildcards. */
export function isGlob(text: string): boolean {
  return /[*?[{!(]/.test(text);
}

/** The leading folders of a glob that contain no wildcard. */
export function fixedFolder(pattern: string): string {
  const folders = pattern.split('/').slice(0, -1);
  const first = folders.findIndex(isGlob);
  return folders.slice(0, first < 0 ? undefined : first).join('/') || (pattern.startsWith('/') ? '/' : '');
}

/**
 * A function that matches texts against a glob, in time linear in the text. A leading `!` negates.
 *
 * @param dots whether wildcards match a leading dot, as for names of objects; they never match `.` and `..`.
 * @throws GlobProblem for a glob that is not accepted.
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

/** Why a glob is not accepted; undefined for one that is. */
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
