import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { rolloutHolds } from './set-findings';
import { SET_API, SetPlan, rollingUpdateOf } from './set-plan';
import { rolloutText } from './set-texts';
import { mustHold } from '../../base/findings/construct-checks';
import { PlainObject } from '../../base/plain';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { RoleOfSet } from '../leader-worker-group/backends/role-of-set';

/** One object, and the roles that are written into it. */
export interface CommonSet {
  readonly object: ApiObject;
  readonly roleOf: (part: string, index: number) => RoleOfSet;
}

/** The DisaggregatedSet. Its roles come when their patterns are made, and are written at synth. */
export function createSet(scope: Construct, plan: SetPlan, options: ObjectOptions): CommonSet {
  const roles: (() => PlainObject)[] = [];
  const object = createObject(scope, 'Set', SET_API, 'DisaggregatedSet', { ...options, name: plan.name }, { spec: () => ({ roles: roles.map(render => render()) }) });
  mustHold(object, rolloutHolds(plan));
  return {
    object,
    roleOf: (role, index) => ({
      set: plan.name,
      role,
      index,
      rollingUpdate: rollingUpdateOf(plan, index),
      rolloutText: rolloutText(plan),
      carry: render => {
        roles[index] = render;
        return object;
      },
    }),
  };
}
