import { Entrypoint } from '../../engines/entrypoint';

/** A place where the kubelet puts in a variable. */
interface Reference {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * As the kubelet reads them: `$$` stands for a dollar, and a name ends at the first `)`. In linear time.
 *
 * Source: third_party/forked/golang/expansion/expand.go (v1.36)
 */
function find(text: string): Reference[] {
  const found: Reference[] = [];
  let from = text.indexOf('$');
  while (from >= 0) {
    const to = text[from + 1] === '(' ? text.indexOf(')', from) + 1 : from + (text[from + 1] === '$' ? 2 : 1);
    if (to === 0) {
      return found;
    }
    if (text[from + 1] === '(') {
      found.push({ name: text.slice(from + 2, to - 1), from, to });
    }
    from = text.indexOf('$', to);
  }
  return found;
}

/** Names that a text refers to with `$(NAME)`. */
export function referencesIn(text: string): string[] {
  return find(text).map(({ name }) => name);
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
  let end = 0;
  for (const { name, from, to } of find(word).filter(each => parameters.has(each.name))) {
    texts.push(word.slice(end, from));
    names.push(name);
    end = to;
  }
  return { texts: [...texts, word.slice(end)], parameters: names };
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
