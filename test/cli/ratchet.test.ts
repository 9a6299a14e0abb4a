import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, DEPLOYMENT, folderOf, SERVICE } from './program';

const other = (name: string) => SERVICE.replace(/name: .*/, `name: ${name}`);

describe('--baseline', () => {
  test('what is known passes, what is new is told, and what is gone is said', async () => {
    const folder = folderOf({ 'app.yaml': APP });
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json', '--write-baseline')).toMatchObject({
      status: 0, stderr: 'cdk8s-ai: known.json: holds 1 finding now\n', stdout: expect.stringContaining('0 errors, 0 warnings, 0 infos; 1 in the baseline; 2 objects checked'),
    });
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'known.json'), 'utf8')).findings).toEqual([{ id: 'AIW2103', object: 'Service ml/router', field: 'spec.selector' }]);

    // Lines move; another object has the same mistake.
    fs.writeFileSync(path.join(folder, 'app.yaml'), `# moved\n${APP}---\n${other('second')}`);
    const grown = await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json');
    expect(grown).toMatchObject({ status: 1, stderr: '', stdout: expect.stringContaining('1 error, 0 warnings, 0 infos; 1 in the baseline') });
    expect(grown.stdout).toContain('(Service ml/second)');
    expect(grown.stdout).not.toContain('(Service ml/router)');

    fs.writeFileSync(path.join(folder, 'app.yaml'), APP.replace('app: llm-router', 'app: llm'));
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json')).toMatchObject({
      status: 0, stderr: 'cdk8s-ai: known.json: 1 finding of it is gone\n  --write-baseline writes it without them, so that they do not come back unseen\n',
    });
  });

  test('as many as there were: another one of the same object and field is new', async () => {
    const twice = (file: string) => file.replace('ports:', 'prts: []\n  ports:');
    const folder = folderOf({ 'a.yaml': twice(APP), 'known.json': '{"findings":[{"id":"AIW1101","object":"Service ml/router","field":"spec.prts"},{"id":"AIW2103","object":"Service ml/router","field":"spec.selector"}]}' });
    expect((await cdk8sAi(folder, 'lint', 'a.yaml', '--baseline', 'known.json')).status).toBe(0);
    fs.writeFileSync(path.join(folder, 'known.json'), '{"findings":[{"id":"AIW2103","object":"Service ml/router","field":"spec.selector","count":3}]}');
    expect(await cdk8sAi(folder, 'lint', 'a.yaml', '--baseline', 'known.json')).toMatchObject({ status: 1, stderr: expect.stringContaining('2 findings of it are gone') });
  });

  test('a place in a list may move', async () => {
    const broken = APP.replace('containers:', 'containers:\n      - name: first\n        image: a/b:1\n        imagePullPolcy: Always');
    const folder = folderOf({ 'app.yaml': broken });
    await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json', '--write-baseline');
    fs.writeFileSync(path.join(folder, 'app.yaml'), broken.replace('containers:', 'containers:\n      - name: zeroth\n        image: a/b:1'));
    expect((await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json')).status).toBe(0);
  });

  test('what says that not everything was checked is never known', async () => {
    const folder = folderOf({ 'app.yaml': `${APP}---\na: [1\n` });
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json', '--write-baseline')).toMatchObject({ status: 2, stdout: expect.stringContaining('AIW0005') });
    expect(fs.readFileSync(path.join(folder, 'known.json'), 'utf8')).not.toContain('AIW0005');
  });

  test.each([
    ['', 'it is no JSON'],
    ['[]', 'findings: a baseline has a list of them, as --write-baseline writes it'],
    ['{"findings":[{"id":"x"}]}', 'findings[0].id: takes the id of a finding: AIW2103'],
    ['{"findings":[{"id":"AIW2103","count":0}]}', 'findings[0].count: takes a whole number from 1'],
  ])('%p is none', async (text, problem) => {
    const folder = folderOf({ 'app.yaml': APP, 'known.json': text });
    const run = await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json');
    expect(run).toMatchObject({ status: 2, stderr: expect.stringContaining(`cdk8s-ai: known.json: ${problem}`) });
  });

  test('a file that is not there, or cannot be written, is said', async () => {
    const folder = folderOf({ 'app.yaml': APP });
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'known.json')).toMatchObject({ status: 2, stderr: expect.stringContaining('known.json: no such file: --write-baseline writes it') });
    expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--write-baseline')).toMatchObject({ status: 2, stderr: expect.stringContaining('which file is said by --baseline FILE') });
    expect((await cdk8sAi(folder, 'lint', 'app.yaml', '--baseline', 'none/known.json', '--write-baseline')).status).toBe(2);
  });
});

describe('--skip', () => {
  test('leaves out findings of an id or about a kind, and counts them', async () => {
    const folder = folderOf({ 'app.yaml': APP });
    for (const skip of ['AIW2103', 'Service']) {
      expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--skip', skip)).toMatchObject({ status: 0, stdout: '0 errors, 0 warnings, 0 infos; 1 skipped; 2 objects checked for Kubernetes 1.36\n' });
    }
    expect((await cdk8sAi(folder, 'lint', 'app.yaml', '--skip', 'Deployment', '--skip', 'AIW2104')).status).toBe(1);
  });

  test.each([
    ['AIW9999', 'there is no finding of this id'],
    ['service', 'takes the id of a finding (AIW2103) or a kind (Service)'],
    ['AIW0005', 'it says that the input cannot be read'],
  ])('%s cannot be skipped', async (skip, problem) => {
    expect(await cdk8sAi(folderOf({ 'app.yaml': APP }), 'lint', 'app.yaml', '--skip', skip)).toMatchObject({ status: 2, stderr: expect.stringContaining(`--skip ${skip}: ${problem}`) });
  });
});

