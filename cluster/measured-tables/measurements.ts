import { Lifetime } from './api-types';
import { Demands } from './demands';
import { Gates } from './gates';
import { Retired } from './lifecycle';
import { Mark, Probe, Verdict } from './probe';
import { Schema } from './schema';
import { Scopes } from './served';
import { Minor } from '../harness/api-server';

/** What the server of one minor said. */
export interface MeasuredMinor {
  readonly minor: Minor;
  /** Group and version of the APIs it serves by default. */
  readonly apis: readonly string[];
  /** Kinds it serves by default. */
  readonly scopes: Scopes;
  /** Kinds it serves when all APIs are asked for. */
  readonly allScopes: Scopes;
  readonly gates: Gates;
  readonly locked: readonly string[];
  /** With default gates, in the order of the probes. */
  readonly verdicts: readonly Verdict[];
  /** With the gates of the attribution switched, where a gate decides. */
  readonly switched: readonly (Mark | undefined)[];
}

/** Gates that decide about a field, by the key of its probe. */
export type Attribution = Readonly<Record<string, readonly string[]>>;

export interface Measured {
  readonly schema: Schema;
  /** The same with the APIs that are served on request. */
  readonly all: Schema;
  readonly retired: Retired;
  /** What becomes of objects without a required field, or with a value outside a closed list. */
  readonly demands: Demands;
  readonly probes: readonly Probe[];
  readonly minors: readonly MeasuredMinor[];
  readonly attribution: Attribution;
  /** By probe, whether the server sets the very value by itself, so that a drop could not be seen. */
  readonly given: readonly boolean[];
  /** Which minors' own releases have a field in their types: a server that emulates an older one has those of its own. */
  readonly lifetime: (type: string, field: string) => Lifetime;
}

export function keyOf(probe: Probe): string {
  return `${probe.object.kind} ${probe.path}`;
}

/** The marks of one probe, minor by minor. A field that the minor's own release does not have is unknown there, whatever the emulating server did. */
export function marksOf(measured: Measured, index: number): string {
  return measured.minors.map(({ verdicts }, minor) => isUnknown(measured, index, minor) ? 'u' : verdicts[index].mark).join('');
}

/** The same with gates switched; `.` where nothing was switched. */
export function switchedOf(measured: Measured, index: number): string {
  return measured.minors.map(({ switched }, minor) => isUnknown(measured, index, minor) ? 'u' : switched[index] ?? '.').join('');
}

function isUnknown({ probes, minors, lifetime }: Measured, index: number, minor: number): boolean {
  return minors[minor].verdicts[index].mark !== '-' && probes[index].field.steps.some(({ owner, name }) => {
    const { since, until = minors.length } = lifetime(owner, name);
    return minor < since || minor >= until;
  });
}

/** Fields that a server keeps with default gates though the release it emulates does not have them: there the tables would be wrong. */
export function overstated(measured: Measured): string[] {
  return measured.probes.flatMap((probe, index) => measured.minors.flatMap(({ minor, verdicts }, position) =>
    isUnknown(measured, index, position) && verdicts[index].mark === 'k' ? [`${minor} ${keyOf(probe)}`] : []));
}
