import { validateFailurePolicy, validateReplacementPolicy, validateSuccessPolicy } from './job-policies';
import { validateAllNonNegative } from './numbers';
import { validateTemplateLabels } from './workload';
import { Plain, PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';
import { isEmptySelector, selectorMatches, validateLabels, validateLabelSelector } from '../labels';
import { generatedName } from '../metadata';
import { dnsLabel, domainPrefixedPath } from '../names';
import { Path } from '../path';
import { validatePodTemplate } from '../pod/pod-template';
import { byteLength, intOf, isGiven, isTrue, mapOf, textOf } from '../values';
import { Subject, SPEC, TEMPLATE, SELECTOR } from './subject';

const METADATA = Path.root('metadata');
const NAME = METADATA.child('name');
const TEMPLATE_LABELS = TEMPLATE.child('metadata').child('labels');

/** The server makes one for every object, whatever the manifest says. */
const UID = '00000000-0000-0000-0000-000000000000';
const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'];

/** Source: pkg/apis/batch/validation/validation.go ValidateJob; pkg/registry/batch/job/strategy.go (v1.36) */
export function validateJob(subject: Subject): void {
  const { body, errors, context } = subject;
  const name = generatedName(mapOf(body.metadata) ?? {});
  const [given, isManual] = [asDefaulted(subject), isTrue(subject.spec.manualSelector)];
  const template = mapOf(given.template) ?? {};
  const spec = isManual ? given : asGenerated(given, template, name);
  if (mapOf(mapOf(template.metadata)?.labels) !== undefined) {
    // The server copies an object whose name it makes up, and with it the labels.
    inheritLabels(body, textOf(mapOf(body.metadata)?.name) === '' ? given : spec, errors);
  }
  if (!isManual) {
    validateGenerated(spec, name, errors);
  }
  validateJobSpec(spec, SPEC, context, errors);
  validateJobSelector(spec, errors);
  validateHostName(spec, name, errors);
}

/** Source: pkg/apis/batch/v1/defaults.go; strategy.go PrepareForCreate, which drops what a gate is for (v1.36) */
function asDefaulted({ spec, context }: Subject): PlainObject {
  const single = !isGiven(spec.completions) && !isGiven(spec.parallelism);
  const result: PlainObject = {
    ...spec,
    completions: single ? 1 : spec.completions,
    parallelism: isGiven(spec.parallelism) ? spec.parallelism : 1,
    completionMode: isGiven(spec.completionMode) ? spec.completionMode : 'NonIndexed',
  };
  if (!context.gate('JobManagedBy')) {
    delete result.managedBy;
  }
  if (!context.gate('JobPodReplacementPolicy')) {
    delete result.podReplacementPolicy;
  }
  return result;
}

/** A Job without labels shares those of its pods, also the generated ones, so a bad one is said twice. */
function inheritLabels(body: PlainObject, spec: PlainObject, errors: Errors): void {
  if (Object.keys(mapOf(mapOf(body.metadata)?.labels) ?? {}).length === 0) {
    validateLabels(mapOf(mapOf(spec.template)?.metadata)?.labels, METADATA.child('labels'), errors);
  }
}

/** Labels of the pods and a selector that the server adds. Source: strategy.go generateSelector (v1.36) */
function asGenerated(spec: PlainObject, template: PlainObject, name: string): PlainObject {
  const metadata = mapOf(template.metadata) ?? {};
  const labels: PlainObject = { ...labelsFor(NAME_LABELS, name), ...labelsFor(UID_LABELS, UID), ...mapOf(metadata.labels) };
  const selector = mapOf(spec.selector) ?? {};
  const matchLabels: PlainObject = { [UID_LABELS[1]]: UID, ...mapOf(selector.matchLabels) };
  return { ...spec, template: { ...template, metadata: { ...metadata, labels } }, selector: { ...selector, matchLabels } };
}

function labelsFor(keys: readonly string[], value: Plain): PlainObject {
  return Object.fromEntries(keys.map(key => [key, value]));
}

/** Source: validation.go validateGeneratedSelector (v1.36) */
function validateGenerated(spec: PlainObject, name: string, errors: Errors): void {
  const labels = mapOf(mapOf(mapOf(spec.template)?.metadata)?.labels) ?? {};
  const expected: PlainObject = { ...labelsFor(UID_LABELS, UID), ...labelsFor(NAME_LABELS, name) };
  for (const key of Object.keys(expected)) {
    if (labels[key] !== expected[key]) {
      const value = key.endsWith('uid') ? 'the uid that the API server gives the Job' : `'${name}'`;
      errors.invalid(TEMPLATE_LABELS.key(key), labels, `must be ${value}`);
    }
  }
  if (isReadable(spec.selector) && !selectorMatches(spec.selector, expected)) {
    errors.invalid(SELECTOR, spec.selector, '`selector` not auto-generated');
  }
}

function isReadable(selector: unknown): boolean {
  const errors = new Errors();
  validateLabelSelector(selector, SELECTOR, errors);
  return errors.list.length === 0;
}

function validateJobSelector(spec: PlainObject, errors: Errors): void {
  if (!isGiven(spec.selector)) {
    errors.required(SELECTOR);
  }
  const before = errors.list.length;
  validateLabelSelector(spec.selector, SELECTOR, errors);
  if (errors.list.length === before && !isEmptySelector(spec.selector)) {
    validateTemplateLabels(spec.selector, mapOf(spec.template) ?? {}, errors);
  }
}

/** The controller names the pods of an indexed Job after their index. */
function validateHostName(spec: PlainObject, name: string, errors: Errors): void {
  const completions = intOf(spec.completions) ?? 0;
  if (spec.completionMode === 'Indexed' && completions > 0) {
    const host = `${name}-${completions - 1}`;
    if (dnsLabel(host).length > 0) {
      errors.invalid(NAME, name, `will not able to create pod with invalid DNS label: ${host}`);
    }
  }
}

const NUMBERS = [
  'parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished', 'backoffLimitPerIndex', 'maxFailedIndexes',
];

/** Also of the Job in a CronJob. Source: validation.go validateJobSpec (v1.36) */
export function validateJobSpec(spec: PlainObject, path: Path, context: ServerContext, errors: Errors): void {
  validateAllNonNegative(spec, NUMBERS, path, errors);
  if (isGiven(spec.maxFailedIndexes) && !isGiven(spec.backoffLimitPerIndex)) {
    errors.required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified');
  }
  validateManagedBy(spec, path, errors);
  validateCompletionMode(spec, path, errors);
  const pod = mapOf(mapOf(spec.template)?.spec) ?? {};
  validateFailurePolicy(spec, pod, path, errors);
  validateSuccessPolicy(spec, path, errors);
  validateReplacementPolicy(spec, path, errors);
  validatePodTemplate(mapOf(spec.template) ?? {}, path.child('template'), context, errors);
  validateRestartPolicy(spec, pod, path.child('template').child('spec').child('restartPolicy'), errors);
}

function validateManagedBy({ managedBy }: PlainObject, path: Path, errors: Errors): void {
  if (typeof managedBy !== 'string') {
    return;
  }
  const at = path.child('managedBy');
  if (managedBy === '') {
    errors.required(at);
  } else {
    errors.invalidAll(at, managedBy, domainPrefixedPath(managedBy));
  }
  if (byteLength(managedBy) > 63) {
    errors.tooLong(at, 63);
  }
}

function validateCompletionMode(spec: PlainObject, path: Path, errors: Errors): void {
  const mode = isGiven(spec.completionMode) ? textOf(spec.completionMode) : undefined;
  if (mode === 'Indexed') {
    validateIndexed(spec, path, errors);
  } else if (mode !== undefined && mode !== 'NonIndexed') {
    errors.unsupported(path.child('completionMode'), mode, ['NonIndexed', 'Indexed']);
  } else {
    for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
      if (isGiven(spec[name])) {
        errors.invalid(path.child(name), spec[name], 'requires indexed completion mode');
      }
    }
  }
}

