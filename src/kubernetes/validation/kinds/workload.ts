import { PlainObject } from '../../../base/plain';
import { Errors } from '../errors';
import { isEmptySelector, selectorMatches, validateLabelSelector } from '../labels';
import { validatePodTemplate } from '../pod/pod-template';
import { isGiven, mapOf, textOf } from '../values';
import { Subject, TEMPLATE, SELECTOR } from './subject';

const LABELS = TEMPLATE.child('metadata').child('labels');
const POD = TEMPLATE.child('spec');
const RESTART_POLICY = POD.child('restartPolicy');
const ACTIVE_DEADLINE = POD.child('activeDeadlineSeconds');
const MISMATCH = '`selector` does not match template `labels`';
const ALWAYS = ['Always'];

/** Whether the selector can be read at all: where it cannot, the template is not looked at. */
export function validateSelector({ spec, errors }: Subject, kind: string, unreadable: string): boolean {
  const { selector } = spec;
  if (!isGiven(selector)) {
    errors.required(SELECTOR);
    return true;
  }
  const before = errors.list.length;
  validateLabelSelector(selector, SELECTOR, errors);
  const isReadable = errors.list.length === before;
  if (isEmptySelector(selector)) {
    errors.invalid(SELECTOR, selector, `empty selector is invalid for ${kind}`);
  }
  if (!isReadable) {
    errors.invalid(SELECTOR, selector, unreadable);
  }
  return isReadable;
}

/** A selector that is missing takes no labels, an empty one takes all. Source: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector */
export function validateTemplateLabels(selector: unknown, template: PlainObject, errors: Errors): void {
  const labels = mapOf(template.metadata)?.labels;
  if (!isGiven(selector) || !selectorMatches(selector, labels)) {
    errors.invalid(LABELS, labels, MISMATCH);
  }
}

export function validateTemplate(template: PlainObject, { context, errors }: Subject): void {
  validatePodTemplate(template, TEMPLATE, context, errors);
}

/** Source: pkg/apis/apps/validation/validation.go ValidatePodTemplateSpecForReplicaSet (v1.36) */
export function validateEndlessPod(template: PlainObject, kind: string, errors: Errors): void {
  const pod = mapOf(template.spec) ?? {};
  const policy = textOf(pod.restartPolicy);
  if (policy !== '' && policy !== 'Always') {
    errors.unsupported(RESTART_POLICY, policy, ALWAYS);
  }
  if (isGiven(pod.activeDeadlineSeconds)) {
    errors.forbidden(ACTIVE_DEADLINE, `activeDeadlineSeconds in ${kind} is not Supported`);
  }
}
