import { DONORS } from './donors';
import { CHANGES, copy, Donors, donorsOf } from './mutations';
import { answered, checked, isAlike, Outcome } from './outcome';
import { ServerContext } from '../../../src/kubernetes/validation/context';
import { Sample, SAMPLES } from '../../../test/kubernetes/validation/pod/samples';
import { Random } from '../../fuzz-checks/random';
import { Minor } from '../../harness/api-server';
import { ApiClient } from '../../harness/client';
import { eachOf } from '../../harness/eventually';

/** How we and a server agreed over one class of mutation. */
export interface Row {
  cases: number;
  accepted: number;
  /** We and the server say yes or no alike. */
  verdicts: number;
  /** Refused by both, with causes that can be compared. */
  refused: number;
  /** Of those, the server's first field and reason is among ours. */
  first: number;
  /** Of those, all fields and reasons are alike. */
  all: number;
}

export interface Difference {
  readonly change: string;
  readonly object: any;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  readonly isVerdict: boolean;
}

const KINDS = ['Pod', 'PodTemplate'];

/** The object of a kind that carries a sample. */
export function objectOf({ metadata, spec }: Pick<Sample, 'metadata' | 'spec'>, kind: string): any {
  const body = copy({ metadata, spec });
  return kind === 'Pod' ? { apiVersion: 'v1', kind, ...body } : { apiVersion: 'v1', kind, metadata: body.metadata, template: body };
}

/**
 * Not what depends on other objects: a pod's service account (the plugin that fills it in is off here), its runtime class and its priority class. And
 * not names longer than any that exists, of which our patterns are not asked (volume-sources-legacy.ts).
 */
export function isComparable(object: any): boolean {
  return !/"iqn":"[^"]{4097}/.test(JSON.stringify(object)) && isAlone(object);
}

function isAlone({ kind, spec = {} }: any): boolean {
  const { serviceAccountName, runtimeClassName, priorityClassName } = spec ?? {};
  return kind !== 'Pod' || (Boolean(serviceAccountName) || !JSON.stringify(spec).includes('"serviceAccountToken"')) && !runtimeClassName
    && (!priorityClassName || priorityClassName.startsWith('system-'));
}

export interface Comparison {
  readonly client: ApiClient;
  readonly minor: Minor;
  readonly gates?: Readonly<Record<string, boolean>>;
  readonly seed: number;
  readonly cases: number;
}

interface Compared {
  readonly rows: ReadonlyMap<string, Row>;
  readonly differences: readonly Difference[];
}

interface Planned {
  readonly change: string;
  /** The sample that was changed. */
  readonly name: string;
  readonly object: any;
}

/** Samples with something changed, each kind of change as often as another. */
export function plannedMutations(seed: number, cases: number): Planned[] {
  const random = new Random(seed);
  const donors: Donors = donorsOf([...SAMPLES, ...DONORS].map(({ metadata, spec }) => ({ metadata, spec })));
  const changes = Object.keys(CHANGES);
  return Array.from({ length: cases }, (_, index) => {
    const { name, metadata, spec } = random.of(SAMPLES);
    const body = copy({ metadata, spec });
    const change = changes[index % changes.length];
    CHANGES[change](body, random, donors);
    return { change, name, object: objectOf(body, random.of(KINDS)) };
  });
}

/** Changes samples, asks both, and counts. */
export async function compareMutations({ client, minor, seed, cases, gates }: Comparison): Promise<Compared> {
  const planned = plannedMutations(seed, cases);
  const none: Row = { cases: 0, accepted: 0, verdicts: 0, refused: 0, first: 0, all: 0 };
  const rows = new Map(Object.keys(CHANGES).map(change => [change, { ...none }]));
  const differences: Difference[] = [];
  const context = new ServerContext(minor, gates);
  await eachOf(planned, 8, async ({ change, object }) => {
    const theirs = isComparable(object) ? await answered(object, client) : undefined;
    if (theirs !== undefined) {
      const ours = checked(object, context);
      const isSame = count(rows.get(change)!, ours, theirs);
      if (!isSame) {
        differences.push({ change, object, ours: ours.causes, theirs: theirs.causes, isVerdict: ours.accepted !== theirs.accepted });
      }
    }
  });
  return { rows, differences };
}

/** Whether nothing differs. */
function count(row: Row, ours: Outcome, theirs: Outcome): boolean {
  const agrees = ours.accepted === theirs.accepted;
  const isCompared = agrees && !theirs.accepted && theirs.causes.length > 0;
  const isAll = isAlike(ours, theirs);
  row.cases++;
  row.accepted += Number(theirs.accepted);
  row.verdicts += Number(agrees);
  row.refused += Number(isCompared);
  row.first += Number(isCompared && ours.causes.includes(theirs.causes[0]));
  row.all += Number(isCompared && isAll);
  return isAll;
}

export function tableOf(rows: ReadonlyMap<string, Row>): string {
  const percent = (part: number, of: number) => of === 0 ? '' : `${(100 * part / of).toFixed(1)} %`;
  return [...rows].map(([change, row]) => [
    change.padEnd(14), `${row.cases}`.padStart(6), `accepted ${row.accepted}`.padEnd(14), `verdict ${percent(row.verdicts, row.cases)}`.padEnd(17),
    `first field ${percent(row.first, row.refused)}`.padEnd(21), `all fields ${percent(row.all, row.refused)}`,
  ].join(' ')).join('\n');
}
