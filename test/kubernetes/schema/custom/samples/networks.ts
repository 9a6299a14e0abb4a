import { PlainObject } from '../../../../../src/base/plain';

const metadata = { name: 'sample', namespace: 'default' };

const ports = [{ name: 'http', port: 8000, protocol: 'TCP', appProtocol: 'http' }];

/** Networks beside the pod's own, and Services across clusters. */
export const NETWORKS: readonly PlainObject[] = [
  {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: { ...metadata, annotations: { 'k8s.v1.cni.cncf.io/resourceName': 'rdma/hca' } },
    spec: { config: '{"cniVersion":"1.0.0","type":"macvlan","master":"eth1","ipam":{"type":"whereabouts","range":"10.10.0.0/16"}}' },
  },
  { apiVersion: 'multicluster.x-k8s.io/v1beta1', kind: 'ServiceExport', metadata, spec: { exportedLabels: { tier: 'gpu' }, exportedAnnotations: { 'example.org/a': 'b' } } },
  { apiVersion: 'multicluster.x-k8s.io/v1alpha1', kind: 'ServiceExport', metadata },
  { apiVersion: 'multicluster.x-k8s.io/v1alpha1', kind: 'ServiceImport', metadata, spec: { type: 'ClusterSetIP', ports, ips: ['10.96.0.10'] } },
  {
    apiVersion: 'multicluster.x-k8s.io/v1beta1',
    kind: 'ServiceImport',
    metadata,
    spec: { type: 'Headless', ports, ipFamilies: ['IPv4'], sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } }, internalTrafficPolicy: 'Local', trafficDistribution: 'PreferClose' },
  },
];
