import { deepStrictEqual, ok } from 'assert';
import { ApiObject, Chart, Duration, JsonPatch, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Case, groupOf, inference, training, zoned } from './cases';
import { Figure } from './figure';
import { WORKS, compare, manifests, appOf } from './patterns';
import { DisruptionBudget, LeaderWorkerBackend, Memory } from 'cdk8s-ai-workloads';

/**
 * A pattern and the same objects by hand with cdk8s-plus-28, as far as it has the fields. What would not run without a field that it lacks (GPUs, ranks, claims) is
 * patched in, as its users do; elsewhere the defaults that it writes make up for what it lacks, so that both outputs have the same size to 8 %, which is checked. Without
 * disruption budgets, for which it has no construct.
 */
interface Pair {
  readonly ours: Case;
  readonly byHand: Case;
}

const { AUDIT_WRITE, MKNOD, NET_RAW, SETFCAP, SYS_CHROOT } = kplus.Capability;
const DROPPED = [AUDIT_WRITE, MKNOD, NET_RAW, SETFCAP, SYS_CHROOT];
const RESTRICTED = {
  ensureNonRoot: false,
  readOnlyRootFilesystem: false,
  allowPrivilegeEscalation: false,
  capabilities: { drop: DROPPED },
};
/** What all pods of ours have. */
const POD = { automountServiceAccountToken: false, securityContext: { ensureNonRoot: false }, select: false } as const;
const NAME = 'cdk8s-ai-workloads/name';
const MODEL = 'meta-llama/Llama-3.1-70B-Instruct';
const disruptionBudget = DisruptionBudget.none();

const memoryOf = (size: number) => ({ memory: { request: Size.gibibytes(size), limit: Size.gibibytes(size) } });
const labelsOf = (name: string, more: Readonly<Record<string, string>> = {}) => ({ 'app.kubernetes.io/name': name, [NAME]: name, ...more });
const rank = (path: string) => ({ valueFrom: { fieldRef: { fieldPath: `metadata.labels['${path}']` } } });
const together = (labels: Readonly<Record<string, string>>) => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: labels }, topologyKey: 'topology.kubernetes.io/zone' }] },
});

function waiting(variable: string, tries: number, ...command: string[]): string[] {
  return ['/bin/sh', '-c', `tries=0
until getent hosts "$${variable}" >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -ge ${tries} ]; then echo "leader $${variable} has no address after ${2 * tries} s" >&2; exit 1; fi
  sleep 2
done
exec "$@"`, 'entrypoint', ...command];
}

function headless(chart: Chart, name: string, labels: Readonly<Record<string, string>>, port: number): kplus.Service {
  const service = new kplus.Service(chart, 'Service', {
    metadata: { name, labels }, clusterIP: 'None', publishNotReadyAddresses: true, ports: [{ name: `port-${port}`, port, targetPort: port }],
  });
  service.selectLabel(NAME, name);
  return service;
}

/** Shared memory and a place on nodes with GPUs. */
function onGpus(chart: Chart, id: string, pods: kplus.Workload, container: kplus.Container, sharedMemory: number): void {
  container.mount('/dev/shm', kplus.Volume.fromEmptyDir(chart, `${id}Shm`, 'shm', { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.gibibytes(sharedMemory) }));
  pods.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.exists('nvidia.com/gpu')));
}

const GPUS = JsonPatch.add('/spec/template/spec/containers/0/resources/limits/nvidia.com~1gpu', '8');

