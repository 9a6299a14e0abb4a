import { Docs, TypeReference } from './assembly';

/** Text of a docstring as Markdown: what looks like a tag is none. Code stays as it is. */
export function escaped(text: string): string {
  return text.split(/(`[^`]*`)/).map((piece, index) => index % 2 === 1 ? piece : piece.replace(/</g, '&lt;')).join('');
}

/** jsii cuts a docstring after its first sentence; a line break there is none of the text. */
function whole({ summary: first = '', remarks = '' }: Docs): string {
  return [first, remarks].filter(each => each !== '').join(remarks.startsWith('\n') ? '\n' : ' ');
}

/** As paragraphs. */
export function paragraphs(docs: Docs = {}): string {
  return escaped(whole(docs)).split(/\n{2,}/).map(each => each.replace(/\n/g, ' ').trim()).join('\n\n');
}

/** On one line, in a cell of a table. */
export function inCell(text: string): string {
  return escaped(text).replace(/\s*\n+\s*/g, ' ').replace(/\|/g, '\\|').trim();
}

export function docsInCell(docs: Docs = {}): string {
  return inCell(`${whole(docs)}${docs.deprecated === undefined ? '' : ` Deprecated: ${docs.deprecated}`}`);
}

/** The first sentence. */
export function summary(docs: Docs = {}): string {
  return inCell(/[;:,]$/.test(docs.summary ?? '') ? whole(docs) : docs.summary ?? '');
}

/** A default is prose after a hyphen, and a value otherwise. */
export function defaultInCell({ default: text }: Docs = {}): string {
  if (text === undefined) {
    return 'may be left out';
  }
  const prose = /^-\s*/.exec(text);
  return inCell(prose || /[`\s]/.test(text) && !/^[\w.]+\(.*\)$/.test(text) ? text.slice(prose?.[0].length ?? 0) : `\`${text}\``);
}

/** A type in words; `link` says how a type of the library is written. */
export function typeText(reference: TypeReference, link: (fqn: string) => string): string {
  if (reference.fqn !== undefined) {
    return link(reference.fqn);
  }
  if (reference.collection !== undefined) {
    return `${reference.collection.kind === 'array' ? 'list' : 'map'} of ${typeText(reference.collection.elementtype, link)}`;
  }
  return reference.primitive ?? 'any';
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
