import { Labels } from '../base/labels';

/*
 * Texts of Prometheus' query language. A test parses all that is written with them by Prometheus' own parser.
 */

/** A matcher of one label: a value, or a regular expression, which Prometheus anchors at both ends. */
export interface LabelMatcher {
  readonly label: string;
  readonly value: string;
  readonly isPattern?: boolean;
}

/** `namespace="ml",pod=~"llama-[0-9]+"`. */
export function matchersText(matchers: readonly LabelMatcher[]): string {
  return matchers.map(({ label, value, isPattern = false }) => `${label}${isPattern ? '=~' : '='}${quoted(value)}`).join(',');
}

/** The same of labels by what they equal, then of those by pattern. */
export function matchersOf(equal: Labels, patterns: Labels = {}): string {
  return matchersText([
    ...Object.entries(equal).map(([label, value]) => ({ label, value })),
    ...Object.entries(patterns).map(([label, value]) => ({ label, value, isPattern: true })),
  ]);
}

/** In double quotes, as Go reads it. Source: prometheus promql/parser/lex.go, util/strutil/quote.go (v3.16) */
export function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}

/** A series with its matchers. */
export function select(series: string, ...matchers: readonly string[]): string {
  return `${series}{${matchers.filter(each => each !== '').join(',')}}`;
}

/** `2h`, `90s`: as Prometheus itself would write it. */
export function windowText(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600}h` : seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** The name under which a label of pods comes onto their series. Source: prometheus-operator pkg/prometheus/promcfg.go sanitizeLabelName (v0.85) */
export function seriesLabel(key: string): string {
  return key.replace(/[^a-zA-Z0-9_]/g, '_');
}

/** The names that every Prometheus takes. Source: prometheus/common model/labels.go LabelNameRE, model/metric.go */
export const LABEL_FORM = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
export const SERIES_FORM = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
