import { ExportedSeries } from './exported-series';

/*
 * What Prometheus itself writes, whatever it scrapes. Labels of targets are on each of it.
 * Source: prometheus scrape/scrape.go report, rules/alerting.go (v3.16)
 */

const TARGET = ['job', 'instance', 'namespace', 'pod', 'container', 'service', 'endpoint'] as const;

function ofTarget(name: string, unit: string): ExportedSeries {
  return { name, type: 'gauge', unit, labels: TARGET, source: 'prometheus scrape/scrape.go (v3.16)' };
}

export const PROMETHEUS_SERIES: readonly ExportedSeries[] = [
  ofTarget('up', '1 for a scrape that answered, 0 for one that failed'),
  ofTarget('scrape_duration_seconds', 'seconds'),
  ofTarget('scrape_samples_scraped', 'samples'),
  { name: 'ALERTS', type: 'gauge', unit: '1 for each alert', labels: ['alertname', 'alertstate'], source: 'prometheus rules/alerting.go (v3.16)' },
];
