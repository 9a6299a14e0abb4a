import { Board, WINDOW } from './board';
import { Panel, PanelQuery, PanelRow, Unit } from './panels';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';
import { select, seriesLabel } from '../promql';

/*
 * What the engine says of its requests: all together, then by the parts of the workload.
 */

export function requestRows(board: Board): PanelRow[] {
  const { series } = board.observed;
  return series ? [{ title: 'Requests', lines: requestPanels(board, series) }] : [];
}

/** Numbers for the top of the dashboard. */
export function requestNumbers({ observed: { series }, pods }: Board): Panel[] {
  const sum = (title: string, metric: EngineMetric | undefined, description: string): Panel[] => (metric === undefined ? [] : [
    { title, description, unit: 'short', queries: [{ expr: `sum(${select(metric.name, pods)})`, legend: title }] },
  ]);
  return series === undefined ? [] : [
    ...sum('Waiting', series.waiting, 'Requests that wait for a place in the batch.'),
    ...sum('Running', series.running, 'Requests in the batch.'),
    ...(series.kvCacheUsage ? [{
      title: 'KV cache', description: 'The fullest cache of a pod.', unit: 'percentunit' as const, max: 1, queries: [{ expr: `max(${select(series.kvCacheUsage.name, pods)})`, legend: 'KV cache' }],
    }] : []),
    ...(series.generatedTokens ? [{
      title: 'Tokens a second', description: 'Of answers.', unit: 'cps' as const, queries: [{ expr: `sum(rate(${select(series.generatedTokens.name, pods)}[${WINDOW}]))`, legend: 'tokens' }],
    }] : []),
  ];
}

function requestPanels(board: Board, series: EngineMetrics): Panel[] {
  const { pods } = board;
  return [
    ...present(series.waiting, waiting => byPod('Waiting requests', 'A queue that grows needs more pods; one pod alone that has a queue is chosen too often.', 'short', waiting, pods, 'sum')),
    ...present(series.running, running => byPod('Running requests', 'The batch of each pod.', 'short', running, pods, 'sum')),
    ...present(series.kvCacheUsage, usage => ({ ...byPod('KV cache in use', 'At 1 requests wait or lose their place.', 'percentunit', usage, pods, 'max'), max: 1 })),
    ...tokens(pods, series),
    ...present(series.timeToFirstToken, time => quantiles('Time to first token', 'Until an answer begins; the queue is in it.', time, pods)),
    ...present(series.interTokenLatency, time => quantiles('Time between tokens', 'How fast an answer flows.', time, pods)),
    ...present(series.requestLatency, time => quantiles('Time of a request', 'From its beginning to its last token; long answers take long.', time, pods)),
    ...endings(pods, series),
    ...present(series.preemptions, preemptions => ({
      title: 'Preemptions',
      description: 'Requests that lost their place for want of KV cache, and are computed again.',
      unit: 'cps',
      queries: [{ expr: `sum by (pod) (rate(${select(preemptions.name, pods)}[${WINDOW}]))`, legend: '{{pod}}' }],
    })),
    ...present(series.prefixCache, ({ part, all }) => ({
      title: 'Prefix cache',
      description: 'Share of prompt tokens that were found in the cache.',
      unit: 'percentunit',
      max: 1,
      queries: [{ expr: `sum by (pod) (rate(${select(part.name, pods)}[${WINDOW}])) / sum by (pod) (rate(${select(all.name, pods)}[${WINDOW}]))`, legend: '{{pod}}' }],
    })),
  ];
}

function present<T>(series: T | undefined, make: (series: T) => Panel): Panel[] {
  return series === undefined ? [] : [make(series)];
}

function byPod(title: string, description: string, unit: Unit, { name }: EngineMetric, pods: string, how: 'sum' | 'max'): Panel {
  return { title, description, unit, queries: [{ expr: `${how} by (pod) (${select(name, pods)})`, legend: '{{pod}}' }] };
}

function tokens(pods: string, { promptTokens, generatedTokens }: EngineMetrics): Panel[] {
  const queries = ([['prompt', promptTokens], ['answer', generatedTokens]] as const).flatMap(([legend, metric]): PanelQuery[] => (
    metric ? [{ legend, expr: `sum(rate(${select(metric.name, pods)}[${WINDOW}]))` }] : []));
  return queries.length === 0 ? [] : [{ title: 'Tokens', description: 'A second, of prompts and of answers.', unit: 'cps', queries }];
}

const QUANTILES = [[0.5, 'half'], [0.95, '95 %'], [0.99, '99 %']] as const;

function quantiles(title: string, description: string, { name }: EngineMetric, pods: string): Panel {
  return {
    title,
    description,
    unit: 's',
    queries: QUANTILES.map(([share, legend]) => ({ legend, expr: `histogram_quantile(${share}, sum by (le) (rate(${select(`${name}_bucket`, pods)}[${WINDOW}])))` })),
  };
}

function endings(pods: string, { ended, aborted }: EngineMetrics): Panel[] {
  const rate = (name: string, by: string) => `sum${by} (rate(${select(name, pods)}[${WINDOW}]))`;
  const common = { title: 'Requests by their end', unit: 'reqps' as const };
  if (ended) {
    const { series: { name }, label } = ended;
    return [{ ...common, description: 'Clients that hang up are aborts.', queries: [{ expr: rate(name, ` by (${label})`), legend: `{{${label}}}` }] }];
  }
  return aborted ? [{
    ...common, description: 'Clients that hang up are aborts.', queries: [{ expr: rate(aborted.all.name, ''), legend: 'all' }, { expr: rate(aborted.part.name, ''), legend: 'aborted' }],
  }] : [];
}

/** Names for labels that tell pods apart, as people say them. */
const PARTS: ReadonlyArray<readonly [pattern: RegExp, text: string]> = [
  [/\/role$/, 'role'],
  [/\/group$|group-index$/, 'group'],
  [/\/zone$/, 'zone'],
  [/pod-index$|completion-index$|worker-index$/, 'index'],
];

/** Load, or where there is none to see whether pods answer, by each label that an EngineMonitor puts onto series. */
export function partRows(board: Board): PanelRow[] {
  const { observed: { workload, series }, pods, zoneLabel } = board;
  const labels = [
    ...workload._identityLabels.flatMap(key => PARTS.filter(([pattern]) => pattern.test(key)).map(([, text]) => ({ text, label: seriesLabel(key) }))),
    ...(zoneLabel === undefined ? [] : [{ text: 'zone of the node', label: zoneLabel }]),
  ];
  const lines = labels.map(({ text, label }): Panel => (series?.running ? {
    title: `Running requests by ${text}`,
    description: `By ${label}, which an EngineMonitor puts onto the series.`,
    unit: 'short',
    queries: [{ expr: `sum by (${label}) (${select(series.running.name, pods)})`, legend: `{{${label}}}` }],
  } : {
    title: `Targets that answer by ${text}`,
    description: `By ${label}, which an EngineMonitor puts onto the series.`,
    unit: 'short',
    queries: [{ expr: `sum by (${label}) (${select('up', pods)})`, legend: `{{${label}}}` }],
  }));
  return lines.length === 0 ? [] : [{ title: 'Parts', lines }];
}
