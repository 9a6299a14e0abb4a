import * as fs from 'fs';
import * as path from 'path';
import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { build, findings, namesOf, plugin, valueOf, vllm } from './llama';
import { build as devicePlugin } from '../../../examples/llama-70b-device-plugin/main';
import { build as dra } from '../../../examples/llama-70b-dra/main';
import { GpuInferenceDeployment, GpuInferenceDeploymentProps, GpuMetrics, InferenceEngine, ModelCache, ModelPreload } from '../../../src';
import { severityOf } from '../../../src/base/findings/finding';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const ROOT = path.join(__dirname, '../../..');
const { READ_WRITE_ONCE } = kplus.PersistentVolumeAccessMode;
const always = kplus.ContainerRestartPolicy.ALWAYS;
const cache = { modelCache: ModelCache.hostPath('/m') };

function objectsOf(example: (app: App) => void) {
  const app = new App();
  example(app);
  const llama = app.node.findAll().find(construct => construct instanceof GpuInferenceDeployment) as GpuInferenceDeployment;
  const objects: any[] = app.charts.flatMap(chart => chart.toJson());
  return { app, llama, objects, of: (kind: string) => objects.find(object => object.kind === kind) };
}

const article = objectsOf(dra);
const deployment = article.of('Deployment').spec;
const pod = deployment.template.spec;
const [main] = pod.containers;
const initContainer = (name: string) => pod.initContainers.find((container: any) => container.name === name);
const refused = (props: Partial<GpuInferenceDeploymentProps>, message: string) => expect(() => build(props)).toThrow(message);
const patched = (patch: JsonPatch, id: string) =>
  expect(findings({}, {}, llama => llama.apiObject.addJsonPatch(patch)).map(finding => finding.id)).toContain(id);
const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };

