import { asList, objectAt } from '../../../base/reading';
import { workloadKindOf } from '../../kinds';
import { Change, Refusal } from '../../kinds/kind';

/** What servers of extensions refuse, and the definitions of those. */
export function refusalsOf(change: Change): readonly Refusal[] {
  return change.next.type === 'apiextensions.k8s.io/CustomResourceDefinition' ? ofDefinition(change) : workloadKindOf(change.next).refuses?.(change) ?? [];
}

/** Measured (v1.36). Source: apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate */
function ofDefinition({ previous, next }: Change): Refusal[] {
  const fixed = [['spec.scope', previous.spec.scope, next.spec.scope], ['spec.names.kind', objectAt(previous.spec, 'names').kind, objectAt(next.spec, 'names').kind]] as const;
  const names = new Set(asList(next.spec.versions).map(({ name }) => name));
  const dropped = asList(previous.spec.versions).find(({ name, storage }) => storage === true && !names.has(name));
  return [
    ...fixed.filter(([, was, will]) => was !== will)
      .map(([field, , will]) => ({ field, message: `Invalid value: ${JSON.stringify(will ?? null)}: field is immutable`, help: 'make a definition of another name and move the objects; deleting this one deletes them all' })),
    ...(dropped === undefined ? [] : [{
      field: 'spec.versions',
      message: `Invalid value: ${JSON.stringify(dropped.name)}: missing from spec.versions; was previously a storage version, and must remain in spec.versions until a storage migration`,
      help: 'keep it with served: false, rewrite every object in the new version, take it out of status.storedVersions, then drop it',
    }]),
  ];
}
