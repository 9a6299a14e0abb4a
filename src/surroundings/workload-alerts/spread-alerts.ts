import { Considered, AlertPlan, BURST_SECONDS, NODE_SECONDS, VALUE, VALUE_AS_SHARE, afterStart, kubectl, labelText } from './alert';
import { Counted, countedOf } from './missing-pods';
import { WorkloadAlert } from './props';
import { LABEL_ZONE } from '../../base/labels';
import { objectAt } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { Observed, inNamespace } from '../observed-workload';
import { oneOf } from '../pod-names';
import { matchersText, select, windowText } from '../promql';

/*
 * Where pods are, and whether more may come.
 */

/** How zones are told: by objects of their own, or by a label of series. */
export interface ZoneOptions {
  readonly zoneLabel?: string;
  /** Zones of the target, where somebody says them. */
  readonly targetZones?: readonly string[];
}

/** One for each zone that has pods of its own. */
export function zoneAlerts(observed: Observed, options: ZoneOptions): Considered[] {
  const { workload, name } = observed;
  const zones = workload.zones.flatMap(zone => {
    const object = workload.apiObjects.find(each => objectAt(each.toJson(), 'spec', 'template', 'metadata', 'labels')[LABEL_ZONE] === zone);
    return object && countedOf(object.kind) ? [{ zone, object: object.name, by: countedOf(object.kind)! }] : [];
  });
  if (zones.length > 1) {
    const besides = (zone: string) => zones.filter(other => other.zone !== zone).map(({ object }) => object);
    return zones.map(({ zone, object, by }) => zoneLacksPods(observed, by, { zone, object, others: besides(zone) }));
  }
  return [zones.length === 1 ? { alert: WorkloadAlert.ZONE_IMBALANCE, because: `${name} has one zone` } : unevenSpread(observed, options)];
}

interface ZoneObjects {
  readonly zone: string;
  readonly object: string;
  readonly others: readonly string[];
}

/** Half of the pods, while the others have theirs: what hits all zones is PodsMissing. */
const LEAST_SHARE = 0.5;

function zoneLacksPods(observed: Observed, { label, wanted, ready }: Counted, { zone, object, others }: ZoneObjects): AlertPlan {
  const share = (names: readonly string[]) => {
    const matchers = matchersText([inNamespace(observed.namespace), oneOf(label, names)]);
    const sum = (series: string) => `sum(max by (namespace, ${label}) (${select(series, matchers)}))`;
    return `${sum(ready)} / ${sum(wanted)}`;
  };
  const forSeconds = afterStart(observed);
  return {
    alert: WorkloadAlert.ZONE_IMBALANCE,
    expr: `${share([object])} < ${LEAST_SHARE} and ${share(others)} >= ${LEAST_SHARE}`,
    forSeconds,
    severity: 'warning',
    labels: { zone },
    summary: `${observed.name} lacks pods in ${zone} and has them elsewhere`,
    description: `${VALUE_AS_SHARE} of its pods in ${zone} are ready: clients of that zone reach another one, or too few pods.`,
    command: `${kubectl(observed)} get pods -o wide`,
    sum: `less than ${LEAST_SHARE} of the pods of a zone ready for longer than a start (${windowText(forSeconds)}), and ${LEAST_SHARE} or more of the others`,
  };
}

/** An even spread puts no more into a zone than the number of pods over that of zones, rounded up. */
function unevenSpread(observed: Observed, { zoneLabel, targetZones = [] }: ZoneOptions): Considered {
  const alert = WorkloadAlert.ZONE_IMBALANCE;
  if (zoneLabel === undefined || targetZones.length < 2) {
    return {
      alert,
      because: zoneLabel === undefined ? 'nothing says in which zone a pod is: set nodeZone of an EngineMonitor, and zoneLabel here'
        : `the target has ${targetZones.length === 0 ? 'no zones' : `one zone, ${targetZones[0]}`}`,
    };
  }
  const answering = `${select('up', observed.pods)} == 1`;
  const forSeconds = afterStart(observed) + BURST_SECONDS;
  return {
    alert,
    expr: `max(count by (${zoneLabel}) (${answering})) > ceil(count(${answering}) / ${targetZones.length})`,
    forSeconds,
    severity: 'warning',
    summary: `${observed.name} is not spread evenly over its zones`,
    description: `${VALUE} targets are in one zone, more than an even spread over ${targetZones.length} zones (${listed([...targetZones])}) puts there: the loss of that zone takes more than its share.`,
    command: `${kubectl(observed)} get pods -o wide`,
    sum: `more targets in a zone than all of them / ${targetZones.length} zones, rounded up, for longer than a start (${windowText(forSeconds)})`,
  };
}

/** By what it scales, so that an autoscaler is found whoever made it; KEDA makes one too. */
export function autoscalerAlert(observed: Observed): Considered {
  const { workload, namespace, name } = observed;
  const alert = WorkloadAlert.AUTOSCALER_AT_LIMIT;
  const { target } = workload.scale;
  if (!workload._isScaled || !target) {
    return { alert, because: `no autoscaler of the app scales ${name}` };
  }
  const by = '(namespace, horizontalpodautoscaler)';
  const place = matchersText([inNamespace(namespace)]);
  const max = (series: string, matchers: string) => `max by ${by} (${select(series, matchers)})`;
  const scaled = matchersText([inNamespace(namespace), { label: 'scaletargetref_kind', value: target.kind }, { label: 'scaletargetref_name', value: target.name }]);
  return {
    alert,
    expr: `${max('kube_horizontalpodautoscaler_status_desired_replicas', place)} >= ${max('kube_horizontalpodautoscaler_spec_max_replicas', place)}`
      + ` and on ${by} ${max('kube_horizontalpodautoscaler_info', scaled)}`,
    forSeconds: NODE_SECONDS,
    severity: 'warning',
    summary: `The autoscaler of ${name} may add no more`,
    description: `${labelText('horizontalpodautoscaler')} wants ${VALUE}, the most that it may: what comes on top waits.`,
    command: `${kubectl(observed)} describe hpa ${labelText('horizontalpodautoscaler')}`,
    sum: 'the most replicas that it may want, for 15 min',
  };
}
