import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as YAML from 'yaml';
import { single, vllm } from './engine';
import {
  Accelerator, CapabilityProfile, GpuInferenceDeployment, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps,
  ModelLoad, SecretKey, SglangAll2AllBackend, VllmAccessLog, VllmAll2AllBackend, VllmLoadBalancing,
} from '../../../src';
import { messageOf } from '../../pod/carrier';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/engines.md'), 'utf8');

function block(language: string): string {
  return new RegExp('```' + language + '\\n([\\s\\S]*?)```').exec(PAGE)![1];
}

function errorText(name: string): string {
  return new RegExp(`<!-- error: ${name} -->\\n\`\`\`\\n([\\s\\S]*?)\\n\`\`\``).exec(PAGE)![1];
}

/** The group of the page's first example. */
function llama(props: Partial<LeaderWorkerGroupProps> = {}) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const group = new LeaderWorkerGroup(chart, 'Llama405', {
    size: 2,
    engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-405B-Instruct-FP8', tensorParallel: 8, pipelineParallel: 2 }),
    accelerator: Accelerator.nvidia(8),
    modelLoad: ModelLoad.of({ weights: '405Gi', loadBandwidth: '2Gi' }),
    container: { secretEnv: { HF_TOKEN: SecretKey.fromName('hugging-face', 'token') } },
    claims: [{ name: 'models', size: '500Gi', mountPath: '/root/.cache/huggingface' }],
    ...props,
  });
  return { chart, group };
}

test('its example is the one that is tested', () => {
  const source = fs.readFileSync(__filename, 'utf8');
  const code = block('ts').replace('const llama = new LeaderWorkerGroup(chart, ', '').trim().split('\n').slice(1, -1).map(line => line.trim());
  code.forEach(line => expect(source).toContain(line));
});

test("its YAML is of the leader's container", () => {
  const container = Testing.synth(llama().chart).find(each => each.metadata.name === 'llama405-0-leader').spec.template.spec.containers[0];
  const shown = YAML.parse(block('yaml'));
  expect(Object.fromEntries(Object.keys(shown).map(key => [key, container[key]]))).toEqual(shown);
});

