import { Random } from './random';
import { Site, sitesOf, Step, textOf } from './sites';
import { ANNOTATION_BYTES, KEYS, LENGTHS, NUMBERS, OTHER_TYPES, QUANTITIES, SHARES, SUFFIXES, TEXTS, WORDS } from './values';

/** What can be done to a manifest in one place. */
export const SINGLE_CLASSES = ['drop', 'rename', 'retype', 'out of range', 'wrong enum', 'longer names', 'text', 'duplicate', 'combine'] as const;
export type SingleClass = typeof SINGLE_CLASSES[number];
export type MutationClass = SingleClass | 'two at once' | 'other minors';
export const CLASSES: readonly MutationClass[] = [...SINGLE_CLASSES, 'two at once', 'other minors'];

interface Edit {
  readonly path: readonly Step[];
  readonly what: string;
  apply(parent: any, step: Step): void;
}

/** What a class can do at a place; nothing where it does not apply. */
const EDITS: { readonly [name in SingleClass]: (site: Site, others: readonly any[]) => Edit[] } = {
  'drop': site => [{ path: site.path, what: `drop ${textOf(site.path)}`, apply: remove }],
  'rename': site => isFields(site.value) ? Object.keys(site.value).flatMap(key => (site.isMap ? KEYS : misspelt(key)).map(other => renamed(site, key, other))) : [],
  'retype': site => OTHER_TYPES[typeName(site.value)]?.map(value => put(site, value)) ?? [],
  'out of range': site => numbersFor(site).map(value => put(site, value)),
  'wrong enum': site => typeof site.value === 'boolean' ? [put(site, !site.value)]
    : /^[A-Z][A-Za-z]+$/.test(String(site.value)) ? [...WORDS, String(site.value).toLowerCase(), `${site.value}s`].filter(word => word !== site.value).map(word => put(site, word)) : [],
  'longer names': site => [...typeof site.value === 'string' ? longTexts(site) : [], ...site.isMap ? longKeys(site) : []],
  'text': site => typeof site.value === 'string' ? [...TEXTS, ...SUFFIXES.map(suffix => `${site.value}${suffix}`)].map(text => put(site, text)) : [],
  'duplicate': site => Array.isArray(site.value) && site.value.length > 0 ? repeated(site.value).map(list => put(site, list)) : [],
  'combine': (site, others) => others.flatMap(other => transplanted(site, other)),
};

/** Everything that can be done to a manifest, by class and place. */
export class Mutator {
  private readonly sites: readonly Site[];
  private readonly applicable = new Map<SingleClass, readonly Site[]>();

  /**
   * @param others manifests of the kind, from which values are taken
   * @param isMutable which places may be changed; all but its type and namespace unless said otherwise
   */
  constructor(private readonly manifest: any, private readonly others: readonly any[] = [], isMutable: (path: string) => boolean = () => true) {
    this.sites = sitesOf(manifest).filter(({ path }) => isMutable(textOf(path)));
  }

  /** Classes that find a place here. */
  public get classes(): readonly MutationClass[] {
    const single = SINGLE_CLASSES.filter(each => this.sitesFor(each).length > 0);
    return single.length > 0 ? [...single, 'two at once'] : [];
  }

  /** A changed copy: first a place is drawn, then what happens there, so that fields with few possibilities are not lost among the others. */
  public mutated(mutation: MutationClass, random: Random): { readonly body: any; readonly what: string } {
    const body = structuredClone(this.manifest);
    const drawn = mutation === 'two at once' ? [this.draw(this.anyClass(random), random), this.draw(this.anyClass(random), random)] : [this.draw(mutation as SingleClass, random)];
    const done = drawn.filter(edit => make(body, edit));
    return { body, what: done.map(({ what }) => what).join('; ') };
  }

  private draw(mutation: SingleClass, random: Random): Edit {
    return random.of(EDITS[mutation](random.of(this.sitesFor(mutation)), this.others));
  }

  private anyClass(random: Random): SingleClass {
    return random.of(SINGLE_CLASSES.filter(each => this.sitesFor(each).length > 0));
  }

  private sitesFor(mutation: SingleClass): readonly Site[] {
    let sites = this.applicable.get(mutation);
    if (sites === undefined) {
      sites = this.sites.filter(site => EDITS[mutation](site, this.others).length > 0);
      this.applicable.set(mutation, sites);
    }
    return sites;
  }
}

