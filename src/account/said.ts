import { Statement } from './account';
import { cut, LONGEST_TEXT } from '../base/text/cut';
import { Manifest } from '../kubernetes/manifest';

/** A statement before objects have numbers. */
export interface Said {
  readonly topic: string;
  readonly text: string;
  readonly subject?: Manifest;
  readonly field?: string;
}

/** Gives the number of an object, and remembers that somebody spoke of it. */
export type NumberOf = (object: Manifest) => number;

/** What is said of one part of a workload. */
export interface OfPart<Told> {
  readonly part: string;
  readonly told: readonly Told[];
}

/** What is said of parts, each thing once: with the parts that it holds for, unless it holds for all of them. */
export function ofParts<Told, Merged>(
  parts: readonly OfPart<Told>[], keyOf: (told: Told) => string, merge: (told: Told, parts?: readonly string[]) => Merged,
): Merged[] {
  const found = new Map<string, { readonly told: Told; readonly parts: string[] }>();
  for (const { part, told } of parts) {
    for (const each of told) {
      const key = keyOf(each);
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { told: each, parts: [part] });
      } else if (known.parts.at(-1) !== part) {
        known.parts.push(part);
      }
    }
  }
  return [...found.values()].map(each => merge(each.told, each.parts.length === parts.length ? undefined : each.parts));
}

/** Statements of parts, as the account has them. */
export function statementsOf(parts: readonly OfPart<Said>[], numberOf: NumberOf): Statement[] {
  return ofParts(parts, ({ topic, text }) => `${topic}\n${text}`, (said, names) => statement(said, numberOf, names));
}

/** Cut to a length that can be read: parts of it are somebody else's. */
export function bounded(said: Said): Said {
  return { ...said, topic: cut(said.topic), text: cut(said.text, LONGEST_TEXT) };
}

export function statement(given: Said, numberOf: NumberOf, parts?: readonly string[]): Statement {
  const { topic, text, subject, field } = bounded(given);
  return { topic, text, ...(parts && { parts }), ...(subject && { object: numberOf(subject) }), ...(field !== undefined && { field }) };
}

/** Each thing once, as it was said first. */
export function unique(all: readonly Said[]): Said[] {
  return [...new Map([...all].reverse().map(said => [`${said.topic}\n${said.text}`, said])).values()].reverse();
}

/** `1 pod`, `2 pods`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`; of many the first, and how many more. */
export function named(names: readonly string[], most = 6): string {
  if (names.length > most) {
    return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
  }
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
