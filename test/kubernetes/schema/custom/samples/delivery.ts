import { PlainObject } from '../../../../../src/base/plain';

/** Flagger: a Canary, what it asks Prometheus, and whom it tells. */
export const DELIVERY: readonly PlainObject[] = [
  {
    apiVersion: 'flagger.app/v1beta1',
    kind: 'Canary',
    metadata: { name: 'llama' },
    spec: {
      provider: 'gatewayapi:v1',
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' },
      autoscalerRef: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: 'llama', primaryScalerReplicas: { minReplicas: 2, maxReplicas: 4 } },
      progressDeadlineSeconds: 2400,
      revertOnDeletion: true,
      service: { port: 8000, targetPort: 'http', hosts: ['api.example.com'], timeout: '1800s', gatewayRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }] },
      analysis: {
        interval: '60s',
        threshold: 5,
        stepWeight: 10,
        maxWeight: 50,
        metrics: [{ name: 'queue-depth', interval: '60s', templateRef: { name: 'queue-depth' }, thresholdRange: { max: 4 } }],
        alerts: [{ name: 'on-call', severity: 'error', providerRef: { name: 'on-call' } }],
        webhooks: [{ name: 'load', type: 'rollout', url: 'http://loadtester.test/', timeout: '5s', metadata: { cmd: 'hey -z 1m http://llama-canary:8000/' } }],
      },
    },
  },
  {
    apiVersion: 'flagger.app/v1beta1',
    kind: 'MetricTemplate',
    metadata: { name: 'queue-depth' },
    spec: { provider: { type: 'prometheus', address: 'http://prometheus:9090', secretRef: { name: 'prometheus' } }, query: 'max(vllm:num_requests_waiting)' },
  },
  {
    apiVersion: 'flagger.app/v1beta1',
    kind: 'AlertProvider',
    metadata: { name: 'on-call' },
    spec: { type: 'slack', channel: 'serving', secretRef: { name: 'slack' } },
  },
];
