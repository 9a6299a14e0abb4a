import { App, Chart, Duration, Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as YAML from 'yaml';
import { MODEL, build, claim, findings, load, namesOf, plugin, valueOf, vllm } from './llama';
import {
  Capacity, DisruptionBudget, GpuInferenceDeployment, GpuMetrics, InferenceEngine, KubernetesVersion, Locality, LocalityService, Memory,
  ModelCache, ModelPreload, ReplicaSpread, SecretKey, Target,
} from '../../../src';

const { READ_WRITE_MANY, READ_WRITE_ONCE, READ_ONLY_MANY } = kplus.PersistentVolumeAccessMode;
const scaling = { minReplicas: 2, maxReplicas: 8, queueDepth: 8, runningRequests: 8 };
const cached = { modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_MANY] }) };
const preloaded = { ...cached, preload: ModelPreload.fromHub({ token: SecretKey.fromName('hugging-face', 'token') }) };
const monitors = { apis: ['monitoring.coreos.com/v1'] };

describe('the engine\'s container', () => {
  test('runs what the engine says, on its port, without a CPU limit', () => {
    const { main } = build({ engine: vllm({ args: ['--max-num-seqs', '256'] }), container: { cpu: '32' } });
    expect(main.command).toEqual(['vllm', 'serve', MODEL]);
    expect(main.args.join(' ')).toBe('--port 8000 --tensor-parallel-size 4 --disable-access-log-for-endpoints /health,/metrics,/ping --shutdown-timeout 60 --max-num-seqs 256');
    expect(main.ports).toEqual([{ containerPort: 8000, name: 'http' }]);
    expect(main.resources).toEqual({ requests: { cpu: '32', memory: '156Gi' }, limits: { 'memory': '156Gi', 'nvidia.com/gpu': '4' } });
  });

  test('is given time to load before anything asks whether it lives', () => {
    const { main, spec } = build();
    expect(main.startupProbe).toMatchObject({ httpGet: { path: '/health', port: 8000 }, periodSeconds: 10, failureThreshold: 207 });
    expect(main.livenessProbe.httpGet.path).toBe('/health');
    expect(main.livenessProbe.initialDelaySeconds).toBeUndefined();
    expect(main.readinessProbe.httpGet.path).toBe('/health');
    expect(spec.progressDeadlineSeconds).toBeGreaterThan(92 * 10);
  });

  test('drains: endpoints first, then the engine, and the grace period holds both', () => {
    const { main, pod } = build();
    expect(main.lifecycle).toEqual({ preStop: { sleep: { seconds: 15 } } });
    expect(main.args.slice(-2)).toEqual(['--shutdown-timeout', '60']);
    expect(pod.terminationGracePeriodSeconds).toBe(80);
  });

  test('takes what the user lays over it', () => {
    const { main } = build({
      container: {
        name: 'server',
        image: 'registry.example/vllm-openai:v0.18.3',
        memory: Memory.of('300Gi'),
        secretEnv: { VLLM_API_KEY: SecretKey.fromName('api', 'key') },
        envVariables: { VLLM_LOGGING_LEVEL: kplus.EnvValue.fromValue('DEBUG') },
        ports: [{ number: 9000, name: 'admin' }],
        liveness: kplus.Probe.fromHttpGet('/ping', { port: 8000 }),
      },
    });
    expect(main).toMatchObject({ name: 'server', image: 'registry.example/vllm-openai:v0.18.3', livenessProbe: { httpGet: { path: '/ping' } } });
    expect(main.resources.limits.memory).toBe('300Gi');
    expect(namesOf(main.env)).toEqual(['VLLM_API_KEY', 'VLLM_LOGGING_LEVEL']);
    expect(namesOf(main.ports)).toEqual(['http', 'admin']);
  });

  test('memory in cdk8s-plus-28\'s own struct takes the place of the derived one', () => {
    const { main } = build({ container: { resources: { memory: { request: Size.gibibytes(64), limit: Size.gibibytes(96) } } } });
    expect(main.resources).toMatchObject({ requests: { memory: '64Gi' }, limits: { memory: '96Gi' } });
  });

  test('variables of the engine are set, and refused when somebody sets them later', () => {
    const late = findings({}, {}, llama => llama.pods.mainContainer.env.addVariable('VLLM_PORT', kplus.EnvValue.fromValue('8000')));
    expect(late.find(finding => finding.id === 'AIW1001')?.message).toContain('VLLM_PORT is set by the pattern');
  });
});

