/*
 * Ways into the cluster: a model on several nodes behind a Gateway of its own, and calls of gRPC behind the one of the platform.
 *
 * The scenario: the article whose Gateway ends TLS before routes that rewrite their prefix. Its routes have no timeouts, and it promises retries without one.
 *
 * - An answer of a language model is a stream that takes minutes. Without a word of the route a gateway ends it after its own limit, in Envoy 15 seconds: here the
 *   route says how long, and the drain of the pods agrees with it.
 * - What clients ask under `/llama` reaches the engine as it knows it, `/v1/chat/completions`.
 * - Copies of a small model are no Service that takes turns: an endpoint picker chooses the one whose queue is short, or whose cache has the prompt.
 * - A retry is a field of a rule (Gateway API 1.7), not a filter.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuInferenceDeployment, InferenceEngine, InferencePool, KubernetesVersion, LeaderWorkerGroup, Memory, RouteProtocol, Target, Workload,
  WorkloadExport, WorkloadRoute,
} from 'cdk8s-ai-workloads';

const APIS = ['gateway.networking.k8s.io/v1'];

/** Two nodes serve one model, in two groups. */
function llama(app: App): void {
  const chart = new Chart(app, 'llama', { namespace: 'llm' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: APIS });
  const group = new LeaderWorkerGroup(chart, 'Llama', {
    groups: 2,
    size: 2,
    engine: InferenceEngine.vllm({
      version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', servedModelName: 'llama', tensorParallel: 8, pipelineParallel: 2, longestStream: Duration.minutes(10),
    }),
    accelerator: Accelerator.nvidia(8),
    container: { memory: Memory.of('200Gi') },
  });
  new WorkloadRoute(chart, 'LlamaRoute', {
    workload: group,
    ownGateway: { className: 'envoy', tlsSecret: 'llama-tls' },
    hostnames: ['models.example.com'],
    pathPrefix: '/llama',
    stripPrefix: true,
    requestTimeout: Duration.minutes(15),
    // Before the first byte of an answer; a stream that has begun ends with its pod.
    retry: { attempts: 2, backoff: Duration.seconds(1) },
  });
}

/** Copies on one node each: a picker knows their queues and caches, and what may wait. */
function chat(app: App): void {
  const chart = new Chart(app, 'chat', { namespace: 'chat' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: [...APIS, 'inference.networking.k8s.io/v1', 'inference.networking.x-k8s.io/v1alpha2'] });
  const copies = new GpuInferenceDeployment(chart, 'Chat', {
    replicas: 4,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen3-8B', servedModelName: 'qwen' }),
    accelerator: Accelerator.nvidia(1),
    container: { memory: Memory.of('24Gi') },
  });
  const pool = new InferencePool(chart, 'ChatPool', {
    workload: copies,
    picker: 'chat-epp',
    objectives: [{ name: 'conversation', priority: 10 }, { name: 'summaries', priority: -10 }],
  });
  new WorkloadRoute(chart, 'ChatRoute', { workload: pool, gateway: { name: 'public', namespace: 'gateways', listener: 'https' }, hostnames: ['chat.example.com'] });
}

/** The same model in several clusters, each of which has this chart: a route of one of them leads to all. */
function everywhere(app: App): void {
  const chart = new Chart(app, 'everywhere', { namespace: 'rerank' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: [...APIS, 'multicluster.x-k8s.io/v1beta1'] });
  const copies = new GpuInferenceDeployment(chart, 'Rerank', {
    replicas: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'Qwen/Qwen3-Reranker-8B', servedModelName: 'rerank' }),
    accelerator: Accelerator.nvidia(1),
    container: { memory: Memory.of('24Gi') },
  });
  const all = new WorkloadExport(chart, 'RerankExport', { workload: copies });
  new WorkloadRoute(chart, 'RerankRoute', { workload: all, gateway: { name: 'public', namespace: 'gateways', listener: 'https' }, hostnames: ['rerank.example.com'] });
}

/** A server of gRPC that nobody serves yet: it gets its Service with the route. */
function embeddings(app: App): void {
  const chart = new Chart(app, 'embeddings', { namespace: 'search' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: APIS });
  const deployment = new kplus.Deployment(chart, 'Embeddings', {
    metadata: { name: 'embeddings' },
    replicas: 3,
    securityContext: { user: 65532, group: 65532 },
    containers: [{
      name: 'triton',
      image: 'registry.example.com/embeddings:2.4.0',
      ports: [{ name: 'grpc', number: 8001 }, { name: 'http', number: 8000 }],
      readiness: kplus.Probe.fromHttpGet('/v2/health/ready', { port: 8000 }),
      resources: {},
    }],
  });
  new WorkloadRoute(chart, 'EmbeddingsRoute', {
    name: 'embeddings',
    workload: Workload.of(deployment),
    port: 8001,
    protocol: RouteProtocol.GRPC,
    grpcServices: ['inference.GRPCInferenceService'],
    gateway: { name: 'public', namespace: 'gateways', listener: 'https' },
    hostnames: ['embeddings.example.com'],
  });
}

export function build(app: App): void {
  llama(app);
  chat(app);
  everywhere(app);
  embeddings(app);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/model-routes' });
  build(app);
  app.synth();
}
