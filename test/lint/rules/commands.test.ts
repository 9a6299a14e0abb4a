import { configMap, custom, deployment, findingsIn, onlyFinding, service, workload } from '../run/manifests';

const rayCluster = custom('ray.io/v1', 'RayCluster');
const secret = (data: object) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...data }) as Parameters<typeof findingsIn>[1];
const run = (container: object) => deployment('a', workload('a', container));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('AIW2901 shell syntax', () => {
  test.each([['$MODEL'], ['--model=${MODEL}'], ['&&'], ['2>&1'], ['--workers=$(nproc --all)']])('%s is a word for the program', word => {
    expect(onlyFinding('AIW2901', run({ command: ['python3', 'serve.py', word] }))).toMatchObject({ class: 'broken', field: 'spec.template.spec.containers[0].command[2]' });
    expect(onlyFinding('AIW2901', run({ args: [word] })).class).toBe('risky');
  });

  test.each([['$5'], ['a$b'], ['^x$'], ['$(MODEL)'], ['$$(nproc --all)'], ['a&&b'], ['--template={{ $.x }}']])('%s may mean itself', word => {
    expect(findingsIn('AIW2901', run({ command: ['python3', 'serve.py', word] }))).toEqual([]);
  });

  test.each([
    ['python', 'broken'], ['python3.11', 'broken'], ['/usr/bin/curl', 'broken'], ['sleep', 'broken'], ['cpython', 'risky'], ['/opt/sleeper', 'risky'], ['ray2', 'risky'], ['/opt/python/run', 'risky'],
  ])('%s with a variable of a shell: %s', (program, kind) => {
    expect(findingsIn('AIW2901', run({ command: [program, '$MODEL'] })).map(each => each.class)).toEqual([kind]);
  });

  test.each([
    ['vllm-openai', 'broken'], ['vllm/vllm-openai', 'broken'], ['a/vllm-openai@sha256:00', 'broken'], ['a/my-vllm-openai:1', 'risky'], ['a/vllm-openai-cpu:1', 'broken'], ['a/vllm-openai-neuron:1', 'risky'],
  ])('arguments of image %s: %s', (image, kind) => {
    expect(findingsIn('AIW2901', run({ image, args: ['$MODEL'] })).map(each => each.class)).toEqual([kind]);
  });

  test.each([['$MODEL_1', '$(MODEL_1)'], ['-m=${MODEL}', '-m=$(MODEL)'], ['--model.name=$M', '--model.name=$(M)']])('%s is written %s', (word, instead) => {
    expect(onlyFinding('AIW2901', run({ args: [word] }))).toMatchObject({
      message: `Invalid value: "${word}": is passed on as it stands: the kubelet knows only the form $(NAME)`, help: `write ${instead}`,
    });
  });

  test.each([['x$MODEL'], ['$MODEL/x'], ['$model'], ['${Model}'], ['`date`'], [5]])('%s is left to the program', word => {
    expect(findingsIn('AIW2901', run({ args: [word] }))).toEqual([]);
  });

  test('a word is looked at up to 500 characters, and the place of each is told', () => {
    const word = (length: number) => `$(cat ${'a'.repeat(length - 7)})`;
    expect(findingsIn('AIW2901', run({ command: [word(9), 'x', word(500)], args: ['x', word(500), word(501)] })).map(({ field, message }) => [field, message.slice(-42)])).toEqual([
      ['spec.template.spec.containers[0].command[2]', ': holds shell syntax, which nobody runs here'.slice(-42)],
      ['spec.template.spec.containers[0].args[1]', ': holds shell syntax, which nobody runs here'.slice(-42)],
    ]);
  });

  test('KubeRay runs the words in a shell', () => {
    expect(findingsIn('AIW2901', rayCluster('a', { headGroupSpec: { template: { spec: { containers: [{ name: 'h', image: 'a:1', command: ['python3', '$X'] }] } } } }))).toEqual([]);
  });
});