test('--ignore leaves out files of folders, and --summary says a line for each rule', async () => {
  const folder = folderOf({ 'a/app.yaml': APP, 'b/app.yaml': APP, 'c/one.yaml': APP });
  expect((await cdk8sAi(folder, 'lint', '.', '--ignore', '{a,b}/**', '--ignore', 'c/*.yaml', '--allow-empty')).status).toBe(0);
  expect(await cdk8sAi(folder, 'lint', 'a', 'c', '--ignore', 'a/**', '--summary')).toMatchObject({
    status: 1, stdout: '1 error  AIW2103  service selects no pods  c/one.yaml:23\n\n1 error, 0 warnings, 0 infos; 2 objects checked for Kubernetes 1.36\n',
  });
  expect(await cdk8sAi(folder, 'lint', 'a', '--summary', '--format', 'json')).toMatchObject({ status: 2, stderr: expect.stringContaining('--summary is for people') });
});

test('a long report ends with a line for each rule, a short one does not', async () => {
  const services = (count: number) => DEPLOYMENT + Array.from({ length: count }, (_, index) => `---\n${other(`s${index}`)}`).join('');
  const folder = folderOf({ 'many.yaml': services(21), 'few.yaml': services(20) });
  const line = /^ *2[01] errors {2}AIW2103 {2}service selects no pods {2}/m;
  expect((await cdk8sAi(folder, 'lint', 'many.yaml')).stdout).toMatch(line);
  expect((await cdk8sAi(folder, 'lint', 'few.yaml')).stdout).not.toMatch(line);
});

test.each(['github', 'junit', 'checkstyle'])('%s is a report like the others, and says why there is none', async format => {
  const folder = folderOf({ 'app.yaml': APP });
  expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--format', format)).toMatchObject({ status: 1, stdout: expect.stringContaining('AIW2103') });
  expect(await cdk8sAi(folder, 'lint', 'app.yaml', '--format', format, '--kubernetes', '1.2')).toMatchObject({ status: 2, stdout: expect.stringContaining('kubernetes 1.2') });
});

test('GitHub reads commands as they are', async () => {
  const { stdout } = await cdk8sAi(folderOf({ 'app.yaml': APP }), 'lint', 'app.yaml', '--format', 'github');
  expect(stdout).toMatch(/^::error file=app\.yaml,line=\d+,title=AIW2103 service selects no pods::/);
});

test('files of a folder that make the same object are alternatives, which refer to the rest; --whole takes all for one', async () => {
  const folder = folderOf({ 'a/one.yaml': DEPLOYMENT, 'b/one.yaml': DEPLOYMENT.replace('ml', 'ml # other'), 'c.k8s.yaml': SERVICE, 'd.k8s.yaml': SERVICE });
  const asFound = await cdk8sAi(folder, 'lint', '.', '--severity', 'info');
  expect(asFound.stdout).toContain('a, b make 1 object of the same name');
  expect(asFound.stdout).toContain('already made by c.k8s.yaml');
  const whole = await cdk8sAi(folder, 'lint', '.', '--whole');
  expect(whole.stdout).toContain('already made by a/one.yaml');
  expect((await cdk8sAi(folder, 'lint', 'a/one.yaml', 'b/one.yaml')).stdout).toContain('already made by a/one.yaml');
  expect(await cdk8sAi(folder, 'lint', '.', '--whole', '--each')).toMatchObject({ status: 2, stderr: expect.stringContaining('Leave one of them out') });
});

test('--each takes every file for an input: alternatives are no duplicates, and refer to nothing of each other', async () => {
  const right = APP.replace('app: llm-router', 'app: llm');
  const folder = folderOf({ 'a.yaml': right, 'b.yaml': right, 'c.yaml': SERVICE, 'd.yaml': DEPLOYMENT.replaceAll('llm', 'llm-router') });
  const together = await cdk8sAi(folder, 'lint', '.', '--whole');
  expect(together).toMatchObject({ status: 1, stdout: expect.stringContaining('AIW2101') });
  expect(together.stdout).toContain('alternatives, of which one is applied at a time, are given one at a time, or with --each');
  const apart = await cdk8sAi(folder, 'lint', '.', '--each', '--severity', 'info');
  expect(apart.stdout).not.toContain('AIW2101');
  expect(apart.stdout).toContain('no workload of namespace "ml" is among what was checked');
  expect(apart.stdout).toMatch(/\d infos?; 6 objects checked for Kubernetes 1\.36\n$/);
  expect(await cdk8sAi(folder, 'lint', 'a.yaml', '--each', '--against', 'b.yaml')).toMatchObject({ status: 2, stderr: expect.stringContaining('--each: files that are alternatives') });
});
