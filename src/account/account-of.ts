import { Account, DeviceAccount, WorkloadAccount } from './account';
import { Place, Places, placesIn, Subjects, withFindings } from './in-place';
import { Numbers, objectAccount } from './numbers';
import { sumOfKnown } from './pods/range';
import { workloads } from './pods/workloads';
import { UncheckedWorkload, workloadAccount } from './workload-account';
import { boundedFinding } from '../base/findings/bounded';
import { Finding, severityOf } from '../base/findings/finding';
import { TooMany } from '../base/findings/limited-findings';
import { cut } from '../base/text/cut';
import { Cluster } from '../kubernetes/cluster';
import { Manifest, ObjectWithOrigin } from '../kubernetes/manifest';
import { Facts } from '../lint/facts/facts';
import { UnusableInput } from '../lint/input/paths';
import { countOfSeverity, Outcome, SEVERITIES } from '../lint/report/outcome';

/** What an account is made from. */
export interface Accounted {
  readonly objects: readonly ObjectWithOrigin[];
  /** What the checks say of them. */
  readonly outcome: Outcome;
  /** What they are for. */
  readonly cluster: Cluster;
  /** Which workloads are told, by namespace and name; all where it is left out. */
  readonly isAsked?: (namespace: string, name: string) => boolean;
}

/** Workloads of one account. Who has more looks at them one by one. */
const MOST_WORKLOADS = 5_000;

/** What manifests come to. */
export function accountOf({ objects, outcome, cluster, isAsked = () => true }: Accounted): Account {
  try {
    const facts = new Facts(objects.map(({ body, origin }) => new Manifest(body, origin, cluster)), { isWhole: true });
    return new Accounting(facts, outcome).account(isAsked);
  } catch (error) {
    throw error instanceof TooMany ? new UnusableInput(`${error.message}: explain less at once`) : error;
  }
}

class Accounting {
  private readonly numbers = new Numbers();
  /** In the order of reports, each as it was found. */
  private readonly findings: readonly Finding[];
  /** By the number of the object: what stands at no statement. */
  private readonly atObjects = new Map<number, number[]>();
  private readonly atPlaces = new Map<Place, number[]>();
  private readonly loose: number[] = [];

  constructor(private readonly facts: Facts, private readonly outcome: Outcome) {
    this.findings = SEVERITIES.flatMap(severity => outcome.findings.filter(finding => severityOf(finding.class) === severity));
  }

  public account(isAsked: (namespace: string, name: string) => boolean): Account {
    const all = this.facts.get(workloads).filter(({ name, members }) => isAsked(members[0].place, name));
    const told = all.slice(0, MOST_WORKLOADS).map(each => workloadAccount(this.facts, each, object => this.numbers.of(object)));
    const owners = this.ownersOf(told);
    const found = this.place(told, owners);
    const { outcome } = this;
    const left = all.length - told.length;
    const ids = idsOf(told);
    const numbered = told.map((each, index) => this.numbered(each, found[index], ids[index]));
    const others = this.others(owners);
    return {
      summary: {
        workloads: all.length,
        pods: sumOfKnown(told.map(({ pods }) => pods)),
        devices: devicesOf(told),
        objects: outcome.objects,
        errors: countOfSeverity(outcome, 'error'),
        warnings: countOfSeverity(outcome, 'warning'),
        infos: countOfSeverity(outcome, 'info'),
        acknowledged: outcome.acknowledged,
      },
      minors: outcome.minors ?? [],
      workloads: numbered,
      objects: this.numbers.all.map((object, number) => ({ ...objectAccount(object), findings: this.atObjects.get(number) ?? [] })),
      others,
      findings: this.findings.map(boundedFinding),
      loose: this.loose,
      unusable: [...outcome.unusable ?? [], ...(left > 0 ? [`${left.toLocaleString('en')} workloads beyond ${MOST_WORKLOADS.toLocaleString('en')} are not told: explain less at once`] : [])],
    };
  }