const GPU_INFERENCE: Pair = {
  ours: { name: 'GpuInferenceDeployment', build: inference({ container: { cpu: '16', memory: Memory.of('160Gi') }, disruptionBudget }) },
  byHand: {
    name: 'GpuInferenceDeployment by hand',
    build: chart => {
      const deployment = inferenceByHand(chart);
      deployment.exposeViaService({ name: 'llama', ports: [{ name: 'http', port: 8000, targetPort: 8000 }] });
      const metric = (name: string) => kplus.Metric.pods({ name, target: kplus.MetricTarget.averageValue(8) });
      new kplus.HorizontalPodAutoscaler(chart, 'Scaler', {
        metadata: { name: 'llama', labels: INFERENCE },
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
  },
};

const INFERENCE = labelsOf('llama', { 'app.kubernetes.io/component': 'inference' });

function inferenceByHand(chart: Chart): kplus.Deployment {
  const { absolute } = kplus.PercentOrAbsolute;
  const deployment = new kplus.Deployment(chart, 'Llama', {
    ...POD,
    metadata: { name: 'llama', labels: INFERENCE },
    podMetadata: { labels: INFERENCE },
    strategy: kplus.DeploymentStrategy.rollingUpdate({ maxSurge: absolute(0), maxUnavailable: absolute(1) }),
    progressDeadline: Duration.seconds(1240),
    terminationGracePeriod: Duration.seconds(80),
  });
  const container = deployment.addContainer({
    name: 'main',
    image: 'vllm/vllm-openai:v0.18.0',
    command: ['vllm', 'serve', MODEL],
    args: ['--port', '8000', '--tensor-parallel-size', '4', '--disable-access-log-for-endpoints', '/health,/metrics,/ping', '--shutdown-timeout', '60'],
    ports: [{ name: 'http', number: 8000 }],
    resources: { cpu: { request: kplus.Cpu.units(16) }, ...memoryOf(160) },
    securityContext: { ...RESTRICTED, seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT } },
    startup: probe(10, 64),
    liveness: probe(10, 6),
    readiness: probe(5, 2),
    lifecycle: { preStop: kplus.Handler.fromCommand(['sleep', '15']) },
  });
  onGpus(chart, '', deployment, container, 8);
  deployment.select(kplus.LabelSelector.of({ labels: { [NAME]: 'llama' } }));
  return deployment;
}

function probe(period: number, failureThreshold: number): kplus.Probe {
  return kplus.Probe.fromHttpGet('/health', { port: 8000, periodSeconds: Duration.seconds(period), failureThreshold, timeoutSeconds: Duration.seconds(5) });
}

const GROUP: Pair = {
  ours: { name: 'LeaderWorkerGroup, two sets a group', build: groupOf(LeaderWorkerBackend.statefulSets(), { disruptionBudget }) },
  byHand: {
    name: 'LeaderWorkerGroup by hand',
    build: chart => {
      const service = headless(chart, 'llm', labelsOf('llm'), 8000);
      for (const group of ['0', '1']) {
        for (const role of ['leader', 'worker']) {
          setByHand(chart, service, group, role);
        }
      }
    },
  },
};

function setByHand(chart: Chart, service: kplus.Service, group: string, role: string): void {
  const name = `llm-${group}-${role}`;
  const own = { [NAME]: 'llm', 'cdk8s-ai-workloads/group': group };
  const labels = labelsOf('llm', { ...own, 'cdk8s-ai-workloads/role': role });
  const set = new kplus.StatefulSet(chart, name, {
    ...POD,
    metadata: { name, labels },
    podMetadata: { labels: { ...labels, 'app.kubernetes.io/component': role } },
    service,
    replicas: 1,
    podManagementPolicy: kplus.PodManagementPolicy.PARALLEL,
  });
  const container = set.addContainer({
    name: 'main',
    image: 'registry.example/serve:1.4',
    command: role === 'leader' ? ['serve'] : waiting('LWS_LEADER_ADDRESS', 150, 'serve'),
    envVariables: {
      LWS_LEADER_ADDRESS: kplus.EnvValue.fromValue(`llm-${group}-leader-0.llm.ml`),
      LWS_GROUP_SIZE: kplus.EnvValue.fromValue('2'),
      LWS_GROUP_INDEX: kplus.EnvValue.fromValue(group),
    },
    resources: memoryOf(256),
    securityContext: RESTRICTED,
  });
  onGpus(chart, name, set, container, 16);
  set.select(kplus.LabelSelector.of({ labels: { ...own, 'cdk8s-ai-workloads/role': role } }));
  ApiObject.of(set).addJsonPatch(
    GPUS,
    JsonPatch.add('/spec/template/spec/affinity', together(own)),
    JsonPatch.add('/spec/template/spec/containers/0/env/-', { name: 'LWS_WORKER_INDEX', ...rank('apps.kubernetes.io/pod-index') }),
    ...role === 'worker' ? [JsonPatch.add('/spec/ordinals', { start: 1 })] : [],
  );
}

const TRAINING: Pair = {
  ours: { name: 'IndexedTrainingJob', build: training({ disruptionBudget }) },
  byHand: {
    name: 'IndexedTrainingJob by hand',
    build: chart => {
      const labels = labelsOf('pretrain', { 'app.kubernetes.io/component': 'training' });
      headless(chart, 'pretrain', labels, 29500);
      const own = { ...labels, 'cdk8s-ai-workloads/run': '1' };
      const job = new kplus.Job(chart, 'Job', { ...POD, metadata: { name: 'pretrain-1', labels: own }, podMetadata: { labels: own }, backoffLimit: 560 });
      const value = kplus.EnvValue.fromValue;
      const container = job.addContainer({
        name: 'main',
        image: 'registry.example/train:1.4',
        command: waiting('LEADER_ADDRESS', 900, 'torchrun', 'train.py'),
        envVariables: {
          LEADER_ADDRESS: value('pretrain-1-0.pretrain.ml'),
          WORKER_COUNT: value('16'),
          RUN_ID: value('1'),
          PET_NNODES: value('16'),
          PET_NPROC_PER_NODE: value('8'),
          PET_NODE_RANK: value('$(JOB_COMPLETION_INDEX)'),
          PET_MASTER_ADDR: value('$(LEADER_ADDRESS)'),
          PET_MASTER_PORT: value('29500'),
        },
        ports: [{ name: 'torchrun', number: 29500 }],
        resources: memoryOf(256),
        securityContext: RESTRICTED,
      });
      onGpus(chart, '', job, container, 16);
      ApiObject.of(job).addJsonPatch(
        GPUS,
        JsonPatch.add('/spec/completionMode', 'Indexed'),
        JsonPatch.add('/spec/completions', 16),
        JsonPatch.add('/spec/parallelism', 16),
        JsonPatch.add('/spec/podReplacementPolicy', 'Failed'),
        JsonPatch.add('/spec/podFailurePolicy', { rules: [{ action: 'Ignore', onPodConditions: [{ status: 'True', type: 'DisruptionTarget' }] }] }),
        JsonPatch.add('/spec/template/spec/subdomain', 'pretrain'),
        JsonPatch.add('/spec/template/spec/affinity', together({ [NAME]: 'pretrain', 'cdk8s-ai-workloads/run': '1' })),
        JsonPatch.add('/spec/template/spec/containers/0/env/-', { name: 'JOB_COMPLETION_INDEX', ...rank('batch.kubernetes.io/job-completion-index') }),
      );
    },
  },
};

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

const ZONED: Pair = {
  ours: { name: 'ZonePartitionedStatefulSet', build: zoned({ disruptionBudget }) },
  byHand: {
    name: 'ZonePartitionedStatefulSet by hand',
    build: chart => {
      const service = headless(chart, 'db', labelsOf('db'), 5432);
      ZONES.forEach((zone, index) => zoneByHand(chart, service, zone, index * 100));
    },
  },
};

function zoneByHand(chart: Chart, service: kplus.Service, zone: string, start: number): void {
  const own = { [NAME]: 'db', 'cdk8s-ai-workloads/zone': zone };
  const labels = labelsOf('db', own);
  const name = `db-${zone}`;
  const set = new kplus.StatefulSet(chart, name, {
    ...POD, metadata: { name, labels }, podMetadata: { labels }, service, replicas: 3, podManagementPolicy: kplus.PodManagementPolicy.PARALLEL,
  });
  set.addContainer({
    name: 'main',
    image: 'registry.example/db:1.4',
    portNumber: 5432,
    envVariables: { ZONE: kplus.EnvValue.fromValue(zone) },
    resources: memoryOf(16),
    securityContext: RESTRICTED,
  });
  set.select(kplus.LabelSelector.of({ labels: own }));
  set.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('topology.kubernetes.io/zone', zone)));
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', labels: own },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '100Gi' } } },
  };
  ApiObject.of(set).addJsonPatch(
    JsonPatch.add('/spec/volumeClaimTemplates', [claim]),
    JsonPatch.add('/spec/template/spec/containers/0/volumeMounts', [{ name: 'data', mountPath: '/data' }]),
    JsonPatch.add('/spec/template/spec/containers/0/env/-', { name: 'POD_INDEX', ...rank('apps.kubernetes.io/pod-index') }),
    JsonPatch.add('/spec/template/spec/topologySpreadConstraints', [
      { labelSelector: { matchLabels: own }, maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' },
    ]),
    ...start === 0 ? [] : [JsonPatch.add('/spec/ordinals', { start })],
  );
  const ofZone = new kplus.Service(chart, `${name}-service`, { metadata: { name, labels }, ports: [{ name: 'port-5432', port: 5432, targetPort: 5432 }] });
  Object.entries(own).forEach(([key, value]) => ofZone.selectLabel(key, value));
}

/** Patterns, with all planning and input checks, against the same objects by hand. */
export async function measureByHand(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { ours, byHand } of [GPU_INFERENCE, GROUP, TRAINING, ZONED]) {
    deepStrictEqual(kinds(ours), kinds(byHand));
    const sizes = [ours, byHand].map(each => JSON.stringify(manifests(appOf(each))).length);
    ok(Math.abs(sizes[0] / sizes[1] - 1) < 0.08, `${ours.name}: not the same work: ${sizes.join(' and ')} characters`);
    for (const work of WORKS.slice(0, 3)) {
      figures.push({ what: `${ours.name} against cdk8s-plus-28: ${work.name}`, rounds: await compare(ours, byHand, work), limit: Math.min(work.limit ?? 1, 1), unit: 'x' });
    }
  }
  return figures;
}

function kinds(each: Case): string[] {
  return manifests(appOf(each)).map(object => object.kind).sort();
}
