import { Random } from '../../fuzz-checks/random';

/* Seeded changes of valid objects. Most break one rule, some none, some several. */

/** A place in an object: what holds it, its key, and the path with `*` for places in lists. */
interface Place {
  readonly parent: any;
  readonly key: string | number;
  readonly pattern: string;
}

function placesOf(value: any, pattern = ''): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => [{ parent: value, key: index, pattern: `${pattern}[*]` }, ...placesOf(each, `${pattern}[*]`)]);
  }
  return value !== null && typeof value === 'object'
    ? Object.keys(value).flatMap(key => [{ parent: value, key, pattern: `${pattern}.${key}` }, ...placesOf(value[key], `${pattern}.${key}`)]) : [];
}

const valueAt = ({ parent, key }: Place) => parent[key];

function remove({ parent, key }: Place): void {
  if (Array.isArray(parent)) {
    parent.splice(key as number, 1);
  } else {
    delete parent[key];
  }
}

const SUFFIXES = ['-', '_', '.', '/', ' ', 'A', 'é', '-x', '.x', '..', '\n', '%', '=', ':', '*', '$(X)'];
const WORDS = ['', 'a', 'A', 'Bogus', 'always', '..', '../up', '/abs', 'a/b', 'a/b/c', 'a..b', '-a', 'a-', '0', '1.5', '-1', 'example.com/x', 'metadata.name', 'limits.cpu', 'status.phase', '10.0.0.256', '010.1.2.3',
  '::ffff:10.0.0.1', 'fe80::1%eth0', 'engine', 'work', 'localhost/', 'localhost/../a', 'runtime/default', 'unconfined', '  x', 'a--b', 'a.b.c', 'x_y', 'CAP_SYS_ADMIN', 'a\\b\\c', "metadata.labels['x y']", "spec['x']"];
const NUMBERS = [-1, 0, 1, 2, 3, 100, 101, 255, 256, 511, 512, 599, 3600, 65535, 65536, 2 ** 31 - 1, 2 ** 31];
const QUANTITIES = ['0', '1', '-1', '1.5', '100m', '0.0001', '3Mi', '2Mi', '100Gi', '1e3', '12E', '1k', '1000000'];
const LENGTHS = [15, 16, 63, 64, 65, 104, 105, 128, 253, 254, 300, 4096];

const KEYS = ['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi', 'pods', 'storage', 'hugepages-1Gi', 'hugepages-x', 'example.com/gpu', 'kubernetes.io/x', 'requests.cpu'];

type Change = (object: any, random: Random, donors: Donors) => boolean;

/** Values by the path pattern where they stand in any sample. */
export type Donors = ReadonlyMap<string, readonly any[]>;

export function donorsOf(objects: readonly any[]): Donors {
  const donors = new Map<string, any[]>();
  for (const object of objects) {
    for (const place of placesOf(object)) {
      donors.set(place.pattern, [...donors.get(place.pattern) ?? [], valueAt(place)]);
    }
  }
  return donors;
}

function changing(applies: (value: any, place: Place) => boolean, change: (place: Place, random: Random) => void): Change {
  return (object, random) => {
    const places = placesOf(object).filter(place => applies(valueAt(place), place));
    if (places.length > 0) {
      change(random.of(places), random);
    }
    return places.length > 0;
  };
}

const isText = (value: any) => typeof value === 'string';
const isQuantityPlace = ({ pattern }: Place) => /(limits|requests|overhead)\.[^.]*$|sizeLimit$|divisor$/.test(pattern);
const copy = (value: any) => value === undefined ? value : JSON.parse(JSON.stringify(value));

/** What stands beside something else: takes a value that stands at the same place in another sample. */
const transplant: Change = (object, random, donors) => {
  const maps = [{ value: object, pattern: '' }, ...placesOf(object).map(place => ({ value: valueAt(place), pattern: place.pattern }))]
    .filter(({ value }) => value !== null && typeof value === 'object' && !Array.isArray(value));
  const { value, pattern } = random.of(maps);
  const keys = [...donors.keys()].filter(each => each.startsWith(`${pattern}.`) && /^[^.[]+$/.test(each.slice(pattern.length + 1)));
  if (keys.length === 0) {
    return false;
  }
  const key = random.of(keys);
  value[key.slice(pattern.length + 1)] = copy(random.of(donors.get(key)!));
  return true;
};

/** A key of a map that users choose. */
const renameKey = changing((_value, { parent, pattern }) => !Array.isArray(parent) && /(labels|annotations|matchLabels|nodeSelector|limits|requests|overhead|options)\.[^.]*$/.test(pattern),
  ({ parent, key }, random) => {
    const value = parent[key];
    delete parent[key];
    parent[random.of([...WORDS, ...KEYS, `${key}${random.of(SUFFIXES)}`, 'k'.repeat(random.of(LENGTHS))])] = value;
  });

export const CHANGES: { readonly [kind: string]: Change } = {
  'drop': changing(() => true, place => remove(place)),
  'empty': changing(() => true, place => {
    const value = valueAt(place);
    place.parent[place.key] = Array.isArray(value) ? [] : isText(value) ? '' : typeof value === 'object' ? {} : typeof value === 'boolean' ? false : 0;
  }),
  'rename value': changing((value, place) => isText(value) && !isQuantityPlace(place), (place, random) => {
    place.parent[place.key] = random.next() < 0.4 ? `${valueAt(place)}${random.of(SUFFIXES)}` : random.of(WORDS);
  }),
  'wrong enum': changing((value, place) => isText(value) && /^[A-Z]/.test(value) && !/env|annotations/.test(place.pattern), (place, random) => {
    place.parent[place.key] = random.of(['Bogus', valueAt(place).toLowerCase(), 'Always', 'Never', 'Exists', 'In', 'None', 'Enabled']);
  }),
  'flip': changing(value => typeof value === 'boolean', place => {
    place.parent[place.key] = !valueAt(place);
  }),
  'out of range': changing((value, place) => typeof value === 'number' && !isQuantityPlace(place), (place, random) => {
    place.parent[place.key] = random.of(NUMBERS);
  }),
  'quantity': changing((_value, place) => isQuantityPlace(place), (place, random) => {
    place.parent[place.key] = random.of(QUANTITIES);
  }),
  'too long': changing((value, place) => isText(value) && !isQuantityPlace(place), (place, random) => {
    const length = random.of(LENGTHS);
    place.parent[place.key] = random.next() < 0.5 ? 'a'.repeat(length) : `${'ab.'.repeat(length / 3)}c`;
  }),
  'duplicate': changing((value, { parent }) => Array.isArray(parent) && value !== null && typeof value === 'object', (place, random) => {
    place.parent.splice(Math.floor(random.next() * place.parent.length), 0, copy(valueAt(place)));
  }),
  'rename key': renameKey,
  'combine': transplant,
  'several': (object, random, donors) => [0, 1, 2].every(() => CHANGES[random.of(Object.keys(CHANGES).filter(each => each !== 'several'))](object, random, donors) || true),
};

export { copy };
