import { PlainObject } from '../../src/base/plain';

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
const NAME = 'llama-405b';

/** Groups of one workload over three zones, as the pattern of this library writes them by hand: two StatefulSets a group, a Service, a budget. */
export function manyGroups(groups: number, size: number): PlainObject[] {
  const sets = Array.from({ length: groups }, (_, group) => [set(group, 'leader', 0, 1), set(group, 'worker', 1, size - 1)]).flat();
  return [...sets, service('', {}, true), service('-serving', { 'cdk8s-ai-workloads/role': 'leader' }, false), budget()];
}

function set(group: number, role: string, start: number, replicas: number): PlainObject {
  const labels = { 'cdk8s-ai-workloads/name': NAME, 'cdk8s-ai-workloads/group': String(group), 'cdk8s-ai-workloads/role': role };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: `${NAME}-${group}-${role}`, namespace: 'inference', labels },
    spec: {
      serviceName: NAME,
      podManagementPolicy: 'Parallel',
      ordinals: { start },
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podSpec(role, ZONES[group % ZONES.length]) },
    },
  };
}

function podSpec(role: string, zone: string): PlainObject {
  return {
    nodeSelector: { 'topology.kubernetes.io/zone': zone },
    terminationGracePeriodSeconds: role === 'leader' ? 200 : 30,
    volumes: [{ name: 'models', hostPath: { path: '/models' } }],
    containers: [{
      name: 'main',
      image: 'vllm/vllm-openai:v0.18.1',
      command: ['vllm', 'serve', 'meta-llama/Llama-3.1-405B-Instruct-FP8'],
      args: ['--tensor-parallel-size', '8', '--pipeline-parallel-size', '8', '--nnodes', '8', ...role === 'leader' ? ['--shutdown-timeout', '180'] : ['--headless']],
      ports: [{ name: 'http', containerPort: 8000 }],
      volumeMounts: [{ name: 'models', mountPath: '/root/.cache/huggingface' }],
      resources: { limits: { 'nvidia.com/gpu': 8, 'memory': '468Gi' } },
      ...role === 'leader' && {
        startupProbe: { httpGet: { path: '/health', port: 8000 }, periodSeconds: 10, failureThreshold: 421 },
        readinessProbe: { httpGet: { path: '/health', port: 8000 }, periodSeconds: 5 },
        lifecycle: { preStop: { sleep: { seconds: 15 } } },
      },
    }],
  };
}

function service(suffix: string, selected: PlainObject, isHeadless: boolean): PlainObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${NAME}${suffix}`, namespace: 'inference' },
    spec: {
      selector: { 'cdk8s-ai-workloads/name': NAME, ...selected },
      ...isHeadless ? { clusterIP: 'None', publishNotReadyAddresses: true } : {},
      ports: [{ port: 80, targetPort: 'http' }],
    },
  };
}

function budget(): PlainObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: NAME, namespace: 'inference' },
    spec: { maxUnavailable: 1, selector: { matchLabels: { 'cdk8s-ai-workloads/name': NAME } } },
  };
}