  /** The first workload that an object belongs to. */
  private ownersOf(told: readonly UncheckedWorkload[]): ReadonlyMap<Manifest, number> {
    const owners = new Map<Manifest, number>();
    told.forEach(({ objects }, index) => objects.forEach(object => owners.set(object, owners.get(object) ?? index)));
    return owners;
  }

  /** Puts each finding where it belongs; says which ones are about which workload. */
  private place(told: readonly UncheckedWorkload[], owners: ReadonlyMap<Manifest, number>): number[][] {
    const found = told.map((): number[] => []);
    const places = new Map<number, Places>();
    const subjects = new Subjects(this.facts.objects);
    this.findings.forEach((finding, number) => {
      const object = subjects.of(finding);
      const owner = object === undefined ? undefined : owners.get(object);
      if (object === undefined) {
        this.loose.push(number);
      } else if (owner === undefined) {
        this.at(object, number);
      } else {
        const known = places.get(owner) ?? new Places(placesIn(told[owner]), this.carriersOf(told[owner]));
        places.set(owner, known);
        this.within(told[owner], known, object, finding, number);
        found[owner].push(number);
      }
    });
    return found;
  }

  private at(object: Manifest, finding: number): void {
    const number = this.numbers.of(object);
    const known = this.atObjects.get(number) ?? [];
    this.atObjects.set(number, known);
    known.push(finding);
  }

  private carriersOf({ parts, firstCarriers }: UncheckedWorkload): ReadonlyMap<string, number> {
    return new Map(parts.map(({ name }, index) => [name, this.numbers.of(firstCarriers[index])]));
  }

  /** What is said of a part is said of its first carrier, and holds for the others. */
  private within({ partsOfCarriers }: UncheckedWorkload, places: Places, object: Manifest, { field }: Finding, number: number): void {
    const kin = [object, ...[partsOfCarriers.get(object) ?? object].filter(each => each !== object)];
    const place = field === undefined ? undefined : places.nearest(kin.map(each => this.numbers.of(each)), field);
    if (place === undefined) {
      this.at(object, number);
    } else {
      const known = this.atPlaces.get(place) ?? [];
      this.atPlaces.set(place, known);
      known.push(number);
    }
  }

  private numbered(unchecked: UncheckedWorkload, findings: readonly number[], id: string): WorkloadAccount {
    const { objects, partsOfCarriers: _, firstCarriers: __, ...told } = unchecked;
    return { id, ...withFindings(told, this.atPlaces), objects: objects.map(object => this.numbers.of(object)), findings };
  }

  private others(owners: ReadonlyMap<Manifest, number>): Account['others'] {
    const kinds = new Map<string, number>();
    for (const object of this.facts.objects) {
      if (!owners.has(object)) {
        const kind = cut(object.kind);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    const objects = [...this.atObjects.keys()].filter(number => !owners.has(this.numbers.at(number)));
    return { objects, kinds: [...kinds].map(([kind, count]) => ({ kind, count })) };
  }
}

/** Namespace and name; a number behind it where there are several. */
function idsOf(told: readonly UncheckedWorkload[]): string[] {
  const counts = new Map<string, number>();
  return told.map(({ namespace, name }) => {
    const id = `${namespace}/${name}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  });
}

function devicesOf(told: readonly UncheckedWorkload[]): DeviceAccount[] {
  const found = new Map<string, (DeviceAccount['count'])[]>();
  // What pods of several workloads share counts once.
  const shared = new Set<string>();
  for (const { name, claim, count } of told.flatMap(({ devices }) => devices)) {
    if (claim === undefined || !shared.has(claim + name)) {
      const counts = found.get(name) ?? [];
      found.set(name, counts);
      counts.push(count);
      shared.add(`${claim}${name}`);
    }
  }
  return [...found].map(([name, counts]) => (counts.every(each => each !== undefined) ? { name, count: sumOfKnown(counts) } : { name }));
}
