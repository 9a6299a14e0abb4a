import { budget, custom, deployment, findingsIn, job, jobSet, leaderWorkerSet, onlyFinding, pod, statefulSet, template, workload } from '../run/manifests';

const VLLM = { image: 'vllm/vllm-openai:v0.18.0', args: ['--model=Qwen/Qwen3-8B'] };
const http = (more: object = {}) => ({ httpGet: { path: '/health', port: 8000 }, ...more });
const rayCluster = custom('ray.io/v1', 'RayCluster');

describe('AIW2701 progress deadline', () => {
  test('the slowest main container decides, not the sum of them', () => {
    const slow = { name: 'slow', image: 'a:1', startupProbe: http({ failureThreshold: 50 }) };
    const slower = { name: 'slower', image: 'a:1', startupProbe: http({ failureThreshold: 61 }) };
    const spec = { selector: { matchLabels: { app: 'a' } }, template: { metadata: { labels: { app: 'a' } }, spec: { containers: [slow, slower] } } };
    expect(onlyFinding('AIW2701', deployment('a', spec))).toMatchObject({
      field: 'spec.template.spec.containers[1].startupProbe', message: expect.stringContaining('"slower" 10 s x 61 = 610 s'),
    });
  });

  test('an init container that ends has no part in it', () => {
    const init = { initContainers: [{ name: 'init', image: 'a:1', startupProbe: http({ failureThreshold: 500 }) }] };
    expect(findingsIn('AIW2701', deployment('a', workload('a', {}, { pod: init })))).toEqual([]);
  });
});

describe('AIW2702 probe that kills a loading model', () => {
  const served = (probes: object) => deployment('a', workload('a', { ...VLLM, ...probes }));

  test('180 s are enough, 179 are not', () => {
    expect(findingsIn('AIW2702', served({ livenessProbe: http({ initialDelaySeconds: 150 }) }))).toEqual([]);
    expect(onlyFinding('AIW2702', served({ livenessProbe: http({ initialDelaySeconds: 149 }) })).message).toContain('149 s + 10 s x 3 = 179 s');
  });

  test('a startup probe that is long enough holds a tight liveness probe back', () => {
    expect(findingsIn('AIW2702', served({ startupProbe: http({ failureThreshold: 60 }), livenessProbe: http({ periodSeconds: 1 }) }))).toEqual([]);
  });

  test('its help, applied, causes neither this finding nor AIW2701', () => {
    const { help } = onlyFinding('AIW2702', served({ livenessProbe: http() }));

    const [failureThreshold, periodSeconds, progressDeadlineSeconds] = [...help!.matchAll(/: (\d+)/g)].map(([, number]) => Number(number));
    const fixed = deployment('a', { ...workload('a', { ...VLLM, livenessProbe: http(), startupProbe: http({ failureThreshold, periodSeconds }) }), progressDeadlineSeconds });

    expect([failureThreshold, periodSeconds, progressDeadlineSeconds]).toEqual([60, 30, 2400]);
    expect([...findingsIn('AIW2701', fixed), ...findingsIn('AIW2702', fixed)]).toEqual([]);
  });
});

describe('AIW2703 stopping and the grace period', () => {
  const stopping = (exec: string[], grace?: number) => deployment('a', workload('a', { lifecycle: { preStop: { exec: { command: exec } } } }, { pod: { terminationGracePeriodSeconds: grace } }));

  test.each([
    [['sleep', '31'], '31 s'],
    [['/bin/sleep', '2m'], '120 s'],
    [['sh', '-c', 'sleep 20; sleep 20'], '40 s'],
    [['bash', '-c', 'echo stopping && sleep 1m 5s'], '65 s'],
  ])('%j takes %s', (command, seconds) => {
    expect(onlyFinding('AIW2703', stopping(command)).message).toContain(`preStop ${seconds}`);
  });

  test.each([[['sleep', '29']], [['sh', '-c', 'for i in 1 2; do sleep 600; done']], [['sleep', 'soon']], [['/opt/drain.sh']]])('%j is not known to take too long', command => {
    expect(findingsIn('AIW2703', stopping(command))).toEqual([]);
  });

  test.each([['31', 1], ['30', 0], ['1234567', 0], ['31s', 0], ['', 0]])('vLLM with --shutdown-timeout=%s: %d', (seconds, count) => {
    const server = { image: 'vllm/vllm-openai:v0.18.0', args: ['--model=m', `--shutdown-timeout=${seconds}`] };
    expect(findingsIn('AIW2703', deployment('a', workload('a', server)))).toHaveLength(count);
  });

  test('a hook of type sleep that is longer than the grace period is left to the API server', () => {
    const sleep = (seconds: number) => deployment('a', workload('a', { lifecycle: { preStop: { sleep: { seconds } } } }));
    expect(findingsIn('AIW2703', sleep(31))).toEqual([]);
    expect(onlyFinding('AIW2703', sleep(30)).message).toContain('is all taken');
  });
});

