import { Path } from '../path';
import { validatePod } from '../pod/pod';
import { validatePodTemplate } from '../pod/pod-template';
import { mapOf } from '../values';
import { Subject } from './subject';

const TEMPLATE = Path.root('template');

export function validatePodObject({ body, context, errors }: Subject): void {
  validatePod(body, context, errors);
}

export function validatePodTemplateObject({ body, context, errors }: Subject): void {
  validatePodTemplate(mapOf(body.template) ?? {}, TEMPLATE, context, errors);
}
