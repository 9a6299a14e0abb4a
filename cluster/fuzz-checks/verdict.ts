import { decoded, plain, withoutPlaces } from './answers/decoder';
import { verdictOf as extensionVerdictOf } from './answers/extension';
import { PlainObject } from '../../src/base/plain';
import { Manifest as Checked } from '../../src/kubernetes/manifest';
import { ObjectProblems } from '../../src/kubernetes/object-problems';
import { POD_PATHS, rowFor, Rows } from '../../src/kubernetes/release/measured/rows';
import { Answer } from '../harness/client';
import { differences, isBuiltIn } from '../harness/compare';
import { Manifest } from '../harness/manifest';
import { readTables } from '../measured-tables/files';

/** What somebody says of a manifest. */
export interface Verdict {
  readonly is: 'accepted' | 'dropped' | 'rejected';
  /** Fields that are named, the first first; none where somebody says no without naming one. */
  readonly fields: readonly string[];
  readonly messages: readonly string[];
  /** Fields that a gate decides about and that came back without their value, which was empty: as good as kept and as dropped. */
  readonly emptied?: readonly string[];
}

/** Why an answer is not about the manifest alone, so that checks without a cluster cannot be measured by it. */
export const ASIDE = {
  objects: 'it depends on other objects of the cluster (namespace, priority class, runtime class, service account)',
  configuration: 'it depends on how the API server was started (address families and ranges, range of node ports, admission of service accounts)',
  broken: 'the API server broke down over the manifest',
} as const;
export type Aside = keyof typeof ASIDE;

const ACCEPTED: Verdict = { is: 'accepted', fields: [], messages: [] };