test.each([['31', 1], ['30', 0], ['1234567', 0], ['31s', 0]])('AIW2708 torchrun with --shutdown-timeout=%s: %d', (seconds, count) => {
  expect(findingsIn('AIW2708', job('a', { template: template({}, { command: ['torchrun', `--shutdown-timeout=${seconds}`, 'train.py'] }) }))).toHaveLength(count);
});

describe('AIW2704 stop signal in the shell', () => {
  const script = (shell: string, text: string, spec: object = {}) => deployment('a', workload('a', { image: 'a:1', command: [shell, '-c', text] }, { pod: spec }));

  test.each([
    ['sh', 'vllm serve m'], ['dash', 'vllm serve m'], ['/bin/bash', 'if [ -n "$M" ]; then\n  vllm serve m\nfi\n'],
    ['bash', 'vllm serve m 2>&1'], ['bash', 'vllm serve m; sleep 5'], ['bash', 'vllm serve m | tee log'],
    ['bash', 'vllm serve m; notvllm'], ['bash', 'vllm serve m; vllm-exporter'], ['bash', 'vllm serve m; cat /log/sglang.launch_server'], ['bash', 'vllm serve m & cat "$@"x'], ['bash', 'vllm serve m & run x$@'],
  ])('%s -c %j stays before the server', (shell, text) => {
    expect(onlyFinding('AIW2704', script(shell, text)).field).toBe('spec.template.spec.containers[0].command[2]');
  });

  test.each([
    ['sh', 'exec vllm serve m'], ['bash', 'vllm serve m'], ['bash', 'export A=1\nvllm serve m\n'], ['busybox', 'vllm serve m'], ['sh', 'python3 train.py'],
    ['sh', 'torchrun train.py'], ['bash', 'if true; then date; fi; vllm serve m'], ['bash', 'date 2>&1; vllm serve m'], ['bash', '/opt/vllm serve m\n\n'], ['bash', 'vllm serve m & $@'],
  ])('%s -c %j is none of it', (shell, text) => {
    expect(findingsIn('AIW2704', script(shell, text))).toEqual([]);
  });

  test('sh is bash in images of Red Hat', () => {
    const image = (name: string) => deployment('a', workload('a', { image: name, command: ['sh', '-c', 'vllm serve m'] }));
    expect(findingsIn('AIW2704', image('registry.redhat.io/rhaiis/vllm-cuda-rhel9:3.2'))).toEqual([]);
    expect(findingsIn('AIW2704', image('vllm/vllm-openai:v0.18.0'))).toHaveLength(1);
  });

  test.each([['"$@"'], ['$@'], ['export A=1; "$@"'], ['export A=1;$@'], ['export A=1\n"$@"\n']])('bash -c %j becomes the server that follows', text => {
    const following = (line: string) => deployment('a', workload('a', { image: 'a:1', command: ['bash', '-c', line, 'bash', 'vllm', 'serve', 'm'] }));
    expect(findingsIn('AIW2704', following(text))).toEqual([]);
    expect(findingsIn('AIW2704', following(`${text.trimEnd()}; date`))).toHaveLength(1);
  });

  test.each(['ubi9/vllm', 'rhoai/vllm', 'modh/vllm', 'opendatahub/vllm', 'llm-d/llm-d-cuda'])('sh is bash in %s, which stays before what is not last', name => {
    const image = (text: string) => deployment('a', workload('a', { image: `registry.example/${name}:1`, command: ['sh', '-c', text] }));
    expect(findingsIn('AIW2704', image('vllm serve m'))).toEqual([]);
    expect(onlyFinding('AIW2704', image('vllm serve m; date')).message).toBe('Invalid value: "sh -c": process 1 is sh, which passes no stop signal on to vLLM');
  });

  test('with a shared process namespace the shell is not process 1', () => {
    expect(findingsIn('AIW2704', script('sh', 'vllm serve m', { shareProcessNamespace: true }))).toEqual([]);
  });
});

