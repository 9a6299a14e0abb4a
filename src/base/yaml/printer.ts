import { Yaml } from 'cdk8s';
import { plainKey, printText } from './scalars';

/** Something that only the library can print: shared references, which it prints as anchors, dates, keys that need quotes. */
class NotPlain extends Error {}

/** Whether the installed library prints as this file does; undefined until somebody prints. */
let agrees: boolean | undefined;

/**
 * Prints documents as `Yaml.stringify` of cdk8s does, to the byte, in a tenth of its time. What is not plain data is left to the library, and so
 * is everything when the installed library prints otherwise than the one that this file was written for.
 *
 * Source: yaml 2.9.1 with `{ keepUndefined: true, lineWidth: 0, version: '1.1' }` (cdk8s 2.70.106, src/yaml.ts)
 */
export function printYaml(documents: readonly unknown[]): string {
  agrees ??= SAMPLES.every(sample => printOwn(sample) === Yaml.stringify(sample));
  return agrees ? documents.map(printDocument).join('---\n') : Yaml.stringify(...documents);
}

function printDocument(document: unknown): string {
  try {
    return printOwn(document);
  } catch (error) {
    if (error instanceof NotPlain || error instanceof RangeError) {
      return Yaml.stringify(document);
    }
    throw error;
  }
}

function printOwn(document: unknown): string {
  if (typeof document !== 'object' || document === null) {
    throw new NotPlain();
  }
  return `${printValue(document, '', new Set())}\n`;
}

/** The first line without its indent. */
function printValue(value: unknown, indent: string, seen: Set<object>): string {
  switch (typeof value) {
    case 'string': return printText(value, indent);
    case 'boolean': return value ? 'true' : 'false';
    case 'number': return printNumber(value);
    case 'object': return value === null ? 'null' : printCollection(value, indent, seen);
    default: throw new NotPlain();
  }
}

function printNumber(value: number): string {
  if (!Number.isFinite(value) || value === 0 && Object.is(value, -0)) {
    throw new NotPlain();
  }
  return String(value);
}

function printCollection(value: object, indent: string, seen: Set<object>): string {
  if (seen.has(value)) {
    throw new NotPlain();
  }
  seen.add(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : printList(value, indent, seen);
  }
  if (value.constructor !== Object) {
    throw new NotPlain();
  }
  return printMap(value as Record<string, unknown>, indent, seen);
}

function printList(list: readonly unknown[], indent: string, seen: Set<object>): string {
  const inner = `${indent}  `;
  let text = '';
  for (let index = 0; index < list.length; index++) {
    text += `${index === 0 ? '' : `\n${indent}`}- ${printValue(list[index], inner, seen)}`;
  }
  return text;
}

function printMap(map: Readonly<Record<string, unknown>>, indent: string, seen: Set<object>): string {
  const inner = `${indent}  `;
  let text = '';
  for (const key of Object.keys(map)) {
    const name = plainKey(key);
    if (name === undefined) {
      throw new NotPlain();
    }
    const value = map[key];
    const printed = printValue(value, inner, seen);
    const isBlock = typeof value === 'object' && value !== null && printed !== '[]' && printed !== '{}';
    text += `${text === '' ? '' : `\n${indent}`}${name}:${isBlock ? `\n${inner}` : ' '}${printed}`;
  }
  return text === '' ? '{}' : text;
}

/** One of each way to print that does not ask the library. */
const SAMPLES: readonly object[] = [
  {
    'apiVersion': 'apps/v1',
    'example.org/key': 'a:b',
    'list': ['a b', ['--flag=1', ['-c']], { one: 1, two: [true, false] }, [], {}, null],
    'texts': { port: '8080', memory: '16Gi', path: '/a#b "c" \'d\'', variable: '$(A)', sum: 1.5, negative: -3, large: 1e21, long: 'word '.repeat(60) + 'end' },
    'lines': { closed: 'a\n\n  b\n', open: '# a: b\n- c', deep: [{ text: '%a\n---\nb\n' }] },
    'none': {},
  },
  [{ a: null }, 'b'],
];