/** What the checks say of a manifest by itself, as `lint` does: of the released server of the minor, or of the newest one that behaves as it. */
export function ourVerdict(body: Manifest, minor: string, servers: 'released' | 'newest' = 'newest'): Verdict {
  const manifest = new Checked(structuredClone(body) as unknown as PlainObject, {}, { minor, featureGates: {} });
  const findings = new ObjectProblems([manifest], servers).findings();
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
    const fields = lost.filter(each => !each.isEmpty).map(({ field }) => field);
    const emptied = lost.filter(each => each.isEmpty).map(({ field }) => field);
    return fields.length > 0 ? { is: 'dropped', fields, messages: fields.map(field => `${field}: dropped`) } : emptied.length > 0 ? { ...ACCEPTED, emptied } : ACCEPTED;
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

const OBJECTS = /no PriorityClass with name|RuntimeClass ".*" not found|error looking up service account|namespaces? ".*" not found|unable to find a .*RuntimeClass|pod rejected: (RuntimeClass|Pod's Overhead|Overhead set)|the integer value of priority/;
/** Pods get a service account where the plugin that gives it is not switched off. */
const CONFIGURATION = /when serviceAccountName is not set|not configured (on|for)|failed to allocate|is not in the valid range of|not in any|this cluster is not configured/;

function fieldsOf(sent: Manifest, answer: Answer, message: string, causes: readonly { field?: string }[]): string[] {
  if (answer.status === 400) {
    // The metadata of extensions are decoded by themselves.
    const inMetadata = !isBuiltIn(sent) && message.includes('Go struct field ObjectMeta.');
    return decoded(answer).fields.map(field => inMetadata ? `metadata.${field}` : field);
  }
  const named = !isBuiltIn(sent) ? extensionVerdictOf(answer).fields
    : causes.map(({ field = '' }) => asWritten(sent, field)).filter(field => field !== '' && field !== '<nil>');
  return [...new Set(named.length > 0 ? named : /: (metadata\.\w+): (Required|Invalid) value/.exec(message)?.slice(1, 2) ?? [])];
}

/** A slip of the server: of templates and of what stands under exactly alike. Source: pkg/registry/resource/utils.go AuthorizedForAdmin (v1.36) */
const ADMIN_ACCESS = /^spec(\.devices\.requests\[\d+\])\.adminAccess$/;

function asWritten({ apiVersion, kind }: Manifest, field: string): string {
  const [, request] = ADMIN_ACCESS.exec(field) ?? [];
  return request === undefined ? field : `${kind === 'ResourceClaimTemplate' ? 'spec.spec' : 'spec'}${request}${apiVersion.endsWith('v1beta1') ? '' : '.exactly'}.adminAccess`;
}

/** Whether rules in CEL alone refuse it. They stand at a list or an object, where a rule of ours may name the very field. */
export function isRule(sent: Manifest, answer: Answer): boolean {
  return !isBuiltIn(sent) && answer.status === 422 && extensionVerdictOf(answer).isCel;
}

let tables: { readonly always: Rows; readonly fields: Rows } | undefined;

/** Fields that did not come back. */
function lostOf(sent: Manifest, returned: Manifest): Lost[] {
  const named = differences(sent, returned).map(line => /^(.*?): dropped (.*)$/s.exec(line)?.slice(1)).filter(match => match !== undefined)
    .map(([field, value]) => ({ field: field.replace(/\["([^"]*)"\]/g, '.$1'), value })).map(lost => judged(sent, lost)).filter(lost => lost !== undefined);
  return [...named, ...nullsIn(sent, returned, '')];
}

/** Nulls that stand where no server keeps one, and that came back as something: an empty item of a list, an amount of 0. */
function nullsIn(sent: unknown, returned: unknown, field: string): Lost[] {
  if (sent === null) {
    const isItem = field.endsWith(']');
    return isItem && returned !== null && returned !== undefined || returned === '0' ? [{ field, isEmpty: false }] : [];
  }
  if (typeof sent !== 'object' || typeof returned !== 'object' || returned === null) {
    return [];
  }
  const below = (key: string) => Array.isArray(sent) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`;
  return Object.entries(sent as object).flatMap(([key, value]) => nullsIn(value, (returned as Record<string, unknown>)[key], below(key)));
}

interface Lost {
  readonly field: string;
  readonly isEmpty: boolean;
}

/** Nothing, where no server of any minor takes the field from a manifest, or what is empty or zero means the same when it is absent. */
function judged({ kind }: Manifest, { field, value }: { readonly field: string; readonly value: string }): Lost | undefined {
  tables ??= readTables() as unknown as { always: Rows; fields: Rows };
  const pattern = field.replace(/\[\d+\]/g, '[*]');
  const isNever = /^status(\.|$)/.test(field) || rowFor(tables.always, kind, pattern)?.startsWith('d') === true;
  const [isEmpty, isZero] = [EMPTY.has(value), ZERO.has(value)];
  return isNever || (isEmpty || isZero) && !isGated(tables.fields, kind, pattern) ? undefined : { field, isEmpty };
}

/** Whether a gate or minor decides about the field, or about one inside it. */
function isGated(fields: Rows, kind: string, pattern: string): boolean {
  const pods = POD_PATHS[kind];
  const isInside = (section: string, outer: string) => Object.keys(fields[section] ?? {}).some(path => isWithin(path, outer));
  return rowFor(fields, kind, pattern) !== undefined || isInside(kind, pattern) || pods !== undefined && pattern.startsWith(`${pods}spec.`) && isInside('pod', pattern.slice(pods.length));
}

const EMPTY: ReadonlySet<string> = new Set(['{}', '[]', '""']);
const ZERO: ReadonlySet<string> = new Set(['false', '0']);

/** Whether what the server names first is among what we name; undefined where it names nothing that could be compared. */
export function namesAlike(ours: Verdict, server: Verdict): boolean | undefined {
  const [first] = server.fields;
  if (ours.is !== server.is || first === undefined) {
    return undefined;
  }
  // Go names fields of the wrong type without their places in lists, and maps without the key.
  const isTyped = /cannot unmarshal|unable to parse/.test(server.messages[0]);
  const [wanted, spelt] = [plain(first), isTyped ? withoutPlaces : plain];
  return ours.fields.some((field, index) => {
    const named = spelt(field);
    const isInside = isTyped || server.is === 'dropped';
    const isAround = server.is === 'dropped' || hides(ours.messages[index]);
    return named === wanted || isInside && isWithin(named, wanted) || isAround && isWithin(wanted, named);
  });
}

/** What has the wrong type, and what only another minor has, is all that is said of it and of everything inside it. */
function hides(message: string): boolean {
  return /^AIW110[27] /.test(message);
}

function isWithin(field: string, outer: string): boolean {
  return field === outer || field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}

/** Whether both come to the same end. */
export function agrees(ours: Verdict, server: Verdict): boolean {
  const isEmptied = server.emptied !== undefined && ours.fields.every(field => server.emptied!.includes(field));
  return ours.is === server.is || server.is === 'dropped' && isOfNewerMinor(ours) || isEmptied && (ours.is === 'dropped' || isOfNewerMinor(ours));
}

/** A field that only a newer release has: that minor's own server refuses it as unknown, the newest one behaving as that minor drops it. */
function isOfNewerMinor({ messages }: Verdict): boolean {
  return messages.length > 0 && messages.every(message => message.startsWith('AIW1107'));
}
