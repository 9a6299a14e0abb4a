import { ApiObject } from 'cdk8s';
import { FlaggerTarget, objectsAround, specOf } from './target';
import { Plain, PlainObject, isObject } from '../../base/plain';
import { FLAGGER_PRIMARY } from '../../knowledge/flagger';

/** An object that holds for pods of the Deployment, as it has to be for those of its primary. */
export interface CompanionPlan {
  readonly of: ApiObject;
  readonly name: string;
  readonly spec: PlainObject;
}

/** Kinds that hold for the pods which they select, and which Flagger does not copy. */
const KINDS: readonly string[] = ['PodDisruptionBudget', 'PodMonitor', 'NetworkPolicy'];

/** What selects the pods of the Deployment by its label, with the label of the primary. */
export function companionsOf(target: FlaggerTarget): CompanionPlan[] {
  return objectsAround(target, ...KINDS).flatMap(object => {
    const own = specOf(object);
    const spec = forPrimary(own, target) as PlainObject;
    return JSON.stringify(spec) === JSON.stringify(own) ? [] : [{ of: object, name: `${object.name}${FLAGGER_PRIMARY}`, spec }];
  });
}

/** The same data with another value of the label, wherever it stands. */
function forPrimary(data: Plain, target: FlaggerTarget): Plain {
  if (Array.isArray(data)) {
    return data.map(each => forPrimary(each, target));
  }
  return isObject(data)
    ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, key === target.label && value === target.value ? `${value}${FLAGGER_PRIMARY}` : forPrimary(value, target)]))
    : data;
}
