import { Answer } from './answer';
import { Coming } from './coming';
import { concealedAnswer } from './concealed';
import { cutAnswer } from './cut';
import { droppedFields } from './dropped';
import { LiveServer } from './live-server';
import { DROPPED_LIVE, REFUSED_LIVE, WARNED_LIVE } from './notices';
import { asSent, LARGEST_OBJECT } from './sending';
import { Finding } from '../../base/findings/finding';
import { Notice, noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText } from '../../base/reading';
import { findingOn } from '../../kubernetes/complaint';
import { Manifest } from '../../kubernetes/manifest';
import { UnusableInput } from '../../lint/input/paths';

/** Limit of findings of one object for each notice: a server may return any number. */
export const MOST_OF_ONE = 20;
/** Limit in characters of a field path that a server returns. */
const LONGEST_FIELD = 300;
/** Statuses without a verdict on the object: not authenticated, too busy, or not reachable behind a proxy. */
const NO_VERDICT: ReadonlySet<number> = new Set([401, 429, 502, 503, 504]);

/** Findings of a dry run of one object. */
export async function findingsOfVerdict(server: LiveServer, object: Manifest, coming: Coming): Promise<Finding[]> {
  const kind = await server.kind(object.apiVersion, object.kind);
  if (kind === undefined) {
    const what = `"${cutAnswer(object.apiVersion, LONGEST_FIELD)}": the server does not serve ${cutAnswer(object.kind, LONGEST_FIELD)} of it`;
    return coming.hasKind(object.group, object.kind) ? [] : [said(object, REFUSED_LIVE, 'apiVersion', `Not found: ${what}`)];
  }
  if (!server.canHold(kind, object.namespace)) {
    const what = `"${cutAnswer(object.namespace, LONGEST_FIELD)}": no namespace can have this name, so the server was not asked`;
    return [said(object, REFUSED_LIVE, 'metadata.namespace', `Invalid value: ${what}`)];
  }
  const body = asSent(object.body);
  if (body === undefined) {
    return [said(object, REFUSED_LIVE, '', 'Invalid value: is nested deeper than anything that API servers take, so the server was not asked')];
  }
  if (Buffer.byteLength(body) > LARGEST_OBJECT) {
    return [said(object, REFUSED_LIVE, '', `Request entity too large: limit is ${LARGEST_OBJECT}`)];
  }
  const answer = await server.dryRun({ namespace: object.namespace, name: object.name, body }, kind);
  return [...verdict(object, answer, coming), ...few(object, WARNED_LIVE, answer.warnings, text => heard(object, WARNED_LIVE, '', text))];
}

/** An answer that neither accepts nor refuses the object: a proxy's page, unknown credentials. */
function verdict(object: Manifest, answer: Answer, coming: Coming): Finding[] {
  const { status, body } = answer;
  if (status < 300 && body.apiVersion === object.apiVersion && body.kind === object.kind) {
    return dropped(object, body);
  }
  if (status >= 400 && body.kind === 'Status' && !NO_VERDICT.has(status)) {
    return refusals(object, answer, coming);
  }
  const what = `${cutAnswer(object.toString(), LONGEST_FIELD)}: the API server answers ${status} and does not say whether it takes the object`;
  throw new UnusableInput(`${what}: ${concealedAnswer(object, asText(body.message) ?? 'no reason given')}`);
}

function refusals(object: Manifest, { body, status }: Answer, coming: Coming): Finding[] {
  if (status === 404 && asText(asObject(body.details).kind) === 'namespaces' && coming.hasNamespace(object.namespace)) {
    return []; // It comes with the same input, and a dry run made none.
  }
  const causes = asList(asObject(body.details).causes).filter(cause => asText(cause.field) !== undefined);
  if (causes.length === 0) {
    return [heard(object, REFUSED_LIVE, '', `${asText(body.reason) ?? `Status ${status}`}: ${asText(body.message) ?? 'no reason given'}`)];
  }
  return few(object, REFUSED_LIVE, causes, ({ field, message, reason }) =>
    heard(object, REFUSED_LIVE, cutAnswer(asText(field)!, LONGEST_FIELD), asText(message) ?? asText(reason) ?? 'no reason given'));
}

/** Findings for fields that were sent and are missing in the answer. */
function dropped(object: Manifest, kept: PlainObject): Finding[] {
  return few(object, DROPPED_LIVE, droppedFields(object.body, kept), field =>
    said(object, DROPPED_LIVE, field, 'Invalid value: the server takes the object without it: a feature gate is off, or the field is of another version'));
}

function few<Thing>(object: Manifest, notice: Notice, things: readonly Thing[], tell: (thing: Thing) => Finding): Finding[] {
  const more = things.length - MOST_OF_ONE;
  return [...things.slice(0, MOST_OF_ONE).map(tell), ...more > 0 ? [said(object, notice, '', `Too many: the server says ${more} more of this object`)] : []];
}

/** In the words of the server. */
function heard(object: Manifest, notice: Notice, field: string, text: string): Finding {
  return said(object, notice, field, cutAnswer(concealedAnswer(object, text)));
}

function said(object: Manifest, notice: Notice, field: string, message: string): Finding {
  return findingOn(object, { ...noticed(notice), field, message, help: notice.remedy });
}
