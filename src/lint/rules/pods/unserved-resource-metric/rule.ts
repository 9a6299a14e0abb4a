import { asList, asShown, asText, objectAt, ownValue } from '../../../../base/reading';
import { Rule } from '../../rule';
import { helpFor } from '../../wording';

/** What metrics-server fills in. Source: kubernetes-sigs/metrics-server pkg/storage/types.go */
const SERVED: readonly string[] = ['cpu', 'memory'];

const BLOCKS: { readonly [type: string]: string } = { Resource: 'resource', ContainerResource: 'containerResource' };

/** A GPU as a resource metric: accepted, and never a number. */
export const unservedResourceMetric: Rule = {
  id: 'AIW3109',
  title: 'autoscaler reads a resource metric that nobody serves',
  class: 'broken',
  reason: 'The resource metrics API has CPU and memory only; another name never yields a number, and an autoscaler with a failing metric never scales down.',
  source: 'pkg/controller/podautoscaler/metrics/client.go (v1.36); kubernetes-sigs/metrics-server pkg/storage/types.go',
  remedy: 'Scale by a metric of type Pods or External that an adapter serves: the length of the queue of the engine rather than the use of a GPU.',
  appliesTo: ['HorizontalPodAutoscaler'],
  check: (facts, report) => {
    for (const scaler of facts.ofType('autoscaling/HorizontalPodAutoscaler')) {
      asList(scaler.spec.metrics).forEach((metric, index) => {
        const block = ownValue(BLOCKS, asShown(metric.type));
        const name = block && asText(objectAt(metric, block).name);
        if (name !== undefined && !SERVED.includes(name)) {
          report(scaler, {
            field: `spec.metrics[${index}].${block}.name`,
            message: `Invalid value: ${JSON.stringify(name)}: metrics-server serves cpu and memory, so this is <unknown> for ever`,
            help: helpFor(scaler, 'scale by what the engine says of its queue, with a metric of type Pods that an adapter serves',
              'scale by what the engine says of its queue, with a metric of type Pods: GpuInferenceDeployment with autoscaling: { queueDepth }'),
          });
        }
      });
    }
  },
};
