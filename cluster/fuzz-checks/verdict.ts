import { ObjectProblems } from '../../src/checks/object-problems';
import { Manifest as Checked } from '../../src/checks/facts/manifest';
import { PlainObject } from '../../src/pod/plain';
import { rowFor, Rows } from '../../src/target/measured/rows';
import { readTables } from '../facts/files';
import { Answer } from '../harness/client';
import { differences } from '../harness/compare';
import { Manifest } from '../harness/manifest';
import { verdictOf as customVerdictOf } from '../tests/custom-schema/agreement';
import { decoded, plain, withoutPlaces } from '../tests/schema/decoder';

/** What somebody says of a manifest. */
export interface Verdict {
  readonly is: 'accepted' | 'dropped' | 'rejected';
  /** Fields that are named, the first first; none where somebody says no without naming one. */
  readonly fields: readonly string[];
  readonly messages: readonly string[];
}

/** Why an answer is not about the manifest alone, so that checks without a cluster cannot be measured by it. */
export const ASIDE = {
  objects: 'it depends on other objects of the cluster (namespace, priority class, runtime class, service account)',
  configuration: 'it depends on how the API server was started (address families, address ranges)',
  broken: 'the API server broke down over the manifest',
  rules: 'the definition of the custom resource refuses it by a rule in CEL',
} as const;
export type Aside = keyof typeof ASIDE;

const ACCEPTED: Verdict = { is: 'accepted', fields: [], messages: [] };

/** What the checks say of a manifest by itself, as `lint` does. */
export function ourVerdict(body: Manifest, minor: string, featureGates: Readonly<Record<string, boolean>> = {}): Verdict {
  const manifest = new Checked(structuredClone(body) as unknown as PlainObject, {}, { minor, featureGates });
  const findings = new ObjectProblems([manifest]).findings();
  const broken = findings.find(({ id }) => id === 'AIW0004');
  if (broken) {
    throw new Error(`${broken.message}\n${JSON.stringify(body)}`);
  }
  const said = findings.filter(each => each.class === 'rejected' || each.class === 'dropped');
  const of = (name: string) => said.filter(each => each.class === name);
  const [is, told] = of('rejected').length > 0 ? ['rejected', of('rejected')] as const : ['dropped', of('dropped')] as const;
  return said.length === 0 ? ACCEPTED : { is, fields: told.map(({ field = '' }) => field), messages: told.map(({ id, field, message }) => `${id} ${field}: ${message}`) };
}

/** What an API server says of a manifest that was sent as a strict dry run. */
export function serverVerdict(sent: Manifest, { status, body }: Answer): Verdict | Aside {
  if (status < 300) {
    const lost = lostOf(sent, body as Manifest);
    return lost.length === 0 ? ACCEPTED : { is: 'dropped', fields: lost, messages: lost.map(field => `${field}: dropped`) };
  }
  const { message = '', details = {} } = (body ?? {}) as { message?: string; details?: { causes?: { field?: string; reason?: string; message?: string }[] } };
  const aside = asideOf(status, message);
  return aside ?? { is: 'rejected', fields: fieldsOf(sent, { status, body, warnings: [] }, message, details.causes ?? []), messages: [message] };
}

/** The kind is not served. */
export const NOT_SERVED: Verdict = { is: 'rejected', fields: ['apiVersion'], messages: ['the server could not find the requested resource'] };
/** The connection ended without an answer, as it does when the validation panics. */
export const BROKEN: Aside = 'broken';

function asideOf(status: number, message: string): Aside | undefined {
  return status === 404 || status === 409 || OBJECTS.test(message) ? 'objects' : CONFIGURATION.test(message) ? 'configuration' : status >= 500 ? 'broken' : undefined;
}

const OBJECTS = /no PriorityClass with name|RuntimeClass ".*" not found|error looking up service account|namespaces? ".*" not found|unable to find a .*RuntimeClass|pod rejected: RuntimeClass/;
const CONFIGURATION = /not configured (on|for)|failed to allocate|is not in the valid range of|not in any|this cluster is not configured/;

function fieldsOf(sent: Manifest, answer: Answer, message: string, causes: readonly { field?: string }[]): string[] {
  if (answer.status === 400) {
    return [...decoded(answer).fields];
  }
  const named = isExtension(sent) ? customVerdictOf(answer).fields : causes.map(({ field = '' }) => field).filter(field => field !== '' && field !== '<nil>');
  return [...new Set(named.length > 0 ? named : /: (metadata\.\w+): (Required|Invalid) value/.exec(message)?.slice(1, 2) ?? [])];
}

export function isExtension({ apiVersion }: Manifest): boolean {
  return /^(leaderworkerset|jobset)\./.test(apiVersion);
}

/** Whether a rule in CEL alone refuses it: those are not evaluated without a server. */
export function isRule(sent: Manifest, answer: Answer): boolean {
  return isExtension(sent) && answer.status === 422 && customVerdictOf(answer).isCel;
}

let always: Rows | undefined;

/** Fields that did not come back, but for those that no server of any minor takes from a manifest. */
function lostOf(sent: Manifest, returned: Manifest): string[] {
  always ??= readTables().always as unknown as Rows;
  return differences(sent, returned).map(line => /^(.*?): dropped /s.exec(line)?.[1].replace(/\["([^"]*)"\]/g, '.$1'))
    .filter((field): field is string => field !== undefined)
    .filter(field => !/^status(\.|$)/.test(field) && rowFor(always!, sent.kind, field.replace(/\[\d+\]/g, '[*]'))?.startsWith('d') !== true);
}

/** Whether what the server names first is among what we name; undefined where it names nothing that could be compared. */
export function namesAlike(ours: Verdict, server: Verdict): boolean | undefined {
  const [first] = server.fields;
  if (ours.is !== server.is || first === undefined) {
    return undefined;
  }
  const wanted = plain(first);
  // Go names fields of the wrong type without their places in lists, and maps without the key.
  const isTyped = server.messages[0].includes('cannot unmarshal') || server.messages[0].includes('unable to parse');
  return ours.fields.some(field => plain(field) === wanted || isTyped && (withoutPlaces(field) === wanted || withoutPlaces(field).startsWith(`${wanted}.`))
    || server.is === 'dropped' && (plain(field).startsWith(wanted) || wanted.startsWith(plain(field))));
}

/** Whether both come to the same end. */
export function agrees(ours: Verdict, server: Verdict): boolean {
  return ours.is === server.is || server.is === 'dropped' && isOfNewerMinor(ours);
}

/** A field that only a newer release has: that minor's own server refuses it as unknown, the newest one behaving as that minor drops it. */
function isOfNewerMinor({ messages }: Verdict): boolean {
  return messages.length > 0 && messages.every(message => message.startsWith('AIW1107'));
}
