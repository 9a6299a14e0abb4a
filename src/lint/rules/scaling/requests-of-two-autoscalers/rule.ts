import { asList, asShown, asText, asTexts, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Autoscaling, autoscaling } from '../../../facts/autoscaling';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { ResourceMetric, resourceMetrics } from '../../../facts/resource-metrics';
import { Report, Rule } from '../../rule';

/** Who changes requests changes what a share is taken of. */
export const requestsOfTwoAutoscalers: Rule = {
  id: 'AIW3518',
  title: 'two autoscalers turn at the same requests',
  class: 'risky',
  reason: 'A VerticalPodAutoscaler sets requests to what pods use, and a HorizontalPodAutoscaler on utilization divides by them: use that doubles is 100 % of requests that doubled, and fewer pods follow. Of two VerticalPodAutoscalers the older one acts, '
    + 'and the other says what nobody does.',
  source: 'kubernetes/autoscaler vertical-pod-autoscaler/docs/known-limitations.md, pkg/apis/autoscaling.k8s.io/v1/types.go, pkg/utils/vpa/api.go GetControllingVPAForPod',
  remedy: 'Let one of them have the resource: updateMode: "Off", controlledResources: [memory], or pods that are added by what waits.',
  appliesTo: ['VerticalPodAutoscaler'],
  but: 'nothing where the resource is not the same, or the number of pods follows an amount (AverageValue)',
  check: (facts, report) => {
    const horizontal = new Map(facts.get(autoscaling).map(each => [keyOf(each.scaler, each.group, each.kind, each.name), each] as const));
    const first = new Map<string, Manifest>();
    for (const vertical of facts.ofType('autoscaling.k8s.io/VerticalPodAutoscaler').filter(acts)) {
      const { apiVersion, kind, name } = objectAt(vertical.spec, 'targetRef');
      const key = keyOf(vertical, asShown(apiVersion).split('/').slice(0, -1).join('/'), kind, name);
      const [other, beside] = [first.get(key), horizontal.get(key)];
      first.set(key, other ?? vertical);
      if (other) {
        report(vertical, {
          field: 'spec.targetRef',
          message: `Duplicate value: "${asText(kind)}/${asText(name)}": ${other.toString()} sets its requests as well`,
          help: 'keep one, with a policy for each container',
        });
      }
      if (beside) {
        checkBeside(facts, vertical, beside, report);
      }
    }
  },
};

function keyOf({ place }: Manifest, ...reference: readonly unknown[]): string {
  return JSON.stringify([place, ...reference]);
}

/** One that is off says what it would do. */
function acts({ spec }: Manifest): boolean {
  return objectAt(spec, 'updatePolicy').updateMode !== 'Off';
}

function checkBeside(facts: Facts, vertical: Manifest, scaling: Autoscaling, report: Report): void {
  const metric = resourceMetrics(scaling).find(each => each.isUtilization && changes(facts, vertical, scaling, each));
  if (metric) {
    const { updateMode = 'Auto' } = objectAt(vertical.spec, 'updatePolicy');
    report(vertical, {
      field: isPresent(objectAt(vertical.spec, 'updatePolicy').updateMode) ? 'spec.updatePolicy.updateMode' : 'spec',
      message: `Invalid value: ${JSON.stringify(updateMode)}: changes the requests for ${metric.resource}, of which ${scaling.scaler.toString()} takes a share (${metric.field})`,
      help: `set updateMode: "Off", or leave ${metric.resource} out of controlledResources`,
    });
  }
}

/** A policy for a container by its name wins over the one for all others. Source: pkg/utils/vpa/api.go GetContainerResourcePolicy */
function changes(facts: Facts, vertical: Manifest, { target }: Autoscaling, { resource, container }: ResourceMetric): boolean {
  const policies = asList(objectAt(vertical.spec, 'resourcePolicy').containerPolicies);
  const placed = target ? podSetsOf(facts, target).flatMap(({ containers }) => containers.filter(({ isMain }) => isMain)) : undefined;
  const all = placed?.map(({ name }) => name) ?? [REST];
  return (container === undefined ? all : [container]).some(name => {
    const policy = policies.find(({ containerName }) => containerName === name) ?? policies.find(({ containerName }) => containerName === REST) ?? {};
    return policy.mode !== 'Off' && (!isPresent(policy.controlledResources) || asTexts(policy.controlledResources).includes(resource));
  });
}

const REST = '*';
