import { whole } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { lastOf, refusePart } from '../../kubernetes/refused/pod';

/** Users and groups as cdk8s-plus-28 calls them. */
export interface GivenIds {
  readonly user?: number;
  readonly group?: number;
  readonly fsGroup?: number;
}

/** Of the API, by cdk8s-plus-28's property. */
const FIELDS = { user: 'runAsUser', group: 'runAsGroup', fsGroup: 'fsGroup' } as const;

const HELP = 'give the number of a user or group';

type Refuse = Parameters<typeof refusePart>[1];
type Validate = (context: PlainObject, ...given: Parameters<Refuse>) => void;

/** Numbers of users and groups, by the rule for the context that they stand in. */
export function checkIds(field: string, given: GivenIds, validate: Validate): void {
  const ids = (Object.keys(FIELDS) as (keyof GivenIds)[]).filter(id => given[id] !== undefined);
  if (ids.length === 0) {
    return;
  }
  ids.forEach(id => whole(`${field}.${id}`, given[id]!, HELP));
  const context = compact(Object.fromEntries(ids.map(id => [FIELDS[id], given[id]])));
  refusePart(error => ({ field: `${field}.${ids.find(id => FIELDS[id] === lastOf(error.field))}`, help: HELP }),
    (rules, scope) => validate(context, rules, scope));
}
