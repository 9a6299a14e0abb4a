import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { specOf } from './objects';
import { OrdinalMigrationPlan } from './plan';
import { advise } from '../../base/findings/construct-checks';
import { noticed } from '../../base/findings/notice';
import { PlainObject, isObject } from '../../base/plain';
import { listed } from '../../base/text/listed';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';
import { MOVE_CHANGES_OTHERS } from '../notices';

const SHOWN = 6;

/** Says what works on each side alone, and no longer over both. */
export function adviseOnOthers(construct: IConstruct, plan: OrdinalMigrationPlan, companions: readonly ApiObject[]): void {
  const { set, namespace, moved } = plan;
  const tell = (message: string, help: string) => { advise(construct, { ...noticed(MOVE_CHANGES_OTHERS), field: 'workload', message, help }); };
  if (moved.length > 0) {
    tell(`pods look for ${listed([...moved], SHOWN)}, which has moved to ${namespace} at the end`,
      `name members on both sides until the last has moved: ${set.name}-${plan.firstMoved}.${set.serviceName}.${namespace}.svc as well`);
  }
  for (const policy of isolating(construct, plan)) {
    tell(`NetworkPolicy ${policy.name} lets in whom podSelector alone selects: pods of ${set.namespace}, and none of ${namespace}`,
      `let the other side in, with namespaceSelector: kubernetes.io/metadata.name: ${namespace}`);
  }
  for (const budget of companions.filter(object => isBlocking(object, plan))) {
    tell(`${budget.name} keeps ${String(specOf(budget).minAvailable)} pods of each side, and no side has more at this stage: drains wait`, 'say maxUnavailable while ordinals move');
  }
}

function isolating(construct: IConstruct, { set }: OrdinalMigrationPlan): ApiObject[] {
  return objectsIn(construct.node.root).filter(object => object.kind === 'NetworkPolicy' && namespaceIn(object) === set.namespace).filter(object => {
    const { podSelector, ingress } = specOf(object) as { podSelector?: PlainObject; ingress?: PlainObject[] };
    const labels = isObject(podSelector?.matchLabels) ? podSelector.matchLabels : {};
    const peers = (ingress ?? []).flatMap(({ from }) => (from ?? [{ namespaceSelector: {} }]) as PlainObject[]);
    const isLocal = (peer: PlainObject) => peer.namespaceSelector === undefined && peer.ipBlock === undefined;
    return Object.entries(labels).every(([key, value]) => set.labels[key] === value) && peers.every(isLocal);
  });
}

/** A number that one side alone does not reach. */
function isBlocking(object: ApiObject, { set, state }: OrdinalMigrationPlan): boolean {
  const { minAvailable } = object.kind === 'PodDisruptionBudget' ? specOf(object) : {} as PlainObject;
  return typeof minAvailable === 'number' && state.sourceEnd < set.end && Math.max(state.sourceEnd - set.first, set.end - state.targetFirst) <= minAvailable;
}
