import { Said } from '../alerts/scenarios';

/*
 * Series for an expression as evaluated.ts has it. Of each series that it selects:
 *
 * - pod a has two parts, with 1 and 2, and pod b one with 5; a second series in one expression has twice as much, a third three times;
 * - for each further matcher, pod a has one with 100 that the matcher leaves out;
 * - a pod that is none of these has 1000, and one of the same name in another namespace 10000.
 *
 * Of counters that is the growth a second; of histograms it is that of a and b in buckets 1, 2 and 4, and others are slower than all of these.
 */

/** Names of two pods, claims or Jobs of the workload. */
export interface Pair {
  readonly a: string;
  readonly b: string;
}

export interface Own {
  readonly pods: Pair;
  readonly claims: Pair;
  readonly jobs: Pair;
}

const OTHER_NAMESPACE = 'other';
const MINUTES = 'x60';
const PARTS = [{ key: 'a', part: '0', value: 1 }, { key: 'a', part: '1', value: 2 }, { key: 'b', part: '0', value: 5 }] as const;
const LEFT_OUT = 100;
const OF_OTHERS = 1000;
const ELSEWHERE = 10_000;
/** Observations a minute that took at most so long. */
const BUCKETS = { a: { '1': 40, '2': 60, '4': 60, '+Inf': 60 }, b: { '1': 10, '2': 20, '4': 40, '+Inf': 40 } } as const;
const SLOW = { '1': 0, '2': 0, '4': 0, '+Inf': OF_OTHERS } as const;

interface Selector {
  readonly name: string;
  readonly matchers: readonly string[];
}

function selectorsOf(shape: string): Selector[] {
  const found = [...shape.matchAll(/([a-zA-Z_:][a-zA-Z0-9_:]*)\{([^{}]*)\}/g)].map(([, name, matchers]) => ({ name, matchers: matchers.split(',') }));
  const names = [...new Set(found.map(({ name }) => name))];
  return names.map(name => ({ name, matchers: [...new Set(found.filter(each => each.name === name).flatMap(({ matchers }) => matchers))] }));
}

/** What names the two: a label of pods, unless the expression is about claims or Jobs. */
function identityOf(shape: string, { pods, claims, jobs }: Own): { readonly label: string; readonly pair: Pair } {
  return shape.includes('<claims>') ? { label: 'persistentvolumeclaim', pair: claims } : shape.includes('<jobs>') ? { label: 'job_name', pair: jobs } : { label: 'pod', pair: pods };
}

interface Sides {
  readonly label: string;
  /** Values that the matcher takes; none where any other than those it names will do. */
  readonly taken: readonly string[];
  /** One that it leaves out; empty for a series without the label. */
  readonly leftOut: string;
}

/** Values of a label on both sides of a matcher; undefined of `<pods>`. */
function sidesOf(matcher: string): Sides | undefined {
  const [, label, operator, value] = /^([a-z_]+)(=~|!=|=)"(.*)"$/.exec(matcher) ?? [];
  if (label === undefined) {
    return undefined;
  }
  return operator === '!=' ? { label, taken: value === '' ? ['any'] : [], leftOut: value } : { label, taken: value.split('|'), leftOut: `not-${value.split('|')[0]}` };
}

/** Labels that an expression groups by, without those that series have anyway. */
function groupingOf(shape: string, identity: string): string[] {
  const labels = [...shape.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list]) => list.split(/, ?/));
  return [...new Set(labels)].filter(each => ![identity, 'le', '<group>'].includes(each));
}

export function worldOf(shape: string, own: Own, isIdle: boolean = false): Said[] {
  const { label, pair } = identityOf(shape, own);
  const grouping = groupingOf(shape, label);
  const isCounted = /\b(rate|increase)\(/.test(shape);
  const bare = (key: 'a' | 'b'): Said['labels'] => ({ namespace: 'ml', set: 'w', ...Object.fromEntries(grouping.map(each => [each, `of-${key}`])), [label]: pair[key] });
  return selectorsOf(shape).flatMap(({ name, matchers }, index) => {
    const isHistogram = name.endsWith('_bucket');
    const make = (labels: Said['labels'], value: number, buckets: { readonly [le: string]: number }): Said[] => (isHistogram
      ? Object.entries(buckets).map(([le, each]) => ({ name, labels: { ...labels, le }, values: `0+${isIdle ? 0 : each}${MINUTES}` }))
      : [{ name, labels, values: isCounted ? `0+${isIdle ? 0 : value * 60 * (index + 1)}${MINUTES}` : `${value * (index + 1)}${MINUTES}` }]);
    const parts = PARTS.filter(({ part }) => !isHistogram || part === '0');
    const sides = matchers.flatMap(matcher => sidesOf(matcher) ?? []);
    const taken = (place: number): Said['labels'] => Object.fromEntries(sides.flatMap(each => (each.taken.length === 0 ? [] : [[each.label, each.taken[place % each.taken.length]]])));
    const foreign = (labels: Said['labels'], value: number) => make({ ...bare('a'), set: 'v', ...taken(0), ...labels }, value, SLOW);
    return [
      ...parts.flatMap(({ key, part, value }, place) => make({ ...bare(key), ...taken(place), part }, value, BUCKETS[key])),
      ...sides.flatMap(side => parts.flatMap(({ key, part }, place) => {
        const labels = Object.entries({ ...bare(key), ...taken(place), part, without: side.label, [side.label]: side.leftOut });
        return make(Object.fromEntries(labels.filter(([, value]) => value !== '')), LEFT_OUT, SLOW);
      })),
      ...(matchers.some(matcher => matcher.startsWith('<')) ? [...foreign({ [label]: `not-${pair.a}` }, OF_OTHERS), ...foreign({ namespace: OTHER_NAMESPACE }, ELSEWHERE)] : []),
    ];
  });
}
