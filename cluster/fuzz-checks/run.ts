import { Case, casesOf, Plan } from './cases';
import { agrees, Aside, BROKEN, namesAlike, NOT_SERVED, ourVerdict, serverVerdict, Verdict } from './verdict';
import { Minor, MINORS, startApiServer } from '../harness/api-server';
import { ApiClient } from '../harness/client';
import { customResourceDefinitions } from '../harness/crds';
import { installDefinitions } from '../harness/definitions';
import { eachOf } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { AskedServer, StartServer } from '../harness/remembered/remembered-server';
import { ask, schemaOf } from '../measured-tables/measure';
import { probesFor } from '../measured-tables/survey';

/** One case with what both said. */
export interface Outcome {
  readonly subject: string;
  readonly mutation: string;
  readonly minor: Minor;
  readonly agrees: boolean;
  /** Whether the field that the server names first is one of ours; undefined where that cannot be compared. */
  readonly sameField: boolean | undefined;
  readonly ours: Verdict;
  readonly server: Verdict;
  /** What was done to which sample. */
  readonly what: string;
  /** Kept where both differ. */
  readonly body?: Manifest;
}

export interface Result {
  readonly outcomes: readonly Outcome[];
  /** Cases whose answers are not about the manifest alone. */
  readonly aside: ReadonlyMap<Aside, number>;
}

export interface FuzzOptions extends Omit<Plan, 'probes'> {
  /** Asks each minor's own server instead of the newest one that behaves as it. @default false */
  readonly released?: boolean;
  readonly progress?: (line: string) => void;
  /** @default a real one */
  readonly start?: StartServer;
}

/** Requests in flight: the server works while the next manifest is checked here. */
const AT_ONCE = 16;
const DEFINITIONS = ['leaderworkersets.leaderworkerset.x-k8s.io', 'jobsets.jobset.x-k8s.io'];
const STRICT = { dryRun: 'All', fieldValidation: 'Strict' };

/** Sends every case to the server of its minor, one server after the other. */
export async function fuzzChecks({ minors = MINORS, released = false, progress, start = startApiServer, ...plan }: FuzzOptions): Promise<Result> {
  const outcomes: Outcome[] = [];
  const aside = new Map<Aside, number>();
  let cases: readonly Case[] | undefined;
  // The newest first: its types give the fields that the others are asked about.
  for (const minor of [...minors].reverse()) {
    const server = await startServer(start, minor, released);
    try {
      cases ??= casesOf({ ...plan, minors, probes: probesFor(await schemaOf(server.client)) });
      const own = cases.filter(each => each.minor === minor);
      const started = Date.now();
      for (const answer of await eachOf(own, AT_ONCE, each => compare(server.client, each, released ? 'released' : 'newest'))) {
        typeof answer === 'string' ? aside.set(answer, (aside.get(answer) ?? 0) + 1) : outcomes.push(answer);
      }
      progress?.(`${minor}: ${own.length} cases in ${Math.round((Date.now() - started) / 1000)} s`);
    } finally {
      await server.stop();
    }
  }
  return { outcomes, aside };
}

async function startServer(start: StartServer, minor: Minor, released: boolean): Promise<AskedServer> {
  const server = await start({ minor, released, crds: false });
  const { client } = server;
  await installDefinitions(client, await customResourceDefinitions(DEFINITIONS));
  // Its namespace and classes are what probes name.
  await ask(client, []);
  return server;
}

async function compare(client: ApiClient, { body, ...one }: Case, servers: 'released' | 'newest'): Promise<Outcome | Aside> {
  const server = await answerOf(client, body);
  if (typeof server === 'string') {
    return server;
  }
  const ours = ourVerdict(body, one.minor, servers);
  const isRange = isNodePortRange(ours);
  if (isRange && server.is === 'accepted') {
    return 'configuration';
  }
  const isAgreed = agrees(ours, server);
  const sameField = isRange ? undefined : namesAlike(ours, server);
  return { ...one, agrees: isAgreed, sameField, ours, server, ...(isAgreed && sameField !== false ? {} : { body }) };
}

async function answerOf(client: ApiClient, body: Manifest): Promise<Verdict | Aside> {
  const { apiVersion, kind, metadata } = body;
  if (!await client.serves(apiVersion, kind)) {
    return NOT_SERVED;
  }
  const namespace = typeof metadata?.namespace === 'string' ? metadata.namespace : undefined;
  const answer = await client.request('POST', await client.pathOf(apiVersion, kind, namespace), body, STRICT).catch(() => undefined);
  return answer === undefined ? BROKEN : serverVerdict(body, answer);
}

/** Ports are compared with the range before everything else, and not at all in a dry run. Source: pkg/registry/core/service/portallocator/operation.go (v1.36) */
function isNodePortRange(ours: Verdict): boolean {
  return ours.messages.length > 0 && ours.messages.every(message => message.includes('The range of valid ports is'));
}
