import { Random } from '../../fuzz-checks/random';

/** A manifest with something wrong, or something else that is right. */
export interface Mutation {
  readonly class: MutationClass;
  /** What was done, for the report. */
  readonly what: string;
  /** What it was done to. */
  readonly sample: any;
  readonly body: any;
}

export const CLASSES = ['drop', 'empty', 'text', 'near', 'choice', 'number', 'share', 'duplicate', 'key', 'transplant', 'two'] as const;
export type MutationClass = typeof CLASSES[number];

type Step = string | number;

/** A place in a manifest. */
interface Site {
  readonly path: readonly Step[];
  readonly value: any;
}

interface Change {
  readonly class: MutationClass;
  readonly path: readonly Step[];
  readonly what: string;
  apply(parent: any, step: Step): void;
}

/** Also as long as may be, and one longer. */
const TEXTS = ['Upper', 'a_b', '-a', 'a-', 'a.b', 'a/b', 'a b', 'é', '9', ...[15, 16, 52, 53, 63, 64, 253, 254].map(length => 'a'.repeat(length)), 'a..b', 'a/b/c', 'kubernetes.io/x', 'None', '10.0.0.1',
  '::1', '010.0.0.1', '10.0.0.0/8', '10.0.0.1/8', '*/5 * * * *', 'TZ=UTC 0 0 * * *', 'Europe/Berlin', 'europe/berlin', '0', '1-3', '%', '..', '.'];
/** Also the largest that may be, and one more. */
const NUMBERS = [-1, 0, 1, 2, 3, ...[20, 255, 3600, 10_000, 30_000, 65_535, 86_400, 100_000].flatMap(limit => [limit, limit + 1]), 2_147_483_647];
const SHARES = ['0%', '25%', '100%', '101%', '5', 'five', '', -1, 0, 3];

/** Everything that can be changed in one place, in the order of the manifest. `choices` are words that some field of the kind knows. */
export function changesOf(sample: any, others: readonly any[], choices: readonly string[], isLeft: (path: string) => boolean): Change[] {
  const sites = sitesOf(sample, [], isLeft);
  return sites.flatMap(site => [...dropped(site), ...replaced(site, choices), ...repeated(site), ...renamed(site), ...transplanted(site, others)]);
}

/** A manifest with one change, or with two. */
export function mutated(sample: any, changes: readonly Change[], random: Random): Mutation {
  const body = structuredClone(sample);
  const change = random.of(changes);
  const second = random.chance(0.12) ? random.of(changes) : undefined;
  make(body, change);
  const isSecond = second !== undefined && make(body, second);
  return { class: isSecond ? 'two' : change.class, what: isSecond ? `${change.what}; ${second.what}` : change.what, sample, body };
}

/** Whether the place was still there. */
function make(body: any, change: Change): boolean {
  const parent = change.path.slice(0, -1).reduce<any>((inner, step) => inner?.[step], body);
  if (parent === undefined || parent === null || typeof parent !== 'object') {
    return false;
  }
  change.apply(parent, change.path[change.path.length - 1]);
  return true;
}

function sitesOf(value: any, path: readonly Step[], isLeft: (path: string) => boolean): Site[] {
  if (path.length > 0 && (isLeft(textOf(path)) || path.length === 1 && (path[0] === 'apiVersion' || path[0] === 'kind'))) {
    return [];
  }
  const steps: ReadonlyArray<readonly [Step, any]> = typeof value !== 'object' || value === null ? []
    : Array.isArray(value) ? value.map((each, index) => [index, each] as const) : Object.entries(value);
  const inner = steps.flatMap(([step, each]) => sitesOf(each, [...path, step], isLeft));
  return path.length === 0 ? inner : [{ path, value }, ...inner];
}

export function textOf(path: readonly Step[]): string {
  return path.map(step => typeof step === 'number' ? `[${step}]` : `.${step}`).join('').slice(1);
}

