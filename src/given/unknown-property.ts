import { ADVICE, ALIASES } from './aliases';
import { Advice } from './struct-type';
import { CLASSES, STRUCTS } from './types.generated';
import { listed } from '../base/text/listed';
import { mistypedName, nearestName } from '../base/text/nearest-name';

/** How deep nested structs are searched for a name. */
const DEPTH = 3;

/**
 * Advice on an unknown property: its name in our terms, the same name in another struct, the nearest spelling, or the list of properties.
 */
export function adviseUnknown(struct: string, name: string): Advice {
  const bare = plain(name);
  const own = Object.keys(STRUCTS[struct]).filter(each => each !== '*');
  const advice = `${struct}.${name}`;
  if (Object.hasOwn(ADVICE, advice)) {
    return { help: ADVICE[advice], meant: own.find(each => ADVICE[advice].split(/\W/, 2)[1] === each) };
  }
  const aliases = Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : [];
  const here = own.find(each => plain(each) === bare) ?? aliases.find(each => own.includes(each));
  const elsewhere = here ? undefined : findProperty(struct, bare);
  const meant = here ?? (elsewhere ? undefined : mistypedName(name, own));
  return meant ? { help: `use ${meant}`, meant } : elsewhere ?? adviseElsewhere(struct, aliases) ?? { help: adviseVaguely(struct, name, own) };
}

/** Normalises a name: `max_model_len` and `maxModelLen` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

function adviseVaguely(struct: string, name: string, own: readonly string[]): string {
  if (struct === 'VllmOptions') {
    const flag = name.replace(/_/g, '-').replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
    return `if vLLM has such a flag, put it into args: --${flag}`;
  }
  const near = nearestName(name, own);
  return near ? `did you mean ${near}?` : `the properties are ${listed(own)}`;
}

function adviseElsewhere(struct: string, names: readonly string[]): Advice | undefined {
  for (const name of names) {
    const place = findProperty(struct, plain(name));
    if (place) {
      return place;
    }
  }
  return undefined;
}

interface PropertyLocation {
  /** Path from the given struct: `container.resources.`. */
  readonly path: string;
  /** The struct at the path, which is searched further. */
  readonly struct?: string;
  /** The factory whose parameters contain the name: `InferenceEngine.vllm`. Not searched further, since a path would mix properties and parameters. */
  readonly factory?: string;
  readonly names: readonly string[];
}

/** Breadth-first search in nested structs: the shallowest match is the likeliest. */
function findProperty(struct: string, name: string): Advice | undefined {
  const seen = new Set<string>([struct]);
  let places: PropertyLocation[] = [{ path: '', struct, names: [] }];
  for (let depth = 0; depth < DEPTH; depth++) {
    // A property of a struct comes before a parameter of a factory.
    places = places.flatMap(place => locationsIn(place, seen)).sort((one, other) => Number('factory' in one) - Number('factory' in other));
    for (const { path, factory, names } of places) {
      const found = names.find(each => plain(each) === name);
      if (found) {
        const property = path.slice(0, -1);
        return factory ? { help: `set ${found} in ${factory}(…), the value of ${property}`, meant: property } : { help: `use ${path}${found}`, meant: `${path}${found}` };
      }
    }
  }
  return undefined;
}

function locationsIn({ path, struct }: PropertyLocation, seen: Set<string>): PropertyLocation[] {
  return Object.entries(struct ? STRUCTS[struct] : {}).flatMap(([property, row]): PropertyLocation[] => {
    const [, type, list] = /^\??([\w.]+)((?:\[\])?)/.exec(row)!;
    const inside = `${path}${property}${list}.`;
    if (seen.has(type)) {
      return [];
    }
    seen.add(type);
    return STRUCTS[type] ? [{ path: inside, struct: type, names: Object.keys(STRUCTS[type]) }]
      : factoriesOf(type).map(([member, names]) => ({ path: inside, factory: `${type}.${member}`, names }));
  });
}

/** Factories of a class, with the names they accept: their parameters, and properties of parameters that are structs. */
function factoriesOf(type: string): [string, string[]][] {
  return Object.entries(CLASSES[type] ?? {}).filter(([member]) => /^[a-z]/.test(member) && member !== 'new').map(([member, row]) => {
    const parameters = [...row.matchAll(/(\w+): \??([\w.]+)/g)];
    return [member, parameters.flatMap(([, name, given]) => STRUCTS[given] ? Object.keys(STRUCTS[given]) : [name])];
  });
}
