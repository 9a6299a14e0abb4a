import { Yaml } from 'cdk8s';
import { BinPackingPlan } from './plan';
import { PlainObject } from '../../base/plain';
import { SCHEDULER_API, SCHEDULER_CONFIGURATION } from '../../knowledge/kube-scheduler';

/**
 * What kube-scheduler reads. What pulls the other way is switched off: balance, and the spread that it gives to pods of a Service which ask for none. What pods ask for themselves
 * stays.
 *
 * Source: pkg/scheduler/apis/config/v1/default_plugins.go, pkg/scheduler/framework/plugins/{noderesources,podtopologyspread} (v1.36)
 */
export function schedulerConfiguration({ name, namespace, resources, shape, weight }: BinPackingPlan): string {
  const strategy: PlainObject = shape
    ? { type: 'RequestedToCapacityRatio', requestedToCapacityRatio: { shape: shape.map(({ utilization, score }) => ({ utilization, score })) } }
    : { type: 'MostAllocated' };
  return Yaml.stringify({
    apiVersion: SCHEDULER_API,
    kind: SCHEDULER_CONFIGURATION,
    leaderElection: { leaderElect: true, resourceName: name, resourceNamespace: namespace },
    profiles: [{
      schedulerName: name,
      plugins: { score: { enabled: [{ name: 'NodeResourcesFit', weight }], disabled: [{ name: 'NodeResourcesBalancedAllocation' }] } },
      pluginConfig: [
        argumentsOf('NodeResourcesFit', { scoringStrategy: { ...strategy, resources: resources.map(each => ({ ...each })) } }),
        argumentsOf('PodTopologySpread', { defaultingType: 'List' }),
      ],
    }],
  });
}

function argumentsOf(plugin: string, args: PlainObject): PlainObject {
  return { name: plugin, args: { apiVersion: SCHEDULER_API, kind: `${plugin}Args`, ...args } };
}
