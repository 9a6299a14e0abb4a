import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { ScalerMetric } from './scaler-metrics';
import { asText } from '../../base/reading';
import { ENGINES } from '../../knowledge/engines/engines';
import { VLLM_METRICS, VllmMetric } from '../../knowledge/engines/vllm-metrics';
import { Release, exists, isAtLeast } from '../../knowledge/engines/vllm-releases';

/** A series of vLLM as it stands in a name or a query. */
const SERIES = /vllm:[A-Za-z0-9_]+/g;

/** What belongs to the engine's own metrics, by the prefix of each engine; a router or gateway counts requests also when no engine runs. */
const ENGINE_SERIES = new RegExp(`\\b(${ENGINES.flatMap(each => each.series ?? []).join('|')})[A-Za-z0-9_]+`, 'g');
const ROUTER_SERIES = /^vllm:(num_incoming_requests|current_qps|avg_|healthy_pods|router_)/;

/** Names of metrics that engines export themselves, out of a name or a query. */
export function engineSeries(text: string): string[] {
  return [...text.matchAll(ENGINE_SERIES)].map(([name]) => name).filter(name => !ROUTER_SERIES.test(name));
}

/** Rows of the names of vLLM in a text. Names that the data does not know are left out: a newer version may have them. */
export function vllmSeries(text: string): readonly { readonly name: string; readonly row: VllmMetric; readonly isWithoutTotal: boolean }[] {
  return [...text.matchAll(SERIES)].flatMap(([name]) => {
    const row = rowOf(name);
    return row ? [{ name, row, isWithoutTotal: row.type === 'counter' && row.name === `${name}_total` }] : [];
  });
}

let rows: ReadonlyMap<string, VllmMetric> | undefined;

function rowOf(name: string): VllmMetric | undefined {
  rows ??= new Map(VLLM_METRICS.map(row => [row.name, row]));
  return rows.get(name) ?? rows.get(name.replace(/_(bucket|sum|count)$/, '')) ?? rows.get(`${name}_total`);
}

/** What is wrong with a series: it is gone or not there yet in this version; undefined when all is well. */
export function absenceOf(row: VllmMetric, release: Release | undefined): string | undefined {
  if (release === undefined) {
    return row.until === undefined ? undefined : `vLLM from ${row.until} on does not export it`;
  }
  if (!exists(row, release)) {
    return row.until !== undefined && isAtLeast(release, row.until) ? `it went with vLLM ${row.until}, and this is ${release.text}` : `it came with vLLM ${row.since}, and this is ${release.text}`;
  }
  return row.hiddenSince !== undefined && isAtLeast(release, row.hiddenSince) ? `vLLM ${release.text} hides it, since it was deprecated` : undefined;
}

/** Pods that a scaler's metric is about: those of its target. */
export function targetPods(facts: Facts, { scaling }: ScalerMetric): readonly PodSet[] {
  return scaling.target ? podSetsOf(facts, scaling.target) : [];
}

const IMAGE = /vllm(?:(?!vllm)[^:@])*:v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?(?!\d|[\d.]*\.\d)/;

/** The version of vLLM that the tag of an image tells; undefined where there is none, or several. */
export function vllmRelease(sets: readonly PodSet[]): Release | undefined {
  const found = new Map<string, Release>();
  for (const { container } of sets.flatMap(pods => pods.containers)) {
    const match = IMAGE.exec(asText(container.image)?.split('/').at(-1) ?? '');
    // Tags of distributions count in years (25.06): their engine is another version.
    if (match && Number(match[1]) === 0) {
      found.set(match[0], { text: match.slice(1).filter(each => each !== undefined).join('.'), major: 0, minor: Number(match[2]), patch: Number(match[3] ?? 0) });
    }
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}
