import { FindingClass } from '../../../../base/findings/finding';
import { Call, Node } from '../../../facts/promql';
import { writtenQueries } from '../../../facts/queries';
import { Rule } from '../../rule';

/** A quantile of buckets that have lost their bounds, or of all buckets since the start. */
export const quantileOfNothing: Rule = {
  id: 'AIW2826',
  title: 'quantile of buckets without bounds or without a window',
  class: 'broken',
  reason: 'histogram_quantile reads the bounds of buckets from their label le. An aggregation that drops it leaves nothing to read, and the query has no result. Without rate the buckets count since each process began, and the quantile hardly moves.',
  source: 'prometheus docs/querying/functions.md histogram_quantile; promql/functions.go (v3.16)',
  remedy: 'Write histogram_quantile(0.95, sum by (le) (rate(x_bucket[5m]))), with le among the labels and rate inside.',
  appliesTo: ['PrometheusRule', 'ConfigMap with a dashboard of Grafana', 'ScaledObject', 'MetricTemplate', 'Canary'],
  but: 'warning for a quantile without a window',
  check: (facts, report) => {
    for (const { object, field, query } of facts.get(writtenQueries)) {
      for (const call of query.calls.filter(({ name }) => name === 'histogram_quantile')) {
        const mistake = mistakeOf(call.args[1] ?? []);
        if (mistake) {
          report(object, { field, ...mistake });
        }
      }
    }
  },
};

const AGGREGATIONS: ReadonlySet<string> = new Set(['sum', 'avg', 'max', 'min']);
/** What a bucket is told apart by; the second where VictoriaMetrics makes the histogram. Source: github.com/VictoriaMetrics/metrics histogram.go (v1.40) */
const BOUNDS: ReadonlySet<string> = new Set(['le', 'vmrange']);
const WINDOWS: ReadonlySet<string> = new Set(['rate', 'irate', 'increase', 'delta', 'idelta']);

/** Of buckets alone: histograms of the newer kind have no `le`, and their names no suffix. */
function mistakeOf(arg: readonly Node[]): { readonly message: string; readonly help: string; readonly class?: FindingClass } | undefined {
  const bucket = seriesIn(arg).find(name => name.endsWith('_bucket'));
  const calls = callsIn(arg);
  if (bucket === undefined) {
    return undefined;
  }
  // What stands beside the buckets, as the other side of a division or join, takes no label from them.
  const around = calls.filter(({ name, args }) => AGGREGATIONS.has(name) && seriesIn(args.flat()).includes(bucket));
  const dropping = around.find(({ by, without }) => (without ? without.includes('le') : !(by ?? []).some(label => BOUNDS.has(label))));
  if (dropping) {
    return { message: `Invalid value: ${JSON.stringify(dropping.name)}: it drops the label le of ${bucket}, and the quantile has no result`, help: `write ${dropping.name} by (le) (...)` };
  }
  return calls.some(({ name }) => WINDOWS.has(name)) ? undefined : {
    message: `Invalid value: ${JSON.stringify(bucket)}: counts since its process began, so the quantile is of all that time`, class: 'risky', help: `write rate(${bucket}[5m])`,
  };
}

function callsIn(nodes: readonly Node[]): Call[] {
  return nodes.flatMap(node => (node.type === 'call' ? [node.call, ...node.call.args.flatMap(callsIn)] : node.type === 'group' ? callsIn(node.inner) : []));
}

function seriesIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap(node => (
    node.type === 'series' ? [node.name] : node.type === 'call' ? node.call.args.flatMap(seriesIn) : node.type === 'group' ? seriesIn(node.inner) : []));
}
