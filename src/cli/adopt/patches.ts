import { Plain, PlainObject, isObject } from '../../base/plain';
import { sameMeaning } from '../../kubernetes/validation/kinds/meaning';

/** One change that gives an object back as it is deployed, as RFC 6902 has it, with what stands there without it. */
export interface Patch {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: Plain;
  /** What the construct says; undefined where it says nothing. */
  readonly instead?: Plain;
  /** Whether it is of a pod template, so that pods are replaced when it goes. */
  readonly isOfPods: boolean;
}

/** Maps that are told as a whole: their keys are anybody's words, and half of a selector is none. */
const WHOLE: ReadonlySet<string> = new Set(['labels', 'annotations', 'matchLabels', 'selector', 'nodeSelector', 'data', 'resources', 'strategy', 'rolloutStrategy', 'securityContext', 'affinity']);
/** Lists whose elements are compared one by one while there are as many of them, in the same order. */
const COMPARED: ReadonlySet<string> = new Set(['containers', 'initContainers', 'replicatedJobs']);
/** The same where elements have a type, and a name at most. */
const OF_TYPES: ReadonlySet<string> = new Set(['metrics', 'triggers']);

/** How objects of an extension, and templates that a controller compares byte by byte, are compared: as they are written. */
export type Comparison = 'stored' | 'written';

export function comparisonOf({ apiVersion }: PlainObject): Comparison {
  const group = typeof apiVersion === 'string' && apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return group.includes('.') && !group.endsWith('.k8s.io') || group.endsWith('x-k8s.io') ? 'written' : 'stored';
}

/** What makes `made` equal to `wanted`. */
export function patchesBetween(made: PlainObject, wanted: PlainObject): Patch[] {
  const patches: Patch[] = [];
  compareMaps(made, wanted, { path: '', key: '', comparison: comparisonOf(wanted) }, patches);
  return patches;
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly parent?: string;
  readonly comparison: Comparison;
}

export function isSame(one: unknown, other: unknown, comparison: Comparison, key = '', parent = ''): boolean {
  return comparison === 'written' ? isWrittenAlike(one, other) : sameMeaning(one, other, key, parent);
}

/** The same data, whatever the order of keys; what is null is left out by everyone who writes manifests. */
function isWrittenAlike(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => isWrittenAlike(each, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(key => isWrittenAlike(one[key] ?? undefined, other[key] ?? undefined));
  }
  return one === other;
}

function compareMaps(made: PlainObject, wanted: PlainObject, { path, key: parent, comparison }: Place, patches: Patch[]): void {
  for (const key of new Set([...Object.keys(made), ...Object.keys(wanted)])) {
    compare(made[key], wanted[key], { path: `${path}/${escaped(key)}`, key, parent, comparison }, patches);
  }
}

function compare(made: Plain, wanted: Plain, place: Place, patches: Patch[]): void {
  const { path, key, parent, comparison } = place;
  if (isSame(made, wanted, comparison, key, parent)) {
    return;
  }
  const isWhole = WHOLE.has(key);
  if (!isWhole && isObject(made) && isObject(wanted)) {
    compareMaps(made, wanted, place, patches);
  } else if (Array.isArray(made) && (COMPARED.has(key) && isAligned(made, wanted, 'name') || OF_TYPES.has(key) && isAligned(made, wanted, 'type'))) {
    wanted.forEach((each, index) => compare(made[index], each, { path: `${path}/${index}`, key: '', parent: key, comparison }, patches));
  } else {
    patches.push({ path, ...operation(made, wanted), isOfPods: /\/(?:template|leaderTemplate|workerTemplate)\//.test(`${path}/`) });
  }
}

function operation(made: Plain, wanted: Plain): Pick<Patch, 'op' | 'value' | 'instead'> {
  if (wanted === undefined || wanted === null) {
    return { op: 'remove', instead: made };
  }
  return made === undefined ? { op: 'add', value: wanted } : { op: 'replace', value: wanted, instead: made };
}

function isAligned(made: readonly Plain[], wanted: Plain, by: 'name' | 'type'): wanted is PlainObject[] {
  return Array.isArray(wanted) && made.length === wanted.length
    && wanted.every((each, index) => isObject(each) && isObject(made[index]) && each[by] === (made[index] as PlainObject)[by]);
}

function escaped(key: string): string {
  return key.replace(/~/g, '~0').replace(/\//g, '~1');
}

/** `/spec/template/spec/containers/0/args` as `spec.template.spec.containers[0].args`. */
export function fieldOf(path: string): string {
  return path.slice(1).split('/').map(part => part.replace(/~1/g, '/').replace(/~0/g, '~'))
    .reduce((field, part) => (/^\d+$/.test(part) ? `${field}[${part}]` : /^[A-Za-z_][\w-]*$/.test(part) ? `${field}${field === '' ? '' : '.'}${part}` : `${field}[${part}]`), '');
}
