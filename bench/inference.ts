import { deepStrictEqual, ok } from 'assert';
import { Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Case } from './cases';
import { Figure } from './figure';
import { WORKS, compare, manifests, appOf } from './patterns';
import { Accelerator, DisruptionBudget, GpuInferenceDeployment, InferenceEngine, Memory, ModelLoad } from 'cdk8s-ai-workloads';

const LABELS = { 'app.kubernetes.io/name': 'llama', 'app.kubernetes.io/component': 'inference', 'cdk8s-ai-workloads/name': 'llama' };
const { AUDIT_WRITE, MKNOD, NET_RAW, SETFCAP, SYS_CHROOT } = kplus.Capability;
const DROPPED = [AUDIT_WRITE, MKNOD, NET_RAW, SETFCAP, SYS_CHROOT];
const MODEL = 'meta-llama/Llama-3.1-70B-Instruct';

/** A Deployment with its Service and autoscaler. No disruption budget, for which cdk8s-plus-28 has no construct. */
const OURS: Case = {
  name: 'GpuInferenceDeployment',
  build: chart => void new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: MODEL, tensorParallel: 4 }),
    accelerator: Accelerator.nvidia(4),
    container: { cpu: '16', memory: Memory.of('160Gi') },
    modelLoad: ModelLoad.of({ weights: '140Gi' }),
    autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8 },
    disruptionBudget: DisruptionBudget.none(),
  }),
};

/**
 * The same by hand with cdk8s-plus-28, as far as it has the fields: no GPUs, no `preStop.sleep` and no spread by revision. The defaults that it writes
 * instead make up for them, so that both outputs have the same size, which is checked.
 */
const BY_HAND: Case = {
  name: 'by hand with cdk8s-plus-28',
  build: chart => {
    const deployment = deploymentByHand(chart);
    deployment.exposeViaService({ name: 'llama', ports: [{ name: 'http', port: 8000, targetPort: 8000 }] });
    const metric = (name: string) => kplus.Metric.pods({ name, target: kplus.MetricTarget.averageValue(8) });
    new kplus.HorizontalPodAutoscaler(chart, 'Scaler', {
      metadata: { name: 'llama', labels: LABELS },
      target: deployment,
      minReplicas: 2,
      maxReplicas: 8,
      metrics: [metric('vllm_num_requests_waiting'), metric('vllm_num_requests_running')],
      scaleUp: {
        stabilizationWindow: Duration.seconds(60),
        policies: [
          { replicas: kplus.Replicas.percent(100), duration: Duration.seconds(320) },
          { replicas: kplus.Replicas.absolute(2), duration: Duration.seconds(320) },
        ],
      },
      scaleDown: {
        stabilizationWindow: Duration.seconds(320),
        policies: [{ replicas: kplus.Replicas.absolute(1), duration: Duration.seconds(80) }],
      },
    });
  },
};

function deploymentByHand(chart: Chart): kplus.Deployment {
  const { absolute } = kplus.PercentOrAbsolute;
  const deployment = new kplus.Deployment(chart, 'Llama', {
    metadata: { name: 'llama', labels: LABELS },
    podMetadata: { labels: LABELS },
    select: false,
    strategy: kplus.DeploymentStrategy.rollingUpdate({ maxSurge: absolute(0), maxUnavailable: absolute(1) }),
    progressDeadline: Duration.seconds(1240),
    terminationGracePeriod: Duration.seconds(80),
    automountServiceAccountToken: false,
    securityContext: { ensureNonRoot: false },
  });
  const container = deployment.addContainer({
    name: 'main',
    image: 'vllm/vllm-openai:v0.18.0',
    command: ['vllm', 'serve', MODEL],
    args: [
      '--port', '8000', '--tensor-parallel-size', '4', '--disable-access-log-for-endpoints', '/health,/metrics,/ping', '--shutdown-timeout', '60',
    ],
    ports: [{ name: 'http', number: 8000 }],
    resources: { cpu: { request: kplus.Cpu.units(16) }, memory: { request: Size.gibibytes(160), limit: Size.gibibytes(160) } },
    securityContext: {
      ensureNonRoot: false,
      readOnlyRootFilesystem: false,
      allowPrivilegeEscalation: false,
      capabilities: { drop: DROPPED },
      seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
    },
    startup: probe(10, 64),
    liveness: probe(10, 6),
    readiness: probe(5, 2),
    lifecycle: { preStop: kplus.Handler.fromCommand(['sleep', '15']) },
  });
  const shm = kplus.Volume.fromEmptyDir(chart, 'Shm', 'shm', { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.gibibytes(8) });
  container.mount('/dev/shm', shm);
  deployment.select(kplus.LabelSelector.of({ labels: { 'cdk8s-ai-workloads/name': 'llama' } }));
  deployment.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.exists('nvidia.com/gpu')));
  return deployment;
}

function probe(period: number, failureThreshold: number): kplus.Probe {
  return kplus.Probe.fromHttpGet('/health', { port: 8000, periodSeconds: Duration.seconds(period), failureThreshold, timeoutSeconds: Duration.seconds(5) });
}

/** A deployment by the pattern, with all planning and input checks, against the same objects by hand. */
export async function measureInference(): Promise<Figure[]> {
  deepStrictEqual(kinds(OURS), kinds(BY_HAND));
  const sizes = [OURS, BY_HAND].map(each => JSON.stringify(manifests(appOf(each))).length);
  ok(Math.abs(sizes[0] / sizes[1] - 1) < 0.05, `not the same work: ${sizes.join(' and ')} characters`);
  const figures: Figure[] = [];
  for (const work of WORKS.slice(0, 3)) {
    figures.push({ what: `${OURS.name} against cdk8s-plus-28: ${work.name}`, rounds: await compare(OURS, BY_HAND, work), limit: Math.min(work.limit ?? 1, 1), unit: 'x' });
  }
  return figures;
}

function kinds(each: Case): string[] {
  return manifests(appOf(each)).map(object => object.kind).sort();
}
