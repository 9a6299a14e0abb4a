import { CheckOptions, Checks, KubernetesVersion } from '../../../src';
import { clusterFor } from '../../../src/lint/run/check-data';

const server = (replicas: number, gpus: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'llm' },
  spec: {
    replicas,
    strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    selector: { matchLabels: { app: 'llm' } },
    template: {
      metadata: { labels: { app: 'llm' } },
      spec: { containers: [{ name: 'server', image: 'vllm/vllm-openai:v0.11.0', args: ['--model=Qwen/Qwen3-8B'], resources: { limits: { 'memory': '64Gi', 'nvidia.com/gpu': gpus } } }] },
    },
  },
});

test('the cluster is what the options say of it', () => {
  const options: CheckOptions = {
    kubernetes: KubernetesVersion.V1_34,
    featureGates: { EnvFiles: true, ImageVolume: false },
    apis: ['jobset.x-k8s.io/v1alpha2', 'ray.io/v1'],
    zones: ['eu-1a', 'eu-1b'],
    spareGpus: 3,
    gpusPerNode: 8,
  };

  const { kubernetes, ...others } = options;

  expect(clusterFor(options)).toEqual({ minor: kubernetes, ...others });
});

test('without options it is one of Kubernetes 1.36, of which nothing else is known', () => {
  expect(clusterFor({})).toEqual({ minor: KubernetesVersion.V1_36, featureGates: {} });
});

test.each([[1, false], [2, true], [3, true]])('%i spare GPUs for a roll-out that adds a pod of 2: enough %s', (spareGpus, isEnough) => {
  const ids = Checks.findingsAbout([server(2, 2)], { spareGpus }).map(({ id }) => id);

  expect(ids.includes('AIW2620')).toBe(!isEnough);
});