function put(mutationClass: MutationClass, path: readonly Step[], value: unknown): Change {
  return { class: mutationClass, path, what: `${textOf(path)} = ${JSON.stringify(value)?.slice(0, 60)}`, apply: (parent, step) => (parent[step] = structuredClone(value)) };
}

function dropped({ path, value }: Site): Change[] {
  const drop: Change = {
    class: 'drop', path, what: `drop ${textOf(path)}`, apply: (parent, step) => Array.isArray(parent) ? parent.splice(step as number, 1) : delete parent[step],
  };
  const empty = typeof value === 'string' ? '' : Array.isArray(value) ? [] : typeof value === 'object' ? {} : null;
  return [drop, put('empty', path, empty), put('empty', path, null)];
}

function replaced({ path, value }: Site, choices: readonly string[]): Change[] {
  const isShare = /^(maxUnavailable|maxSurge|minAvailable|targetPort)$/.test(String(path[path.length - 1]));
  return [
    ...(isShare ? SHARES.map(share => put('share', path, share)) : []),
    ...(typeof value === 'string' ? [...TEXTS.map(text => put('text', path, text)), ...choices.filter(each => each !== value).map(each => put('choice', path, each))] : []),
    ...(typeof value === 'string' ? nearTo(value).map(text => put('near', path, text)) : []),
    ...(typeof value === 'number' ? [value - 1, value + 1, ...NUMBERS].map(number => put('number', path, number)) : []),
    ...(typeof value === 'boolean' ? [put('choice', path, !value)] : []),
  ];
}

/** Texts that differ by one character, in a place that the text itself decides. */
function nearTo(value: string): string[] {
  const places = [0, Math.floor(value.length / 2), value.length - 1, ...Array.from(value.matchAll(/[^A-Za-z0-9]/g), match => match.index)].filter((place, index, all) => (
    place >= 0 && all.indexOf(place) === index)).slice(0, 12);
  const edited = places.flatMap(place => {
    const [before, after] = [value.slice(0, place), value.slice(place + 1)];
    return [before + after, ...['0', '9', 'a', 'Z', '-', '.', ':', '/', ',', '*', ' '].flatMap(character => [before + character + after, before + character + value.slice(place)])];
  });
  return [...new Set([...edited, `${value}a`, `${value}9`, value.toUpperCase(), value + value])].filter(text => text !== value);
}

function repeated({ path, value }: Site): Change[] {
  if (!Array.isArray(value) || value.length === 0) {
    return [];
  }
  return [put('duplicate', path, [...value, value[0]]), put('duplicate', path, Array.from({ length: 40 }, () => value[0])),
    put('duplicate', path, Array.from({ length: 300 }, (_, index) => typeof value[0] === 'number' ? index + 1 : { ...value[0], name: `n${index}` })),
    put('duplicate', path, [...value].reverse())];
}

/** Keys that users choose. */
function renamed({ path, value }: Site): Change[] {
  const isChosen = /(labels|annotations|matchLabels|selector|data|binaryData|stringData|nodeSelector)$/.test(String(path[path.length - 1]));
  if (!isChosen || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [];
  }
  const [first, ...rest] = Object.entries(value);
  return ['Bad Key', 'a/b/c', '/a', 'x'.repeat(64), `${'x'.repeat(254)}/a`, '..', 'example.com/Ok', 'job-name', 'batch.kubernetes.io/controller-uid']
    .map(key => put('key', path, { ...Object.fromEntries(rest), [key]: first?.[1] ?? 'x' }));
}

/** What stands in the same place of another manifest of the kind, also where this one has nothing. */
function transplanted({ path, value }: Site, others: readonly any[]): Change[] {
  return others.flatMap(other => {
    const found = path.reduce<any>((inner, step) => inner?.[step], other);
    const missing = found !== null && typeof found === 'object' && !Array.isArray(found) && typeof value === 'object' && value !== null
      ? Object.keys(found).filter(key => !(key in value)).map(key => put('transplant', [...path, key], found[key])) : [];
    return [...(found === undefined || JSON.stringify(found) === JSON.stringify(value) ? [] : [put('transplant', path, found)]), ...missing];
  });
}