describe('AIW2709 a second pod of an index', () => {
  const ranked = (podReplacementPolicy: string | undefined, ...commands: string[][]) => job('train', {
    completionMode: 'Indexed',
    completions: 2,
    parallelism: 2,
    podReplacementPolicy,
    template: { spec: { restartPolicy: 'Never', containers: commands.map((command, index) => ({ name: `c${index}`, image: 'a:1', command })) } },
  });
  const torchrun = ['torchrun', '--nnodes=2', 'train.py'];
  const text = 'starts a second pod of an index while the first is still stopping';

  test('the default is told as such', () => {
    expect(onlyFinding('AIW2709', ranked(undefined, torchrun))).toMatchObject({
      class: 'advice', field: 'spec.completionMode', message: `Invalid value: "TerminatingOrFailed": the default of podReplacementPolicy ${text}`,
    });
    expect(onlyFinding('AIW2709', ranked('TerminatingOrFailed', torchrun))).toMatchObject({
      class: 'risky', field: 'spec.podReplacementPolicy', message: `Invalid value: "TerminatingOrFailed": ${text}`,
    });
    expect(findingsIn('AIW2709', ranked('Failed', torchrun))).toEqual([]);
  });

  test('one program with ranks among others is enough', () => {
    expect(findingsIn('AIW2709', ranked(undefined, torchrun, ['vllm', 'serve', 'm']))).toHaveLength(1);
    expect(findingsIn('AIW2709', ranked(undefined, ['vllm', 'serve', 'm']))).toEqual([]);
  });
});

