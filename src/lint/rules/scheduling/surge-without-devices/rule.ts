import { checkRoles } from './roles';
import { asNumber, isPresent, objectAt } from '../../../../base/reading';
import { acceleratedPods } from '../../../facts/accelerators';
import { crewOf } from '../../../facts/crews';
import { Facts } from '../../../facts/facts';
import { leastPods, ownDevices } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { RollingUpdate, deploymentUpdate } from '../../../kinds/deployment';
import { leaderWorkerSize } from '../../../kinds/leader-worker-set';
import { Report, Rule } from '../../rule';

/** A roll-out that starts new pods before old ones give their devices back. */
export const surgeWithoutDevices: Rule = {
  id: 'AIW2620',
  title: 'roll-out needs devices beside those in use',
  class: 'risky',
  reason: 'With maxUnavailable 0 (the default of 25 % is 0 for fewer than four replicas) an old pod goes only when a new one is ready. Without free devices the new one stays Pending, and the roll-out never ends. '
    + 'The roles of a DisaggregatedSet wait for each other: by default new groups come first, and with numbers that do not fit together also where maxSurge is 0.',
  source: 'pkg/controller/deployment/util/deployment_util.go ResolveFenceposts (v1.36); llm-d-modelservice#246, kserve#4188, production-stack#103, LLMKube#192; kubernetes-sigs/lws pkg/controllers/disaggregatedset/planner.go (v0.9.0)',
  remedy: 'Set maxSurge: 0 and maxUnavailable: 1 (or Recreate for one replica), or keep devices free and say so: spareGpus.',
  appliesTo: ['Deployment', 'LeaderWorkerSet', 'DisaggregatedSet'],
  but: 'fewer spare devices declared than one pod needs: error; enough: silent; the default strategy where nobody said how many are free: info',
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      // Patterns of this library plan their roll-out with the devices they were told of.
      if (!pods.isOurs && pods.carrier.type === 'apps/Deployment') {
        checkDeployment(facts, pods, report);
      } else if (!pods.isOurs && pods.carrier.type === 'leaderworkerset.x-k8s.io/LeaderWorkerSet' && pods.role === 'leader') {
        checkGroups(facts, pods, report);
      }
    }
    for (const set of facts.ofType('disaggregatedset.x-k8s.io/DisaggregatedSet')) {
      checkRoles(facts, set, report);
    }
  },
};

function checkDeployment(facts: Facts, pods: PodSet, report: Report): void {
  const replicas = leastPods(facts, pods);
  const update = replicas ? deploymentUpdate(pods.carrier.spec, replicas) : undefined;
  const own = ownDevices(facts, pods);
  if (update && own && own.count !== 0) {
    const strategy = objectAt(pods.carrier.spec, 'strategy');
    const isWritten = isPresent(objectAt(strategy, 'rollingUpdate').maxUnavailable);
    checkUpdate(pods, update, {
      needed: own.count,
      text: `a pod needs ${own.text}`,
      field: isWritten ? 'spec.strategy.rollingUpdate.maxUnavailable' : 'spec.strategy',
      // Nearly every Deployment with an accelerator is written so, and where nodes are added on demand it works.
      isDefault: !isWritten,
    }, report);
  }
}

/** Source: lws api/leaderworkerset/v1/leaderworkerset_types.go (v0.9.0): maxUnavailable 1, maxSurge 0 */
function checkGroups(facts: Facts, pods: PodSet, report: Report): void {
  const { maxSurge = 0, maxUnavailable = 1 } = objectAt(pods.carrier.spec, 'rolloutStrategy', 'rollingUpdateConfiguration');
  const [surge, unavailable] = [asNumber(maxSurge), asNumber(maxUnavailable)];
  const crew = crewOf(facts, pods);
  if (surge === undefined || unavailable === undefined || leaderWorkerSize(pods.carrier).groups === 0 || crew.devices === undefined) {
    return;
  }
  const update = { surge, unavailable, text: `maxUnavailable ${unavailable}, maxSurge ${surge}` };
  const field = 'spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable';
  checkUpdate(pods, update, { needed: crew.devices, text: `a group needs ${crew.text}`, field }, report);
}

interface Need {
  readonly needed?: number;
  readonly text: string;
  readonly field: string;
  readonly isDefault?: boolean;
}

function checkUpdate(pods: PodSet, update: RollingUpdate, { needed, text, field, isDefault }: Need, report: Report): void {
  const spare = pods.carrier.cluster.spareGpus;
  const isEnough = spare !== undefined && (needed === undefined || spare >= needed);
  if (update.unavailable > 0 || update.surge === 0 || isEnough) {
    return;
  }
  report(pods.carrier, {
    field,
    message: `Invalid value: ${update.unavailable}: ${update.text}: the new pod comes first, and ${text} beside those in use${spare === undefined ? '' : `, but ${spare} are free`}`,
    class: spare !== undefined ? 'broken' : isDefault ? 'advice' : 'risky',
    help: 'set maxSurge: 0 and maxUnavailable: 1, or declare free devices (spareGpus)',
  });
}
