import { Duration } from 'cdk8s';
import { MODEL, member, single, valueOf, vllm } from './engine';
import { InferenceEngine, VllmAccessLog, VllmKvRole, VllmKvTransfer, VllmOptions } from '../../../src';
import { messageOf } from '../../pod/carrier';

test('the smallest engine: version and model give image, command, port and paths', () => {
  const plan = single();
  expect(plan).toMatchObject({
    image: 'vllm/vllm-openai:v0.18.0',
    command: ['vllm', 'serve', MODEL],
    port: 8000,
    portName: 'http',
    healthPath: '/health',
    readinessPath: '/health',
    devices: 1,
    devicesSum: 'tensor 1 x pipeline 1 x data 1 = 1',
    env: [],
    advice: [],
  });
  expect(plan.args).toEqual([
    '--port', '8000', '--tensor-parallel-size', '1', '--disable-access-log-for-endpoints', '/health,/metrics,/ping', '--shutdown-timeout', '60',
  ]);
});

test('every option becomes its flag', () => {
  const plan = single({
    servedModelName: 'llama',
    tensorParallel: 4,
    pipelineParallel: 2,
    dataParallel: 3,
    expertParallel: true,
    maxModelLength: 8192,
    gpuMemoryUtilization: 0.85,
    port: 9000,
    longestStream: Duration.minutes(2),
    showHiddenMetricsFor: '0.17',
    args: ['--max-num-seqs', '256', '--enable-prefix-caching'],
  });
  expect(plan.args).toEqual([
    '--served-model-name', 'llama', '--port', '9000', '--tensor-parallel-size', '4', '--pipeline-parallel-size', '2', '--data-parallel-size', '3',
    '--enable-expert-parallel', '--max-model-len', '8192', '--gpu-memory-utilization', '0.85',
    '--disable-access-log-for-endpoints', '/health,/metrics,/ping', '--show-hidden-metrics-for-version', '0.17',
    '--shutdown-timeout', '120', '--max-num-seqs', '256', '--enable-prefix-caching',
  ]);
  expect(plan).toMatchObject({ port: 9000, devices: 24, devicesSum: 'tensor 4 x pipeline 2 x data 3 = 24', longestStreamSeconds: 120 });
});

test.each([
  ['0.18', 'v0.18.0'], ['0.18.1', 'v0.18.1'], ['v0.18.1', 'v0.18.1'], ['0.10.1.post1', undefined], ['0.11.0.post1', undefined],
] as const)('version %s has the tag %s', (version, tag) => {
  if (tag) {
    expect(single({ version }).image).toBe(`vllm/vllm-openai:${tag}`);
  } else {
    expect(single({ version }).image).toBe(`vllm/vllm-openai:v${version}`);
  }
});

test.each(['latest', 'nightly', '0', '0.x', '', '0.18.1rc1'])('version %p is refused: it cannot be checked', version => {
  expect(messageOf(() => vllm({ version }))).toContain(`InferenceEngine.vllm(version): Invalid value: ${JSON.stringify(version)}: is not a version of vLLM`);
});

test('a version older than the data is refused', () => {
  expect(messageOf(() => vllm({ version: '0.9.2' }))).toBe(
    'InferenceEngine.vllm(version): Invalid value: "0.9.2": is older than 0.10, the oldest version whose flags and metrics are known here\n'
    + '  help: use 0.10 or newer; or give command and args on a container without an engine');
});

test('a version newer than the data is taken, with an info', () => {
  expect(single({ version: '0.22.3' }).advice).toEqual([]);
  expect(single({ version: '0.23' }).advice).toMatchObject([{ id: 'AIW3301', class: 'advice', message: expect.stringContaining('vLLM 0.23 is newer than 0.22') }]);
  expect(single({ version: '1.0' }).advice).toMatchObject([{ id: 'AIW3301' }]);
});

describe('drain', () => {
  test.each(['0.10', '0.16', '0.17.2'])('vLLM %s has no drain flag, and says why', version => {
    const plan = single({ version });
    expect(plan.args).not.toContain('--shutdown-timeout');
    expect(plan).toMatchObject({ drain: undefined, noDrainReason: '--shutdown-timeout came with 0.18', longestStreamSeconds: 60 });
  });

  test.each(['0.18', '0.20', '0.30'])('vLLM %s drains by itself', version => {
    expect(single({ version, longestStream: Duration.seconds(90) }).drain).toEqual({ flag: '--shutdown-timeout', seconds: 90 });
  });

  test('half a second is no promise', () => {
    expect(messageOf(() => vllm({ longestStream: Duration.millis(500) }))).toContain('InferenceEngine.vllm(longestStream): Invalid value: "0.5s": must be a whole number of seconds');
  });
});

