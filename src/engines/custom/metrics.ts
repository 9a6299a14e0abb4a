import { CustomEngineGauge, CustomEngineMetrics } from './options';
import { duplicate, invalid } from '../../base/errors/invalid-input';
import { EngineMetric, EngineMetrics } from '../../knowledge/engines/engine-metric';

const RATIO = 'ratio 0 to 1';

/** Source: prometheus/common model/metric.go, the names that every Prometheus takes */
const SERIES_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** The metrics of a server as its user declares them. */
export function customMetrics(field: string, given: CustomEngineMetrics): EngineMetrics {
  const property = (name: string) => `${field}.${name}`;
  const one = (name: 'waiting' | 'running' | 'kvCacheUsage', unit: string) => given[name] && gaugeOf(property(name), given[name]!, unit);
  const waiting = one('waiting', 'requests');
  const running = one('running', 'requests');
  const kvCacheUsage = one('kvCacheUsage', RATIO);
  if (kvCacheUsage && !kvCacheUsage.unit.startsWith('ratio')) {
    throw invalid(property('kvCacheUsage.unit'), kvCacheUsage.unit, 'must be a ratio from 0 to 1: targets for the KV cache are',
      'leave it out if the server reports 0 to 1; else declare it under gauges, in its own unit');
  }
  const others = (given.gauges ?? []).map((gauge, index) => gaugeOf(property(`gauges[${index}]`), gauge, 'requests'));
  const all = [waiting, running, kvCacheUsage, ...others].filter((each): each is EngineMetric => each !== undefined);
  checkTwins(field, all);
  const path = checkPath(property('path'), given.path ?? '/metrics');
  return { path, waiting, running, kvCacheUsage, named: (asked, name) => namedOf(asked, name, all, field) };
}

/** A path of the engine's port. */
export function checkPath(field: string, path: string): string {
  if (!/^\/\S*$/.test(path)) {
    throw invalid(field, path, 'is no path of an HTTP server: it begins with a slash and has no blank', "write it as '/health'");
  }
  return path;
}

function gaugeOf(field: string, { name, unit, labels = [] }: CustomEngineGauge, usual: string): EngineMetric {
  if (!SERIES_NAME.test(name)) {
    throw invalid(`${field}.name`, name, 'is no name of a series: Prometheus takes letters, digits, underscores and colons, and no digit first', "write it as the endpoint shows it, without labels: 'te_queue_size'");
  }
  labels.forEach((label, index) => {
    if (!LABEL_NAME.test(label)) {
      throw invalid(`${field}.labels[${index}]`, label, 'is no name of a label: Prometheus takes letters, digits and underscores, and no digit first', "give the name alone: 'model_name'");
    }
  });
  return { name, type: 'gauge', unit: unit ?? usual, labels };
}

function checkTwins(field: string, all: readonly EngineMetric[]): void {
  const twin = all.find(({ name }, index) => all.findIndex(other => other.name === name) < index);
  if (twin) {
    throw duplicate(field, twin.name, 'is declared twice', 'one series counts one thing: keep one of them');
  }
}

function namedOf(asked: string, name: string, all: readonly EngineMetric[], field: string): EngineMetric {
  const found = all.find(metric => metric.name === name);
  if (!found) {
    throw invalid(asked, name, `is none of the gauges that the engine declares: ${all.map(metric => metric.name).join(', ') || 'none'}`, `declare it: ${field}.gauges: [{ name: '…' }]`);
  }
  return found;
}