describe('AIW2902 references', () => {
  const value = (text: string, ...before: object[]) => run({ env: [...before, { name: 'A', value: text }] });

  test.each([['$(B)'], ['x-$(B)-$$(C)'], ['$$$(B)']])('%s', text => {
    expect(onlyFinding('AIW2902', value(text)).message).toContain('"$(B)": the container has no variable B');
    expect(findingsIn('AIW2902', value(text, { name: 'B', value: '1' }))).toEqual([]);
  });

  test('a variable does not refer to itself, and names of any form may be looked up', () => {
    expect(onlyFinding('AIW2902', run({ env: [{ name: 'PATH', value: '/opt/bin:$(PATH)' }] })).message).toContain('PATH');
    expect(findingsIn('AIW2902', value('$(constructor) $(__proto__)'))).toHaveLength(2);
  });

  test.each([
    ['A_SERVICE_HOST', 0], ['A_SERVICE_PORT', 0], ['A_SERVICE_PORT_HTTP', 0], ['A_PORT', 0], ['A_PORT_80_TCP_ADDR', 0], ['KUBERNETES_X', 0], ['TPU_X', 0], ['MEGASCALE_X', 0],
    ['A_SERVICE_HOST_X', 1], ['A_SERVICE_PORT-X', 1], ['A_SERVICE_PORTS', 1], ['A_PORTAL', 1], ['MY_TPU_X', 1],
  ])('%s of a Service or a cloud: %d', (name, count) => {
    expect(findingsIn('AIW2902', value(`$(${name})`))).toHaveLength(count);
  });

  test.each([
    ['command', { command: ['run', '$(B)', 'x'] }, 'command[1]'], ['args', { args: ['run', '$(B)', 5] }, 'args[1]'], ['env', { env: [{ name: 'A', value: 'x' }, { name: 'C', value: '$(B)' }] }, 'env[1].value'],
  ])('one reference among other words of %s', (_, container, field) => {
    expect(onlyFinding('AIW2902', run(container)).field).toBe(`spec.template.spec.containers[0].${field}`);
  });

  test('what a whole ConfigMap brings is not known', () => {
    expect(findingsIn('AIW2902', run({ envFrom: [{ configMapRef: { name: 'c', optional: true } }], args: ['$(B)'] }))).toEqual([]);
  });
});

describe('AIW2903 and AIW2904 secrets', () => {
  const TOKEN = `hf_${'Ab1'.repeat(9)}`;

  test('no part of the credential is printed', () => {
    const finding = onlyFinding('AIW2903', { ...configMap('c'), data: { 'a.yaml': `x: 1\ntoken: ${TOKEN}\n` } });
    expect(finding.field).toBe('data[a.yaml]');
    expect(JSON.stringify(finding)).not.toContain(TOKEN.slice(3));
  });

  test.each([['hf_xxxxxxxxxxxxxxxxxxxxxxxxxx'], ['AKIAIOSFODNN7EXAMPLE'], ['sk-your-key-your-key-your-key']])('%s is a placeholder', text => {
    expect(findingsIn('AIW2903', { ...configMap('c'), data: { text } })).toEqual([]);
  });

  test.each([['token', 'abc\n', 1], ['hf-token', 'abc\r\n', 1], ['token', 'abc', 0], ['token', 'a b\n', 0], ['token', 'a\nb\n', 0], ['tls.key', 'abc\n', 0], ['tokenizer', 'abc\n', 0], ['token', '\n', 0]])(
    'key %s with %j: %d', (key, text, count) => {
      expect(findingsIn('AIW2904', secret({ data: { [key]: base64(text) } }))).toHaveLength(count);
      expect(findingsIn('AIW2904', secret({ stringData: { [key]: text } }))).toHaveLength(count);
    });
});

