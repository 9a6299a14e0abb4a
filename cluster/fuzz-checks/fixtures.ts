import { isRule, namesAlike, NOT_SERVED, serverVerdict, Verdict } from './verdict';
import { Finding } from '../../src/base/findings/finding';
import { ADMIN_ACCESS_LABEL } from '../../src/knowledge/admin-access';
import { Cluster } from '../../src/kubernetes/cluster';
import { Manifest } from '../../src/kubernetes/manifest';
import { Schema } from '../../src/kubernetes/schema/schema';
import { readFile } from '../../src/lint/input/documents';
import { RULES } from '../../src/lint/rules';
import { Rule } from '../../src/lint/rules/rule';
import { findingsAbout } from '../../src/lint/run/findings-about';
import { exportsOf, Fixture, fixturesOf, RULE_NAMES } from '../../test/lint/rules/fixture';
import { Minor, MINORS } from '../harness/api-server';
import { ApiClient } from '../harness/client';
import { Manifest as Sent } from '../harness/manifest';

/** One fixture for one server. */
export interface Sending {
  readonly rule: string;
  /** Whether the rule speaks for the API server. */
  readonly isServers: boolean;
  readonly fixture: Fixture;
  readonly minor: Minor;
}

/** The minors that a fixture names; all of them where its rule speaks for the API server; else the newest. */
export function sendings(): Sending[] {
  return RULE_NAMES.flatMap(rule => {
    const said = ruleOf(rule)?.class;
    const isServers = said === 'rejected' || said === 'dropped';
    return fixturesOf(rule).flatMap(fixture => minorsOf(fixture, isServers).map(minor => ({ rule, isServers, fixture, minor })));
  });
}

function minorsOf({ text, clusters }: Fixture, isServers: boolean): readonly Minor[] {
  return /^# kubernetes: /m.test(text) ? clusters.map(({ minor }) => minor as Minor) : isServers ? MINORS : ['1.36'];
}

function ruleOf(folder: string): Rule | undefined {
  return (exportsOf(folder) as Rule[]).find(each => RULES.includes(each));
}

/** Counts of the objects of some fixtures. */
export interface FixtureCount {
  agreed: number;
  differed: number;
  skipped: number;
}

/** How the fixtures did, by rule and minor. */
export class FixtureTally {
  private readonly counts = new Map<string, FixtureCount>();
  /** Why objects were not compared. */
  public readonly skips = new Map<string, number>();

  /** Returns what differs. */
  public add({ rule, minor }: Pick<Sending, 'rule' | 'minor'>, results: readonly (Compared | Skipped)[]): Compared[] {
    const count = this.count(rule, minor);
    const differing = results.filter((each): each is Compared => !('skipped' in each) && !isAlike(each));
    const skipped = results.flatMap(each => 'skipped' in each ? [each.skipped] : []);
    skipped.forEach(why => this.skips.set(why, (this.skips.get(why) ?? 0) + 1));
    count.differed += differing.length;
    count.skipped += skipped.length;
    count.agreed += results.length - differing.length - skipped.length;
    return differing;
  }

  public count(rule: string, minor: Minor): FixtureCount {
    const key = `${rule} ${minor}`;
    const count = this.counts.get(key) ?? { agreed: 0, differed: 0, skipped: 0 };
    this.counts.set(key, count);
    return count;
  }

  public get differed(): number {
    return [...this.counts.values()].reduce((sum, each) => sum + each.differed, 0);
  }

  /** `5/5`, and in brackets what could not be compared; empty where nothing was sent. */
  public cell(rule: string, minor: Minor): string {
    const { agreed, differed, skipped } = this.count(rule, minor);
    return agreed + differed + skipped === 0 ? '' : `${agreed}/${agreed + differed}${skipped > 0 ? ` (${skipped} not)` : ''}`;
  }
}

/** An object of a fixture with what both say of it. */
export interface Compared {
  /** `bad.yaml Deployment llm`. */
  readonly object: string;
  readonly ours: Verdict;
  readonly server: Verdict;
}

