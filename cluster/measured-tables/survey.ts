import { isDeepStrictEqual } from 'util';
import { apiTypes, lifetimeOf } from './api-types';
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
import { isNext, MEASURED_MINORS, Minor, MINORS, startApiServer } from '../harness/api-server';
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
 * Asks the API servers of all minors. Which gate decides about a field is taken from what is `known`, and found out for the minors `anew`, which takes
 * some thirty starts each.
 */
export async function survey(report: Report, known: GatesOf, anew: readonly Minor[] = []): Promise<Measured> {
  // The control plane's own minor, then those that it cannot emulate: what one of them has no more, an older one may have.
  const publishing = MEASURED_MINORS.filter(minor => minor === MINORS.at(-1) || isNext(minor));
  const schemas = await eachOf(publishing, 1, minor => withServer(minor, {}, schemaOf));
  const schema = merged(schemas);
  const { probes, given, demands } = await withServer(MEASURED_MINORS.at(-1)!, {}, async client => {
    const all = probesFor(schema);
    const without = await ask(client, all.map(withoutField));
    return { probes: all, given: without.map(({ mark }) => mark === 'k'), demands: await demandsOf(client, schemas.at(-1)!) };
  });
  report(`${probes.length} probes for each of ${MEASURED_MINORS.length} minors`);
  const defaults = await eachOf(MEASURED_MINORS, AT_ONCE, minor => askDefaults(minor, probes, report));
  mustShareTypes(defaults);
  const decided = await attribute(asKnown(probes, known), defaults.filter(({ minor }) => anew.includes(minor)), report);
  const everything = await eachOf(defaults, AT_ONCE, askForAll);
  const switched = await eachOf(defaults, AT_ONCE, each => withSwitched(each, decided, report));
  const minors = switched.map((each, index) => ({ ...each, allScopes: everything[index].allScopes }));
  const types = await eachOf(MEASURED_MINORS, 1, apiTypes);
  const measured = {
    schema,
    probes,
    minors,
    given,
    demands,
    all: merged([...everything.map(each => each.schema), schema]),
    retired: await retiredKinds(),
    attribution: decided,
    lifetime: (type: string, field: string) => lifetimeOf(types, type, field),
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

/** All fields of all types; of what several say, the last counts. */
function merged(schemas: readonly Schema[]): Schema {
  const names = [...new Set(schemas.flatMap(({ types }) => Object.keys(types)))].sort();
  return {
    types: Object.fromEntries(names.map(name => [name, sorted(Object.assign({}, ...schemas.map(({ types }) => types[name])))])),
    kinds: sorted(Object.assign({}, ...schemas.map(({ kinds }) => kinds))),
  };
}

function sorted<T>(all: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => one < other ? -1 : 1));
}

/** Servers that emulate a minor publish the types of their own release, so tables hold them once. */
function mustShareTypes(defaults: readonly Defaults[]): void {
  const emulating = defaults.filter(({ minor }) => !isNext(minor));
  const { types } = emulating.at(-1)!.schema;
  for (const { minor, schema } of emulating) {
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

/** What is known with what the searches on servers of these minors add. */
async function attribute(known: Attribution, defaults: readonly Defaults[], report: Report): Promise<Attribution> {
  const decided: Record<string, readonly string[]> = { ...known };
  const searches = defaults.flatMap(each => [true, false].map(on => ({ each, on })));
  const found = await eachOf(searches, AT_ONCE, ({ each, on }) => search(each, on, report));
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
