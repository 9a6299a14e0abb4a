import { PlainObject } from '../../../../../src/base/plain';

const probe = { httpGet: { path: '/health', port: 8000, scheme: 'HTTP', httpHeaders: [{ name: 'X-Probe', value: 'yes' }] }, periodSeconds: 10, failureThreshold: 30 };

const container = (name: string): PlainObject => ({
  name,
  image: 'registry.example/engine:1.2',
  imagePullPolicy: 'IfNotPresent',
  command: ['serve'],
  args: ['--port=8000'],
  workingDir: '/work',
  ports: [{ name: 'http', containerPort: 8000, protocol: 'TCP' }, { containerPort: 8000, protocol: 'UDP' }, { containerPort: 9000 }],
  env: [
    { name: 'MODEL', value: 'llama' },
    { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'token', key: 'token', optional: false } } },
    { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
  ],
  envFrom: [{ configMapRef: { name: 'settings' }, prefix: 'A_' }],
  resources: { limits: { 'nvidia.com/gpu': '8', 'memory': '64Gi', 'cpu': 4 }, requests: { cpu: '500m' }, claims: [{ name: 'gpu', request: 'first' }] },
  volumeMounts: [{ name: 'models', mountPath: '/models', readOnly: true }, { name: 'shm', mountPath: '/dev/shm' }],
  livenessProbe: probe,
  readinessProbe: { tcpSocket: { port: 'http' }, periodSeconds: 5 },
  startupProbe: { exec: { command: ['true'] } },
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  terminationMessagePolicy: 'FallbackToLogsOnError',
});

const affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'In', values: ['h100'] }] }] },
  },
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'llm' } } } },
    ],
  },
};

const volumes = [
  { name: 'models', persistentVolumeClaim: { claimName: 'models', readOnly: true } },
  { name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } },
  { name: 'settings', configMap: { name: 'settings', defaultMode: 420, items: [{ key: 'a', path: 'a', mode: 256 }] } },
  { name: 'all', projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }] } },
];

/** A pod spec that uses much of what a schema says of one. */
export function podSpec(restartPolicy?: string): PlainObject {
  return {
    ...restartPolicy !== undefined && { restartPolicy },
    containers: [container('main'), { name: 'side', image: 'registry.example/side' }],
    initContainers: [{ name: 'fetch', image: 'registry.example/fetch', restartPolicy: 'Always' }],
    volumes,
    affinity,
    nodeSelector: { 'cloud.example/gpu': 'h100' },
    tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 300 }],
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'llm' } } }],
    terminationGracePeriodSeconds: 60,
    serviceAccountName: 'engine',
    resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }],
    securityContext: { fsGroup: 1000, runAsNonRoot: true, sysctls: [{ name: 'net.core.somaxconn', value: '1024' }] },
    imagePullSecrets: [{ name: 'registry' }],
    hostAliases: [{ ip: '10.0.0.1', hostnames: ['store'] }],
    dnsConfig: { options: [{ name: 'ndots', value: '2' }] },
  };
}

export function podTemplate(restartPolicy?: string): PlainObject {
  return { metadata: { labels: { app: 'llm' }, annotations: { 'example.org/note': 'x' } }, spec: podSpec(restartPolicy) };
}
