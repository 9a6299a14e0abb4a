import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, DEPLOYMENT, folderOf } from './program';

const read = (folder: string, file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

describe('explain of findings', () => {
  test.each(['AIW2103', 'aiw2103', '2103'])('%s is a page', async id => {
    expect(await cdk8sAi(folderOf({}), 'explain', id)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^# AIW2103/) });
  });

  test('one that there is not has the nearest name', async () => {
    expect(await cdk8sAi(folderOf({}), 'explain', 'AIV2103')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: AIV2103 is not the id of a finding\n  did you mean AIW2103? cdk8s-ai rules lists them\n' });
    expect(await cdk8sAi(folderOf({}), 'explain', '99')).toMatchObject({ status: 2, stderr: expect.stringContaining('99 is not the id of a finding') });
  });

  test('what looks like one and is a file is the file', async () => {
    const folder = folderOf({ llm2103: DEPLOYMENT, 2103: DEPLOYMENT });
    expect((await cdk8sAi(folder, 'explain', 'llm2103')).stdout).toContain('1 workload, 1 pod');
    expect((await cdk8sAi(folder, 'explain', './2103')).stdout).toContain('1 workload, 1 pod');
    expect((await cdk8sAi(folder, 'explain', '2103')).stdout).toContain('# AIW2103');
  });

  test('ids and files are not explained together', async () => {
    expect(await cdk8sAi(folderOf({}), 'explain', '2103', 'dist')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: 2103 is the id of a finding, and dist is not\n  explain one or the other; ./ in front makes a path of it\n' });
  });

  test('nothing is a mistake', async () => {
    expect(await cdk8sAi(folderOf({}), 'explain')).toMatchObject({ status: 2, stderr: expect.stringContaining('explain takes files or folders, or the id of a finding') });
  });
});

describe('explain of manifests', () => {
  const folder = folderOf({ 'app/a.yaml': APP, 'app/b.yaml': DEPLOYMENT.replaceAll('llm', 'other') });

  test('says what they come to; findings do not change the status', async () => {
    const { status, stdout, stderr } = await cdk8sAi(folder, 'explain', 'app');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^2 workloads, 2 pods\n1 error, /);
    expect(stdout).toContain('error[AIW2103] service selects no pods');
  });

  test.each([
    ['json', /^\{\n {2}"summary"/], ['markdown', /^## 2 workloads/], ['html', /^<!doctype html>/], ['mermaid', /^flowchart LR\n/],
  ])('--format %s', async (format, begin) => {
    expect(await cdk8sAi(folder, 'explain', 'app', '--format', format)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(begin) });
  });

  test('a format that there is not is a mistake', async () => {
    expect(await cdk8sAi(folder, 'explain', 'app', '--format', 'pdf')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: --format pdf: takes text, json, markdown, html or mermaid\n' });
  });

  test.each([
    ['page.html', '<!doctype html>'], ['page.md', '## 2 workloads'], ['page.MMD', 'flowchart LR'], ['page.json', '{'], ['page', '2 workloads'],
  ])('--output %s is written in the format of its ending', async (file, begin) => {
    const target = folderOf({ 'a.yaml': APP, 'b.yaml': DEPLOYMENT.replaceAll('llm', 'other') });
    expect(await cdk8sAi(target, 'explain', '.', '--output', file)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(read(target, file).startsWith(begin)).toBe(true);
  });

  test('the format that is named comes before the ending, and what is there is replaced', async () => {
    const target = folderOf({ 'a.yaml': APP, 'x.html': 'a'.repeat(100_000) });
    await cdk8sAi(target, 'explain', 'a.yaml', '--output', 'x.html', '--format', 'mermaid');
    expect(read(target, 'x.html')).toMatch(/^flowchart LR\n[^a]/);
  });

  test('a file that is read is not written over', async () => {
    const target = folderOf({ 'a.json': JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }) });
    expect(await cdk8sAi(target, 'explain', '.', '--output', './a.json')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: --output ./a.json: is one of the files that are read\n  name another one\n' });
    expect(read(target, 'a.json')).toContain('ConfigMap');
  });

  test('a file that cannot be written is told', async () => {
    expect(await cdk8sAi(folder, 'explain', 'app', '--output', 'no/such/page.html')).toMatchObject({ status: 2, stderr: 'cdk8s-ai: no/such/page.html: ENOENT: no such file or directory\n' });
  });

  test('--only tells some workloads, by name or with their namespace', async () => {
    expect((await cdk8sAi(folder, 'explain', 'app', '--only', 'other')).stdout).toMatch(/^1 workload, 1 pod\n[^]*\nml\/other {2}/);
    expect((await cdk8sAi(folder, 'explain', 'app', '--only', 'ml/l*')).stdout).toContain('\nml/llm ');
    expect(await cdk8sAi(folder, 'explain', 'app', '--only', '!(a)')).toMatchObject({ status: 2, stderr: expect.stringContaining('--only !(a): the glob has !(…)') });
  });

  test('what they are for is said as with lint', async () => {
    const image = DEPLOYMENT.replace('containers:', 'volumes: [{name: m, image: {reference: a}}]\n      containers:');
    const target = folderOf({ 'a.yaml': image, '.cdk8s-ai.yaml': 'kubernetes: ["1.34"]\n' });
    expect((await cdk8sAi(target, 'explain', 'a.yaml')).stdout).toContain('for Kubernetes 1.34');
    expect((await cdk8sAi(target, 'explain', 'a.yaml', '--kubernetes', '1.36', '--kubernetes', '1.35')).stdout).toContain('for Kubernetes 1.35, 1.36');
    expect((await cdk8sAi(target, 'explain', 'a.yaml', '--no-config')).stdout).toContain('for Kubernetes 1.36');
    const accepted = folderOf({ 'a.yaml': APP, '.cdk8s-ai.yaml': 'acknowledge:\n- id: AIW2103\n  reason: r\n' });
    expect((await cdk8sAi(accepted, 'explain', 'a.yaml')).stdout).toContain('0 errors, 0 warnings, 0 infos, 1 acknowledged');
  });

  test('what cannot be read is said, the rest is explained, and the status is 2', async () => {
    const target = folderOf({ 'a.yaml': `${DEPLOYMENT}---\na: [\n` });
    const unread = 'cdk8s-ai: not everything could be read or checked (AIW0005): cdk8s-ai lint says where\n';
    expect(await cdk8sAi(target, 'explain', 'a.yaml')).toMatchObject({ status: 2, stderr: unread, stdout: expect.stringContaining('ml/llm') });
    expect(await cdk8sAi(target, 'explain', 'a.yaml', '--format', 'mermaid')).toMatchObject({ status: 2, stderr: unread });
    expect(await cdk8sAi(target, 'explain', 'a.yaml', 'none.yaml')).toMatchObject({ status: 2, stderr: `cdk8s-ai: none.yaml: no such file or folder\n${unread}`, stdout: expect.stringContaining('ml/llm') });
  });

  test('input without an object is unusable, unless it may be empty', async () => {
    const target = folderOf({ 'a.yaml': '# nothing\n' });
    expect(await cdk8sAi(target, 'explain', 'a.yaml')).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing to check') });
    expect(await cdk8sAi(target, 'explain', 'a.yaml', '--allow-empty')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^0 workloads, 0 pods\n/) });
  });

  test('colours are for terminals, or on request', async () => {
    expect((await cdk8sAi(folder, 'explain', 'app')).stdout).not.toContain('\u001b');
    expect((await cdk8sAi(folder, 'explain', 'app', '--color')).stdout).toContain('\u001b[36mml/llm\u001b[39m');
    const target = folderOf({ 'a.yaml': APP });
    await cdk8sAi(target, 'explain', 'a.yaml', '--color', '--output', 'a.txt');
    expect(read(target, 'a.txt')).not.toContain('\u001b');
  });
});
