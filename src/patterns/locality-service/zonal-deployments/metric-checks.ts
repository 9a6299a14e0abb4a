import * as kplus from 'cdk8s-plus-28';
import { invalid, required, wholeNumber } from '../../../base/errors/invalid-input';
import { Plain, PlainObject, plain } from '../../../base/plain';

/** What the API server refuses of a metric that cdk8s-plus-28 rendered. Source: pkg/apis/autoscaling/validation/validation.go validateMetricSpec, validateMetricTarget (v1.36) */
export function checkMetrics(field: string, metrics: readonly kplus.Metric[]): void {
  metrics.forEach((metric, index) => {
    const source = Object.values(plain(metric._toKube()) as PlainObject).find(each => typeof each === 'object') as PlainObject;
    const name = source.metric as PlainObject | undefined;
    if (name) {
      checkName(`${field}[${index}].name`, name.name as string);
    }
    checkTarget(`${field}[${index}].target`, source.target as PlainObject);
  });
}

function checkName(field: string, name: string): void {
  if (!name) {
    throw required(field, 'says which metric', 'give the name of the metric as the metrics API serves it');
  }
  if (name === '.' || name === '..' || /[/%]/.test(name)) {
    throw invalid(field, name, 'stands in a path of the metrics API: it may not be "." or "..", nor hold "/" or "%"', 'give the name of the metric as the metrics API serves it');
  }
}

function checkTarget(field: string, { averageUtilization, averageValue, value }: PlainObject): void {
  if (averageUtilization !== undefined) {
    wholeNumber(`${field}.averageUtilization`, averageUtilization as number, { min: 1, help: 'it is a percentage of the request' });
  }
  const amount: Plain = averageValue ?? value;
  if (amount !== undefined && !(Number(amount) > 0 && Number.isFinite(Number(amount)))) {
    throw invalid(field, amount, 'must be more than 0: with a target of 0 there is always one pod too few', 'give a target above 0');
  }
}
