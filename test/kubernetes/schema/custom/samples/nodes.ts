import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', labels: { a: 'b' } };

const nodeSpec: PlainObject = {
  nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'gpu' },
  requirements: [
    { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
    { key: 'karpenter.k8s.aws/instance-gpu-count', operator: 'Gt', values: ['1'] },
    { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['p5.48xlarge', 'p4d.24xlarge'], minValues: 2 },
  ],
  taints: [{ key: 'nvidia.com/gpu', value: 'true', effect: 'NoSchedule' }],
  startupTaints: [{ key: 'example.org/starting', effect: 'NoExecute' }],
  expireAfter: '720h',
  terminationGracePeriod: '48h',
};

const of = (kind: string, spec: PlainObject, version = 'v1'): PlainObject => ({ apiVersion: `karpenter.sh/${version}`, kind, metadata, spec });

export const NODES: readonly PlainObject[] = [
  of('NodePool', {
    template: { metadata: { labels: { tier: 'gpu' }, annotations: { 'example.org/a': 'b' } }, spec: nodeSpec },
    disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '1m', budgets: [{ nodes: '10%', reasons: ['Drifted'] }, { nodes: '0', schedule: '@daily', duration: '8h' }] },
    limits: { 'cpu': '1000', 'memory': '1000Gi', 'nvidia.com/gpu': 64 },
    weight: 10,
  }),
  of('NodeClaim', { ...nodeSpec, resources: { requests: { cpu: '4', memory: '16Gi' } } }),
  of('NodeOverlay', { requirements: [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }], priceAdjustment: '-10%', capacity: { 'example.org/fast': '1' }, weight: 1 }, 'v1alpha1'),
  {
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata,
    spec: {
      amiFamily: 'AL2023',
      amiSelectorTerms: [{ alias: 'al2023@latest' }],
      role: 'nodes',
      subnetSelectorTerms: [{ tags: { 'example.org/cluster': 'a' } }, { id: 'subnet-0123456789abcdef0' }],
      securityGroupSelectorTerms: [{ name: 'nodes' }],
      capacityReservationSelectorTerms: [{ tags: { team: 'a' }, ownerID: '012345678901' }],
      associatePublicIPAddress: false,
      instanceStorePolicy: 'RAID0',
      detailedMonitoring: true,
      blockDeviceMappings: [{ deviceName: '/dev/xvda', rootVolume: true, ebs: { volumeSize: '200Gi', volumeType: 'gp3', encrypted: true, iops: 3000, throughput: 125, deleteOnTermination: true } }],
      kubelet: { maxPods: 110, podsPerCore: 2, systemReserved: { cpu: '100m' }, evictionHard: { 'memory.available': '5%' }, evictionSoft: { 'memory.available': '10%' }, evictionSoftGracePeriod: { 'memory.available': '1m0s' } },
      metadataOptions: { httpEndpoint: 'enabled', httpPutResponseHopLimit: 1, httpTokens: 'required' },
      tags: { team: 'a' },
      userData: 'x',
    },
  },
];