/** An object about which this server has nothing to say. */
export interface Skipped {
  readonly object: string;
  readonly skipped: string;
}

/** Asks a server about every object of a fixture. */
export async function compareFixture(client: ApiClient, fixture: Fixture, cluster: Cluster): Promise<(Compared | Skipped)[]> {
  const { objects } = readFile(fixture.name, Buffer.from(fixture.text));
  const manifests = objects.map(({ body, origin }) => new Manifest(body, origin, cluster));
  const outside = { has: (kind: string, _place: string, name: string) => fixture.outside.has(`${kind}/${name}`) };
  const findings = findingsAbout(manifests, { outside, isWhole: true, servers: process.env.CLUSTER_SERVERS === 'released' ? 'released' : 'newest' });
  const schema = new Schema(cluster.minor, { featureGates: cluster.featureGates, apis: cluster.apis });
  const results: (Compared | Skipped)[] = [];
  await client.ensureNamespacesOf(namespacesOf(manifests)).catch(() => undefined);
  for (const [index, manifest] of manifests.entries()) {
    const object = `${fixture.name} ${manifest.kind} ${manifest.name}`;
    const server = await answerOf(client, manifest, schema);
    results.push(typeof server === 'string' ? { object, skipped: server } : { object, server, ours: verdictOf(findings.filter(finding => indexOf(finding, manifests) === index)) });
  }
  return results;
}

/** Namespaces that a fixture holds are as it says; those that it does not hold allow what it asks for, since somebody else makes them so. */
function namespacesOf(manifests: readonly Manifest[]): Sent[] {
  const named = manifests.map(({ body }) => body as unknown as Sent);
  const held = new Set(manifests.filter(({ type }) => type === 'Namespace').map(({ name }) => name));
  const others = [...new Set(manifests.map(({ namespace }) => namespace))].filter(name => name !== '' && !held.has(name));
  const labels = { [ADMIN_ACCESS_LABEL]: 'true' };
  return [...named, ...others.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }))];
}

/** Whether both come to the same end, and every field that the server names is one that we name. */
export function isAlike({ ours, server }: Compared): boolean {
  return ours.is === server.is && server.fields.every(field => namesAlike(ours, { ...server, fields: [field] }));
}

/** The object that a finding is about: the last one that begins before its line. */
function indexOf({ line = 0 }: Finding, manifests: readonly Manifest[]): number {
  const behind = manifests.findIndex(({ origin }) => origin.lineOf!('')! > line);
  return (behind < 0 ? manifests.length : behind) - 1;
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const is = findings.some(each => each.class === 'rejected') ? 'rejected' : findings.some(each => each.class === 'dropped') ? 'dropped' : 'accepted';
  const told = findings.filter(each => each.class === is);
  return { is, fields: told.map(({ field = '' }) => field), messages: told.map(({ id, field, message }) => `${id} ${field}: ${message}`) };
}

/** Of releases later than the one whose controllers and definitions are installed: what one release takes is no mistake (custom-resources.json). */
const LATER = /strict decoding error: unknown field "spec\.volumeClaimPolicies"$|^InferencePool\.\S+ "\S+" is invalid: \[spec\.endpointPickerRef: Required value,/;

async function answerOf(client: ApiClient, { apiVersion, kind, namespace, body }: Manifest, schema: Schema): Promise<Verdict | string> {
  const sent = body as unknown as Sent;
  if (!await client.serves(apiVersion, kind)) {
    return schema.kindOf(apiVersion, kind) === 'unknown' ? 'without a definition on the server' : NOT_SERVED;
  }
  await client.ensureNamespace(namespace || 'default');
  const answer = await client.dryRun(sent);
  const verdict = isRule(sent, answer) ? 'rules' : serverVerdict(sent, answer);
  if (typeof verdict !== 'string' && verdict.messages.some(message => LATER.test(message))) {
    return 'as a later release takes it than that of the server';
  }
  return typeof verdict === 'string' ? `not for the manifest alone (${verdict})` : verdict;
}
