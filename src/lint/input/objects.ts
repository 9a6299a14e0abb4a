import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { isObject, PlainObject } from '../../base/plain';
import { asText } from '../../base/reading';
import { UNREADABLE } from '../notices/notices';

/** One object of the input, with its path in the document: `items[3].` for an item of a List. */
export interface PlacedObject {
  readonly body: PlainObject;
  readonly prefix: string;
}

export interface PlacedProblem {
  readonly detail: string;
  /** It is a map with neither kind nor metadata, or a list: the settings of some program rather than a manifest. */
  readonly isOther: boolean;
  readonly prefix: string;
}

/** A finding for input that is no object, with file and line if it has them. */
export function unreadable(detail: string, file?: string, line?: number): Finding {
  return { ...noticed(UNREADABLE), message: `Invalid value: ${detail}`, help: 'repair it where the message says; templates are rendered first', file, line };
}

/** Finds the objects in parsed documents: takes Lists apart, and reports what is no object. */
export function objectsIn(given: readonly unknown[]): { readonly objects: PlacedObject[]; readonly problems: PlacedProblem[] } {
  const found = { objects: [] as PlacedObject[], problems: [] as PlacedProblem[] };
  given.forEach(each => collect(each, '', found));
  return found;
}

function collect(given: unknown, prefix: string, found: ReturnType<typeof objectsIn>): void {
  if (!isObject(given)) {
    found.problems.push({ prefix, isOther: prefix === '' && isOtherList(given), detail: `a manifest is a map with apiVersion and kind, not ${nameOf(given)}` });
    return;
  }
  const apiVersion = asText(given.apiVersion);
  const kind = asText(given.kind);
  if (apiVersion === undefined || kind === undefined) {
    found.problems.push({ prefix, isOther: isOther(given) && prefix === '', detail: lacking(given, kind === undefined ? 'kind' : 'apiVersion') });
  } else if (kind.endsWith('List') && Array.isArray(given.items)) {
    given.items.forEach((item: unknown, index) => collect(typed(item, apiVersion, kind), `${prefix}items[${index}].`, found));
  } else {
    found.objects.push({ body: given, prefix });
  }
}

/**
 * Whether a map is another program's rather than a manifest that somebody forgot a line of: those have a name in their metadata, or a kind as types are
 * called (`Deployment`) beside metadata or a spec. In a table of words, such as the vocabulary of a tokenizer, these keys are words with a number or a text.
 */
function isOther({ apiVersion, kind, metadata, spec }: PlainObject): boolean {
  if ((kind ?? '') !== '') {
    const hasParts = isObject(metadata) || isObject(spec);
    return typeof kind === 'string' ? !/^[A-Z]/.test(kind) || !hasParts : typeof kind === 'number' && !hasParts && typeof apiVersion !== 'string';
  }
  if (typeof metadata === 'number') {
    return typeof apiVersion !== 'string';
  }
  const has = (keys: readonly string[]) => isObject(metadata) && keys.some(key => metadata[key] !== undefined);
  const isNamed = metadata !== undefined && (!isObject(metadata) || apiVersion !== undefined || has(NAMES) || (spec !== undefined && has(NOTES)));
  return !isNamed && !(typeof apiVersion === 'string' && (apiVersion.includes('/') || spec !== undefined));
}

const NAMES = ['name', 'generateName'];
const NOTES = ['labels', 'annotations'];

/** Playbooks of Ansible, tables of a program. A list of objects is a mistake: kubectl refuses it. */
function isOtherList(given: unknown): boolean {
  return Array.isArray(given) && !given.some(each => isObject(each) && each.apiVersion !== undefined && each.kind !== undefined);
}

function lacking(given: PlainObject, name: 'kind' | 'apiVersion'): string {
  const value = given[name];
  return (value ?? '') === '' ? `${name} is missing: it is no Kubernetes object` : `${name} is ${nameOf(value)}, not a text: it is no Kubernetes object`;
}

/** Items of a typed list (`DeploymentList`) inherit apiVersion and kind from it. Source: apimachinery pkg/apis/meta/v1/unstructured (v0.36) UnstructuredList */
function typed(item: unknown, apiVersion: string, listKind: string): unknown {
  const isWhole = !isObject(item) || (item.apiVersion !== undefined && item.kind !== undefined);
  return listKind === 'List' || isWhole ? item : { apiVersion, kind: listKind.slice(0, -'List'.length), ...item };
}

function nameOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : value === null || value === undefined ? 'nothing' : `a ${typeof value}`;
}