/** Whether the place was still there. */
function make(body: any, { path, apply }: Edit): boolean {
  const parent = path.slice(0, -1).reduce<any>((inner, step) => isHolder(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined, body);
  if (!isHolder(parent) || !Object.hasOwn(parent, path[path.length - 1])) {
    return false;
  }
  apply(parent, path[path.length - 1]);
  return true;
}

function isHolder(value: any): boolean {
  return typeof value === 'object' && value !== null;
}

function isFields(value: any): boolean {
  return isHolder(value) && !Array.isArray(value);
}

function typeName(value: any): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function remove(parent: any, step: Step): void {
  if (Array.isArray(parent)) {
    parent.splice(step as number, 1);
  } else {
    delete parent[step];
  }
}

function put({ path }: Site, value: unknown): Edit {
  const shown = JSON.stringify(value) ?? '';
  return {
    path,
    what: `${textOf(path)} = ${shown.length > 60 ? `${shown.slice(0, 60)}… (${shown.length})` : shown}`,
    apply: (parent, step) => {
      parent[step] = structuredClone(value);
    },
  };
}

/** As people misspell fields. */
function misspelt(name: string): string[] {
  const snake = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return [...new Set([name.slice(0, -1), `${name}s`, `${name[0].toUpperCase()}${name.slice(1)}`, name.toLowerCase(), snake, `${name}${name.at(-1)!}`])].filter(each => each !== name && each !== '');
}

function renamed({ path }: Site, key: string, other: string): Edit {
  return {
    path,
    what: `${textOf(path)}: ${key} renamed to ${other.length > 60 ? `${other.slice(0, 60)}… (${other.length})` : JSON.stringify(other)}`,
    apply: (parent, step) => {
      // Through entries, so that `__proto__` is a key like any other. Another change may have put something else there before.
      const fields = parent[step];
      const names = (name: string) => name === key ? other : name;
      parent[step] = isFields(fields) ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [names(name), value])) : fields;
    },
  };
}

/** A resource or the like, whatever its present spelling. */
const QUANTITY = /(^|\.)(limits|requests|overhead|podFixed|capacity)\.[^.]+$|\.(sizeLimit|divisor|averageValue|tolerance)$|[tT]arget\.value$/;
const SHARE = /^(maxUnavailable|maxSurge|minAvailable|targetPort|port)$/;

function numbersFor({ path, value }: Site): readonly unknown[] {
  const last = String(path[path.length - 1]);
  if (typeof value === 'object') {
    return [];
  }
  return QUANTITY.test(textOf(path)) ? QUANTITIES : SHARE.test(last) && typeof value !== 'number' ? SHARES
    : SHARE.test(last) ? [...NUMBERS, ...SHARES] : typeof value === 'number' ? NUMBERS.filter(each => each !== value) : [];
}

/** What stands in the same place of another manifest: instead of what is here, or beside it. */
function transplanted(site: Site, other: any): Edit[] {
  const { path, value } = site;
  const found = path.reduce<any>((inner, step) => isHolder(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined, other);
  if (found === undefined || JSON.stringify(found) === JSON.stringify(value)) {
    return [];
  }
  const beside = isFields(found) && isFields(value) ? Object.keys(found).filter(key => !Object.hasOwn(value, key)) : [];
  return [put(site, found), ...beside.map(key => ({ ...put(site, undefined), what: `${textOf(path)} with ${key}`, apply: (parent: any, step: Step) => add(parent[step], key, found[key]) }))];
}

function add(object: any, key: string, value: unknown): void {
  if (isFields(object)) {
    object[key] = structuredClone(value);
  }
}

function longTexts(site: Site): Edit[] {
  const lengths = site.path.includes('annotations') ? [...LENGTHS, ANNOTATION_BYTES - 100, ANNOTATION_BYTES + 1] : LENGTHS;
  return lengths.flatMap(length => [put(site, 'a'.repeat(length)), put(site, `${'ab.'.repeat(Math.floor(length / 3))}c`)]);
}

function longKeys(site: Site): Edit[] {
  const [key] = Object.keys(site.value);
  return key === undefined ? [] : LENGTHS.flatMap(length => [renamed(site, key, 'a'.repeat(length)), renamed(site, key, `${'ab.'.repeat(Math.floor(length / 3))}c/k`)]);
}

function repeated(list: readonly any[]): any[][] {
  const many = (count: number) => Array.from({ length: count }, (_, index) =>
    typeof list[0] === 'number' ? index + 1 : isFields(list[0]) && Object.hasOwn(list[0], 'name') ? { ...list[0], name: `n${index}` } : list[0]);
  return [[...list, list[0]], [list.at(-1), ...list], [...list, ...list], [...list].reverse(), many(33), many(130)];
}
