import { Chart } from 'cdk8s';
import { FlaggerCanary, FlaggerCanaryProps, FlaggerProvider } from '../../../src';
import { ENGINE, Ways } from '../ways';

export const WAYS: Ways = {
  'with `selectorLabels`': (chart, workload) => flagger(chart, { workload, queueDepth: 8 }),
  'with `selectorLabels` and `metrics`': (chart, workload) => flagger(chart, {
    workload, metrics: [{ name: 'errors', query: 'sum(rate(gateway_errors_total{route="w"}[1m]))', max: 0 }],
  }),
  'with `selectorLabels`, `port` and `engine`': (chart, workload) => flagger(chart, { workload, port: 8000, engine: ENGINE, queueDepth: 8 }),
};

function flagger(chart: Chart, props: Pick<FlaggerCanaryProps, 'workload' | 'port' | 'engine' | 'queueDepth' | 'metrics'>): void {
  const selectorLabels = ['cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'];
  const provider = FlaggerProvider.kubernetes(5);
  new FlaggerCanary(chart, 'around', { ...props, selectorLabels, provider, prometheus: 'http://prometheus', primaryServes: true, autoscalerName: 'scaler' });
}
