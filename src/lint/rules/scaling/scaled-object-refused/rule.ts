import { PlainObject } from '../../../../base/plain';
import { asList, asNumber, asObject, asShown, asText, isPresent, objectAt } from '../../../../base/reading';
import { KEDA_HPA_PREFIX, KEDA_LONGEST_NAME, KEDA_RESOURCE_TRIGGERS } from '../../../../knowledge/keda';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';

/** What the definition takes, and KEDA does not. */
export const scaledObjectRefused: Rule = {
  id: 'AIW3511',
  title: 'ScaledObject that KEDA refuses',
  class: 'broken',
  reason: 'The definition takes it, the webhook of KEDA refuses it, and where the webhook is not asked (its failure policy is Ignore) the operator makes no autoscaler of it: the number of pods stays.',
  source: 'keda apis/keda/v1alpha1/scaledobject_webhook.go, scaledobject_types.go, scaletriggers_types.go, pkg/scalers/prometheus_scaler.go, pkg/scalers/scaler.go (v2.21)',
  remedy: 'Follow the message: it is what KEDA says.',
  appliesTo: ['ScaledObject'],
  check: (facts, report) => {
    for (const scaler of facts.ofType('keda.sh/ScaledObject')) {
      checkBounds(scaler, report);
      checkZero(scaler, report);
      checkName(scaler, report);
      checkFallback(scaler, report);
      asList(scaler.spec.triggers).forEach((trigger, index) => checkTrigger(scaler, trigger, `spec.triggers[${index}]`, report));
      checkTriggerNames(scaler, report);
    }
  },
};

/** Where no least number is given it is 0, and nothing is less; a least of 0 counts as 1. Source: CheckReplicaCountBoundsAreValid (v2.21) */
function checkBounds(scaler: Manifest, report: Report): void {
  const idle = asNumber(scaler.spec.idleReplicaCount);
  const given = asNumber(scaler.spec.minReplicaCount);
  const least = given === undefined ? 0 : Math.max(1, given);
  if (idle !== undefined && idle >= least) {
    report(scaler, {
      field: 'spec.idleReplicaCount',
      message: `Invalid value: ${idle}: IdleReplicaCount=${idle} must be less than MinReplicaCount=${least}`,
      help: given === undefined ? 'set minReplicaCount to what runs while something is asked for' : 'use 0, the only number that makes sense of it',
    });
  }
}

/** Of built-in kinds: others its webhook does not look at. Source: verifyCPUMemoryScalers (v2.21), which leaves dry runs alone */
function checkZero(scaler: Manifest, report: Report): void {
  const triggers = asList(scaler.spec.triggers);
  const { kind = 'Deployment', apiVersion = 'apps/v1' } = objectAt(scaler.spec, 'scaleTargetRef');
  const isLookedAt = apiVersion === 'apps/v1' && (kind === 'Deployment' || kind === 'StatefulSet');
  if (isLookedAt && triggers.length > 0 && triggers.every(isOfResource) && (asNumber(scaler.spec.minReplicaCount) ?? 0) === 0) {
    report(scaler, {
      field: isPresent(scaler.spec.minReplicaCount) ? 'spec.minReplicaCount' : 'spec',
      message: 'Invalid value: 0: scaledobject has only cpu/memory triggers AND minReplica is 0 (scale to zero doesn\'t work in this case)',
      help: 'set minReplicaCount: 1, or add a trigger that is there without pods',
    });
  }
}

function checkName(scaler: Manifest, report: Report): void {
  const own = asText(objectAt(scaler.spec, 'advanced', 'horizontalPodAutoscalerConfig').name) ?? '';
  const told = (field: string, name: string, of: string, help: string) => name.length > KEDA_LONGEST_NAME && report(scaler, {
    field, message: `Too long: ${JSON.stringify(name)}: ${of} has ${name.length} characters, and as the value of a label ${KEDA_LONGEST_NAME} at most`, help,
  });
  if (own === '' || scaler.name.length > KEDA_LONGEST_NAME) {
    told('metadata.name', `${own === '' ? KEDA_HPA_PREFIX : ''}${scaler.name}`, own === '' ? 'the autoscaler that KEDA makes' : 'it', 'shorten it, or give the autoscaler a name: spec.advanced.horizontalPodAutoscalerConfig.name');
  }
  told('spec.advanced.horizontalPodAutoscalerConfig.name', own, 'it', 'shorten it');
}

/** Source: CheckFallbackValid (v2.21) */
function checkFallback(scaler: Manifest, report: Report): void {
  const triggers = asList(scaler.spec.triggers);
  const hasModifiers = isPresent(objectAt(scaler.spec, 'advanced').scalingModifiers);
  if (isPresent(scaler.spec.fallback) && !hasModifiers && triggers.every(isOfResource)) {
    report(scaler, {
      field: 'spec.fallback',
      message: 'Forbidden: no trigger but those on cpu and memory, which the autoscaler reads past KEDA',
      help: 'remove it, or add a trigger that KEDA asks',
    });
  }
}

function isOfResource({ type }: PlainObject): boolean {
  return KEDA_RESOURCE_TRIGGERS.includes(asShown(type));
}

function checkTrigger(scaler: Manifest, trigger: PlainObject, field: string, report: Report): void {
  if (trigger.metricType === 'Utilization' && !isOfResource(trigger)) {
    report(scaler, {
      field: `${field}.metricType`,
      message: `Invalid value: "Utilization": for cpu and memory alone; ${asShown(trigger.type)} has AverageValue (the default: divided by the replicas) and Value`,
      help: 'remove it for a load, or write Value for a share or a time',
    });
  }
  if (trigger.type === 'prometheus') {
    const metadata = asObject(trigger.metadata);
    const missing = ['serverAddress', 'query', 'threshold'].filter(name => !isPresent(metadata[name]));
    if (missing.length > 0) {
      report(scaler, { field: `${field}.metadata`, message: `Required value: ${missing.join(', ')}: a prometheus trigger has none without`, help: `set ${missing.join(', ')}, as texts` });
    }
  }
}

/** Source: ValidateTriggers (v2.21) */
function checkTriggerNames(scaler: Manifest, report: Report): void {
  const names = asList(scaler.spec.triggers).map(({ name }) => asText(name));
  names.forEach((name, index) => {
    if (name && names.indexOf(name) < index) {
      report(scaler, {
        field: `spec.triggers[${index}].name`,
        message: `Duplicate value: ${JSON.stringify(name)}: triggerName is defined multiple times, but it must be unique`,
        help: 'give each trigger a name of its own, or none',
      });
    }
  });
}
