import { mapOf } from '../../values';
import { validateAllNonNegative } from '../numbers';
import { SELECTOR, SPEC, Subject, TEMPLATE } from '../subject';
import { validateEndlessPod, validateTemplate, validateTemplateLabels } from '../workload';

/** Source: pkg/apis/core/validation/validation.go ValidateReplicationControllerSpec; the labels of the template are the selector of nobody: pkg/apis/core/v1/defaults.go (v1.36) */
export function validateReplicationController(subject: Subject): void {
  const { spec, errors } = subject;
  validateAllNonNegative(spec, ['replicas', 'minReadySeconds'], SPEC, errors);
  const template = mapOf(spec.template);
  const labels = mapOf(mapOf(template?.metadata)?.labels) ?? {};
  const written = mapOf(spec.selector) ?? {};
  const selector = Object.keys(written).length > 0 ? written : labels;
  if (Object.keys(selector).length === 0) {
    errors.required(SELECTOR);
  }
  if (template === undefined) {
    errors.required(TEMPLATE);
    return;
  }
  validateTemplateLabels({ matchLabels: selector }, template, errors);
  validateTemplate(template, subject);
  validateEndlessPod(template, 'ReplicationController', errors);
}