describe('experts over nodes', () => {
  const section = PAGE.slice(PAGE.indexOf('## Experts over nodes'), PAGE.indexOf('## Startup'));
  const shown = (pattern: RegExp) => pattern.exec(section)![1];
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const decode = new LeaderWorkerGroup(chart, 'Decode', {
    size: 4,
    backend: LeaderWorkerBackend.leaderWorkerSet(),
    engine: InferenceEngine.vllm({
      version: '0.22.1',
      model: 'deepseek-ai/DeepSeek-R1-0528',
      dataParallel: 32,
      expertParallel: true,
      all2AllBackend: VllmAll2AllBackend.DEEPEP_LOW_LATENCY,
      expertBalancing: { redundantExperts: 32 },
      loadBalancing: VllmLoadBalancing.HYBRID,
    }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
    container: { capabilityProfile: CapabilityProfile.RDMA, extendedResources: { 'rdma/ib': 1 } },
  });

  test('the example is the one that is tested', () => {
    const source = fs.readFileSync(__filename, 'utf8');
    shown(/```ts\n([\s\S]*?)```/).trim().split('\n').forEach(line => expect(source).toContain(line.trim()));
  });

  test('the arguments are of leader and workers', () => {
    const { leaderTemplate, workerTemplate } = Testing.synth(chart).find(each => each.kind === 'LeaderWorkerSet').spec.leaderWorkerTemplate;
    const { args } = YAML.parse(shown(/```yaml\n([\s\S]*?)```/));
    expect(leaderTemplate.spec.containers[0].args).toEqual(args);
    expect(workerTemplate.spec.containers[0].args).toEqual(args);
    expect(section).toContain(`--node-rank 2 --master-addr ${decode.group(0).leader.dns}    ranks 16 to 23 of 32`);
  });

  test('the sums are those of explain()', () => {
    shown(/<!-- sums -->\n```\n([\s\S]*?)```/).trim().split('\n').forEach(line => expect(decode.explain()).toContain(line));
  });
});

describe('the other engines of the page', () => {
  const after = (title: string, language: string) => new RegExp(`\\n## ${title}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)![1];
  const source = fs.readFileSync(__filename, 'utf8');

  test('the YAML of SGLang is of its example', () => {
    const small = InferenceEngine.sglang({ version: '0.5.3', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2, staticMemoryFraction: 0.85 });
    expect(source).toContain(after('SGLang', 'ts').trim());
    const { image, command, args } = small._plan({ kind: 'single' });
    expect(YAML.parse(after('SGLang', 'yaml'))).toEqual({ image, command, args });
  });

  test("the group of SGLang is the page's: its flags and its sums", () => {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const wide =
      new LeaderWorkerGroup(chart, 'Wide', {
        size: 2,
        backend: LeaderWorkerBackend.leaderWorkerSet(),
        engine: InferenceEngine.sglang({
          version: '0.5.22',
          model: 'deepseek-ai/DeepSeek-R1-0528',
          tensorParallel: 16,
          attentionDataParallel: 16,
          all2AllBackend: SglangAll2AllBackend.DEEPEP,
          expertBalancing: { redundantExperts: 32 },
        }),
        accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H200' }),
        container: { capabilityProfile: CapabilityProfile.RDMA, extendedResources: { 'rdma/ib': 1 } },
      });
    const shown = (pattern: RegExp) => pattern.exec(PAGE)![1].trim();
    shown(/<!-- wide -->\n```ts\n([\s\S]*?)```/).split('\n').forEach(line => expect(source).toContain(line.trim()));
    const { leaderTemplate, workerTemplate } = Testing.synth(chart).find(each => each.kind === 'LeaderWorkerSet').spec.leaderWorkerTemplate;
    const { args } = YAML.parse(shown(/<!-- wide -->\n```yaml\n([\s\S]*?)```/));
    expect(workerTemplate.spec.containers[0].args).toEqual(args);
    expect(leaderTemplate.spec.containers[0].args).toEqual([...args.slice(0, -1), '$(SGLANG_HOST_IP):20000']);
    shown(/<!-- wide: sums -->\n```\n([\s\S]*?)```/).split('\n').forEach(line => expect(wide.explain()).toContain(line));
  });

  test('the YAML of TensorRT-LLM is of its example', () => {
    const experts = InferenceEngine.tensorRtLlm({ version: '1.2.1', model: '/models/mixtral-8x22b-fp8', tensorParallel: 8, expertParallel: 8 });
    expect(source).toContain(after('TensorRT-LLM', 'ts').trim());
    const { image, command, args } = experts._plan({ kind: 'single' });
    expect(YAML.parse(after('TensorRT-LLM', 'yaml'))).toEqual({ image, command, args });
  });

  test('the example of another server is taken', () => {
    const server = InferenceEngine.custom({
      name: 'llama.cpp',
      version: 'b10488',
      image: 'ghcr.io/ggml-org/llama.cpp:server-cuda-b10488',
      model: '/models/llama-3.1-8b-q8.gguf',
      args: ['--model', '/models/llama-3.1-8b-q8.gguf', '--host', '0.0.0.0', '--port', '8080', '--metrics'],
      port: 8080,
      healthPath: '/health',
      metrics: { waiting: { name: 'llamacpp:requests_deferred' }, running: { name: 'llamacpp:requests_processing' } },
    });
    after('Any other server', 'ts').trim().split('\n').forEach(line => expect(source).toContain(line.trim()));
    expect(server._plan({ kind: 'single' }).args).toContain('--metrics');
  });
});

const ERRORS: { [name: string]: () => unknown } = {
  'older': () => vllm({ version: '0.9.2' }),
  'access-log': () => vllm({ version: '0.15', accessLog: VllmAccessLog.WITHOUT_PROBES }),
  'sum': () => llama({ size: 3 }),
  'startup': () => llama({ leader: { startup: kplus.Probe.fromHttpGet('/health', { port: 8000, failureThreshold: 30 }) } }),
  'grace': () => llama({ terminationGracePeriod: Duration.seconds(30) }),
  'token': () => vllm({ args: ['--api-key', 'secret'] }),
  'metric': () => single({ version: '0.18' }).metrics!.named('metric', 'vllm:gpu_cache_usage_perc'),
  'fits': () => new LeaderWorkerGroup(new Chart(new App(), 'prod'), 'R1', {
    size: 1,
    engine: InferenceEngine.vllm({ version: '0.22', model: 'deepseek-ai/DeepSeek-R1', dataParallel: 8, expertParallel: true }),
    accelerator: Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }),
  }),
  'unmeasured': () => new GpuInferenceDeployment(new Chart(new App(), 'prod'), 'Llama', {
    engine: InferenceEngine.custom({ name: 'llama.cpp', version: 'b10488', image: 'llama.cpp:server', model: '/models/llama', port: 8080, healthPath: '/health' }),
    accelerator: Accelerator.nvidia(1),
    autoscaling: { minReplicas: 1, maxReplicas: 2, queueDepth: 2 },
  }),
};

test.each(Object.entries(ERRORS))('its error "%s" is what is thrown', (name, body) => {
  expect(messageOf(body)).toBe(errorText(name));
});

test('every error of the page is tested', () => {
  expect([...PAGE.matchAll(/<!-- error: ([\w-]+) -->/g)].map(match => match[1]).sort()).toEqual(Object.keys(ERRORS).sort());
});
