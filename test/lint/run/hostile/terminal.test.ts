import { APP, cdk8sAi, folderOf } from '../../../cli/program';

const FORGED = `apiVersion: v1
kind: Service
metadata:
  name: "a\\n::error::forged\\n\\e[31mred"
  namespace: "x\\nerror[AIW9999] forged\\n  ::warning::forged"
spec:
  selector: {"k\\n::warning::key": "v\\e[2J"}
  "fie\\nld\\e[31m\\u202e": 1
  ports: [{port: 80, targetPort: "na\\nme"}]
---
apiVersion: "v1\\n::error::x"
kind: "Foo\\n::set-output name=x::y"
metadata: {name: b}
`;

/** What a terminal acts on, and what a build log takes for a command or for a finding of its own. */
const HARMFUL = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]|^\s*::|^error\[AIW9999\]/m; // eslint-disable-line no-control-regex

test('names and values cannot forge lines of a build log or move the cursor of a terminal', async () => {
  const { stdout, stderr } = await cdk8sAi(folderOf({ 'forged.yaml': FORGED }), 'lint', '.', '--severity', 'info');
  expect(stdout).toContain('(Service x\\nerror[AIW9999] forged\\n  ::warning::forged/a\\n::error::forged\\n\\u001b[31mred)');
  expect(stdout).not.toMatch(HARMFUL);
  expect(stderr).toBe('');
});

test('names of files cannot either', async () => {
  const folder = folderOf({ 'a\n::error::forged\x1b[31m.yaml': APP });
  const { stdout, stderr } = await cdk8sAi(folder, 'lint', '.', 'gone\n::error::forged');
  expect(stdout).toContain('--> a\\n::error::forged\\u001b[31m.yaml:');
  expect(`${stdout}${stderr}`).not.toMatch(HARMFUL);
  expect(stderr).toContain('cdk8s-ai: gone\\n::error::forged: no such file');
});

test('JSON and SARIF hold them as they are, in their own escapes', async () => {
  for (const format of ['json', 'sarif']) {
    const { stdout } = await cdk8sAi(folderOf({ 'forged.yaml': FORGED }), 'lint', '.', '--format', format);
    expect(() => JSON.parse(stdout) as unknown).not.toThrow();
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f]|^\s*::/m); // eslint-disable-line no-control-regex
  }
});
