import { asList, objectAt } from '../../../base/reading';
import { DefinitionsOfInput } from '../../../kubernetes/definitions';
import { ObjectProblem } from '../../../kubernetes/problem';
import { checkCustomUpdate } from '../../../kubernetes/schema/custom/custom';
import { workloadKindOf } from '../../kinds';
import { Change, Refusal } from '../../kinds/kind';

/** What servers of extensions refuse, and the definitions of those. */
export function refusalsOf(change: Change, definitions: DefinitionsOfInput): readonly Refusal[] {
  const { next } = change;
  if (next.type === 'apiextensions.k8s.io/CustomResourceDefinition') {
    return ofDefinition(change);
  }
  // Where a webhook fills in what its own rules compare, the kind knows the rules.
  return workloadKindOf(next).refuses?.(change) ?? (next.group.includes('.') ? ofRules(change, definitions) : []);
}

/** Rules of a definition that compare an object with what it was. */
function ofRules({ previous, next }: Change, definitions: DefinitionsOfInput): Refusal[] {
  const found: Refusal[] = [];
  const take = ({ field, message }: ObjectProblem) => found.push({ field, message, help: `keep what was there: the definition of ${next.kind} fixes it. Another object of another name may have it` });
  if (!definitions.checkChange(previous, next, take)) {
    checkCustomUpdate({ previous: previous.body, next: next.body }, take);
  }
  return found;
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
