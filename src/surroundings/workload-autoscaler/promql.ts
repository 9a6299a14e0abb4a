import { Labels } from '../../base/labels';

/*
 * Texts of Prometheus' query language.
 */

/** `namespace="ml",pod=~"llama-[0-9]+"`. */
export function matchersOf(equal: Labels, patterns: Labels = {}): string {
  return [
    ...Object.entries(equal).map(([label, value]) => `${label}=${quoted(value)}`),
    ...Object.entries(patterns).map(([label, pattern]) => `${label}=~${quoted(pattern)}`),
  ].join(',');
}

/** In double quotes, as Go quotes it. Source: prometheus promql/parser/lex.go, util/strutil/quote.go (v3) */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}

/** `2m`, `90s`. */
export function windowText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** The name under which a label of pods comes onto their series. Source: prometheus-operator pkg/prometheus/promcfg.go sanitizeLabelName (v0.85) */
export function seriesLabel(key: string): string {
  return key.replace(/[^a-zA-Z0-9_]/g, '_');
}

/** Source: prometheus/common model/labels.go LabelNameRE, model/metric.go: the names that every Prometheus takes */
export const LABEL_FORM = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
export const SERIES_FORM = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