describe('AIW2706 a server in a Job', () => {
  const running = (text: string) => job('a', { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a:1', command: ['bash', '-c', text] }] } } });

  test.each([['vllm serve m', 1], ['date; vllm serve m', 1], ['vllm serve m &', 0], ['vllm serve m & \n', 0], ['vllm serve m & python3 ask.py', 0], ['vllm bench serve', 0]])('%j: %d', (text, count) => {
    expect(findingsIn('AIW2706', running(text))).toHaveLength(count);
  });
});

describe('AIW2707 training that starts again', () => {
  const starting = (text: string) => deployment('a', workload('a', { image: 'a:1', command: ['bash', '-c', text] }));

  test.each([
    ['torchrun -m train', 'torchrun starts train'], ['torchrun -m sft', 'torchrun starts sft'], ['mpiexec -n 2 /opt/post_train.py', 'mpirun starts post_train.py'],
    ['python3 -m torch.distributed.run fine-tune.py', 'torchrun starts fine-tune.py'], ['python3 -m accelerate.commands.launch my-dpo.py', 'accelerate starts my-dpo.py'],
    ['cd /train && torchrun --log=train.py Trainer.py', 'torchrun starts Trainer.py'],
  ])('%s', (text, said) => {
    expect(onlyFinding('AIW2707', starting(text)).message).toBe(`Invalid value: "main": ${said}, which ends, and a Deployment starts it again`);
  });

  test.each([
    'torchrun bench.py', 'torchrun --log-dir=my-train.py bench.py', 'torchrun trainset.py', 'torchrun constrain.py', 'torchrun bench.py; python3 train.py', 'tail -f log & torchrun train.py',
    'until torchrun train.py; do date; done', 'env JOB=my_train torchrun bench.py', 'timeout train torchrun bench.py',
  ])('%s is none', text => {
    expect(findingsIn('AIW2707', starting(text))).toEqual([]);
  });
});

describe('AIW2705 container that never ends', () => {
  const beside = (command: string[], more: object = {}) => ({
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a:1', command: ['python3', 'train.py'] }, { name: 'side', image: 'b:1', command }] } }, ...more,
  });

  test.each([[['sh', '-c', 'while true; do sleep 10; done']], [['tail', '-f', '/dev/null']], [['sleep', 'inf']]])('%j', command => {
    expect(onlyFinding('AIW2705', job('a', beside(command)))).toMatchObject({ class: 'broken', message: expect.stringContaining('"main" is done') });
  });

  test.each([[['sh', '-c', 'while true; do test -f /done && break; sleep 1; done']], [['tail', '--pid=1', '-f', 'log']], [['sleep', '600']]])('%j ends', command => {
    expect(findingsIn('AIW2705', job('a', beside(command)))).toEqual([]);
  });

  test('of many containers that end three are named, and one that stops the companion is enough', () => {
    const main = (name: string, ...command: string[]) => ({ name, image: 'a:1', command });
    const messages = (...containers: object[]) => findingsIn('AIW2705', job('a', { template: { spec: { restartPolicy: 'Never', containers: [...containers, main('side', 'sleep', 'inf')] } } }))
      .map(each => each.message);
    const works = ['a', 'b', 'c', 'd'].map(name => main(name, 'python3', 'train.py'));
    expect(messages(...works)).toEqual([expect.stringContaining('when "a" and "b" and "c" are done')]);
    expect(messages(...works, main('e', 'sh', '-c', 'python3 train.py; pkill sleep'))).toEqual([]);
  });

  test('a JobSet that is done when another of its jobs is does not wait for the container', () => {
    const jobs = (successPolicy?: object) => jobSet('a', { successPolicy, replicatedJobs: [{ name: 'w', template: { spec: beside(['sleep', 'infinity']) } }] });
    expect(findingsIn('AIW2705', jobs({ operator: 'All', targetReplicatedJobs: ['driver'] }))).toEqual([]);
    expect(onlyFinding('AIW2705', jobs()).field).toBe('spec.replicatedJobs[0].template.spec.template.spec.containers[1].command[0]');
  });
});

describe('AIW2710 failure rules', () => {
  const rules = (...all: object[]) => job('a', { podFailurePolicy: { rules: all }, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a:1' }] } } });
  const codes = (action: string, operator: string, ...values: number[]) => ({ action, onExitCodes: { operator, values } });
  const disruption = { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] };

  test('a rule on all codes but some takes those of evicted pods, and every later code', () => {
    expect(findingsIn('AIW2710', rules(codes('FailJob', 'NotIn', 1), disruption, codes('Count', 'In', 5))).map(each => each.field)).toEqual([
      'spec.podFailurePolicy.rules[1].onPodConditions', 'spec.podFailurePolicy.rules[2].onExitCodes.values',
    ]);
  });

  test('one code of several is enough to keep a rule alive, and an earlier rule of another container takes nothing', () => {
    expect(findingsIn('AIW2710', rules(codes('Count', 'In', 1, 2), codes('FailJob', 'In', 2, 3)))).toEqual([]);
    const other = { action: 'Count', onExitCodes: { containerName: 'other', operator: 'In', values: [2] } };
    expect(findingsIn('AIW2710', rules(other, { ...codes('FailJob', 'In', 2) }))).toEqual([]);
  });

  test('an earlier rule without an action is named so', () => {
    const messages = findingsIn('AIW2710', rules({ onExitCodes: { operator: 'In', values: [5] } }, codes('Count', 'In', 5))).map(each => each.message);
    expect(messages).toEqual(['Invalid value: [5]: rule 0 (no action) takes these codes first']);
  });

  test('rules and codes beyond what the API server takes are not read', () => {
    const distinct = Array.from({ length: 19 }, (_, index) => codes('Count', 'In', index + 1));
    expect(findingsIn('AIW2710', rules(...distinct, codes('Count', 'In', 1)))).toHaveLength(1);
    expect(findingsIn('AIW2710', rules(...distinct, codes('Count', 'In', 20), codes('Count', 'In', 1)))).toEqual([]);
    const all = Array.from({ length: 255 }, (_, index) => index + 1);
    expect(findingsIn('AIW2710', rules(codes('Count', 'In', ...all), codes('FailJob', 'In', ...all, 256)))).toHaveLength(1);
  });

  test('a rule about a sidecar, or about all containers beside one', () => {
    const containers = [{ name: 'main', image: 'a:1' }];
    const beside = (rule: object) => onlyFinding('AIW2710', job('a', {
      podFailurePolicy: { rules: [rule] }, template: { spec: { restartPolicy: 'Never', initContainers: [{ name: 'proxy', image: 'p:1', restartPolicy: 'Always' }], containers } },
    })).field;
    expect(beside(codes('FailJob', 'In', 143))).toBe('spec.podFailurePolicy.rules[0].onExitCodes');
    expect(beside({ action: 'FailJob', onExitCodes: { containerName: 'proxy', operator: 'In', values: [1] } })).toBe('spec.podFailurePolicy.rules[0].onExitCodes.containerName');
  });

  describe('torchrun', () => {
    const run = (...command: string[]) => findingsIn('AIW2710', job('a', {
      podFailurePolicy: { rules: [codes('FailJob', 'In', 42)] },
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'a:1', command }] } },
    })).map(each => each.message);

    test.each([[['torchrun', 'train.py']], [['/opt/bin/torchrun', 'train.py']], [['python3', '-m', 'torch.distributed.run', 'train.py']]])('as the first process hides the code: %j', command => {
      expect(run(...command)).toEqual([expect.stringContaining('container "main" runs torchrun, which ends with 1')]);
    });

    test.each([
      ['behind a wrapper that ends with what it likes', ['/opt/wrap-torchrun', '--code', '42', 'torchrun', 'train.py']],
      ['behind another one', ['/opt/torchrun-wrapper', '--code', '42', 'torchrun', 'train.py']],
      ['as the name of a model', ['vllm', 'serve', '/models/torchrun']],
    ])('%s', (_, command) => {
      expect(run(...command)).toEqual([]);
    });
  });

  test('an earlier rule that ignores the codes as well does no harm', () => {
    expect(findingsIn('AIW2710', rules(codes('Ignore', 'In', 143), disruption))).toEqual([]);
  });
});

