import { PlainObject } from '../../../../../src/base/plain';

const of = (kind: string, spec: PlainObject): PlainObject => ({ apiVersion: 'chaos-mesh.org/v1alpha1', kind, metadata: { name: 'sample', namespace: 'default' }, spec });

const selector: PlainObject = {
  namespaces: ['default'],
  labelSelectors: { app: 'llm' },
  expressionSelectors: [{ key: 'apps.kubernetes.io/pod-index', operator: 'In', values: ['0', '1'] }],
  podPhaseSelectors: ['Running'],
  nodeSelectors: { 'topology.kubernetes.io/zone': 'eu-1b' },
  annotationSelectors: { 'example.org/chaos': 'allowed' },
  pods: { default: ['llm-0'] },
};

const kill: PlainObject = { action: 'pod-kill', mode: 'fixed-percent', value: '50', gracePeriod: 30, selector };

const delay: PlainObject = {
  action: 'delay',
  mode: 'all',
  selector,
  direction: 'to',
  device: 'eth0',
  externalTargets: ['registry.example'],
  target: { mode: 'one', selector: { labelSelectors: { app: 'store' } } },
  delay: { latency: '100ms', correlation: '25', jitter: '10ms', reorder: { reorder: '0.5', correlation: '50', gap: 5 } },
  loss: { loss: '10', correlation: '0' },
  bandwidth: { rate: '10mbps', limit: 20971520, buffer: 10000, peakrate: 1000000, minburst: 1000 },
  duration: '5m',
};

/** Chaos Mesh. */
export const CHAOS: readonly PlainObject[] = [
  of('PodChaos', { ...kill, duration: '30s', containerNames: ['main'] }),
  of('NetworkChaos', delay),
  of('StressChaos', { mode: 'one', selector, stressors: { cpu: { workers: 4, load: 80, options: ['--cpu-method', 'all'] }, memory: { workers: 1, size: '1GiB', oomScoreAdj: -1000 } }, duration: '1m' }),
  of('Schedule', { schedule: '@every 6h', type: 'PodChaos', historyLimit: 3, concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 60, podChaos: kill }),
  of('Schedule', { schedule: '0 4 * * 1', type: 'NetworkChaos', networkChaos: delay }),
];
