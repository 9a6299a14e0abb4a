import { isDeepStrictEqual } from 'util';
import { apiTypes, firstWith } from './api-types';
import { Known, marksWith, movable, search, withServer } from './attribution';
import { demandsOf } from './demands';
import { fieldsOf } from './fields';
import { refusalOf, settle } from './flags';
import { KINDS, SKIPPED, WHOLE } from './kinds';
import { retiredKinds } from './lifecycle';
import { ask, gatesOf, schemaOf, servedApis } from './measure';
import { Attribution, Measured, keyOf, MeasuredMinor, overstated } from './measurements';
import { MORE_KINDS } from './more-kinds';
import { Mark, Probe, probesOf, Verdict, withoutField } from './probe';
import { SAMPLES } from './samples';
import { Schema } from './schema';
import { Scopes, scopesOf } from './served';
import { Minor, MINORS, startApiServer } from '../harness/api-server';
import { eachOf } from '../harness/eventually';
import { Manifest } from '../harness/manifest';

/** Gates that decide about a field. */
export type GatesOf = (kind: string, path: string) => readonly string[] | undefined;

export type Report = (line: string) => void;

/** Servers at a time: each wants a core of its own, and this process another. */
const AT_ONCE = 2;

/** Stands in a row for a gate that was not found, so that nobody takes the row for complete. */
const UNEXPLAINED = '?';

/** What a server says with default gates. */
interface Defaults extends Known {
  readonly apis: readonly string[];
  readonly scopes: Scopes;
  readonly schema: Schema;
  readonly verdicts: readonly Verdict[];
}

/** What a server says that was asked to serve everything. */
interface Everything {
  readonly allScopes: Scopes;
  readonly schema: Schema;
}

/**
 * Asks the API servers of all minors. Which gate decides about a field is taken from `attribution`, and found out anew without it, which takes
 * some thirty starts a minor.
 */
export async function survey(report: Report, attribution?: GatesOf): Promise<Measured> {
  const newest = MINORS.at(-1)!;
  const { schema, probes, given, demands } = await withServer(newest, {}, async client => {
    const types = await schemaOf(client);
    const all = probesFor(types);
    const without = await ask(client, all.map(withoutField));
    return { schema: types, probes: all, given: without.map(({ mark }) => mark === 'k'), demands: await demandsOf(client, types) };
  });
  report(`${probes.length} probes for each of ${MINORS.length} minors`);
  const defaults = await eachOf(MINORS, AT_ONCE, minor => askDefaults(minor, probes, report));
  mustShareTypes(defaults);
  const decided = attribution ? asKnown(probes, attribution) : await attribute(defaults, report);
  const everything = await eachOf(defaults, AT_ONCE, askForAll);
  const switched = await eachOf(defaults, AT_ONCE, each => withSwitched(each, decided, report));
  const minors = switched.map((each, index) => ({ ...each, allScopes: everything[index].allScopes }));
  const types = await eachOf(MINORS, 1, apiTypes);
  const measured = {
    schema,
    probes,
    minors,
    given,
    demands,
    all: merged([...everything.map(each => each.schema), schema]),
    retired: await retiredKinds(),
    attribution: decided,
    since: (type: string, field: string) => firstWith(types, type, field),
  };
  const wrong = overstated(measured);
  if (wrong.length > 0) {
    throw new Error(`emulation keeps what the release does not have: ${wrong.join(', ')}`);
  }
  return measured;
}

export function probesFor(schema: Schema): Probe[] {
  return probesOfKinds(KINDS, schema);
}

/** The same of kinds that only the schema speaks of: their values are well-typed, whether or not they are valid. */
export function moreProbes(schema: Schema): Probe[] {
  return probesOfKinds(MORE_KINDS, schema);
}

function probesOfKinds(bases: readonly Manifest[], { types, kinds }: Schema): Probe[] {
  const rootOf = ({ apiVersion, kind }: Manifest) => kinds[`${apiVersion} ${kind}`];
  return bases.filter(base => rootOf(base) !== undefined).flatMap(base => fieldsOf(types, rootOf(base), (_, { name }) => WHOLE.includes(name))
    .filter(({ steps }) => !steps.some((step, depth) => SKIPPED.includes(step.name) && (depth === 0 || types[step.type.of] !== undefined)))
    .flatMap(field => probesOf(field, base, types, SAMPLES)));
}

