import { DefinitionsOfInput } from '../../../kubernetes/definitions';
import { ObjectProblem } from '../../../kubernetes/problem';
import { checkCustomUpdate } from '../../../kubernetes/schema/custom/custom';
import { workloadKindOf } from '../../kinds';
import { Change, Refusal } from '../../kinds/kind';

/** What servers of extensions refuse, and the definitions of those. */
export function refusalsOf(change: Change, definitions: DefinitionsOfInput): readonly Refusal[] {
  const { next } = change;
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