describe('access log', () => {
  test.each([
    ['0.15', undefined, []],
    ['0.15', VllmAccessLog.ALL, []],
    ['0.15', VllmAccessLog.NONE, ['--disable-uvicorn-access-log']],
    ['0.16', undefined, ['--disable-access-log-for-endpoints', '/health,/metrics,/ping']],
    ['0.16', VllmAccessLog.WITHOUT_PROBES, ['--disable-access-log-for-endpoints', '/health,/metrics,/ping']],
    ['0.16', VllmAccessLog.ALL, []],
  ])('vLLM %s, accessLog %s', (version, accessLog, flags) => {
    const { args } = single({ version, accessLog });
    expect(args.filter(word => word.includes('access-log') || word.includes('/health'))).toEqual(flags);
  });

  test('a version without the flag names what it has instead', () => {
    expect(messageOf(() => vllm({ version: '0.15', accessLog: VllmAccessLog.WITHOUT_PROBES }))).toBe(
      'InferenceEngine.vllm(accessLog): Invalid value: "--disable-access-log-for-endpoints": vLLM 0.15 does not know it: it came with 0.16\n'
      + '  help: use accessLog: VllmAccessLog.NONE (--disable-uvicorn-access-log)');
  });
});

describe('KV transfer', () => {
  test('NIXL gets its side channel at the address of the pod', () => {
    const plan = single({ kvTransfer: VllmKvTransfer.nixl({ role: VllmKvRole.PRODUCER, sideChannelPort: 5557 }) });
    expect(JSON.parse(valueOf(plan, '--kv-transfer-config')!)).toEqual({ kv_connector: 'NixlConnector', kv_role: 'kv_producer' });
    expect(plan.env).toEqual([
      { name: 'VLLM_NIXL_SIDE_CHANNEL_HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
      { name: 'VLLM_NIXL_SIDE_CHANNEL_PORT', value: '5557' },
    ]);
  });

  test('settings are numbers and booleans where they look like it', () => {
    const transfer = VllmKvTransfer.connector('LMCacheConnectorV1', VllmKvRole.BOTH, { chunk: '256', ratio: '0.5', lazy: 'true', eager: 'false', path: '/kv' });
    expect(JSON.parse(valueOf(single({ kvTransfer: transfer }), '--kv-transfer-config')!)).toEqual({
      kv_connector: 'LMCacheConnectorV1', kv_role: 'kv_both', kv_connector_extra_config: { chunk: 256, ratio: 0.5, lazy: true, eager: false, path: '/kv' },
    });
  });

  test('the offloading connector needs 0.22', () => {
    expect(valueOf(single({ version: '0.22', kvTransfer: VllmKvTransfer.offloading() }), '--kv-transfer-config')).toContain('OffloadingConnector');
    expect(messageOf(() => vllm({ version: '0.21', kvTransfer: VllmKvTransfer.offloading() }))).toBe(
      'InferenceEngine.vllm(kvTransfer): Invalid value: "OffloadingConnector": vLLM 0.21 does not have it: it came with 0.22\n  help: use vLLM 0.22 or newer');
  });

  test('a connector is a class name, and a port a port', () => {
    expect(messageOf(() => VllmKvTransfer.connector('nixl connector', VllmKvRole.BOTH))).toContain('is not the name of a connector class');
    expect(messageOf(() => VllmKvTransfer.nixl({ sideChannelPort: 0 }))).toContain('VllmKvTransfer.nixl(sideChannelPort): Invalid value: 0');
  });
});

describe('what users write', () => {
  const refusal = (args: string[], version = '0.18') => messageOf(() => vllm({ version, args }));

  test.each<[string[], string, string]>([
    [['--tensor-parallel-size', '4'], '--tensor-parallel-size has a property of its own', 'use tensorParallel'],
    [['-tp', '4'], '--tensor-parallel-size has a property of its own', 'use tensorParallel'],
    [['--tensor_parallel_size=4'], '--tensor-parallel-size has a property of its own', 'use tensorParallel'],
    [['--shutdown-timeout', '10'], '--shutdown-timeout has a property of its own', 'use longestStream'],
    [['--port=80'], '--port has a property of its own', 'use port'],
    [['--nnodes', '2'], '--nnodes is written by the pattern', 'leave it out'],
    [['--headless'], '--headless is written by the pattern', 'leave it out'],
    [['--host', '127.0.0.1'], '--host is written by the pattern: vLLM listens on every address of the pod', 'leave it out'],
    [['--max-num-seqs 256'], 'holds a blank, so vLLM sees one unknown flag', "write two words: '--max-num-seqs', '256'"],
    [['gpt2'], 'is not a flag, and the only positional argument of vllm serve is the model', 'begin with a flag'],
  ])('%j is refused', (args, why, help) => {
    const message = refusal(args);
    expect(message).toContain('InferenceEngine.vllm(args)[0]: ');
    expect(message).toContain(why);
    expect(message).toContain(help);
  });

  test.each<[string, string[], string, string]>([
    ['0.17', ['--shutdown-timeout', '10'], 'vLLM 0.17 does not know it: it came with 0.18', 'the sleep before the stop signal'],
    ['0.11', ['--nnodes', '2'], 'vLLM 0.11 does not know it: it came with 0.12', 'Rendezvous.ray()'],
    ['0.17', ['--disable-log-requests'], 'vLLM 0.17 does not know it: it went with 0.17', '--enable-log-requests'],
    ['0.11', ['--num-scheduler-steps', '8'], 'vLLM 0.11 does not know it: it went with 0.11', '--async-scheduling'],
    ['0.10', ['--worker-use-ray'], 'vLLM 0.10 does not know it: it went with 0.10', 'Rendezvous.ray()'],
  ])('vLLM %s lacks %j and names what replaced it', (version, args, why, instead) => {
    const message = refusal(args, version);
    expect(message).toContain(why);
    expect(message).toContain(instead);
  });

  test('a flag that a version still has is passed on', () => {
    expect(single({ version: '0.16', args: ['--disable-log-requests'] }).args).toContain('--disable-log-requests');
    expect(single({ args: ['--seed', '-1', '--some-new-flag=3'] }).args.slice(-3)).toEqual(['--seed', '-1', '--some-new-flag=3']);
  });

  test.each(['--api-key=sk-verysecretverysecretvery', '--api-key', '--hf-token'])('a literal token is refused and never shown: %s', word => {
    const message = refusal([word, 'hunter2hunter2']);
    expect(message).toContain('would write a credential into the manifest');
    expect(message).toMatch(/(VLLM_API_KEY|HF_TOKEN) in secretEnv, a SecretKey/);
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain('sk-very');
  });

  test.each<[Partial<VllmOptions>, string]>([
    [{ model: '' }, 'InferenceEngine.vllm(model): Invalid value: ""'],
    [{ model: '--model' }, 'InferenceEngine.vllm(model): Invalid value: "--model"'],
    [{ model: 'a b' }, 'InferenceEngine.vllm(model): Invalid value: "a b"'],
    [{ tensorParallel: 0 }, 'InferenceEngine.vllm(tensorParallel): Invalid value: 0: must be a whole number of at least 1'],
    [{ pipelineParallel: 1.5 }, 'InferenceEngine.vllm(pipelineParallel): Invalid value: 1.5'],
    [{ dataParallel: -1 }, 'InferenceEngine.vllm(dataParallel): Invalid value: -1'],
    [{ gpuMemoryUtilization: 90 }, 'InferenceEngine.vllm(gpuMemoryUtilization): Invalid value: 90: must be above 0 and at most 1'],
    [{ gpuMemoryUtilization: 0 }, 'InferenceEngine.vllm(gpuMemoryUtilization): Invalid value: 0'],
    [{ gpuMemoryUtilization: NaN }, 'InferenceEngine.vllm(gpuMemoryUtilization): Invalid value: NaN'],
    [{ maxModelLength: 0 }, 'InferenceEngine.vllm(maxModelLength): Invalid value: 0'],
    [{ port: 70000 }, 'InferenceEngine.vllm(port): Invalid value: 70000'],
    [{ showHiddenMetricsFor: '0.15' }, 'InferenceEngine.vllm(showHiddenMetricsFor): Invalid value: "0.15": shows nothing in vLLM 0.18'],
    [{ image: 'vllm/vllm-openai:v0.9.2' }, 'InferenceEngine.vllm(image): Invalid value: "vllm/vllm-openai:v0.9.2": holds vLLM 0.9.2, but flags and metrics are written for version 0.18'],
  ])('%j is refused', (options, text) => {
    expect(messageOf(() => vllm(options))).toContain(text);
  });

  test.each(['vllm/vllm-openai:v0.18.4', 'mirror.example/vllm-openai:v0.18.0-cu129', 'registry.example/serve:3', 'vllm/vllm-openai@sha256:0123'])('image %s is taken', image => {
    expect(single({ image }).image).toBe(image);
  });
});

describe('variables', () => {
  const check = (variables: string[]) => vllm()._checkContainer('container', { variables });

  test.each(['VLLM_HOST_IP', 'VLLM_PORT', 'VLLM_DP_RANK', 'VLLM_USE_V1'])('%s is reserved', name => {
    expect(single().reserved).toContain(name);
    expect(messageOf(() => check([name]))).toContain(`container.envVariables[${name}]: Forbidden: ${name} decides how the processes of vLLM find each other`);
  });

  test('known and foreign ones pass without a word, an unknown VLLM_ one with an info', () => {
    expect(check(['VLLM_LOGGING_LEVEL', 'VLLM_API_KEY', 'HF_HOME', 'NCCL_SOCKET_IFNAME'])).toEqual([]);
    expect(check(['VLLM_LOGING_LEVEL'])).toMatchObject([{ id: 'AIW3302', field: 'container.envVariables[VLLM_LOGING_LEVEL]' }]);
  });

  test('pods of a group bind to the address that the others know', () => {
    expect(single().env).toEqual([]);
    expect(member('worker', { tensorParallel: 8, pipelineParallel: 2 }).env).toEqual([{ name: 'VLLM_HOST_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }]);
  });
});

test('an engine says what it is', () => {
  const engine: InferenceEngine = vllm({ version: '0.18.1' });
  expect([engine.name, engine.version, engine._model]).toEqual(['vllm', '0.18.1', MODEL]);
});
