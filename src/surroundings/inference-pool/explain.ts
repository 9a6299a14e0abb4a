import { InferencePoolPlan } from './plan';
import { PickerFailure } from './props';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { OBJECTIVE_HEADER } from '../../knowledge/endpoint-picker';
import { countText, labelsText } from '../texts';

/** What `explain()` of an InferencePool prints. */
export function explainPool(plan: InferencePoolPlan): string {
  const { name, namespace, workload, selector, pods, ports, picker, pickerPort, failure, objectives } = plan;
  const explanation = new Explanation(`InferencePool ${name}: pods of ${workload.name}, picked by ${picker}:${pickerPort}`)
    .sum('choices', ports.length === 1 ? countText(pods(), 'pods') : `${countText(pods(), 'pods')} x ${ports.length} ports (${ports.join(', ')})`)
    .choice('pods', `${labelsText(selector)}, port ${ports.join(', ')}`)
    .choice('no picker', failure === PickerFailure.CLOSE ? 'requests fail until it is back' : 'the gateway takes any pod');
  if (objectives.length > 0) {
    explanation.choice('priorities', alignedRows(objectives.map(objective => [objective.name, String(objective.priority)])))
      .limit('priorities', `count for requests with the header ${OBJECTIVE_HEADER}, where the flow control of the picker is on`);
  }
  return explanation
    .limit('what is picked by', seriesText(plan))
    .limit('a route', 'is needed before it: a WorkloadRoute of this pool, behind a Gateway whose controller knows pools')
    .limit('the Service of the workload', 'does not know of the picker: who calls it comes past the queues that the picker counts')
    .operate('accepted', `kubectl${inNamespace(namespace)} get inferencepool ${name} -o jsonpath='{.status.parents[*].conditions}'`)
    .toString();
}

/** The default of a picker is vLLM's; of others it must be told. Source: gateway-api-inference-extension pkg/epp/server/options.go (v1.3), pkg/epp/framework/plugins/datalayer/extractor/metrics (v1.5) */
function seriesText({ workload, ports }: InferencePoolPlan): string {
  const series = workload._series;
  if (series?.waiting === undefined || series.kvCacheUsage === undefined) {
    const missing = series === undefined ? workload._unmeasured?.reason ?? 'no engine of the library says it'
      : `its engine names no series for ${[...(series.waiting ? [] : ['what waits']), ...(series.kvCacheUsage ? [] : ['the cache'])].join(' and ')}`;
    return `what the pods export at port ${ports[0]}: ${missing}, and without series the picker takes turns`;
  }
  return `the picker must read ${series.waiting.name} for requests that wait and ${series.kvCacheUsage.name} for the cache, at port ${ports[0]} and ${series.path ?? '/metrics'}; `
    + 'unless it is told, it reads those of vLLM';
}
