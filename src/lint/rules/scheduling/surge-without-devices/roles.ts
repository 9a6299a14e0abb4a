import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asShown, isPresent, objectAt } from '../../../../base/reading';
import { DEFAULT_ROLLOUT, RolledRole, rolloutSteps, scaledRollout } from '../../../../knowledge/disaggregated-set';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSetsOf } from '../../../facts/carried-pods';
import { crewOf } from '../../../facts/crews';
import { Facts } from '../../../facts/facts';
import { Report } from '../../rule';

/** More groups than a cluster is made for. */
const MOST_GROUPS = 2000;

/** One role of a DisaggregatedSet. */
interface Role extends RolledRole {
  readonly name: string;
  readonly field: string;
  /** Whether it says how it is rolled out. */
  readonly isWritten: boolean;
  /** Devices of one group. */
  readonly devices: number;
}

/** Roles that are replaced together, in the steps of their controller. */
export function checkRoles(facts: Facts, set: Manifest, report: Report): void {
  const roles = rolesOf(facts, set);
  if (!roles || set.isOurs) {
    return;
  }
  const steps = rolloutSteps(roles);
  const extra = steps.map(step => roles.map(({ replicas }, role) => Math.max(0, step.old[role] + step.new[role] - replicas)));
  const needed = extra.map(groups => groups.reduce((sum, count, role) => sum + count * roles[role].devices, 0));
  const most = needed.reduce((sum, each) => Math.max(sum, each), 0);
  const { spareGpus: spare } = set.cluster;
  if (most === 0 || spare !== undefined && spare >= most) {
    return;
  }
  const step = needed.indexOf(most);
  const first = extra[step].findIndex((groups, role) => groups * roles[role].devices > 0);
  const terms = roles.flatMap(({ name, devices }, role) => (extra[step][role] > 0 ? [`${extra[step][role]} ${name} x ${devices}`] : []));
  const isDefault = !roles.some(({ isWritten }) => isWritten);
  report(set, {
    field: roles[first].field,
    message: `Invalid value: maxUnavailable ${roles[first].maxUnavailable}, maxSurge ${roles[first].maxSurge}: step ${step} of the roll-out has ${terms.join(' + ')} = ${most} devices beside those in use${spare === undefined ? '' : `, but ${spare} are free`}`,
    class: spare !== undefined ? 'broken' : isDefault ? 'advice' : 'risky',
    help: 'set maxSurge: 0 and a maxUnavailable that is the same share of every role, or declare free devices (spareGpus)',
  });
}

/** Undefined where a number is not known. */
function rolesOf(facts: Facts, set: Manifest): Role[] | undefined {
  const leaders = podSetsOf(facts, set).filter(({ role }) => LEADER.test(role!));
  const roles = asList(set.spec.roles).map((role, index) => readRole(role, index, crewOf(facts, leaders[index]).devices));
  return roles.every(role => role !== undefined && role.replicas <= MOST_GROUPS) ? roles as Role[] : undefined;
}

/** What the kind calls the first pods of each role. */
const LEADER = /, leader$/;

function readRole(role: PlainObject, index: number, devices: number | undefined): Role | undefined {
  const spec = asObject(role.spec);
  const { rollingUpdateConfiguration: configuration } = objectAt(spec, 'rolloutStrategy');
  const replicas = asNumber(spec.replicas ?? 1);
  if (replicas === undefined || devices === undefined) {
    return undefined;
  }
  const isWritten = isPresent(configuration);
  const rolled = isWritten ? scaledRollout(asObject(configuration), replicas) : DEFAULT_ROLLOUT;
  const field = `spec.roles[${index}].spec${isWritten ? '.rolloutStrategy.rollingUpdateConfiguration' : ''}`;
  return rolled && { name: asShown(role.name), field, isWritten, devices, replicas, ...rolled };
}
