import { AlertPlan, LeftOut } from './alert';
import { WorkloadAlertsPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { windowText } from '../promql';
import { explainFinding } from '../texts';

/** What `explain()` of WorkloadAlerts prints. */
export function explainAlerts({ name, observed, labels, alerts }: WorkloadAlertsPlan): string {
  const { made, leftOut } = alerts();
  const { podNames, namespace, startSeconds, isStartKnown, name: workload } = observed;
  const explanation = new Explanation(`WorkloadAlerts ${name}: PrometheusRule of ${made.length} alerts about ${workload}`)
    .sum('pods', `those in ${namespace} called ${podNames}`)
    .sum('a start', `${startSeconds} s${isStartKnown ? '' : ', since nobody says how long one takes (startTime)'}; what looks like one is no alert before it is over`);
  made.forEach(each => explanation.choice(`${each.alert}${each.labels?.zone === undefined ? '' : ` ${each.labels.zone}`}`, textOf(each)));
  if (leftOut.length > 0) {
    explanation.limit('left out', reasonsOf(leftOut));
  }
  explanation
    .limit('series', needsOf(made))
    .limit('exported_pod', 'namespace and pod of an object are looked at: where kube-state-metrics or the GPU exporter is scraped without honorLabels, its own stand there');
  explainFinding(explanation, labels, 'ruleSelector');
  return explanation
    .operate('test', 'promtool check rules FILE   # of spec, after every patch of an expression')
    .toString();
}

/** A line for each reason. */
function reasonsOf(leftOut: readonly LeftOut[]): string {
  const reasons = [...new Set(leftOut.map(({ because }) => because))];
  return reasons.map(reason => `${leftOut.filter(({ because }) => because === reason).map(({ alert }) => alert).join(', ')}: ${reason}`).join('\n');
}

function textOf({ severity, forSeconds, sum }: AlertPlan): string {
  return `${severity}${forSeconds === 0 ? '' : `, after ${windowText(forSeconds)}`}: ${sum}`;
}

/** Who has to be scraped, by the beginning of names. */
const EXPORTERS: ReadonlyArray<readonly [pattern: RegExp, text: string]> = [
  [/\bkube_/, 'kube-state-metrics'],
  [/\bkubelet_/, "the kubelets' /metrics"],
  [/\bDCGM_/, 'the DCGM exporters (GpuMonitor)'],
  [/\bup\{/, 'the pods themselves (EngineMonitor)'],
];

function needsOf(made: readonly AlertPlan[]): string {
  return `scraped by others: ${EXPORTERS.filter(([pattern]) => made.some(({ expr }) => pattern.test(expr))).map(([, text]) => text).join(', ')}; an alert whose series nobody exports never comes`;
}