describe('devices', () => {
  test('from a plugin: a limit of the engine\'s container alone, and the taint tolerated', () => {
    const { pod, main, of } = build();
    expect(main.resources.limits['nvidia.com/gpu']).toBe('4');
    expect(pod.tolerations).toEqual([{ key: 'nvidia.com/gpu', operator: 'Exists' }]);
    expect(of('ResourceClaimTemplate')).toBeUndefined();
  });

  test('from a claim: a template of the parallelism\'s count, and no limit', () => {
    const { pod, main, of } = build({ engine: vllm({ pipelineParallel: 2 }), accelerator: claim });
    const template = of('ResourceClaimTemplate');
    expect(template.spec.spec.devices.requests[0].exactly).toMatchObject({ deviceClassName: 'gpu.nvidia.com', count: 8 });
    expect(pod.resourceClaims).toEqual([{ name: 'accelerator', resourceClaimTemplateName: template.metadata.name }]);
    expect(main.resources.claims).toEqual([{ name: 'accelerator' }]);
    expect(main.resources.limits).toEqual({ memory: '164Gi' });
  });

  test('another parallelism is another template, and the Deployment keeps its name and selector', () => {
    const [four, eight] = [1, 2].map(pipelineParallel => build({ engine: vllm({ pipelineParallel }), accelerator: claim }));
    expect(four.of('ResourceClaimTemplate').metadata.name).not.toBe(eight.of('ResourceClaimTemplate').metadata.name);
    expect(four.of('Deployment').metadata).toEqual(eight.of('Deployment').metadata);
    expect(four.spec.selector).toEqual(eight.spec.selector);
  });
});

describe('the preload', () => {
  test('ends before the engine starts, sees the cache and holds no device', () => {
    const { pod, main } = build({ ...preloaded, accelerator: claim });
    const [preload] = pod.initContainers;
    expect(preload).toMatchObject({ name: 'model-preload', volumeMounts: [{ name: 'model-cache', mountPath: '/models' }] });
    expect(preload.restartPolicy).toBeUndefined();
    expect(Object.keys(preload.resources.limits)).toEqual(['memory']);
    expect(preload.resources.claims).toBeUndefined();
    expect(preload.env[0]).toEqual({ name: 'HF_TOKEN', valueFrom: { secretKeyRef: { name: 'hugging-face', key: 'token' } } });
    expect(main.volumeMounts).toContainEqual({ name: 'model-cache', mountPath: '/models' });
    expect(pod.volumes).toContainEqual({ name: 'model-cache', persistentVolumeClaim: { claimName: 'models' } });
  });

  test('fills the folder where the engine looks, which then asks nobody', () => {
    const { pod, main } = build(preloaded);
    expect([valueOf(pod.initContainers[0], 'HF_HOME'), valueOf(main, 'HF_HOME'), valueOf(main, 'HF_HUB_OFFLINE')]).toEqual(['/models', '/models', '1']);
    expect(valueOf(pod.initContainers[0], 'MODEL_ID')).toBe(MODEL);
    expect(namesOf(main.env)).not.toContain('HF_TOKEN');
  });

  test('of one\'s own is an init container too', () => {
    const copy = ModelPreload.container({ image: 'amazon/aws-cli:2', command: ['aws', 's3', 'sync', 's3://models/llama', '/models/llama'] }, { time: Duration.minutes(5) });
    const { pod, main, spec } = build({ engine: vllm({ model: '/models/llama' }), ...cached, preload: copy, initContainers: [{ image: 'a', name: 'check' }] });
    expect(namesOf(pod.initContainers)).toEqual(['model-preload', 'check']);
    expect(valueOf(main, 'HF_HUB_OFFLINE')).toBeUndefined();
    expect(spec.progressDeadlineSeconds).toBe(920 + 600 + 300);
  });
});

