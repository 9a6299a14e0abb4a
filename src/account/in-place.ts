import { Statement, Timeline, WorkloadAccount } from './account';
import { Finding } from '../base/findings/finding';
import { Manifest } from '../kubernetes/manifest';

/** What findings may stand at: an object and a field of it. */
export interface Place {
  readonly object?: number;
  readonly field?: string;
}

/** The same, with the parts that it holds for; all of them where they are left out. */
interface PlaceOfParts {
  readonly place: Place;
  readonly parts?: readonly string[];
}

/** Fields that say no more than the object does. */
const BARE: ReadonlySet<string> = new Set(['', 'spec']);

/** Parts of a path: `spec`, `containers`, `[0]`, `annotations`, `[a.b/c]`. */
export function segmentsOf(field: string): string[] {
  return field.match(/\[[^\][]*\]|[^.[]+/g) ?? [];
}

/** Statements of one workload by their object, so that a finding looks at few of them. */
export class Places {
  private readonly byObject = new Map<number, { readonly place: Place; readonly segments: readonly string[] }[]>();

  /** @param carriers the first object that carries each part: what is said of several parts is said of the first object of each. */
  constructor(places: Iterable<PlaceOfParts>, private readonly carriers: ReadonlyMap<string, number>) {
    const all = new Set(carriers.values());
    for (const { place, parts } of places) {
      const { object, field } = place;
      if (object !== undefined && field !== undefined && !BARE.has(field)) {
        const segments = segmentsOf(field);
        for (const each of all.has(object) ? this.carriersOf(object, parts) : [object]) {
          const known = this.byObject.get(each) ?? [];
          this.byObject.set(each, known);
          known.push({ place, segments });
        }
      }
    }
  }

  private carriersOf(object: number, parts: readonly string[] | undefined): Set<number> {
    return new Set([object, ...parts === undefined ? this.carriers.values() : parts.flatMap(part => this.carriers.get(part) ?? [])]);
  }

  /** The statement whose field is nearest to a field: the same one, one around it, or one within it. */
  public nearest(objects: readonly number[], field: string): Place | undefined {
    const asked = segmentsOf(field);
    let best: { readonly place: Place; readonly shared: number } | undefined;
    for (const { place, segments } of objects.flatMap(object => this.byObject.get(object) ?? [])) {
      const shared = sharedBy(asked, segments);
      const isRelated = (shared === segments.length && (shared === asked.length || !isContainer(segments))) || shared === asked.length;
      if (isRelated && shared > 1 && shared > (best?.shared ?? 0)) {
        best = { place, shared };
      }
    }
    return best?.place;
  }
}

/** What is said of a container says little of its fields. */
function isContainer(segments: readonly string[]): boolean {
  return /^(init)?containers$/i.test(segments[segments.length - 2] ?? '');
}

function sharedBy(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((segment, index) => segment !== other[index]);
  return end < 0 ? one.length : end;
}

/** What of a workload is said somewhere. */
type Statements = Pick<WorkloadAccount, 'sums' | 'places' | 'reach' | 'storage' | 'control' | 'start' | 'stop' | 'restarts'>;

/** Everything of a workload that a finding may stand at. */
export function* placesIn({ sums, places, reach, storage, control, start, stop, restarts }: Statements): Generator<PlaceOfParts> {
  const said = (all: readonly Statement[]) => all.map(place => ({ place, parts: place.parts }));
  yield* said([...sums, ...places, ...reach, ...storage, ...control]);
  for (const { phases, limit, notes, parts } of [...start, ...stop]) {
    yield* [...phases.flatMap(({ bars }) => bars), ...(limit ? [limit] : []), ...notes].map(place => ({ place, parts }));
  }
  yield* said(restarts);
}

/** The same workload, with the findings at what they stand at. */
export function withFindings<Told extends Statements>(told: Told, found: ReadonlyMap<Place, readonly number[]>): Told {
  const put = <Said extends Place>(place: Said): Said => (found.has(place) ? { ...place, findings: found.get(place) } : place);
  const timelines = (all: readonly Timeline[]) => all.map(({ phases, limit, notes, ...timeline }): Timeline => ({
    ...timeline,
    phases: phases.map(({ bars, ...phase }) => ({ ...phase, bars: bars.map(put) })),
    ...(limit && { limit: put(limit) }),
    notes: notes.map(put),
  }));
  const { sums, places, reach, storage, control, start, stop, restarts } = told;
  return {
    ...told,
    sums: sums.map(put),
    places: places.map(put),
    reach: reach.map(put),
    storage: storage.map(put),
    control: control.map(put),
    start: timelines(start),
    stop: timelines(stop),
    restarts: restarts.map(put),
  };
}

/** An object with the line that it begins on. */
interface Placed {
  readonly object: Manifest;
  readonly line: number;
}

/** Finds the object that a finding is about. */
export class Subjects {
  private readonly known = new Map<string, Manifest[]>();
  /** Several objects of one identity in one file, by their lines. */
  private readonly several = new Map<string, readonly Placed[]>();

  constructor(objects: readonly Manifest[]) {
    for (const object of objects) {
      const key = keyOf(object.reference, object.origin.file);
      const alike = this.known.get(key);
      if (alike === undefined) {
        this.known.set(key, [object]);
      } else {
        alike.push(object);
      }
    }
  }

  /** Where a file has the object twice, the one that the line stands in. */
  public of({ object, file, line }: Finding): Manifest | undefined {
    const key = object === undefined ? '' : keyOf(object, file);
    const alike = this.known.get(key);
    return alike === undefined || alike.length === 1 || line === undefined ? alike?.[0] : lastBefore(this.placed(key, alike), line);
  }

  private placed(key: string, alike: readonly Manifest[]): readonly Placed[] {
    let found = this.several.get(key);
    if (found === undefined) {
      found = alike.map(object => ({ object, line: object.origin.lineOf?.('') ?? 0 })).sort((one, other) => one.line - other.line);
      this.several.set(key, found);
    }
    return found;
  }
}

/** The last one that begins at or before a line. */
function lastBefore(placed: readonly Placed[], line: number): Manifest {
  let [low, high] = [0, placed.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    [low, high] = placed[middle].line <= line ? [middle, high] : [low, middle - 1];
  }
  return placed[low].object;
}

function keyOf({ apiVersion, kind, namespace, name }: NonNullable<Finding['object']>, file: string | undefined): string {
  return JSON.stringify([file, apiVersion, kind, namespace, name]);
}

