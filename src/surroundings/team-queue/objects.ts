import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { QueueFlavor } from './flavor';
import { TeamQueuePlan } from './plan';
import { quotasOf } from './quotas';
import { Labels, labelsOfName } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { QUEUE_API } from '../../knowledge/queue';
import { createClusterObject, createObject } from '../../pod/template/plain-api-object';

/** The objects of a team: kinds of nodes, the quota of all its namespaces, and a queue in each. */
export function createQueues(scope: Construct, plan: TeamQueuePlan): ApiObject[] {
  const labels = labelsOfName(plan.name);
  return [
    ...plan.flavors.flatMap(flavor => createFlavor(scope, labels, flavor)),
    createClusterObject(scope, 'ClusterQueue', QUEUE_API, 'ClusterQueue', { name: plan.name, labels }, { spec: () => clusterQueue(plan) }),
    ...plan.namespaces.map(namespace => createObject(scope, `LocalQueue${namespace === undefined ? '' : `-${namespace}`}`, QUEUE_API, 'LocalQueue',
      { name: plan.name, namespace, labels }, { spec: { clusterQueue: plan.name } })),
  ];
}

function createFlavor(scope: Construct, labels: Labels, { _name: name, _nodes: nodes }: QueueFlavor): ApiObject[] {
  if (nodes === undefined) {
    return [];
  }
  const { nodeLabels, topologyLevels } = nodes;
  return [
    ...(topologyLevels === undefined ? [] : [createClusterObject(scope, `Topology-${name}`, QUEUE_API, 'Topology', { name, labels },
      { spec: { levels: topologyLevels.map(nodeLabel => ({ nodeLabel })) } })]),
    createClusterObject(scope, `Flavor-${name}`, QUEUE_API, 'ResourceFlavor', { name, labels },
      { spec: compact({ nodeLabels: { ...nodeLabels }, topologyName: topologyLevels === undefined ? undefined : name }) }),
  ];
}

/** A queue without a namespace selector takes workloads of no namespace. Source: kueue apis/kueue/v1beta2/clusterqueue_types.go NamespaceSelector (v0.17) */
function clusterQueue(plan: TeamQueuePlan): PlainObject {
  const quotas = quotasOf(plan);
  const names = plan.namespaces.filter(name => name !== undefined);
  const isKnown = names.length === plan.namespaces.length;
  return {
    ...compact({
      cohortName: plan.cohort,
      preemption: plan.reclaim ? { reclaimWithinCohort: 'Any' } : undefined,
      resourceGroups: [{
        coveredResources: quotas[0].quotas.map(({ resource }) => resource),
        flavors: quotas.map(({ flavor, quotas: all }) => ({
          name: flavor,
          resources: all.map(({ resource, nominal, borrowing }) => compact({ name: resource, nominalQuota: nominal, borrowingLimit: borrowing })),
        })),
      }],
    }),
    namespaceSelector: isKnown ? { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: names }] } : {},
  };
}