describe('the cache', () => {
  test('without a preload the engine downloads into it', () => {
    const { main } = build(cached);
    expect([valueOf(main, 'HF_HOME'), valueOf(main, 'HF_HUB_OFFLINE')]).toEqual(['/models', undefined]);
  });

  test('that nobody writes is mounted read-only, and the engine asks nobody', () => {
    const { main } = build({ modelCache: ModelCache.claimName('models', { accessModes: [READ_ONLY_MANY] }) });
    expect(main.volumeMounts).toContainEqual({ name: 'model-cache', mountPath: '/models', readOnly: true });
    expect(valueOf(main, 'HF_HUB_OFFLINE')).toBe('1');
  });

  test('on a claim of the app knows its access modes', () => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const of = (mode: kplus.PersistentVolumeAccessMode) =>
      new kplus.PersistentVolumeClaim(chart, mode, { accessModes: [mode], storage: Size.gibibytes(300) });
    const make = (id: string, mode: kplus.PersistentVolumeAccessMode) => () =>
      new GpuInferenceDeployment(chart, id, { engine: vllm(), accelerator: plugin, replicas: 4, modelCache: ModelCache.claim(of(mode)) });
    expect(make('One', READ_WRITE_ONCE)).toThrow(/modelCache: Invalid value: "ReadWriteOnce"/);
    expect(make('Many', READ_WRITE_MANY)).not.toThrow();
  });

  test('on a folder of the node is created when it is not there', () => {
    const { pod } = build({ modelCache: ModelCache.hostPath('/mnt/nvme/models') });
    expect(pod.volumes).toContainEqual({ name: 'model-cache', hostPath: { path: '/mnt/nvme/models', type: 'DirectoryOrCreate' } });
  });

  test('of unknown access modes is a warning with several replicas only', () => {
    const warned = (replicas: number) => findings({ replicas, modelCache: ModelCache.claimName('models') }).some(finding => finding.id === 'AIW3506');
    expect([warned(2), warned(1)]).toEqual([true, false]);
  });
});

describe('GPU metrics', () => {
  test('a native sidecar shares the claim, and reads no profiling counters', () => {
    const { pod, of } = build({ accelerator: claim, gpuMetrics: GpuMetrics.sidecar() });
    const exporter = pod.initContainers.find((container: any) => container.name === 'dcgm-exporter');
    expect(exporter).toMatchObject({ restartPolicy: 'Always', resources: { claims: [{ name: 'accelerator' }] }, ports: [{ containerPort: 9400, name: 'dcgm-metrics' }] });
    expect(exporter.securityContext.capabilities.add).toBeUndefined();
    expect(exporter.readinessProbe).toBeUndefined();
    const map = of('ConfigMap');
    expect(pod.volumes).toContainEqual({ name: 'gpu-counters', configMap: { name: map.metadata.name } });
    expect(map.data['counters.csv']).toMatch(/^DCGM_FI_DEV_GPU_UTIL, gauge, /m);
    expect(map.data['counters.csv']).not.toContain('DCGM_FI_PROF');
    expect(exporter.args.slice(0, 2)).toEqual(['--collectors', `${exporter.volumeMounts[0].mountPath}/counters.csv`]);
  });

  test('the node\'s exporter keeps the series of these pods', () => {
    const { objects } = build({ gpuMetrics: GpuMetrics.nodeExporter({ monitorLabels: { release: 'prometheus' } }) }, monitors);
    const monitor = objects.find(object => object.kind === 'PodMonitor');
    expect(monitor.metadata).toMatchObject({ name: 'llama-gpu', labels: { release: 'prometheus' } });
    expect(monitor.spec).toMatchObject({ namespaceSelector: { matchNames: ['gpu-operator'] }, selector: { matchLabels: { app: 'nvidia-dcgm-exporter' } } });
    const [endpoint] = monitor.spec.podMetricsEndpoints;
    expect(endpoint.honorLabels).toBe(true);
    const keeps = (value: string) => new RegExp(`^(?:${endpoint.metricRelabelings[0].regex})$`).test(value);
    expect([keeps('ml/llama-7d9f4b8c5-x2v9p'), keeps('other/llama-7d9f4b8c5-x2v9p'), keeps('ml/llama-2-7d9f4b8c5-x2v9p')]).toEqual([true, false, false]);
  });

  test('a PodMonitor scrapes the engine where it listens, and the exporter', () => {
    const { of } = build({ accelerator: claim, gpuMetrics: GpuMetrics.sidecar(), podMonitor: { interval: Duration.seconds(15) } }, monitors);
    expect(of('PodMonitor').spec).toEqual({
      selector: { matchLabels: { 'cdk8s-ai-workloads/name': 'llama' } },
      podMetricsEndpoints: [{ port: 'http', path: '/metrics', interval: '15s' }, { port: 'dcgm-metrics', path: '/metrics', interval: '15s' }],
    });
  });

  test('where nobody said that the operator is there, an info names it', () => {
    expect(findings({ podMonitor: {} }).find(finding => finding.id === 'AIW0002')?.message).toContain('monitoring.coreos.com/v1');
  });
});

