import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default' };

const parentRefs = [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public', namespace: 'infra', sectionName: 'https', port: 443 }];
const backendRefs = [{ group: '', kind: 'Service', name: 'llm', port: 8000, weight: 90 }, { name: 'canary', port: 8000, weight: 10 }];

const of = (kind: string, spec: PlainObject, version = 'v1'): PlainObject => ({ apiVersion: `gateway.networking.k8s.io/${version}`, kind, metadata, spec });

const httpRoute: PlainObject = {
  parentRefs,
  hostnames: ['llm.example.org', '*.example.org'],
  rules: [{
    name: 'main',
    matches: [{
      path: { type: 'PathPrefix', value: '/v1' },
      headers: [{ type: 'Exact', name: 'x-model', value: 'llama' }],
      queryParams: [{ name: 'q', value: 'x' }],
      method: 'POST',
    }],
    filters: [
      { type: 'RequestHeaderModifier', requestHeaderModifier: { set: [{ name: 'X-A', value: 'b' }], remove: ['X-B'] } },
      { type: 'URLRewrite', urlRewrite: { hostname: 'inner.example.org', path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } } },
    ],
    backendRefs,
    timeouts: { request: '60s', backendRequest: '30s' },
  }],
};

const tls = { mode: 'Terminate', certificateRefs: [{ kind: 'Secret', name: 'certificate', group: '' }] };
const listeners = [
  { name: 'http', port: 80, protocol: 'HTTP', hostname: 'llm.example.org' },
  { name: 'https', port: 443, protocol: 'HTTPS', tls, allowedRoutes: { namespaces: { from: 'All' }, kinds: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' }] } },
];

const gateway: PlainObject = {
  gatewayClassName: 'envoy',
  listeners,
  addresses: [{ type: 'IPAddress', value: '10.0.0.1' }],
  infrastructure: { labels: { 'example.org/a': 'b' }, annotations: { 'example.org/c': 'd' } },
};

const grpcRoute: PlainObject = {
  parentRefs,
  hostnames: ['llm.example.org'],
  rules: [{ matches: [{ method: { type: 'Exact', service: 'inference.Service', method: 'Infer' }, headers: [{ name: 'x-model', value: 'llama' }] }], backendRefs }],
};

const streamRoute: PlainObject = { parentRefs: [{ name: 'public' }], rules: [{ name: 'main', backendRefs: [{ name: 'llm', port: 8000 }] }] };

const gatewayClass = (version: string): PlainObject => ({
  apiVersion: `gateway.networking.k8s.io/${version}`,
  kind: 'GatewayClass',
  metadata: { name: 'sample' },
  spec: { controllerName: 'gateway.example/controller', description: 'a class', parametersRef: { group: 'example.org', kind: 'Settings', name: 'all', namespace: 'infra' } },
});

const grant: PlainObject = { from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'apps' }], to: [{ group: '', kind: 'Service', name: 'llm' }] };

export const GATEWAY: readonly PlainObject[] = [
  of('HTTPRoute', httpRoute),
  of('HTTPRoute', httpRoute, 'v1beta1'),
  of('Gateway', gateway),
  of('Gateway', gateway, 'v1beta1'),
  of('GRPCRoute', grpcRoute),
  of('TCPRoute', streamRoute),
  of('UDPRoute', streamRoute),
  of('TLSRoute', { ...streamRoute, hostnames: ['llm.example.org'] }),
  of('ReferenceGrant', grant),
  of('ReferenceGrant', grant, 'v1beta1'),
  of('ListenerSet', { parentRef: { name: 'public', kind: 'Gateway', group: 'gateway.networking.k8s.io' }, listeners }),
  of('BackendTLSPolicy', {
    targetRefs: [{ group: '', kind: 'Service', name: 'llm', sectionName: 'https' }],
    validation: { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'ca' }], hostname: 'llm.example.org', subjectAltNames: [{ type: 'Hostname', hostname: 'llm.example.org' }] },
  }),
  gatewayClass('v1'),
  gatewayClass('v1beta1'),
  {
    apiVersion: 'inference.networking.k8s.io/v1',
    kind: 'InferencePool',
    metadata,
    spec: {
      selector: { matchLabels: { app: 'llm' } },
      targetPorts: [{ number: 8000 }],
      endpointPickerRef: { group: '', kind: 'Service', name: 'picker', port: { number: 9002 }, failureMode: 'FailClose' },
    },
  },
  {
    apiVersion: 'inference.networking.x-k8s.io/v1alpha2',
    kind: 'InferencePool',
    metadata,
    spec: { selector: { app: 'llm' }, targetPortNumber: 8000, extensionRef: { name: 'picker', portNumber: 9002, failureMode: 'FailOpen' } },
  },
  {
    apiVersion: 'inference.networking.x-k8s.io/v1alpha2',
    kind: 'InferenceObjective',
    metadata,
    spec: { priority: 1, poolRef: { group: 'inference.networking.k8s.io', kind: 'InferencePool', name: 'llm' } },
  },
];
