import { PlainObject } from '../../../../base/plain';
import { Errors } from '../../errors';
import { dnsSubdomain, qualifiedName } from '../../names';
import { Path } from '../../path';
import { byteLength, intOf, isGiven, mapOf, textOf } from '../../values';
import { CheckedUpdate, fixed } from '../change';
import { sameMeaning } from '../meaning';
import { Subject } from '../subject';

/** Names of `events.k8s.io/v1`, whose errors the server tells by those of `v1`. Source: pkg/apis/events/v1/conversion.go (v1.36) */
const NEWER_NAMES: ReadonlyArray<readonly [string, string]> = [
  ['involvedObject', 'regarding'], ['message', 'note'], ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'], ['lastTimestamp', 'deprecatedLastTimestamp'], ['count', 'deprecatedCount'],
];
/** What only the older API may say. */
const OLDER_TIMES = ['firstTimestamp', 'lastTimestamp'];
const LONGEST_WORD = 128;
const LONGEST_MESSAGE = 1024;
const TYPES = ['Normal', 'Warning'];
const OTHER_NAMESPACE = 'does not match event.namespace';

/** Source: pkg/apis/core/validation/events.go legacyValidateEvent (v1.36) */
export function validateEvent({ body, errors }: Subject): void {
  validateOfEither(body, 'reportingComponent', errors);
}

/** Source: events.go ValidateEventCreate (v1.36) */
export function validateNewerEvent({ body: written, errors }: Subject): void {
  const body = inOlderNames(written);
  validateOfEither(body, 'reportingController', errors);
  validateSeries(mapOf(body.series), errors);
  if (!isGiven(body.eventTime)) {
    errors.required(Path.root('eventTime'));
  }
  if (!TYPES.includes(textOf(body.type))) {
    errors.invalid(Path.root('type'), '', `has invalid value: ${textOf(body.type)}`);
  }
  const source = mapOf(body.source) ?? {};
  const set = [
    ...OLDER_TIMES.filter(field => isGiven(body[field])),
    ...(intOf(body.count) ?? 0) === 0 ? [] : ['count'],
    ...textOf(source.component) + textOf(source.host) === '' ? [] : ['source'],
  ];
  set.forEach(field => errors.invalid(Path.root(field), '', 'needs to be unset'));
}

function inOlderNames(body: PlainObject): PlainObject {
  return { ...body, ...Object.fromEntries(NEWER_NAMES.map(([older, newer]) => [older, body[newer]])) };
}

function validateOfEither(body: PlainObject, reporter: string, errors: Errors): void {
  const [namespace, regarded] = [textOf(mapOf(body.metadata)?.namespace), textOf(mapOf(body.involvedObject)?.namespace)];
  const isNewer = isGiven(body.eventTime);
  const belongs = isNewer ? regarded !== '' || ['default', 'kube-system'].includes(namespace) : [namespace, namespace === 'default' ? '' : namespace].includes(regarded);
  // A namespace that no file names is said when the file is applied.
  const isNamed = namespace !== '';
  if (isNamed && !belongs) {
    errors.invalid(Path.root('involvedObject').child('namespace'), regarded, OTHER_NAMESPACE);
  }
  if (isNewer) {
    validateReport(body, reporter, errors);
  }
  if (isNamed) {
    errors.invalidAll(Path.root('namespace'), namespace, dnsSubdomain(namespace));
  }
}

function validateReport(body: PlainObject, reporter: string, errors: Errors): void {
  const controller = textOf(body[reporter]);
  if (controller === '') {
    errors.required(Path.root(reporter));
  }
  errors.invalidAll(Path.root(reporter), controller, qualifiedName(controller));
  for (const field of ['reportingInstance', 'action', 'reason']) {
    validateWord(textOf(body[field]), Path.root(field), errors);
  }
  if (byteLength(textOf(body.message)) > LONGEST_MESSAGE) {
    errors.invalid(Path.root('message'), '', `can have at most ${LONGEST_MESSAGE} characters`);
  }
}

function validateWord(word: string, path: Path, errors: Errors): void {
  if (word === '') {
    errors.required(path);
  } else if (byteLength(word) > LONGEST_WORD) {
    errors.invalid(path, '', `can have at most ${LONGEST_WORD} characters`);
  }
}

function validateSeries(series: PlainObject | undefined, errors: Errors): void {
  if (series === undefined) {
    return;
  }
  const path = Path.root('series');
  if ((intOf(series.count) ?? 0) < 2) {
    errors.invalid(path.child('count'), '', 'should be at least 2');
  }
  if (!isGiven(series.lastObservedTime)) {
    errors.required(path.child('lastObservedTime'));
  }
}

/** In the order in which the server tells of them. */
const keepsWhatItSays = fixed([], [
  'involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'type', 'eventTime', 'action', 'related', 'reportingController', 'reportingInstance',
]);

/** Source: events.go ValidateEventUpdate (v1.36); times of other precision than microseconds are refused by their type. */
export function validateNewerEventChange(change: CheckedUpdate): void {
  const { previous, next, errors } = change;
  if (!sameMeaning(previous.series, next.series, 'series')) {
    validateSeries(mapOf(next.series), errors);
  }
  keepsWhatItSays({ ...change, previous: inOlderNames(previous), next: inOlderNames(next) });
}