describe('autoscaling', () => {
  test('by what waits and what runs, and replicas are left to it', () => {
    const { of, spec } = build({ autoscaling: scaling });
    expect('replicas' in spec).toBe(false);
    expect(of('HorizontalPodAutoscaler').spec).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' },
      minReplicas: 2,
      maxReplicas: 8,
      metrics: ['vllm_num_requests_waiting', 'vllm_num_requests_running'].map(name => (
        { type: 'Pods', pods: { metric: { name }, target: { type: 'AverageValue', averageValue: '8' } } })),
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 60,
          selectPolicy: 'Max',
          policies: [{ type: 'Percent', value: 100, periodSeconds: 1034 }, { type: 'Pods', value: 2, periodSeconds: 1034 }],
        },
        scaleDown: { stabilizationWindowSeconds: 1034, policies: [{ type: 'Pods', value: 1, periodSeconds: 80 }] },
      },
    });
  });

  test('the adapter\'s rules serve exactly the metrics that the autoscaler asks for', () => {
    const { llama, of } = build({ autoscaling: { ...scaling, kvCacheUsage: 0.8 } });
    const { rules } = YAML.parse(llama.adapterRules!);
    expect(rules.map((rule: any) => rule.name.as)).toEqual(of('HorizontalPodAutoscaler').spec.metrics.map((metric: any) => metric.pods.metric.name));
    expect(rules.map((rule: any) => rule.seriesQuery)).toEqual([
      'vllm:num_requests_waiting{namespace!="",pod!=""}', 'vllm:num_requests_running{namespace!="",pod!=""}', 'vllm:kv_cache_usage_perc{namespace!="",pod!=""}',
    ]);
    expect(rules.map((rule: any) => rule.metricsQuery)).toEqual(['sum', 'sum', 'max'].map(fold => `${fold}(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)`));
  });

  test('an info names what must be served', () => {
    const info = findings({ autoscaling: scaling }).find(finding => finding.id === 'AIW3507');
    expect(info).toMatchObject({ class: 'advice', message: expect.stringContaining('vllm_num_requests_waiting, vllm_num_requests_running') });
  });

  test('without it there is a number, no autoscaler and no rules', () => {
    const { llama, of, spec } = build({ replicas: 3 });
    expect([spec.replicas, of('HorizontalPodAutoscaler'), llama.autoscaler, llama.adapterRules]).toEqual([3, undefined, undefined, undefined]);
  });

  test('an autoscaler of the user\'s own leaves replicas out, and pods go one at a time', () => {
    const { spec, of, llama } = build({ replicas: 1 }, {}, (target, chart) => new kplus.HorizontalPodAutoscaler(chart, 'Scaler', {
      target, minReplicas: 2, maxReplicas: 6, metrics: [kplus.Metric.pods({ name: 'vllm_num_requests_waiting', target: kplus.MetricTarget.averageValue(8) })],
    }));
    expect('replicas' in spec).toBe(false);
    expect(spec.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } });
    expect(of('HorizontalPodAutoscaler').spec.scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' });
    expect(llama.explain()).toContain('left out: an autoscaler of yours decides');
  });

  test('which may not share a claim that one node mounts', () => {
    const late = findings({ replicas: 1, modelCache: ModelCache.claimName('models', { accessModes: [READ_WRITE_ONCE] }) }, {}, llama => llama.markHasAutoscaler());
    expect(late.find(finding => finding.id === 'AIW1001')?.message).toContain('there are any number of replicas; the others never start');
  });

  test('two autoscalers are refused', () => {
    const { llama } = build({ autoscaling: scaling });
    expect(() => llama.toScalingTarget()).toThrow('prod/Llama: autoscaling: Forbidden: there is an autoscaler already');
    expect(() => llama.markHasAutoscaler()).toThrow('autoscaling: Forbidden');
  });
});

