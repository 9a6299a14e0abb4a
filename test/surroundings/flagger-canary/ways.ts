import { Chart } from 'cdk8s';
import { FlaggerCanary, FlaggerCanaryProps, FlaggerProvider } from '../../../src';
import { ENGINE, Ways } from '../ways';

export const WAYS: Ways = {
  'with `selectorLabels`': (chart, workload) => flagger(chart, { workload }),
  'with `selectorLabels`, `port` and `engine`': (chart, workload) => flagger(chart, { workload, port: 8000, engine: ENGINE }),
};

function flagger(chart: Chart, props: Pick<FlaggerCanaryProps, 'workload' | 'port' | 'engine'>): void {
  const selectorLabels = ['cdk8s-ai-workloads/name', 'cdk8s.io/metadata.addr'];
  const provider = FlaggerProvider.kubernetes(5);
  new FlaggerCanary(chart, 'around', { ...props, selectorLabels, provider, prometheus: 'http://prometheus', primaryServes: true, autoscalerName: 'scaler', queueDepth: 8 });
}
