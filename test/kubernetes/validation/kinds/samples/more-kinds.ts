/* Manifests of the kinds that stand around workloads, as in samples.ts. */
const metadata = { name: 'sample', namespace: 'default', labels: { app: 'llm' }, finalizers: ['example.com/hold'] };
const clusterWide = { name: 'sample', labels: { app: 'llm' } };
const backend = { service: { name: 'llm', port: { number: 80 } } };
const rules = [{ apiGroups: [''], resources: ['pods'], resourceNames: ['x'], verbs: ['get'] }];
const subjects = [
  { kind: 'ServiceAccount', name: 'default', namespace: 'default' }, { kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' }, { kind: 'Group', name: 'g' },
];

export const MORE_SAMPLES: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, any>>>>> = {
  'networking.k8s.io/v1 NetworkPolicy': [
    {
      metadata,
      spec: {
        podSelector: { matchLabels: { app: 'llm' } },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ ports: [{ protocol: 'TCP', port: 80, endPort: 90 }, { port: 'http' }], from: [{ podSelector: {} }, { namespaceSelector: { matchLabels: { a: 'b' } }, podSelector: {} }] }],
        egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] }],
      },
    },
    { metadata: { name: 'sample' }, spec: { podSelector: {} } },
  ],
  'networking.k8s.io/v1 Ingress': [
    {
      metadata,
      spec: {
        ingressClassName: 'nginx',
        defaultBackend: { service: { name: 'llm', port: { name: 'http' } } },
        tls: [{ hosts: ['a.example.com', '*.example.com'], secretName: 'cert' }],
        rules: [
          { host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }, { path: '/x', pathType: 'Exact', backend }] } },
          { host: '*.example.com', http: { paths: [{ pathType: 'ImplementationSpecific', backend: { resource: { apiGroup: 'example.com', kind: 'Bucket', name: 'b' } } }] } },
        ],
      },
    },
  ],
  'rbac.authorization.k8s.io/v1 Role': [{ metadata, rules }],
  'rbac.authorization.k8s.io/v1 ClusterRole': [
    { metadata: clusterWide, rules: [...rules, { nonResourceURLs: ['/metrics'], verbs: ['get'] }], aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } },
  ],
  'rbac.authorization.k8s.io/v1 RoleBinding': [{ metadata, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'sample' }, subjects }],
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': [{ metadata: clusterWide, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }, subjects }],
  'storage.k8s.io/v1 StorageClass': [
    {
      metadata: clusterWide,
      provisioner: 'ebs.csi.aws.com',
      parameters: { type: 'gp3' },
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['a', 'b'] }] }],
    },
  ],
  'node.k8s.io/v1 RuntimeClass': [
    {
      metadata: clusterWide,
      handler: 'nvidia',
      overhead: { podFixed: { cpu: '10m', memory: '64Mi' } },
      scheduling: { nodeSelector: { gpu: 'true' }, tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }] },
    },
  ],
  'coordination.k8s.io/v1 Lease': [{ metadata, spec: { holderIdentity: 'x', leaseDurationSeconds: 15, leaseTransitions: 2 } }],
  'v1 Namespace': [{ metadata: { name: 'sample', labels: { app: 'llm' } }, spec: { finalizers: ['example.com/hold'] } }],
};