const [MOST_PODS, MANY_COMPLETIONS, MOST_AT_MANY] = [100_000, 100_000, 10_000];

/** Limits that keep the lists of indexes in the status short. */
function validateIndexed(spec: PlainObject, path: Path, errors: Errors): void {
  const [completions, parallelism, failed] = [intOf(spec.completions), intOf(spec.parallelism) ?? 0, intOf(spec.maxFailedIndexes)];
  if (completions === undefined) {
    errors.required(path.child('completions'), 'when completion mode is Indexed');
  }
  if (parallelism > MOST_PODS) {
    errors.invalid(path.child('parallelism'), parallelism, `must be less than or equal to ${MOST_PODS} when completion mode is Indexed`);
  }
  if (failed !== undefined && completions !== undefined && failed > completions) {
    errors.invalid(path.child('maxFailedIndexes'), failed, 'must be less than or equal to completions');
  }
  if (failed !== undefined && failed > MOST_PODS) {
    errors.invalid(path.child('maxFailedIndexes'), failed, `must be less than or equal to ${MOST_PODS}`);
  }
  if (completions === undefined || completions <= MANY_COMPLETIONS || !isGiven(spec.backoffLimitPerIndex)) {
    return;
  }
  const when = `when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  if (failed === undefined) {
    errors.required(path.child('maxFailedIndexes'), `must be specified when completions is above ${MANY_COMPLETIONS}`);
  } else if (failed > MOST_AT_MANY) {
    errors.invalid(path.child('maxFailedIndexes'), failed, `must be less than or equal to ${MOST_AT_MANY} ${when}`);
  }
  if (parallelism > MOST_AT_MANY) {
    errors.invalid(path.child('parallelism'), parallelism, `must be less than or equal to ${MOST_AT_MANY} ${when}`);
  }
}

function validateRestartPolicy(spec: PlainObject, pod: PlainObject, path: Path, errors: Errors): void {
  const policy = textOf(pod.restartPolicy);
  if (policy === '' || policy === 'Always') {
    errors.required(path, 'valid values: "OnFailure", "Never"');
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.unsupported(path, policy, ['OnFailure', 'Never']);
  } else if (mapOf(spec.podFailurePolicy) !== undefined && policy !== 'Never') {
    errors.invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified');
  }
}
