import { settle } from './flags';
import { explain, Gates, groups } from './gates';
import { ask } from './measure';
import { Mark, Probe } from './probe';
import { Minor, startApiServer } from '../harness/api-server';
import { ApiClient } from '../harness/client';

/**
 * Gates with which a server that is alone, or emulates, ends before it is ready: it refuses its own first writes while it waits for the registration of
 * storage versions, or for policies. Seen at 1.36 and at 1.33 to 1.35. Both are about storing and admitting objects, not about fields.
 */
const UNSTARTABLE: readonly string[] = ['StorageVersionAPI', 'MutatingAdmissionPolicy'];

/** What is known of a minor before its gates are tried. */
export interface Known {
  readonly minor: Minor;
  readonly gates: Gates;
  readonly locked: readonly string[];
  readonly probes: readonly Probe[];
  readonly marks: readonly Mark[];
}

/** Runs work against a server of the minor, which is stopped afterwards. */
export async function withServer<T>(minor: Minor, gates: Gates, work: (client: ApiClient) => Promise<T>): Promise<T> {
  // Controllers of the server that some gates start wait for APIs that are not served by default.
  const server = await startApiServer({ minor, gates, crds: false, allApis: Object.keys(gates).length > 0 });
  try {
    return await work(server.client);
  } finally {
    await server.stop();
  }
}

/** Gates that can be moved away from their defaults, to on or to off. */
export function movable({ gates, locked }: Pick<Known, 'gates' | 'locked'>, on: boolean): string[] {
  return Object.keys(gates).filter(gate => gates[gate] !== on && !locked.includes(gate) && !UNSTARTABLE.includes(gate));
}

/** What a server with switched gates did. */
interface Switched {
  readonly marks: readonly Mark[];
  /** Gates that were switched, with those that others needed. */
  readonly set: ReadonlySet<string>;
}

/** The marks of probes on a server with the gates switched. */
export async function marksWith(minor: Minor, gates: readonly string[], on: boolean, probes: readonly Probe[]): Promise<Switched> {
  const settled = await settle(minor, Object.fromEntries(gates.map(gate => [gate, on])));
  const verdicts = await withServer(minor, settled, client => ask(client, probes));
  return { marks: verdicts.map(({ mark }) => mark), set: new Set(Object.keys(settled).filter(gate => settled[gate] === on)) };
}

/** Gates that decide about fields of a minor, by the position of the probe; `undefined` where more than two decide together. */
export async function search(known: Known, on: boolean, report: (line: string) => void): Promise<Map<number, string[] | undefined>> {
  const { minor, probes, marks } = known;
  const gates = movable(known, on);
  const all = await marksWith(minor, gates, on, probes);
  const moved = probes.map((_, index) => index).filter(index => all.marks[index] !== marks[index]);
  const answers: Switched[] = [];
  for (const [index, group] of groups(gates).entries()) {
    report(`${minor}: ${moved.length} fields move with gates ${on ? 'on' : 'off'}; group ${index + 1}`);
    answers.push(await marksWith(minor, group, on, moved.map(position => probes[position])));
  }
  const changed = moved.map((position, place) => answers.map(answer => answer.marks[place] !== marks[position]));
  const needed = explain(gates, { on, sets: answers.map(({ set }) => set), changed });
  return new Map(moved.map((position, place) => [position, needed[place]]));
}
