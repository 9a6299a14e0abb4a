import { FlaggerCanaryProps, FlaggerMetric } from './props';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { EngineMetrics } from '../../knowledge/engines/engine-metric';
import { checkNamePart } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';
import { LONGEST_UNCUT } from '../gpu-monitor/pod-names';
import { measuredEngine, unmeasured } from '../measured-engine';

/** A check with its query and its limits. */
export interface CheckPlan {
  readonly name: string;
  readonly query: string;
  readonly range: PlainObject;
}

/**
 * Pods of the Deployment and not of its primary, whose names have a word more: `llama-7c9-x2x`, not `llama-primary-7c9-x2x`.
 *
 * Source: flagger docs/gitbook/faq.md, whose queries tell them apart in the same way (v1.44.0)
 */
const PODS = 'namespace="{{ namespace }}",pod=~"{{ target }}-[0-9a-zA-Z]+(-[0-9a-zA-Z]+)"';

/** What is looked at, at least one thing. */
export function checksOf(props: FlaggerCanaryProps, workload: Workload, deployment: string): CheckPlan[] {
  const plans = [...engineChecks(props, workload, deployment), ...(props.metrics ?? []).map((metric, index) => given(`metrics[${index}]`, metric))];
  if (plans.length === 0) {
    throw required('queueDepth', 'nothing says when the new version is worse, so every version would be promoted', 'give queueDepth, timeToFirstToken, errorShare or metrics');
  }
  plans.forEach(({ name }, index) => {
    if (plans.findIndex(other => other.name === name) < index) {
      throw duplicate('metrics', name, 'is looked at already', 'give it another name');
    }
  });
  return plans;
}

function engineChecks(props: FlaggerCanaryProps, workload: Workload, deployment: string): CheckPlan[] {
  const { provider, engine, queueDepth, timeToFirstToken, errorShare } = props;
  const asked = { queueDepth, timeToFirstToken, errorShare };
  const fields = (Object.keys(asked) as (keyof typeof asked)[]).filter(field => asked[field] !== undefined);
  if (fields.length === 0) {
    return [];
  }
  const idle = provider._checks === undefined ? undefined : fields.find(field => field !== 'queueDepth');
  if (idle !== undefined) {
    throw forbidden(idle, 'with this provider nobody sends requests to the new version before it has all of them, and a check without a value fails',
      'use FlaggerProvider.gatewayApi, or send load by a webhook and give metrics');
  }
  if (deployment.length > LONGEST_UNCUT) {
    throw invalid(fields[0], deployment, `the name of the Deployment has ${deployment.length} characters, and what stands before the last letters of a pod's name is cut: its pods could not be told from those of the primary`,
      `shorten it to ${LONGEST_UNCUT}, or give metrics of your own`);
  }
  const series = seriesOf(workload, engine, fields[0]);
  return [
    ...(queueDepth === undefined ? [] : [depth(queueDepth, series)]),
    ...(timeToFirstToken === undefined ? [] : [firstToken(timeToFirstToken.toMilliseconds() / 1000, series)]),
    ...(errorShare === undefined ? [] : [errors(errorShare, series)]),
  ];
}

function seriesOf(workload: Workload, engine: FlaggerCanaryProps['engine'], field: string): EngineMetrics {
  const measured = measuredEngine(workload, engine);
  if (!measured) {
    throw unmeasured(workload, engine, `so the series of ${field} is not known`, 'or a query in metrics');
  }
  return measured.metrics;
}

function depth(most: number, { waiting }: EngineMetrics): CheckPlan {
  wholeNumber('queueDepth', most, { min: 0 });
  return { name: 'queue-depth', query: `max(sum by (pod) (${known('queueDepth', waiting).name}{${PODS}}))`, range: { max: most } };
}

function firstToken(seconds: number, { timeToFirstToken }: EngineMetrics): CheckPlan {
  if (!(seconds > 0)) {
    throw invalid('timeToFirstToken', `${seconds}s`, 'must be more than 0', 'give the time that clients bear');
  }
  const { name } = known('timeToFirstToken', timeToFirstToken);
  return { name: 'time-to-first-token', query: `histogram_quantile(0.95, sum by (le) (rate(${name}_bucket{${PODS}}[{{ interval }}])))`, range: { max: seconds } };
}

/** Each reason has a series from the start, so that no error is 0 and not no value. */
function errors(share: number, { ended }: EngineMetrics): CheckPlan {
  if (!(share >= 0 && share < 1)) {
    throw invalid('errorShare', share, 'is a ratio: 0 or more and below 1', 'for example 0.01 for one of a hundred');
  }
  const { series: { name }, label, failed } = known('errorShare', ended);
  const rate = (more: string) => `sum(rate(${name}{${PODS}${more}}[{{ interval }}]))`;
  return { name: 'error-share', query: `${rate(`,${label}=~"${failed.join('|')}"`)} / ${rate('')}`, range: { max: share } };
}

function known<T>(field: string, series: T | undefined): T {
  if (series === undefined) {
    throw forbidden(field, 'no series of this engine is known for it', 'leave it out, or give a query in metrics');
  }
  return series;
}

function given(field: string, { name, query, min, max }: FlaggerMetric): CheckPlan {
  checkNamePart(`${field}.name`, name);
  if (query.trim() === '') {
    throw invalid(`${field}.query`, query, 'asks nothing', 'give PromQL with one value as its answer');
  }
  const numbers = { min, max };
  for (const key of ['min', 'max'] as const) {
    if (numbers[key] !== undefined && !Number.isFinite(numbers[key])) {
      throw invalid(`${field}.${key}`, numbers[key], 'is no number that a manifest can hold', 'give a number');
    }
  }
  if (min === undefined && max === undefined) {
    throw required(`${field}.max`, 'without min and max every value above 0 fails', 'give one of them');
  }
  if (min !== undefined && max !== undefined && min > max) {
    throw invalid(`${field}.min`, min, `is more than max ${max}, so every value fails`, 'swap them');
  }
  return { name, query, range: compact({ min, max }) };
}
