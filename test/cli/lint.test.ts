import { APP, cdk8sAi, DEPLOYMENT, folderOf, SERVICE } from './program';
import { RULES } from '../../src/lint/rules';
import { sarifValidator } from '../lint/report/sarif-schema';

const json = async (folder: string, ...args: string[]) => JSON.parse((await cdk8sAi(folder, 'lint', ...args, '--format', 'json')).stdout);

describe('what is read', () => {
  test('a folder at any depth is one input: a Service finds its pods in another file', async () => {
    const folder = folderOf({ 'a/service.yaml': SERVICE.replace('llm-router', 'llm'), 'b/c/deployment.yml': DEPLOYMENT, 'readme.md': 'not: [read', 'node_modules/x/y.yaml': 'a: [' });
    expect(await cdk8sAi(folder, 'lint', '.')).toMatchObject({ status: 0, stdout: expect.stringContaining('2 objects checked for Kubernetes 1.36') });
  });

  test('a finding names the file and the line of the field', async () => {
    const folder = folderOf({ 'app.yaml': `# made by hand\n${APP}` });
    const { status, stdout } = await cdk8sAi(folder, 'lint', 'app.yaml');
    expect(status).toBe(1);
    expect(stdout).toContain('error[AIW2103] service selects no pods\n  --> app.yaml:24 (Service ml/router)  spec.selector\n');
  });

  test('items of a List are objects, and their lines are their own', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { selectr: { a: 'b' }, ports: [{ port: 1 }] } }] };
    const folder = folderOf({ 'list.json': JSON.stringify(list, undefined, 1) });
    expect((await json(folder, 'list.json')).findings).toMatchObject([{ id: 'AIW1101', field: 'spec.selectr', object: { name: 's' }, file: 'list.json', line: 12 }]);
  });

  test('a quoted glob is expanded, and one that matches nothing is unusable', async () => {
    const folder = folderOf({ 'x/one.yaml': APP, 'x/two.txt': APP });
    expect((await cdk8sAi(folder, 'lint', 'x/*.yaml')).status).toBe(1);
    expect(await cdk8sAi(folder, 'lint', 'y/*.yaml')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: y/*.yaml: matches no file\n' });
  });

  test('a glob that takes too long, or is not understood, is told with its place', async () => {
    const folder = folderOf({ 'x/one.yaml': APP, '.cdk8s-ai.yaml': `outside:\n- kind: Secret\n  name: "${'*a'.repeat(2_000)}"\n` });
    expect(await cdk8sAi(folder, 'lint', '--no-config', `x/${'*a'.repeat(100)}`)).toMatchObject({
      status: 2, stderr: `cdk8s-ai: x/${'*a'.repeat(100)}: the glob has more than 50 wildcards: write several\n`,
    });
    expect(await cdk8sAi(folder, 'lint', '--no-config', `x/${'*a'.repeat(100_000)}`)).toMatchObject({
      status: 2, stderr: `cdk8s-ai: x/${'*a'.repeat(149)}…: ENAMETOOLONG: name too long\n`,
    });
    expect(await cdk8sAi(folder, 'lint', 'x')).toMatchObject({
      status: 2, stderr: 'cdk8s-ai: .cdk8s-ai.yaml:3: outside[0].name takes a glob, and this one is longer than 1000 characters: write several\n',
    });
    const acknowledged = folderOf({ 'app.yaml': APP, '.cdk8s-ai.yaml': 'acknowledge:\n- id: AIW2103\n  object: Service/!(a)/b\n  reason: r\n' });
    expect(await cdk8sAi(acknowledged, 'lint', 'app.yaml')).toMatchObject({ status: 2, stderr: expect.stringContaining('acknowledge[0].object takes a glob, and this one has !(…)') });
  });

  test('a document that cannot be read is a finding with its line, the others are checked, and the status is 2', async () => {
    const folder = folderOf({ 'app.yaml': `${SERVICE}---\na: [1\n---\n- just a list\n`, 'fine.yaml': DEPLOYMENT });
    const { findings, summary } = await json(folder, '.');
    expect(findings.map((each: { id: string; line: number }) => [each.id, each.line])).toEqual([['AIW0005', expect.any(Number)], ['AIW0005', 14], ['AIW2103', 7]]);
    expect(summary.objects).toBe(2);
    expect((await cdk8sAi(folder, 'lint', '.')).status).toBe(2);
  });

  test('what has no kind is skipped in a folder, and an error where it was named', async () => {
    const folder = folderOf({ 'chart/values.yaml': 'replicas: 3\n', 'chart/Chart.yaml': 'apiVersion: v2\nname: llm\n', 'chart/app.yaml': DEPLOYMENT, 'typo/app.yaml': DEPLOYMENT.replace('kind:', 'knd:') });
    expect((await json(folder, 'typo')).findings).toMatchObject([{ id: 'AIW0005', message: 'Invalid value: kind is missing: it is no Kubernetes object' }]);
    expect((await json(folder, 'chart')).findings).toMatchObject([{ id: 'AIW0008', severity: 'info' }, { id: 'AIW0008', severity: 'info' }]);
    expect((await cdk8sAi(folder, 'lint', 'chart')).status).toBe(0);
    expect((await json(folder, 'chart/values.yaml')).findings).toMatchObject([{ id: 'AIW0008', severity: 'info', line: 1 }]);
    expect((await cdk8sAi(folder, 'lint', 'chart/values.yaml')).status).toBe(2);
  });

  test('text that kubectl would not read is a warning with its line', async () => {
    const folder = folderOf({ 'app.yaml': `${DEPLOYMENT}...\n${SERVICE}` });
    expect((await json(folder, 'app.yaml')).findings).toMatchObject([{ id: 'AIW0007', severity: 'warning', line: 17 }]);
  });

  test('a folder without any manifest file is unusable: a pipeline that looks into the wrong one must not pass', async () => {
    const folder = folderOf({ 'empty/readme.md': '' });
    expect(await cdk8sAi(folder, 'lint', 'empty')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: empty: holds no YAML or JSON file\n' });
  });

  test('a path that does not exist is named and hides nothing', async () => {
    const folder = folderOf({ 'app.yaml': APP });
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', 'gone.yaml')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: gone.yaml: no such file or folder\n', stdout: expect.stringContaining('AIW2103') });
  });
});

describe('acknowledgements', () => {
  const annotated = (text: string) => `${SERVICE.replace('  namespace: ml\n', `  namespace: ml\n  annotations:\n    cdk8s-ai-workloads/acknowledge: |\n${text.replace(/^/gm, '      ')}\n`)}---\n${DEPLOYMENT}`;

  test('an annotation with a reason takes the finding away and is counted', async () => {
    const folder = folderOf({ 'app.yaml': annotated('AIW2103: its pods come from the team that owns the model') });
    expect(await json(folder, 'app.yaml')).toMatchObject({ findings: [], summary: { acknowledged: 1 } });
  });

  test.each([
    ['stale', 'AIW2105: looked at', 'Invalid value: "AIW2105": no such finding on this object (reason given: "looked at")'],
    ['without a reason', 'AIW2103', 'Invalid value: "AIW2103": is no acknowledgement'],
    ['of what is no choice', 'AIW0005: never mind', 'Invalid value: "AIW0005: never mind": AIW0005 cannot be accepted'],
    ['of what was not checked', 'AIW0004: never mind', 'Invalid value: "AIW0004: never mind": AIW0004 cannot be accepted'],
  ])('%s: a warning on the annotation', async (_, text, message) => {
    const folder = folderOf({ 'app.yaml': annotated(text) });
    expect((await json(folder, 'app.yaml')).findings.filter((each: { id: string }) => each.id === 'AIW0003')).toMatchObject([{ severity: 'warning', message, line: 7 }]);
  });

  test('a configuration accepts by object and file, and its stale entry names its own line', async () => {
    const folder = folderOf({
      'prod/app.yaml': `${SERVICE}---\n${DEPLOYMENT}`,
      '.cdk8s-ai.yaml': `acknowledge:
- id: AIW2103
  object: Service/ml/rou*
  file: prod/**
  reason: made elsewhere
- id: AIW2103
  object: Service/other/router
  reason: gone
`,
    });
    expect(await json(folder, 'prod')).toMatchObject({ findings: [{ id: 'AIW0003', file: '.cdk8s-ai.yaml', line: 6 }], summary: { acknowledged: 1 } });
    expect((await json(folder, 'prod', '--no-config')).findings).toMatchObject([{ id: 'AIW2103' }]);
  });
});

describe('options', () => {
  const folder = folderOf({ 'app.yaml': APP });

  test.each([
    [['lint', 'app.yaml', '--kubernets', '1.34'], 'cdk8s-ai: unknown option --kubernets\n  did you mean --kubernetes?\n'],
    [['lint', 'app.yaml', '--kubernetes', '1.32'], 'cdk8s-ai: kubernetes 1.32: there are tables of 1.33, 1.34, 1.35, 1.36, 1.37; all is every one of them\n'],
    [['lint', 'app.yaml', '--format', 'xml'], 'cdk8s-ai: --format xml: takes text, json, sarif, github, junit or checkstyle\n'],
    [['lint', 'app.yaml', '--spare-gpus', 'many'], 'cdk8s-ai: --spare-gpus many: takes a whole number\n'],
    [['lint', 'app.yaml', '--feature-gate', 'X'], 'cdk8s-ai: --feature-gate X: takes a name with true or false: DRADeviceTaints=true\n'],
    [['lint', 'app.yaml', '--feature-gate', 'DRADeviceTaint=true'], /feature gate DRADeviceTaint: .*did you mean DRADeviceTaints\?/],
    [['lint', 'app.yaml', '--config', 'gone.yaml'], /gone\.yaml: ENOENT/],
    [['lnt'], /unknown command lnt/],
    [['explain', 'AIW2193'], /AIW2193 is not the id of a finding\n {2}did you mean AIW2\d{3}\?/],
  ])('%j ends with status 2 and says why', async (args, expected) => {
    const { status, stderr, stdout } = await cdk8sAi(folder, ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });

  test('several minors are one run; a finding of all of them is told once', async () => {
    const { findings, target } = await json(folder, 'app.yaml', '--kubernetes', 'all');
    expect(target).toEqual({ kubernetes: '1.37', minors: ['1.33', '1.34', '1.35', '1.36', '1.37'] });
    expect(findings).toHaveLength(1);
    expect(findings[0]).not.toHaveProperty('kubernetes');
  });

  test('--severity decides what fails', async () => {
    const stale = folderOf({ 'app.yaml': DEPLOYMENT.replace('  namespace: ml\n', '  namespace: ml\n  annotations: {cdk8s-ai-workloads/acknowledge: "AIW2103: gone"}\n') });
    expect([(await cdk8sAi(stale, 'lint', 'app.yaml')).status, (await cdk8sAi(stale, 'lint', 'app.yaml', '--severity', 'warning')).status]).toEqual([0, 1]);
  });

  test('a misspelt setting of the configuration is an error with its line', async () => {
    const misspelt = folderOf({ 'app.yaml': SERVICE, '.cdk8s-ai.yaml': 'zones: [a]\nkubernetis: ["1.34"]\n' });
    expect(await cdk8sAi(misspelt, 'lint', 'app.yaml')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: .cdk8s-ai.yaml:2: kubernetis is no setting; did you mean kubernetes?\n' });
  });

  test('what the configuration declares outside is not missing', async () => {
    const pod = DEPLOYMENT.replace('image: registry.example/server:1', 'image: registry.example/server:1\n        envFrom: [{configMapRef: {name: settings}}]');
    const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other, namespace: ml}\n';
    const bare = folderOf({ 'app.yaml': `${pod}---\n${other}` });
    const declared = folderOf({ 'app.yaml': `${pod}---\n${other}`, '.cdk8s-ai.yaml': 'outside:\n- {kind: ConfigMap, name: sett*, namespace: ml}\n' });
    expect((await json(bare, 'app.yaml')).findings.map((each: { id: string }) => each.id)).toContain('AIW2107');
    expect((await json(declared, 'app.yaml')).findings.map((each: { id: string }) => each.id)).not.toContain('AIW2107');
  });
});

describe('formats', () => {
  const folder = folderOf({ 'a b.yaml': `${SERVICE}---\n${DEPLOYMENT}` });

  test('JSON has the documented form', async () => {
    const report = await json(folder, 'a b.yaml');
    expect(report).toEqual({
      findings: [{
        id: 'AIW2103',
        title: 'service selects no pods',
        class: 'broken',
        severity: 'error',
        object: { apiVersion: 'v1', kind: 'Service', namespace: 'ml', name: 'router' },
        field: 'spec.selector',
        message: 'Invalid value: {"app":"llm-router"}: matches no pod template in namespace "ml"',
        notes: ['nearest is Deployment ml/llm: its app is "llm", not "llm-router"'],
        help: expect.any(String),
        docs: 'https://github.com/cdk8s-ai-workloads/cdk8s-ai-workloads/blob/main/docs/rules/AIW2103.md',
        file: 'a b.yaml',
        line: 7,
      }],
      summary: { objects: 2, errors: 1, warnings: 0, infos: 0, acknowledged: 0 },
      target: { kubernetes: '1.36', minors: ['1.36'] },
      unusable: [],
    });
  });

  test('SARIF is valid, and lists every rule', async () => {
    const log = JSON.parse((await cdk8sAi(folder, 'lint', 'a b.yaml', 'gone.yaml', '--format', 'sarif')).stdout);
    const validate = sarifValidator();
    expect(validate(log) || validate.errors).toBe(true);
    const [{ results, tool: { driver } }] = log.runs;
    expect(driver.rules.map((each: { id: string }) => each.id)).toEqual(expect.arrayContaining(RULES.map(rule => rule.id)));
    expect(results).toMatchObject([{ ruleId: 'AIW2103', level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'a%20b.yaml' }, region: { startLine: 7 } } }] }]);
    expect(driver.rules[results[0].ruleIndex].id).toBe('AIW2103');
  });

  test('colours only where they are asked for: this is no terminal', async () => {
    expect((await cdk8sAi(folder, 'lint', 'a b.yaml')).stdout).not.toContain('\u001b[');
    expect((await cdk8sAi(folder, 'lint', 'a b.yaml', '--color')).stdout).toContain('\u001b[');
  });

  test('rules lists everything, explain prints the page', async () => {
    expect((await cdk8sAi(folder, 'rules')).stdout).toContain('AIW2103  broken    service selects no pods\n');
    expect(JSON.parse((await cdk8sAi(folder, 'rules', '--format', 'json')).stdout).rules.length).toBeGreaterThanOrEqual(RULES.length);
    expect(await cdk8sAi(folder, 'explain', 'aiw2103')).toMatchObject({ status: 0, stdout: expect.stringContaining('service selects no pods') });
  });
});