describe('budgets', () => {
  const app = { matchLabels: { app: 'a' } };
  const replicas = (count?: number) => deployment('a', { ...workload('a'), replicas: count });

  test.each([[3, '67%'], [4, '76%'], [2, 2], [1, '1%']])('AIW2711: of %d pods %j leaves none', (count, minAvailable) => {
    expect(onlyFinding('AIW2711', replicas(count), budget('b', { selector: app, minAvailable })).field).toBe('spec.minAvailable');
  });

  test.each([[3, '66%'], [4, '75%'], [2, 1], [undefined, 1]])('AIW2711: of %j pods %j leaves one, or nobody knows', (count, minAvailable) => {
    expect(findingsIn('AIW2711', replicas(count), budget('b', { selector: app, minAvailable }))).toEqual([]);
  });

  test('AIW2711: a budget over one ordinal of a set is not counted', () => {
    const selector = { matchLabels: { 'app': 'a', 'apps.kubernetes.io/pod-index': '0' } };
    expect(findingsIn('AIW2711', statefulSet('a', { ...workload('a'), replicas: 2 }), budget('b', { selector, minAvailable: 2 }))).toEqual([]);
  });

  test('AIW2712: pods of nobody have no scale, a number of pods needs none', () => {
    const alone = pod('a', { containers: [{ name: 'a', image: 'a:1' }] }, { app: 'a' });
    expect(onlyFinding('AIW2712', alone, budget('b', { selector: app, maxUnavailable: 1 })).class).toBe('broken');
    expect(findingsIn('AIW2712', alone, budget('b', { selector: app, minAvailable: 1 }))).toEqual([]);
    const ray = rayCluster('a', { headGroupSpec: { template: template({ app: 'a' }) } });
    expect(onlyFinding('AIW2712', ray, budget('b', { selector: app, minAvailable: '50%' })).message).toContain('belong to a RayCluster');
  });

  test('AIW2713: groups that do not restart with a pod may lose several', () => {
    const groups = (restartPolicy?: string) => leaderWorkerSet('a', { replicas: 2, leaderWorkerTemplate: { size: 2, restartPolicy, workerTemplate: template({ app: 'a' }) } });
    const two = budget('b', { selector: app, maxUnavailable: 2 });
    expect(onlyFinding('AIW2713', groups(), two).message).toContain('may be of 2 of the 2 groups');
    expect(findingsIn('AIW2713', groups('None'), two)).toEqual([]);
  });
});
