import { cutAs } from './rollout-cut';
import { SetPlan } from './set-plan';
import { goneRoles } from './set-texts';
import { Invariant } from '../../base/findings/construct-checks';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, objectAt } from '../../base/reading';
import { DEFAULT_ROLLOUT, RolledRole, scaledRollout } from '../../knowledge/disaggregated-set';
import { OUTAGE, ROLLOUT_WAITS } from '../notices';

/** Said at synth where nobody is left to answer. */
export function outageOfRollout({ cut, spareForAll }: SetPlan, parts: readonly string[]): Finding[] {
  const gone = goneRoles(cut, parts);
  return gone.length === 0 ? [] : [{
    ...noticed(OUTAGE),
    field: 'spec.roles',
    message: `Invalid value: ${cut.roles.map(({ replicas }, role) => `${replicas} ${parts[role]}`).join(', ')}: each roll-out stops all of ${gone.join(' and ')} before new groups load the model, and no request is answered without both sides`,
    help: `give each role 2 groups or more, or declare devices that new groups may use meanwhile: set spareGpus of the Target to ${spareForAll}`,
  }];
}

/** What must hold of the object however it was patched: no step of its roll-out waits for devices that nobody has. */
export function rolloutHolds({ roles, spareDevices }: SetPlan): Invariant {
  return ({ spec }) => {
    const each = asList(objectAt(spec).roles).map(role => rolledOf(objectAt(role.spec)));
    if (each.length !== roles.length || !each.every(role => role !== undefined)) {
      return [];
    }
    const { extraDevices } = cutAs(roles, each as RolledRole[]);
    return extraDevices <= spareDevices ? [] : [{
      ...noticed(ROLLOUT_WAITS),
      field: 'spec.roles',
      message: `Invalid value: a step of the roll-out needs ${extraDevices} devices beside those in use, of which ${spareDevices} are spare: new groups stay Pending, and the roll-out never ends`,
      help: 'remove the patch of replicas or rolloutStrategy; or declare free devices: set spareGpus of the Target',
    }];
  };
}

function rolledOf({ replicas: given, rolloutStrategy }: PlainObject): RolledRole | undefined {
  const replicas = asNumber(given ?? 1);
  const { rollingUpdateConfiguration: configuration } = objectAt(rolloutStrategy);
  if (replicas === undefined) {
    return undefined;
  }
  const rolled = configuration === undefined ? DEFAULT_ROLLOUT : scaledRollout(asObject(configuration), replicas);
  return rolled && { replicas, ...rolled };
}
