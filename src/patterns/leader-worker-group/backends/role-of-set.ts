import { ApiObject } from 'cdk8s';
import { PlainObject } from '../../../base/plain';

/**
 * Groups that are one role of an object, which carries several of them and rolls them out together: a DisaggregatedSet. Its controller makes a LeaderWorkerSet of each
 * role, under a name that holds a revision of all of them.
 */
export interface RoleOfSet {
  /** Name of the object. */
  readonly set: string;
  readonly role: string;
  /** Where the role stands in the list of the object. */
  readonly index: number;
  /** How the roles are replaced, which the object says. */
  readonly rollingUpdate: PlainObject;
  readonly rolloutText: string;
  /** Adds the role to the object, which it answers. What is added is written at synth. */
  readonly carry: (render: () => PlainObject) => ApiObject;
}
