import { PlacedContainer } from './pod-set';
import { commandsOfScript } from './shell-words';

/** A script that the first process of a container runs: `sh -c "…"`. */
export interface EntryScript {
  /** `sh`, `bash`. */
  readonly shell: string;
  readonly text: string;
  readonly field: string;
}

const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'ash', 'dash', 'zsh']);
const NO_VARIABLES: ReadonlyMap<string, string> = new Map();

interface Word {
  readonly text: string;
  readonly field: string;
}

/** Words of a container's command line as they are written. */
export function writtenWords({ container, field }: PlacedContainer): readonly Word[] {
  const of = (key: 'command' | 'args'): Word[] => (
    Array.isArray(container[key]) ? container[key].map((text, index) => ({ text: typeof text === 'string' ? text : '', field: `${field}.${key}[${index}]` })) : []);
  return [...of('command'), ...of('args')];
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Undefined where the first process is no shell with a script. */
export function entryScript(placed: PlacedContainer): EntryScript | undefined {
  if (!Array.isArray(placed.container.command)) {
    return undefined;
  }
  const words = writtenWords(placed);
  const shell = baseName(words[0]?.text ?? '');
  if (!SHELLS.has(shell)) {
    return undefined;
  }
  const place = scriptPlace(words, 0);
  return place === undefined ? undefined : { shell, ...words[place] };
}

/**
 * Where the script stands among the words of a command line; undefined where the shell is given none.
 *
 * @param shell place of the shell.
 */
export function scriptPlace(words: readonly { readonly text: string }[], shell: number): number | undefined {
  for (let index = shell + 1; index < words.length - 1 && /^[-+]/.test(words[index].text); index++) {
    if (/^-[a-zA-Z]*c$/.test(words[index].text)) {
      return index + 1;
    }
    // An option by its name: `-o pipefail`, `-euo pipefail`, `-O extglob`.
    index += /^[-+][a-zA-Z]*[oO]$/.test(words[index].text) ? 1 : 0;
  }
  return undefined;
}

/** Whether a word is the program of a shell. */
export function isShell(word: string): boolean {
  return SHELLS.has(baseName(word));
}

/** Whether a shell has a part in the command line: then its words are not what the program gets. */
export function usesShell(placed: PlacedContainer): boolean {
  return writtenWords(placed).some(({ text }) => isShell(text));
}

/** The simple commands of a script, without knowledge of variables. */
export function commandsOf(script: EntryScript): readonly (readonly string[])[] {
  return commandsOfScript(script.text, NO_VARIABLES);
}
