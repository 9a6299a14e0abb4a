/* Kinds that share out a cluster, and what stands behind Services, as every server of 1.36 accepts them, with each field in at least one of them. */
const metadata = { name: 'sample', namespace: 'default', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] };
const named = { name: 'sample', namespace: 'default' };

type Sample = Readonly<Record<string, any>>;

export const CLUSTER_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'v1 ResourceQuota': [
    {
      metadata,
      spec: {
        hard: {
          'cpu': '8',
          'requests.memory': '64Gi',
          'limits.ephemeral-storage': '10Gi',
          'pods': '20',
          'count/deployments.apps': '5',
          'requests.nvidia.com/gpu': '8',
          'hugepages-2Mi': '1Gi',
          'services.nodeports': '2',
          'requests.storage': '1Ti',
          'persistentvolumeclaims': '4',
          'fast.storageclass.storage.k8s.io/requests.storage': '500Gi',
        },
      },
    },
    { metadata: named, spec: { hard: { 'pods': '4', 'requests.cpu': '500m' }, scopes: ['NotTerminating', 'NotBestEffort'] } },
    { metadata: named, spec: { hard: { pods: '4' }, scopes: ['BestEffort'] } },
    {
      metadata: named,
      spec: {
        hard: { 'pods': '10', 'limits.memory': '1Ti' },
        scopeSelector: {
          matchExpressions: [
            { scopeName: 'PriorityClass', operator: 'In', values: ['high', 'low'] }, { scopeName: 'Terminating', operator: 'Exists' }, { scopeName: 'PriorityClass', operator: 'DoesNotExist' },
          ],
        },
      },
    },
    {
      metadata: named,
      spec: {
        hard: { 'persistentvolumeclaims': '10', 'requests.storage': '1Ti' },
        scopeSelector: { matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator: 'NotIn', values: ['gold'] }] },
      },
    },
  ],
  'v1 LimitRange': [
    {
      metadata,
      spec: {
        limits: [
          {
            type: 'Container',
            max: { 'cpu': '4', 'memory': '16Gi', 'nvidia.com/gpu': '2' },
            min: { cpu: '100m', memory: '64Mi' },
            default: { 'cpu': '1', 'memory': '1Gi', 'nvidia.com/gpu': '1' },
            defaultRequest: { 'cpu': '500m', 'memory': '512Mi', 'nvidia.com/gpu': '1' },
            maxLimitRequestRatio: { cpu: '10', memory: '4' },
          },
          { type: 'Pod', max: { 'cpu': '8', 'hugepages-2Mi': '1Gi' }, min: { cpu: '200m' }, maxLimitRequestRatio: { cpu: '4' } },
          { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '1Ti' } },
        ],
      },
    },
    { metadata: named, spec: { limits: [{ type: 'example.com/Thing', max: { 'storage': '5', 'example.com/part': '3' }, default: { storage: '4' }, defaultRequest: { storage: '3' } }] } },
    { metadata: named, spec: { limits: [{ type: 'Container', max: { memory: '8Gi' }, min: { 'ephemeral-storage': '1Gi' } }] } },
  ],
  'discovery.k8s.io/v1 EndpointSlice': [
    {
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': 'llm' } },
      addressType: 'IPv4',
      endpoints: [
        {
          addresses: ['10.1.2.3'],
          conditions: { ready: true, serving: true, terminating: false },
          hostname: 'llm-0',
          nodeName: 'node-1',
          zone: 'a',
          targetRef: { kind: 'Pod', name: 'llm-0', namespace: 'default' },
          hints: { forZones: [{ name: 'a' }, { name: 'b' }], forNodes: [{ name: 'node-1' }, { name: 'node-2.example' }] },
        },
        { addresses: ['10.1.2.4', '10.1.2.5'] },
      ],
      ports: [{ name: 'http', port: 8000, protocol: 'TCP', appProtocol: 'kubernetes.io/h2c' }, { name: '', port: 53, protocol: 'UDP' }],
    },
    { metadata: named, addressType: 'IPv6', endpoints: [{ addresses: ['2001:db8::1', 'fd00::a:b'] }], ports: [{ port: 80 }] },
    { metadata: named, addressType: 'FQDN', endpoints: [{ addresses: ['llm.example.com', 'llm.example.org.'] }] },
  ],
  'v1 Node': [
    {
      metadata: { name: 'sample', labels: { 'nvidia.com/gpu.product': 'H100' }, annotations: { 'example.com/note': 'x' } },
      spec: {
        podCIDR: '10.1.0.0/24',
        podCIDRs: ['10.1.0.0/24', 'fd00:1::/64'],
        providerID: 'aws:///a/i-1',
        unschedulable: true,
        taints: [
          { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }, { key: 'nvidia.com/gpu', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' }, { key: 'spot', effect: 'PreferNoSchedule' },
        ],
      },
      status: { capacity: { 'cpu': '8', 'memory': '64Gi', 'nvidia.com/gpu': '8', 'pods': '110' }, allocatable: { 'cpu': '7500m', 'nvidia.com/gpu': '8' } },
    },
    { metadata: { name: 'sample' }, spec: { podCIDR: '10.2.0.0/24' } },
  ],
  'v1 Endpoints': [
    {
      metadata,
      subsets: [
        {
          addresses: [{ ip: '10.1.2.3', hostname: 'llm-0', nodeName: 'node-1', targetRef: { kind: 'Pod', name: 'llm-0' } }],
          notReadyAddresses: [{ ip: 'fd00::1' }],
          ports: [{ name: 'http', port: 8000, protocol: 'TCP', appProtocol: 'http' }, { name: 'dns', port: 53, protocol: 'UDP' }],
        },
        { addresses: [{ ip: '10.1.2.4' }], ports: [{ port: 80 }] },
      ],
    },
  ],
  'v1 ReplicationController': [
    {
      metadata,
      spec: {
        replicas: 2,
        minReadySeconds: 5,
        selector: { app: 'llm' },
        template: { metadata: { labels: { app: 'llm', tier: 'x' } }, spec: { containers: [{ name: 'main', image: 'x' }], restartPolicy: 'Always' } },
      },
    },
  ],
  'v1 Event': [
    { metadata, involvedObject: { kind: 'Pod', name: 'llm-0', namespace: 'default' }, reason: 'Started', message: 'it runs', type: 'Normal', count: 2, source: { component: 'kubelet' } },
    {
      metadata,
      involvedObject: { kind: 'Node', name: 'node-1' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingComponent: 'example.com/agent',
      reportingInstance: 'agent-1',
      action: 'Drain',
      reason: 'Reclaimed',
      message: 'it goes away',
    },
  ],
  'events.k8s.io/v1 Event': [
    {
      metadata,
      regarding: { kind: 'Pod', name: 'llm-0', namespace: 'default' },
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'example.com/agent',
      reportingInstance: 'agent-1',
      action: 'Drain',
      reason: 'Reclaimed',
      note: 'it goes away',
      type: 'Warning',
      series: { count: 3, lastObservedTime: '2026-01-01T00:00:01.000000Z' },
    },
  ],
  'apps/v1 ControllerRevision': [{ metadata, revision: 3, data: { spec: { template: { metadata: { labels: { app: 'llm' } } } } } }],
  'networking.k8s.io/v1 IngressClass': [
    { metadata: { name: 'sample', labels: { app: 'llm' } }, spec: { controller: 'example.com/ingress', parameters: { apiGroup: 'example.com', kind: 'Settings', name: 'common', scope: 'Namespace', namespace: 'default' } } },
    { metadata: { name: 'sample' }, spec: { controller: 'example.com/a/b', parameters: { kind: 'Settings', name: 'common', scope: 'Cluster' } } },
  ],
};
