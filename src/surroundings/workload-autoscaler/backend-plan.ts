import { BackendChoice, DescribedObject } from './scaling-backend';
import { ScaleTarget } from './scaling-plan';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { LABEL_NAME, Labels, OWN_LABEL_PREFIX } from '../../base/labels';
import { quotedPattern } from '../../base/text/pattern';
import { isLabelValue } from '../../kubernetes/refused/labels';
import { Workload } from '../../workloads/handle/workload';
import { podNamesOf } from '../gpu-monitor/pod-names';
import { matchersOf, seriesLabel } from '../promql';

/** Who reads the metrics, and by what it finds those of the workload. */
export interface BackendPlan extends Pick<BackendChoice, 'kind' | 'serverAddress' | 'authentication' | 'fallbackReplicas'> {
  /** The object that metrics are said of. */
  readonly object?: Required<DescribedObject>;
  /** Labels by which external metrics are chosen. */
  readonly seriesLabels?: Labels;
  /** What stands between the braces of a query of the workload's own series. */
  readonly matchers?: string;
}

/** Pure: what finds the series of the workload. */
export function planBackend(choice: BackendChoice, workload: Workload, target: ScaleTarget): BackendPlan {
  const { kind, serverAddress, authentication, fallbackReplicas } = choice;
  switch (kind) {
    case 'Pods': return { kind };
    case 'Object': return { kind, object: choice.object ?? scaledAsObject(workload, target) };
    case 'External': return { kind, seriesLabels: checkValues(choice.seriesLabels ?? ownLabels(workload)) };
    case 'ScaledObject': return { kind, serverAddress, authentication, fallbackReplicas, matchers: matchersOfPods(choice.seriesLabels, workload, target) };
  }
}

/** Labels of the pods that export, as a monitor puts them onto series. */
function exportedLabels(workload: Workload): Labels {
  const { labels } = workload._select({ role: workload.metrics?.role });
  const own = Object.entries(labels).filter(([key]) => key.startsWith(OWN_LABEL_PREFIX));
  return Object.fromEntries(own.map(([key, value]) => [seriesLabel(key), value]));
}

function ownLabels(workload: Workload): Labels {
  const labels = exportedLabels(workload);
  if (Object.keys(labels).length === 0) {
    throw required('backend', `pods of ${workload.name} have no label of this library, so nothing tells their series from those of others`,
      'give ScalingBackend.externalMetrics({ seriesLabels: { … } }), or use ScalingBackend.podMetrics()');
  }
  return labels;
}

/** A selector of a metric is one of labels as objects have them. Source: k8s.io/apimachinery pkg/labels/selector.go validateLabelValue (v0.36) */
function checkValues(labels: Labels): Labels {
  for (const [label, value] of Object.entries(labels)) {
    if (!isLabelValue(value)) {
      throw invalid('backend', value, `${label} is chosen by a label selector, which takes 63 letters, digits, dashes, underscores and dots, and no slash`,
        'choose by another label, or use ScalingBackend.keda, whose queries take any value');
    }
  }
  return labels;
}

/** The object that is scaled, where a label of the series has its name. */
function scaledAsObject(workload: Workload, { apiVersion, kind, name }: ScaleTarget): Required<DescribedObject> {
  const label = seriesLabel(LABEL_NAME);
  const named = exportedLabels(workload)[label];
  if (named !== name) {
    const reason = named === undefined ? `pods of ${workload.name} have no label of this library` : `${label} of their series is ${named}`;
    throw required('backend', `${reason}, so none of their labels names ${kind} ${name}`, 'give ScalingBackend.objectMetrics({ object: { … } }) with an object that a label names');
  }
  return { apiVersion, kind, name, label };
}

const NAMESPACE = 'namespace';

/** In the namespace of the workload, those of the given labels, or of the names that its pods can have. */
function matchersOfPods(given: Labels | undefined, { name, namespace }: Workload, target: ScaleTarget): string {
  const where: Labels = given !== undefined && Object.hasOwn(given, NAMESPACE) ? {} : { [NAMESPACE]: namespaceOf(name, namespace) };
  if (given) {
    return matchersOf({ ...where, ...given });
  }
  const pods = namesOf(target);
  if (pods === undefined) {
    throw required('backend', `nobody knows how pods of ${target.kind} ${target.name} are called, so their series cannot be told from others`,
      'give ScalingBackend.keda({ seriesLabels: { … } })');
  }
  return matchersOf(where, { pod: pods });
}

function namespaceOf(name: string, namespace: string | undefined): string {
  if (namespace === undefined || namespace === '') {
    throw required('backend', `nothing says in which namespace ${name} is, and the query would add up series of all of them`,
      "give the chart a namespace, or name it: ScalingBackend.keda({ seriesLabels: { namespace: '…' } })");
  }
  return namespace;
}

/** Of a LeaderWorkerSet those of its leaders, which are those that export. Source: lws v0.8.0 pkg/controllers/leaderworkerset_controller.go */
function namesOf(target: ScaleTarget): string | undefined {
  return target.kind === 'LeaderWorkerSet' ? `${quotedPattern(target.name)}-[0-9]+` : podNamesOf(target);
}

/** Series of others are chosen by a label selector as well, unless KEDA asks. */
export function checkOthersLabels(field: string, labels: Labels | undefined): void {
  for (const [label, value] of Object.entries(labels ?? {})) {
    if (!isLabelValue(value)) {
      throw forbidden(field, `${label} is chosen by a label selector, which takes 63 letters, digits, dashes, underscores and dots: not "${value}"`, 'choose by another label, or use ScalingBackend.keda');
    }
  }
}
