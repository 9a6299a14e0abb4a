/* What shares an API server and the addresses of Services, as every server of 1.36 accepts it, with each field in at least one of them. */
const metadata = { name: 'sample', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] };

type Sample = Readonly<Record<string, any>>;

export const FLOW_CONTROL_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'flowcontrol.apiserver.k8s.io/v1 FlowSchema': [
    {
      metadata,
      spec: {
        matchingPrecedence: 800,
        distinguisherMethod: { type: 'ByUser' },
        priorityLevelConfiguration: { name: 'workload-low' },
        rules: [
          {
            subjects: [
              { kind: 'ServiceAccount', serviceAccount: { name: 'serve', namespace: 'ml' } }, { kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'ml' } },
              { kind: 'User', user: { name: 'ray' } }, { kind: 'Group', group: { name: 'system:authenticated' } },
            ],
            resourceRules: [
              { verbs: ['get', 'list', 'watch'], apiGroups: ['', 'apps'], resources: ['pods', 'deployments'], namespaces: ['ml', 'default'] },
              { verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] },
              { verbs: ['create'], apiGroups: ['ray.io'], resources: ['rayjobs'], clusterScope: true },
            ],
            nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/', '/readyz/*'] }, { verbs: ['*'], nonResourceURLs: ['*'] }],
          },
        ],
      },
    },
    { metadata: { generateName: 'sample-' }, spec: { distinguisherMethod: { type: 'ByNamespace' }, priorityLevelConfiguration: { name: 'exempt' } } },
  ],
  'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration': [
    {
      metadata,
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 20, lendablePercent: 50, borrowingLimitPercent: 200, limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } },
        },
      },
    },
    { metadata: { name: 'sample' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    { metadata: { name: 'sample' }, spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } } },
  ],
  'networking.k8s.io/v1 ServiceCIDR': [
    { metadata, spec: { cidrs: ['10.200.0.0/16', '2001:db8:1::/112'] } }, { metadata: { name: 'sample' }, spec: { cidrs: ['2001:db8:2::/112'] } },
    { metadata: { name: 'sample' }, spec: { cidrs: ['10.201.0.0/24'] } },
  ],
  'networking.k8s.io/v1 IPAddress': [
    { metadata: { ...metadata, name: '10.96.7.9' }, spec: { parentRef: { group: 'example.com', resource: 'gateways', namespace: 'ml', name: 'inference' } } },
    { metadata: { name: '2001:db8::9' }, spec: { parentRef: { resource: 'services', name: 'llm' } } },
  ],
};
