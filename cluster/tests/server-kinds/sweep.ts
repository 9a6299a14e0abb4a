import { changesOf, CLASSES, mutated, Mutation } from './mutate';
import { validateObject } from '../../../src/kubernetes/validation/validate';
import { CHOICES, SAMPLES } from '../../../test/kubernetes/validation/kinds/samples/kinds';
import { Random } from '../../fuzz-checks/random';
import { Answer } from '../../harness/client';
import { eachOf } from '../../harness/eventually';
import { AskedServer } from '../../harness/remembered/remembered-server';

/** What was found out about one mutation. */
export interface Outcome {
  readonly type: string;
  readonly mutation: Mutation;
  readonly minor: string;
  /** `field reason` of each error. */
  readonly server: readonly string[];
  /** `field: message` of each of the server's errors. */
  readonly messages: readonly string[];
  readonly ours: readonly string[];
  readonly isRefused: boolean;
  /** Whether the server names fields at all. */
  readonly namesFields: boolean;
}

/** Pods have a test of their own: here only what other fields depend on. */
const LEFT = /template\.spec\.containers\[0\]\.image|\.(creationTimestamp)$/;

/** Answers that are not about the object: of decoding, of admission, of a server's own configuration. */
function isOurs(status: number, body: any): boolean {
  if (status === 400 || status === 403 || status === 404 || status === 409) {
    return false;
  }
  const causes = (body.details?.causes ?? []) as Array<{ message?: string }>;
  return !causes.some(({ message = '' }) => CONFIGURATION.test(message));
}

/** Which addresses and families it has. */
const CONFIGURATION = /not configured (on|for)|failed to allocate IP|is not in the valid range of|not in any|this cluster is not configured/;

const REASONS: ReadonlyMap<string, string> = new Map([
  ['Invalid value', 'FieldValueInvalid'], ['Required value', 'FieldValueRequired'], ['Unsupported value', 'FieldValueNotSupported'], ['Forbidden', 'FieldValueForbidden'],
  ['Duplicate value', 'FieldValueDuplicate'], ['Not found', 'FieldValueNotFound'], ['Too long', 'FieldValueTooLong'], ['Too many', 'FieldValueTooMany'],
]);

export function reasonOf(message: string): string | undefined {
  return REASONS.get(message.split(':')[0]);
}

export function ourErrors(body: any, minor: string, gates: Readonly<Record<string, boolean>> = {}): string[] {
  const found = new Set<string>();
  validateObject(body, { minor, gates }, ({ class: said, field, message }) => said === 'rejected' && found.add(`${field} ${reasonOf(message)}`));
  return [...found].sort();
}

/** `field reason` of each error in an answer. */
export function errorsIn(body: any): string[] {
  const causes = (body.details?.causes ?? []) as Array<{ field?: string; reason: string }>;
  // What the server could not look at, another error is the reason for.
  return [...new Set(causes.filter(({ reason }) => reason !== 'InternalError').map(({ field = '', reason }) => `${asWritten(field)} ${reason === 'FieldValueTypeInvalid' ? 'FieldValueInvalid' : reason}`))].sort();
}

/** Fields of definitions, of which the server speaks as of those of an older version: what all versions say alike, it says once. */
const WRITTEN: ReadonlyArray<readonly [RegExp, string]> = [
  [/^spec\.validation(?=\.|$)/, 'spec.versions[0].schema'],
  [/^spec\.(subresources|additionalPrinterColumns|selectableFields)(?=\W|$)/, 'spec.versions[0].$1'],
  [/^spec\.version$/, 'spec.versions[0].name'],
  [/^status\.storedVersions(?:\[\d+\])?$/, 'spec.versions'],
  [/^spec\.conversion\.webhookClientConfig/, 'spec.conversion.webhook.clientConfig'],
  [/^spec\.conversion\.conversionReviewVersions/, 'spec.conversion.webhook.conversionReviewVersions'],
  [/^(spec\.versions\[\d+\]\.additionalPrinterColumns\[\d+\]\.)JSONPath$/, '$1jsonPath'],
  [/\.default\.(?=\[)/, '.default'],
];

function asWritten(field: string): string {
  return WRITTEN.reduce((found, [pattern, place]) => found.replace(pattern, place), field);
}

function messagesIn(body: any): string[] {
  const causes = (body.details?.causes ?? []) as Array<{ field?: string; message: string }>;
  return causes.map(({ field = '', message }) => `${asWritten(field)}: ${message}`);
}

const STRICT = { dryRun: 'All', fieldValidation: 'Strict' };

/** Sends mutations of a kind's samples to a server. */
export function sweep(server: AskedServer, type: string, count: number, seed: number): Promise<Outcome[]> {
  const random = new Random(seed);
  const samples = SAMPLES.get(type)!;
  const changes = samples.map(sample => changesOf(sample, samples.filter(each => each !== sample), CHOICES, path => LEFT.test(path)));
  return ask(server, type, Array.from({ length: count }, () => {
    const [chosen, mutationClass] = [Math.floor(random.next() * samples.length), random.of(CLASSES)];
    const ofClass = changes[chosen].filter(each => each.class === mutationClass);
    return mutated(samples[chosen], ofClass.length > 0 ? ofClass : changes[chosen], random);
  }));
}

/** What a server says of creating objects of a kind. */
export async function ask(server: AskedServer, type: string, mutations: readonly Mutation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const { apiVersion, kind } = SAMPLES.get(type)![0];
  const path = await server.client.pathOf(apiVersion, kind, 'default');
  await eachOf(mutations, 16, async mutation => {
    const { status, body } = await server.client.requestOrPanic('POST', path, mutation.body, STRICT);
    if (isOurs(status, body)) {
      outcomes.push(...outcomeOf({ type, mutation, minor: server.minor, ours: ourErrors(mutation.body, server.minor) }, { status, body }));
    }
  });
  return outcomes;
}

/** What we say beside what a server answered; none where the two cannot be compared. */
export function outcomeOf(asked: Pick<Outcome, 'type' | 'mutation' | 'minor' | 'ours'>, { status, body }: Pick<Answer, 'status' | 'body'>): Outcome[] {
  const outcome = { ...asked, server: errorsIn(body), messages: messagesIn(body), isRefused: status >= 300, namesFields: status !== 500 };
  return isRange(outcome) ? [] : [outcome];
}

/** Node ports are not compared with the range in a dry run. Source: pkg/registry/core/service/portallocator/operation.go (v1.36) */
function isRange({ ours, server }: Outcome): boolean {
  return server.length === 0 && ours.length === 1 && /(nodePort|healthCheckNodePort) FieldValueInvalid$/.test(ours[0]);
}

/** Whether we refuse what the server refuses. */
export function isAgreed({ ours, isRefused }: Outcome): boolean {
  return isRefused === ours.length > 0;
}

/** Whether we name the same fields for the same reasons. */
export function isSame({ ours, server, namesFields }: Outcome): boolean {
  return !namesFields || ours.join('\n') === server.join('\n');
}