/** By the number of the mistake in the page: what shows that it cannot happen here. */
const PROOFS: { readonly [mistake: number]: () => void } = {
  1: () => {
    expect(initContainer('model-preload').restartPolicy).toBeUndefined();
    refused({ ...cache, preload: ModelPreload.container({ image: 'a', restartPolicy: always }) }, 'preload.container.restartPolicy: Forbidden');
  },
  2: () => expect(initContainer('model-preload').resources).toEqual({ requests: { memory: '4Gi' }, limits: { memory: '4Gi' } }),
  3: () => {
    expect(main.command[2]).toBe(valueOf(initContainer('model-preload'), 'MODEL_ID'));
    expect(valueOf(main, 'HF_HOME')).toBe(valueOf(initContainer('model-preload'), 'HF_HOME'));
  },
  4: () => {
    expect(initContainer('model-preload').env[0].valueFrom.secretKeyRef).toEqual({ name: 'hugging-face', key: 'token' });
    refused({ container: { envVariables: { HF_TOKEN: kplus.EnvValue.fromValue('hunter2') } } }, 'container.envVariables[HF_TOKEN]: Invalid value');
  },
  5: () => {
    expect(initContainer('dcgm-exporter').restartPolicy).toBe('Always');
    refused({ containers: [{ image: 'nvidia/dcgm-exporter:3.3.0', restartPolicy: always }] }, 'containers[0].restartPolicy: Forbidden');
  },
  6: () => {
    expect(initContainer('dcgm-exporter').resources.claims).toEqual(main.resources.claims);
    refused({ accelerator: plugin, gpuMetrics: GpuMetrics.sidecar() }, 'gpuMetrics: Forbidden: a sidecar sees no devices');
  },
  7: () => expect(initContainer('dcgm-exporter').image).toMatch(/^nvcr\.io\/nvidia\/k8s\/dcgm-exporter:\d+\.\d+\.\d+-\d+\.\d+\.\d+-\w+$/),
  8: () => {
    expect(article.of('ResourceClaimTemplate').spec.spec.devices.requests[0].exactly.count).toBe(8);
    refused({ engine: vllm({ tensorParallel: 4, pipelineParallel: 2 }), accelerator: plugin }, 'tensor 4 x pipeline 2 x data 1 = 8');
  },
  9: () => expect(main.ports).toEqual([{ containerPort: 8000, name: 'http' }]),
  10: () => {
    const declared = [...namesOf(main.ports), ...namesOf(initContainer('dcgm-exporter').ports)];
    expect(article.of('PodMonitor').spec.podMetricsEndpoints.map((endpoint: any) => endpoint.port)).toEqual(declared);
    expect(deployment.template.metadata.annotations).toBeUndefined();
  },
  11: () => expect([main.resources.requests.cpu, main.resources.limits.cpu]).toEqual(['32', undefined]),
  12: () => expect(article.llama.explain()).toContain('weights 132Gi + shared memory 16Gi + headroom 8Gi = 156Gi'),
  13: () => {
    expect(main.startupProbe.periodSeconds * main.startupProbe.failureThreshold).toBeGreaterThan(451);
    patched(JsonPatch.remove('/spec/template/spec/containers/0/startupProbe'), 'AIW3305');
  },
  14: () => expect([main.startupProbe, main.livenessProbe, main.readinessProbe].map(probe => probe.httpGet.path)).toEqual(['/health', '/health', '/health']),
  15: () => {
    expect(main.lifecycle.preStop).toEqual({ sleep: { seconds: 15 } });
    refused({ container: { lifecycle: { preStop: kplus.Handler.fromCommand(['/bin/sh', '-c', 'sleep 30']) } } }, 'container.lifecycle.preStop: Forbidden');
  },
  16: () => {
    expect(pod.terminationGracePeriodSeconds).toBe(15 + 120 + 5);
    patched(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 30), 'AIW3503');
  },
  17: () => {
    expect(deployment.strategy.rollingUpdate).toEqual({ maxSurge: 0, maxUnavailable: 1 });
    patched(JsonPatch.replace('/spec/strategy', strategy), 'AIW3501');
  },
  18: () => {
    expect(deployment.progressDeadlineSeconds).toBeGreaterThan(main.startupProbe.periodSeconds * main.startupProbe.failureThreshold + 1800);
    patched(JsonPatch.remove('/spec/progressDeadlineSeconds'), 'AIW3502');
  },
  19: () => {
    expect('replicas' in deployment).toBe(false);
    refused({ replicas: 2, autoscaling: { minReplicas: 2, maxReplicas: 10, queueDepth: 8 } }, 'replicas: Forbidden');
  },
  20: () => expect(pod.affinity).toBeUndefined(),
  21: () => expect(pod.topologySpreadConstraints[0]).toMatchObject({ topologyKey: 'topology.kubernetes.io/zone', matchLabelKeys: ['pod-template-hash'] }),
  22: () => expect(pod.tolerations).toEqual([{ key: 'nvidia.com/gpu', operator: 'Exists' }]),
  23: () => {
    refused({ replicas: 4, modelCache: ModelCache.claimName('model-cache-pvc', { accessModes: [READ_WRITE_ONCE] }) }, 'modelCache: Invalid value: "ReadWriteOnce"');
    expect(findings({ modelCache: ModelCache.claimName('model-cache-pvc') }).map(finding => finding.id)).toContain('AIW3506');
  },
  24: () => expect(article.of('PodDisruptionBudget').spec.maxUnavailable).toBe(1),
  25: () => {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false, securityContext: { seccompProfile: { type: 'RuntimeDefault' } } });
    const all: any[] = [...pod.containers, ...pod.initContainers];
    expect(all.every(container => container.securityContext.allowPrivilegeEscalation === false)).toBe(true);
  },
  26: () => expect(() => InferenceEngine.vllm({ version: '0.6.0', model: 'm' })).toThrow('InferenceEngine.vllm(version): Invalid value: "0.6.0": is older than 0.'),
  27: () => refused({ autoscaling: { minReplicas: 2, maxReplicas: 10, gauges: [{ name: 'vllm_queue_depth', average: 8 }] } },
    'autoscaling.gauges[0].name: Invalid value: "vllm_queue_depth": is no metric of vLLM 0.18'),
  28: () => {
    const served = [...article.llama.adapterRules!.matchAll(/as: (\w+)/g)].map(match => match[1]);
    expect(article.of('HorizontalPodAutoscaler').spec.metrics.map((metric: any) => metric.pods.metric.name)).toEqual(served);
    expect(article.of('ConfigMap').data).toBeDefined();
  },
  29: () => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const metrics = [{ type: 'Resource', resource: { name: 'nvidia.com/gpu', target: { type: 'Utilization', averageUtilization: 70 } } }];
    new ApiObject(chart, 'Scaler', scalerOf(metrics));
    expect(findingsOf(chart).map(finding => finding.id)).toContain('AIW3109');
  },
  30: () => expect(article.of('HorizontalPodAutoscaler').spec.metrics.map((metric: any) => metric.pods.metric.name))
    .toEqual(['vllm_num_requests_waiting', 'vllm_num_requests_running']),
  31: () => expect(article.of('HorizontalPodAutoscaler').spec.behavior.scaleDown.stabilizationWindowSeconds).toBe(451),
  32: () => expect(article.llama.explain()).toContain('2 to 8 replicas x 8 = 16 to 64 devices'),
  33: () => {
    expect(article.of('Service').spec.sessionAffinityConfig).toEqual({ clientIP: { timeoutSeconds: 600 } });
    expect(article.llama.explain()).toContain('behind a gateway that is the gateway\'s');
  },
  34: () => refused({ service: { ports: [{ name: 'metrics', port: 8080 }] } }, 'service.ports[0].port: Invalid value: 8080: no container of the pods declares this port'),
  35: () => expect(JSON.stringify(article.of('HTTPRoute'))).not.toContain('Retry'),
  36: () => expect(pod.nodeSelector).toEqual({ 'node-type': 'gpu-inference' }),
};