describe('what is around the pods', () => {
  test('a Service on the engine\'s port by its name', () => {
    const { of, llama } = build({ service: { clientAffinity: Duration.minutes(10) } });
    expect(of('Service').spec).toEqual({
      selector: { 'cdk8s-ai-workloads/name': 'llama' },
      ports: [{ name: 'http', port: 8000, targetPort: 'http' }],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 600 } },
    });
    expect(llama.service.dns).toBe('llama.ml.svc');
  });

  test.each([[KubernetesVersion.V1_33, 'PreferClose'], [KubernetesVersion.V1_34, 'PreferSameZone']])('at %s the same zone is called %s', (kubernetes, value) => {
    expect(build({ service: { prefer: Locality.SAME_ZONE } }, { kubernetes }).of('Service').spec.trafficDistribution).toBe(value);
  });

  test('a Service may have a name and ports of its own, also those of sidecars', () => {
    const { of } = build({ accelerator: claim, gpuMetrics: GpuMetrics.sidecar(), service: { name: 'chat', ports: [{ name: 'web', port: 80, targetPortName: 'http' }, { name: 'gpu', port: 9400 }] } });
    expect(of('Service', 'chat').spec.ports).toEqual([{ name: 'web', port: 80, targetPort: 'http' }, { name: 'gpu', port: 9400, targetPort: 9400 }]);
  });

  test('replicas spread over zones, those of one revision counted together', () => {
    expect(build().pod.topologySpreadConstraints).toEqual([{
      maxSkew: 1,
      topologyKey: 'topology.kubernetes.io/zone',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'llama' } },
      matchLabelKeys: ['pod-template-hash'],
    }]);
  });

  test.each<[string, ReplicaSpread | undefined, string[] | undefined, string[]]>([
    ['zones that nodes do not have', undefined, [], []],
    ['zones and nodes', ReplicaSpread.overZonesAndNodes(), undefined, ['topology.kubernetes.io/zone', 'kubernetes.io/hostname']],
    ['nodes', ReplicaSpread.overNodes(), [], ['kubernetes.io/hostname']],
    ['nowhere', ReplicaSpread.anywhere(), undefined, []],
  ])('spread over %s', (_, spread, zones, keys) => {
    expect((build({ spread }, { zones }).pod.topologySpreadConstraints ?? []).map((each: any) => each.topologyKey)).toEqual(keys);
  });

  test('one budget, which lets one replica go', () => {
    const { of } = build();
    expect(of('PodDisruptionBudget').spec).toEqual({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { 'cdk8s-ai-workloads/name': 'llama' } } });
    expect(build({ disruptionBudget: DisruptionBudget.none() }).of('PodDisruptionBudget')).toBeUndefined();
  });

  test('spot nodes are chosen and tolerated', () => {
    const { pod } = build({ engine: vllm({ longestStream: Duration.seconds(5) }), capacity: Capacity.spotAks() });
    expect(pod.nodeSelector).toEqual({ 'kubernetes.azure.com/scalesetpriority': 'spot' });
    expect(pod.tolerations).toContainEqual({ key: 'kubernetes.azure.com/scalesetpriority', operator: 'Equal', value: 'spot', effect: 'NoSchedule' });
    expect(pod.terminationGracePeriodSeconds).toBeLessThanOrEqual(30);
  });

  test('isolation is a policy of its own name', () => {
    expect(build({ isolate: true }).of('NetworkPolicy').metadata.name).toBe('llama');
  });

  test('labels and annotations of the user stand on every object', () => {
    const { objects } = build({ autoscaling: scaling, metadata: { labels: { team: 'chat' }, annotations: { owner: 'ml' } } });
    objects.forEach(object => expect(object.metadata).toMatchObject({ labels: { team: 'chat' }, annotations: { owner: 'ml' } }));
  });
});

