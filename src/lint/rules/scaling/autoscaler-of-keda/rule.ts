import { asText, objectAt } from '../../../../base/reading';
import { KEDA_HPA_PREFIX } from '../../../../knowledge/keda';
import { Manifest } from '../../../../kubernetes/manifest';
import { Autoscaling, autoscaling } from '../../../facts/autoscaling';
import { Rule } from '../../rule';

/** Two owners of one HorizontalPodAutoscaler. */
export const autoscalerOfKeda: Rule = {
  id: 'AIW3512',
  title: 'autoscaler with the name of one that KEDA makes',
  class: 'broken',
  reason: 'KEDA makes a HorizontalPodAutoscaler of each ScaledObject and writes what it says over one that is there. One from a manifest is changed back by each apply; one of two ScaledObjects is changed for ever.',
  source: 'keda controllers/keda/scaledobject_controller.go ensureHPAForScaledObjectExists, controllers/keda/hpa.go getHPAName (v2.21)',
  remedy: 'Remove the HorizontalPodAutoscaler, or give one of them another name: spec.advanced.horizontalPodAutoscalerConfig.name of the ScaledObject.',
  appliesTo: ['ScaledObject'],
  but: 'nothing where both scale one workload, which AIW2806 tells',
  check: (facts, report) => {
    const named = new Map<string, Autoscaling>();
    for (const scaling of facts.get(autoscaling)) {
      const { scaler } = scaling;
      const own = ownName(scaler);
      const name = scaler.kind === 'ScaledObject' ? own ?? `${KEDA_HPA_PREFIX}${scaler.name}` : scaler.name;
      const key = `${scaler.place}/${name}`;
      const other = named.get(key);
      named.set(key, scaling);
      if (other && !isOfSame(scaling, other)) {
        report(scaler, {
          field: own === undefined ? 'metadata.name' : FIELD,
          message: `Duplicate value: ${JSON.stringify(name)}: ${other.scaler.kind === 'ScaledObject'
            ? `KEDA makes an autoscaler of this name of ${other.scaler.toString()} as well` : `KEDA writes over ${other.scaler.toString()}, and each apply writes it back`}`,
          help: 'give one of them another name',
        });
      }
    }
  },
};

const FIELD = 'spec.advanced.horizontalPodAutoscalerConfig.name';

/** Those of the manifests come first, and two of them have two names. */
function ownName({ spec }: Manifest): string | undefined {
  return asText(objectAt(spec, 'advanced', 'horizontalPodAutoscalerConfig').name) || undefined;
}

function isOfSame(one: Autoscaling, other: Autoscaling): boolean {
  return [one.group, one.kind, one.name].join('/') === [other.group, other.kind, other.name].join('/');
}
