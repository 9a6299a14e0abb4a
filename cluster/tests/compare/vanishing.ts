import { Manifest } from '../../harness/manifest';

const named = { metadata: { name: 'a' } };

/** Objects that say nothing in as many ways as there are in the tables of the comparison. */
export const VANISHING: readonly Manifest[] = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', labels: {}, annotations: {} },
    spec: {
      hostIPC: false,
      hostNetwork: false,
      hostPID: false,
      serviceAccountName: '',
      subdomain: '',
      hostname: '',
      nodeName: '',
      priorityClassName: '',
      nodeSelector: {},
      tolerations: [{ key: '', operator: 'Exists', value: '', effect: '' }, { key: 'a', operator: '' }],
      initContainers: [{ name: 'first', image: 'a:1', workingDir: '' }],
      containers: [{
        name: 'main',
        image: 'a:1',
        stdin: false,
        stdinOnce: false,
        tty: false,
        workingDir: '',
        args: [],
        env: [{ name: 'A', value: '' }],
        envFrom: [{ prefix: '', configMapRef: { name: 'a' } }],
        ports: [{ containerPort: 1, name: '', hostPort: 0 }],
        volumeMounts: [
          { name: 'claim', mountPath: '/a', readOnly: false, subPath: '' },
          { name: 'scratch', mountPath: '/b', subPathExpr: '' },
        ],
        livenessProbe: { exec: { command: ['a'] }, initialDelaySeconds: 0 },
        resources: { limits: {}, requests: {} },
      }],
      volumes: [
        { name: 'claim', persistentVolumeClaim: { claimName: 'a', readOnly: false } },
        { name: 'scratch', emptyDir: { medium: '' } },
        { name: 'files', nfs: { server: 'a.example', path: '/', readOnly: false } },
        { name: 'amazon', awsElasticBlockStore: { volumeID: 'a', readOnly: false, partition: 0 } },
        { name: 'google', gcePersistentDisk: { pdName: 'a', readOnly: false, partition: 0 } },
        { name: 'driver', csi: { driver: 'a.example', volumeAttributes: {} } },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    ...named,
    spec: {
      paused: false,
      minReadySeconds: 0,
      selector: { matchLabels: {}, matchExpressions: [{ key: 'a', operator: 'Exists', values: [] }] },
      template: { metadata: { labels: { a: '' } }, spec: { containers: [{ name: 'main', image: 'a:1' }] } },
    },
  },
  { apiVersion: 'v1', kind: 'Service', ...named, spec: { publishNotReadyAddresses: false, ports: [{ port: 1, nodePort: 0 }] } },
  { apiVersion: 'v1', kind: 'ConfigMap', ...named, data: {}, binaryData: {} },
  { apiVersion: 'v1', kind: 'Secret', ...named, data: {}, stringData: {} },
  { apiVersion: 'v1', kind: 'Node', ...named, spec: { unschedulable: false } },
  { apiVersion: 'v1', kind: 'ResourceQuota', ...named, spec: { hard: {} } },
  { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', ...named, handler: 'a', overhead: { podFixed: {} } },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', ...named, provisioner: 'a.example', parameters: {} },
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', ...named, value: 1, globalDefault: false },
];