async function askDefaults(minor: Minor, probes: readonly Probe[], report: Report): Promise<Defaults> {
  const start = Date.now();
  const told = await withServer(minor, {}, async client => ({
    apis: await servedApis(client),
    scopes: await scopesOf(client),
    gates: await gatesOf(client),
    schema: await schemaOf(client),
    verdicts: await ask(client, probes),
  }));
  const flipped = Object.fromEntries(Object.entries(told.gates).map(([gate, on]) => [gate, !on]));
  const { locked } = await refusalOf(minor, flipped);
  report(`${minor}: ${probes.length} answers in ${Math.round((Date.now() - start) / 1000)} s`);
  return { minor, probes, marks: told.verdicts.map(({ mark }) => mark), locked, ...told };
}

/** Alpha and beta APIs are served on request, some of their kinds only with a gate. */
async function askForAll(known: Known): Promise<Everything> {
  const gates = await settle(known.minor, Object.fromEntries(movable(known, true).map(gate => [gate, true])));
  const server = await startApiServer({ minor: known.minor, gates, crds: false, allApis: true });
  try {
    return { allScopes: await scopesOf(server.client), schema: await schemaOf(server.client) };
  } finally {
    await server.stop();
  }
}

/** What comes later counts. */
function merged(schemas: readonly Schema[]): Schema {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => one < other ? -1 : 1;
  const sorted = <T>(all: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(all).sort(byName));
  return {
    types: sorted(Object.assign({}, ...schemas.map(({ types }) => types))),
    kinds: sorted(Object.assign({}, ...schemas.map(({ kinds }) => kinds))),
  };
}

/** Servers that emulate a minor publish the types of their own release, so tables hold them once. */
function mustShareTypes(defaults: readonly Defaults[]): void {
  const { types } = defaults.at(-1)!.schema;
  for (const { minor, schema } of defaults) {
    const other = Object.keys(schema.types).find(type => !isDeepStrictEqual(schema.types[type], types[type]));
    if (other !== undefined) {
      throw new Error(`${other} at ${minor} is not what the newest minor publishes: the tables have to hold types by minor`);
    }
  }
}

function asKnown(probes: readonly Probe[], attribution: GatesOf): Attribution {
  return Object.fromEntries(probes.flatMap(probe => {
    const gates = attribution(probe.object.kind, probe.path);
    return gates === undefined ? [] : [[keyOf(probe), gates]];
  }));
}

async function attribute(defaults: readonly Defaults[], report: Report): Promise<Attribution> {
  const decided: Record<string, string[]> = {};
  const searches = defaults.flatMap(known => [true, false].map(on => ({ known, on })));
  const found = await eachOf(searches, AT_ONCE, ({ known, on }) => search(known, on, report));
  for (const [position, gates] of found.flatMap(each => [...each])) {
    const key = keyOf(defaults[0].probes[position]);
    if (gates === undefined) {
      report(`no gate or pair of gates explains ${key}`);
    }
    decided[key] = [...new Set([...decided[key] ?? [], ...gates ?? [UNEXPLAINED]])].sort();
  }
  return decided;
}

/** Switches the gates that decide about something, all at once, and looks at the fields they decide about. */
async function withSwitched(known: Defaults, attribution: Attribution, report: Report): Promise<Omit<MeasuredMinor, 'allScopes'>> {
  const { minor, apis, scopes, gates, locked, verdicts, probes } = known;
  const switched = new Array<Mark | undefined>(probes.length);
  // Off first: of a field that needs a gate which is off by default, what matters is what switching that one on gives.
  for (const on of [false, true]) {
    const moved = new Set(movable(known, on));
    const positions = probes.map((_, index) => index).filter(index => attribution[keyOf(probes[index])]?.some(gate => moved.has(gate)));
    const named = [...new Set(positions.flatMap(index => attribution[keyOf(probes[index])]))].filter(gate => moved.has(gate));
    const answer = await marksWith(minor, named, on, positions.map(index => probes[index]));
    positions.forEach((position, place) => { switched[position] = answer.marks[place]; });
    report(`${minor}: ${positions.length} fields with ${named.length} gates ${on ? 'on' : 'off'}`);
  }
  return { minor, apis, scopes, gates, locked, verdicts, switched };
}