describe('with other constructs', () => {
  test('a LocalityService takes it as its target', () => {
    const { of } = build({ autoscaling: scaling }, { zones: ['a', 'b'] }, (target, chart) =>
      new LocalityService(chart, 'Near', { target, prefer: Locality.SAME_ZONE, ports: [{ port: 80, targetPortName: 'http' }] }));
    expect(of('Service', 'near').spec).toMatchObject({ selector: { 'cdk8s-ai-workloads/name': 'llama' }, trafficDistribution: 'PreferSameZone' });
  });

  test('what is added to the pods reaches the Deployment', () => {
    const { pod } = build({}, {}, (llama, chart) => {
      llama.pods.addSidecar({ name: 'proxy', image: 'envoy:1' });
      llama.pods.mainContainer.mount('/cache', kplus.Volume.fromEmptyDir(chart, 'Cache', 'cache'));
      llama.pods.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.is('dedicated', 'ml')));
    });
    expect(namesOf(pod.initContainers)).toEqual(['proxy']);
    expect(namesOf(pod.volumes)).toContain('cache');
    expect(pod.tolerations).toContainEqual({ key: 'dedicated', operator: 'Equal', value: 'ml' });
  });

  test('a network policy finds its pods', () => {
    const { of } = build({}, {}, (target, chart) => new kplus.NetworkPolicy(chart, 'Policy', { selector: target }));
    expect(of('NetworkPolicy').spec.podSelector.matchLabels).toEqual({ 'cdk8s-ai-workloads/name': 'llama' });
  });
});

test('moving the construct, or the order of its properties, changes no name and no selector', () => {
  const identity = (id: string) => {
    const chart = new Chart(new App(), id, { namespace: 'ml' });
    new GpuInferenceDeployment(chart, 'Llama', { autoscaling: scaling, accelerator: claim, engine: vllm() });
    return Testing.synth(chart).map(({ kind, metadata, spec }) => [kind, metadata.name, spec?.selector]);
  };
  expect(identity('prod')).toEqual(identity('elsewhere'));
});

test('without a target it is written for the default minor', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new GpuInferenceDeployment(chart, 'Llama', { engine: InferenceEngine.vllm({ version: '0.18', model: MODEL }), accelerator: claim });
  expect(Testing.synth(chart).map(each => each.kind)).toContain('ResourceClaimTemplate');
  expect(Target.of(chart).isDefault).toBe(true);
});

test.each(['1.33', '1.36'] as KubernetesVersion[])('manifests for %s', kubernetes => {
  const { objects } = build({
    ...preloaded,
    accelerator: kubernetes === KubernetesVersion.V1_33 ? plugin : claim,
    modelLoad: load,
    autoscaling: { ...scaling, kvCacheUsage: 0.85 },
    gpuMetrics: kubernetes === KubernetesVersion.V1_33 ? GpuMetrics.nodeExporter() : GpuMetrics.sidecar(),
    podMonitor: {},
    service: { clientAffinity: Duration.minutes(10) },
  }, { kubernetes, ...monitors });
  expect(objects).toMatchSnapshot();
});