describe('AIW2904 names of tokens', () => {
  test.each([
    'token', 'HF_TOKEN', 'passwd', 'db-password', 'apikey', 'api-key', 'api_key', 'accesskey', 'access-key', 'secretkey', 'secret_key', 'accesskeyid', 'access-key-id', 'access_keyid', 'gh.pat',
  ])('%s is one word', key => {
    expect(findingsIn('AIW2904', secret({ stringData: { [key]: 'abc\n' } }))).toHaveLength(1);
  });

  test.each(['tokens', 'mytoken', 'password2', 'pattern', 'api--key'])('%s may be anything', key => {
    expect(findingsIn('AIW2904', secret({ stringData: { [key]: 'abc\n' } }))).toEqual([]);
  });

  test('the remedy is that of the list', () => {
    expect(onlyFinding('AIW2904', secret({ data: { token: base64('abc\n') } })).help).toBe('encode it again without the line break: printf %s "$TOKEN" | base64');
    expect(onlyFinding('AIW2904', secret({ stringData: { token: 'abc\n' } })).help).toBe('write |- instead of |, or one line in quotes');
  });
});

describe('AIW2905 service links', () => {
  const vllm = { image: 'vllm/vllm-openai:v0.18.0' };
  const named = (name: string, spec: object = {}) => service(name, { selector: { app: 'a' }, ports: [{ port: 8000 }], ...spec });

  test('only Services with an address give variables', () => {
    expect(onlyFinding('AIW2905', run(vllm), named('vllm')).class).toBe('broken');
    expect(findingsIn('AIW2905', run(vllm), named('vllm', { clusterIP: 'None' }))).toEqual([]);
    expect(findingsIn('AIW2905', run(vllm), named('vllm', { type: 'ExternalName', externalName: 'a.example' }))).toEqual([]);
  });

  test.each([
    ['vllm', { image: 'vllm-openai:v1' }, 'broken', 'VLLM_PORT', 'vLLM'],
    ['vllm', { image: 'a/vllm-rocm:v1' }, 'broken', 'VLLM_PORT', 'vLLM'],
    ['mlflow', { args: ['mlflow', 'ui'] }, 'broken', 'MLFLOW_PORT', 'MLflow'],
    ['jupyter', { command: ['jupyter', 'lab'] }, 'risky', 'JUPYTER_PORT', 'Jupyter'],
    ['gradio-server', { args: ['gradio', 'app.py'] }, 'risky', 'GRADIO_SERVER_PORT', 'Gradio'],
    ['master', { command: ['python', 'train.py'] }, 'risky', 'MASTER_PORT', 'torch.distributed'],
    ['master', { command: ['python3.12', '/opt/pretraining.py'] }, 'risky', 'MASTER_PORT', 'torch.distributed'],
  ])('Service %s and %j: %s', (name, container, kind, variable, program) => {
    const said = { class: kind, message: `Invalid value: "${variable}": Service ml/${name} sets it to tcp://…, which ${program} in container "main" takes for its port` };
    expect(onlyFinding('AIW2905', run(container), named(name))).toMatchObject(said);
    expect(onlyFinding('AIW2905', run({ ...container, env: [{ name: 'OTHER', value: '1' }] }), named(name))).toMatchObject(said);
    expect(findingsIn('AIW2905', run({ ...container, env: [{ name: variable, value: '1' }] }), named(name))).toEqual([]);
    expect(findingsIn('AIW2905', run(container), named('other'))).toEqual([]);
  });

  test('of a command line the first 4000 characters are read', () => {
    const after = (length: number) => findingsIn('AIW2905', run({ args: ['x'.repeat(length), 'vllm serve'] }), named('vllm'));
    expect([after(3989).length, after(3990).length]).toEqual([1, 0]);
  });

  test('a client of vLLM may be called as it likes', () => {
    expect(findingsIn('AIW2905', run({ image: 'registry.example/vllm-client:1' }), named('vllm'))).toEqual([]);
  });
});

describe('AIW2906 moving tags', () => {
  test.each([['a', 1], ['a:1.2', 0], ['a:latest', 1], ['registry:5000/a', 1], ['registry:5000/a:1', 0], ['a@sha256:00', 0], ['a:latest@sha256:00', 0], ['$(IMAGE)', 0]])('%s: %d', (image, count) => {
    expect(findingsIn('AIW2906', run({ image }))).toHaveLength(count);
  });
});