function scalerOf(metrics: object[]) {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'scaler' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' }, maxReplicas: 10, metrics },
  };
}

const PAGE = fs.readFileSync(path.join(ROOT, 'docs/patterns/gpu-inference-deployment.md'), 'utf8');
const MISTAKES = [...PAGE.matchAll(/^\| ([0-9]+) \| (.+?) \| /gm)].map(match => [Number(match[1]), match[2]] as [number, string]);

test('every mistake of the page has a proof, and every proof a mistake', () => {
  expect(MISTAKES.map(([number]) => String(number))).toEqual(Object.keys(PROOFS));
});

test.each(MISTAKES)('%i: %s', number => PROOFS[number]());

test('the whole platform is written in under 40 lines', () => {
  const source = fs.readFileSync(path.join(ROOT, 'examples/llama-70b-dra/main.ts'), 'utf8');
  const body = /export function build\(app: App\): void \{\n([^]*?)\n\}\n/.exec(source)![1].split('\n');
  expect(body.length).toBeLessThan(40);
});

test.each<[string, (app: App) => void]>([['claims', dra], ['device plugin', devicePlugin]])('%s: the checks have nothing against it', (_name, example) => {
  expect(findingsOf(objectsOf(example).app).filter(finding => severityOf(finding.class) !== 'info')).toEqual([]);
});

test('on 1.33 the GPUs are limits, and a node that is kept free takes the new pod', () => {
  const { objects, of } = objectsOf(devicePlugin);
  const { strategy: rollout, template } = of('Deployment').spec;
  expect(template.spec.containers[0].resources.limits['nvidia.com/gpu']).toBe('8');
  expect(rollout.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
  expect(template.spec.resourceClaims).toBeUndefined();
  expect(objects.filter(object => object.kind === 'PodMonitor').map(object => object.metadata.name)).toEqual(['llama-3-70b-inference', 'llama-3-70b-inference-gpu']);
});
