import { Facts } from './facts';
import { Query, readQuery } from './promql';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, objectAt, parsedObject } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** A PromQL query, wherever somebody wrote it. */
export interface WrittenQuery {
  readonly object: Manifest;
  readonly field: string;
  readonly text: string;
  readonly query: Query;
  /** What it is for, where that matters: an alert, a recorded series, a panel. */
  readonly use: 'alert' | 'record' | 'panel' | 'scaler' | 'canary';
}

/** Queries of rules, dashboards, triggers of KEDA and metrics of Flagger. */
export function writtenQueries(facts: Facts): readonly WrittenQuery[] {
  return [
    ...facts.ofType('monitoring.coreos.com/PrometheusRule').flatMap(ofRules),
    ...facts.ofType('ConfigMap').flatMap(ofDashboards),
    ...facts.ofType('keda.sh/ScaledObject').flatMap(ofTriggers),
    ...facts.ofType('flagger.app/MetricTemplate').flatMap(ofTemplate),
    ...facts.ofType('flagger.app/Canary').flatMap(ofCanary),
  ];
}

/** Names that rules of the input record: whoever asks for them asks for no exporter. */
export function recordedNames(facts: Facts): ReadonlySet<string> {
  return new Set(facts.ofType('monitoring.coreos.com/PrometheusRule').flatMap(object => rulesOf(object).flatMap(({ rule }) => asText(rule.record) ?? [])));
}

function written(object: Manifest, field: string, text: string | undefined, use: WrittenQuery['use']): WrittenQuery[] {
  return text === undefined ? [] : [{ object, field, text, query: readQuery(text), use }];
}

/** Rules with the path of each. */
export function rulesOf(object: Manifest): { readonly rule: PlainObject; readonly field: string }[] {
  return asList(object.spec.groups).flatMap((group, place) => asList(group.rules).map((rule, index) => ({ rule, field: `spec.groups[${place}].rules[${index}]` })));
}

function ofRules(object: Manifest): WrittenQuery[] {
  return rulesOf(object).flatMap(({ rule, field }) => written(object, `${field}.expr`, asText(rule.expr), rule.record === undefined ? 'alert' : 'record'));
}

function ofTriggers(object: Manifest): WrittenQuery[] {
  return asList(object.spec.triggers).flatMap((trigger, index) => (
    trigger.type === 'prometheus' ? written(object, `spec.triggers[${index}].metadata.query`, asText(asObject(trigger.metadata).query), 'scaler') : []));
}

/** Source: flagger pkg/apis/flagger/v1beta1/metric.go, canary.go (v1.44) */
function ofTemplate(object: Manifest): WrittenQuery[] {
  return objectAt(object.spec, 'provider').type === 'prometheus' ? written(object, 'spec.query', asText(object.spec.query), 'canary') : [];
}

function ofCanary(object: Manifest): WrittenQuery[] {
  return asList(objectAt(object.spec, 'analysis').metrics).flatMap((metric, index) => written(object, `spec.analysis.metrics[${index}].query`, asText(metric.query), 'canary'));
}

/** A dashboard is found by its panels, whatever label the sidecar looks for. */
function ofDashboards(object: Manifest): WrittenQuery[] {
  return Object.entries(asObject(object.body.data)).flatMap(([key, text]) => {
    const board = key.endsWith('.json') && typeof text === 'string' && text.includes('"panels"') ? parsedObject(text) : undefined;
    return board === undefined ? [] : panelsOf(board).flatMap(panel => (
      asList(panel.targets).filter(target => isPromQl(target.datasource ?? panel.datasource)).flatMap(target => written(object, `data[${key}]`, asText(target.expr), 'panel'))));
  });
}

/**
 * Loki, VictoriaLogs and others have an `expr` in languages of their own. Older dashboards give the name of a source, or a variable for it; without any it is the default.
 *
 * Source: grafana pkg/kinds/dashboard DataSourceRef (v12); grafana.com/grafana/plugins/data-source-plugins
 */
function isPromQl(source: unknown): boolean {
  const { type, uid } = asObject(source);
  return typeof type === 'string' ? type.includes('prometheus') : !/loki|logs/i.test(asText(source) ?? asText(uid) ?? '');
}

/** Those of a row that is folded stand in it. A file for the API of Grafana has the dashboard one level below. */
function panelsOf(board: PlainObject): readonly PlainObject[] {
  const outer = [...asList(board.panels), ...asList(objectAt(board, 'dashboard').panels)];
  return outer.flatMap(panel => [panel, ...asList(panel.panels)]);
}
