import { Entrypoint } from '../../engines/entrypoint';

/**
 * A reference of the kubelet: `$$` stands for a dollar, and a name ends at the first `)`.
 *
 * Source: third_party/forked/golang/expansion/expand.go (v1.36)
 */
const REFERENCE = /\$\$|\$\(([^)]*)\)/g;

/** Names that a text refers to with `$(NAME)`. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, name]) => name === undefined ? [] : [name]);
}

/** A word of a command line: texts, and the parameters between them. */
interface Word {
  readonly texts: readonly string[];
  readonly parameters: readonly string[];
}

/** Cuts a word at its references to parameters; the kubelet expands the others in what is left. */
function cut(word: string, parameters: ReadonlySet<string>): Word {
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  for (const match of word.matchAll(REFERENCE)) {
    if (match[1] !== undefined && parameters.has(match[1])) {
      texts.push(word.slice(from, match.index));
      names.push(match[1]);
      from = match.index + match[0].length;
    }
  }
  return { texts: [...texts, word.slice(from)], parameters: names };
}

/**
 * Becomes the command after it has read the file of variables. Texts are passed as words of their own and the shell puts them together, so it parses none of them,
 * whatever the kubelet expands in them.
 */
export function readingEntrypoint(file: string, command: readonly string[], args: readonly string[], parameters: ReadonlySet<string>): Entrypoint {
  const words = [...command, ...args].map(word => cut(word, parameters));
  const passed: string[] = [];
  const pass = (text: string) => text === '' ? '' : `\${${passed.push(text)}}`;
  const line = words.map(({ texts, parameters: names }) => `"${texts.map((text, index) => pass(text) + (index < names.length ? `\${${names[index]}}` : '')).join('')}"`);
  return { command: ['/bin/sh', '-c', ['set -a', `. ${file}`, 'set +a', `exec ${line.join(' ')}`].join('\n'), 'row', ...passed] };
}
