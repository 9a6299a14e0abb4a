import { podTemplate } from './pods';
import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default' };

const triggers = [{
  type: 'prometheus',
  name: 'queue',
  metricType: 'AverageValue',
  useCachedMetrics: false,
  metadata: { serverAddress: 'http://prometheus:9090', query: 'sum(vllm:num_requests_waiting)', threshold: '8' },
  authenticationRef: { name: 'prometheus', kind: 'TriggerAuthentication' },
}];

const authentication: PlainObject = {
  secretTargetRef: [{ parameter: 'bearerToken', name: 'token', key: 'token' }],
  env: [{ parameter: 'user', name: 'USER', containerName: 'main' }],
  podIdentity: { provider: 'azure-workload', identityId: 'abc' },
  hashiCorpVault: { address: 'http://vault', authentication: 'token', credential: { token: 'x' }, secrets: [{ parameter: 'a', key: 'b', path: 'c', type: 'secretV2' }] },
};

const keda = (kind: string, spec: PlainObject, names: PlainObject = metadata): PlainObject => ({ apiVersion: 'keda.sh/v1alpha1', kind, metadata: names, spec });

const monitoring = (kind: string, spec: PlainObject, version = 'v1'): PlainObject => ({ apiVersion: `monitoring.coreos.com/${version}`, kind, metadata, spec });

const endpoint: PlainObject = {
  port: 'http',
  path: '/metrics',
  interval: '15s',
  scrapeTimeout: '10s',
  scheme: 'http',
  honorLabels: true,
  params: { module: ['a'] },
  relabelings: [{ sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'pod', action: 'replace', regex: '(.*)', modulus: 3 }],
  authorization: { type: 'Bearer', credentials: { name: 'token', key: 'token' } },
};

const MONITORING: readonly PlainObject[] = [
  monitoring('ServiceMonitor', {
    selector: { matchLabels: { app: 'llm' }, matchExpressions: [{ key: 'tier', operator: 'In', values: ['a'] }] },
    namespaceSelector: { matchNames: ['default'] },
    endpoints: [{ ...endpoint, tlsConfig: { insecureSkipVerify: true, minVersion: 'TLS12', ca: { secret: { name: 'ca', key: 'ca.crt' } } } }],
    targetLabels: ['app'],
    sampleLimit: 1000,
    scrapeProtocols: ['OpenMetricsText1.0.0', 'PrometheusText0.0.4'],
  }),
  monitoring('PodMonitor', { selector: { matchLabels: { app: 'llm' } }, podMetricsEndpoints: [{ ...endpoint, portNumber: 8000 }], jobLabel: 'app', attachMetadata: { node: true } }),
  monitoring('PrometheusRule', {
    groups: [{
      name: 'llm',
      interval: '30s',
      limit: 10,
      rules: [{ alert: 'Slow', expr: 'vector(1) > 0', for: '5m', labels: { severity: 'page' }, annotations: { summary: 'slow' } }, { record: 'a:b', expr: 1 }],
    }],
  }),
  monitoring('Probe', {
    interval: '30s',
    module: 'http_2xx',
    prober: { url: 'blackbox:9115', scheme: 'http', path: '/probe' },
    targets: { staticConfig: { static: ['https://llm.example.org'], labels: { a: 'b' } } },
  }),
  monitoring('ScrapeConfig', {
    staticConfigs: [{ targets: ['host:9100'], labels: { a: 'b' } }],
    scrapeInterval: '30s',
    scheme: 'HTTPS',
    metricsPath: '/metrics',
    kubernetesSDConfigs: [{ role: 'Node', selectors: [{ role: 'Node', label: 'a=b' }] }],
  }, 'v1alpha1'),
];

const behavior = {
  scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }], selectPolicy: 'Max' },
  scaleUp: { stabilizationWindowSeconds: 0 },
};

export const SCALING: readonly PlainObject[] = [
  ...MONITORING,
  keda('ScaledObject', {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llm' },
    minReplicaCount: 1,
    maxReplicaCount: 8,
    pollingInterval: 15,
    cooldownPeriod: 300,
    idleReplicaCount: 0,
    fallback: { failureThreshold: 3, replicas: 2, behavior: 'static' },
    advanced: { restoreToOriginalReplicaCount: true, horizontalPodAutoscalerConfig: { name: 'llm', behavior } },
    triggers,
  }),
  keda('ScaledJob', {
    jobTargetRef: { parallelism: 1, completions: 1, backoffLimit: 2, template: podTemplate('Never') },
    pollingInterval: 30,
    maxReplicaCount: 10,
    successfulJobsHistoryLimit: 1,
    rollout: { strategy: 'gradual', propagationPolicy: 'foreground' },
    scalingStrategy: { strategy: 'accurate', pendingPodConditions: ['Ready'] },
    triggers: triggers.map(({ metricType, ...rest }) => metricType === '' ? { metricType } : rest),
  }),
  keda('TriggerAuthentication', authentication),
  keda('ClusterTriggerAuthentication', authentication, { name: 'sample' }),
];
