/*
 * Shortens fixtures for a docs page: the comment of the first line, the options, and as much of the manifests as fits.
 */

const WANT = /# want (?=AIW)/;

export function withoutWant(line: string): string {
  return line.replace(/ # want AIW.*$/, '');
}

export interface ExcerptOptions {
  /** Whether a line contains what the page is about. */
  readonly isFocus: (line: string) => boolean;
  /** Approximate limit of YAML lines. */
  readonly lines: number;
  /** Whether manifests keep their order; otherwise one with a relevant line comes first. */
  readonly isInOrder?: boolean;
}

export function excerpt(text: string, options: ExcerptOptions): string[] {
  const all = text.trimEnd().split('\n');
  const begin = all.findIndex(line => !line.startsWith('#'));
  const given = all.slice(1, begin).filter(line => /^# \w+: /.test(line) && !/^# kubernetes: .*1\.36/.test(line)).map(line => line.slice(2));
  const documents = all.slice(begin).join('\n').split(/^---\n/m).map(each => each.trimEnd().split('\n'));
  return [
    all[0].replace(/^# /, ''), '',
    ...(given.length > 0 ? [`Given: ${given.join('; ')}.`, ''] : []),
    '```yaml', ...chosen(documents, options).map(line => line.replace(WANT, '# <-- ')), '```',
  ];
}

/** The first manifest, then as many as fit, relevant ones first; the others are named only. */
function chosen(documents: readonly (readonly string[])[], options: ExcerptOptions): string[] {
  const focused = [...documents.keys()].filter(index => documents[index].some(options.isFocus));
  const first = options.isInOrder ? 0 : focused[0] ?? 0;
  const kept = new Map<number, readonly string[]>([[first, shortened(documents[first], options)]]);
  let left = options.lines - kept.get(first)!.length;
  for (const index of new Set([...focused, ...documents.keys()])) {
    if (!kept.has(index) && documents[index].length < left) {
      kept.set(index, documents[index]);
      left -= documents[index].length + 1;
    }
  }
  const shown = documents.map((_, index) => kept.get(index)?.join('\n')).filter(each => each !== undefined).join('\n---\n').split('\n');
  const others = documents.filter((_, index) => !kept.has(index)).map(identityOf);
  return others.length > 0 ? [...shown, `# … and ${others.join(', ')}`] : shown;
}

/** A manifest shortened to its identity, the relevant lines, their ancestors and neighbours. */
function shortened(document: readonly string[], { isFocus, lines }: ExcerptOptions): readonly string[] {
  if (document.length <= lines || !document.some(isFocus)) {
    return document;
  }
  const kept = new Set([0, 1, 2, 3]);
  document.forEach((line, index) => {
    if (isFocus(line)) {
      [...ancestors(document, index), index, index + 1, index + 2].forEach(each => kept.add(each));
    }
  });
  // A gap of one line is filled, since its ellipsis would be as long.
  document.forEach((_, index) => kept.has(index - 1) && kept.has(index + 1) && kept.add(index));
  return document.flatMap((line, index) => {
    const isGap = !kept.has(index) && kept.has(index - 1);
    return kept.has(index) ? [line] : isGap ? [`${/^ */.exec(line)![0]}# …`] : [];
  });
}

function ancestors(document: readonly string[], index: number): number[] {
  const found: number[] = [];
  let level = levelOf(document[index]);
  for (let each = index - 1; each >= 0; each--) {
    if (levelOf(document[each]) < level) {
      found.push(each);
      level = levelOf(document[each]);
    }
  }
  return found;
}

/** Entries of a list may have the same indentation as their key. */
function levelOf(line: string): number {
  const indent = /^ */.exec(line)![0].length;
  return 2 * indent + (line[indent] === '-' ? 1 : 0);
}

/** `Deployment llm`. */
function identityOf(document: readonly string[]): string {
  const valueOf = (pattern: RegExp) => document.map(line => pattern.exec(line)?.[1]).find(each => each !== undefined) ?? '';
  return `${valueOf(/^kind: *(\S+)/)} ${valueOf(/^ {2}(?:name|generateName): *(\S+)/)}`.trim();
}
