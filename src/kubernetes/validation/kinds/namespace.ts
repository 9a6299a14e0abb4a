import { labelValue, qualifiedName } from '../names';
import { Path } from '../path';
import { listOf, mapOf, textOf } from '../values';
import { Subject, SPEC } from './subject';

const FINALIZERS = SPEC.child('finalizers');
const LABELS = Path.root('metadata').child('labels');
const STANDARD: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Source: pkg/apis/core/validation/validation.go ValidateNamespace (v1.36) */
export function validateNamespace({ spec, body, errors }: Subject): void {
  // The name becomes a label. Source: pkg/apis/core/v1/defaults.go SetDefaults_Namespace (v1.36)
  const named = textOf(mapOf(body.metadata)?.name);
  errors.invalidAll(LABELS, named, labelValue(named));
  for (const finalizer of listOf(spec.finalizers)) {
    const name = textOf(finalizer);
    errors.invalidAll(FINALIZERS, name, qualifiedName(name));
    if (!name.includes('/') && !STANDARD.has(name)) {
      errors.invalid(FINALIZERS, name, 'name is neither a standard finalizer name nor is it fully qualified');
    }
  }
}
