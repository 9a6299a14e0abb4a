import { ApiObject } from 'cdk8s';
import { podNamesOf } from './gpu-monitor/pod-names';
import { LabelMatcher } from './promql';
import { forbidden } from '../base/errors/invalid-input';
import { quotedPattern } from '../base/text/pattern';

/*
 * Names of objects and of their pods, as regular expressions of Prometheus.
 */

/** A name, and the pattern of what follows it. */
interface OpenName {
  readonly name: string;
  readonly end: string;
}

/** Names of all pods that objects make. */
export function podNamesOfAll(field: string, objects: readonly ApiObject[]): string {
  const patterns = objects.map(object => ({ object, names: requireNames(field, object) }));
  // Of a long name only the beginning stands in those of its pods, and of some kinds the names of groups.
  const isOpen = ({ object, names }: typeof patterns[number]) => names.startsWith(quotedPattern(object.name)) && !names.includes('|');
  return [
    ...patterns.filter(each => !isOpen(each)).map(({ names }) => names),
    ...sharedPatterns(patterns.filter(isOpen).map(({ object: { name }, names }) => ({ name, end: names.slice(quotedPattern(name).length) }))),
  ].join('|');
}

/** One of several objects. */
export function oneOf(label: string, names: readonly string[]): LabelMatcher {
  return names.length === 1 ? { label, value: names[0] } : { label, value: sharedPatterns(names.map(name => ({ name, end: '' }))).join('|'), isPattern: true };
}

function requireNames(field: string, object: ApiObject): string {
  const names = podNamesOf(object);
  if (names === undefined) {
    throw forbidden(field, `how pods of a ${object.kind} are called is not known`, 'say how: podNames');
  }
  return names;
}

/** Names that differ in one number share a pattern, so that 40 groups take a line. */
function sharedPatterns(names: readonly OpenName[]): string[] {
  const shapes = new Map<string, { readonly before: string; readonly after: string; readonly numbers: string[] }>();
  for (const { name, end } of names) {
    const { before, number, after } = numberIn(name);
    const shape = `${before} ${number === '' ? '' : '#'} ${after} ${end}`;
    const entry = shapes.get(shape) ?? { before: quotedPattern(before), after: `${quotedPattern(after)}${end}`, numbers: [] };
    shapes.set(shape, entry);
    entry.numbers.push(number);
  }
  return [...shapes.values()].map(({ before, after, numbers }) => `${before}${numbers.length === 1 ? numbers[0] : `(${numbers.join('|')})`}${after}`);
}

/** What stands before the last number of a name, the number, and what stands behind it. */
function numberIn(name: string): { readonly before: string; readonly number: string; readonly after: string } {
  const words = name.split('-');
  const place = words.reduce((last, word, index) => (/^\d+$/.test(word) ? index : last), -1);
  return place <= 0 ? { before: name, number: '', after: '' }
    : { before: `${words.slice(0, place).join('-')}-`, number: words[place], after: ['', ...words.slice(place + 1)].join('-') };
}
