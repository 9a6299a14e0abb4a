import * as fs from 'fs';
import * as path from 'path';
import { cdk8sAi, folderOf } from './program';

const MANIFEST = `# head
apiVersion: gateway.networking.k8s.io/v1beta1   # old
kind: HTTPRoute
metadata: {name: r, namespace: ml}
spec:
  rules:
  - backendRefs: [{name: a, "wieght": 80, port: 8000}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: a
  labels: {app: a, version: 1.10}
spec:
  replicass: 2    # two
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      tolerations:
      - {key: nvidia.com/gpu, operator: Exists}
      containers:
      - name: v
        imagePulPolicy: 'Always'
        image: vllm/vllm-openai:v0.9.0
        args: [--model=x/y, "--max-model-lenn=8192", --port, 8000]
        env:
        - name: HUGGING_FACE_HUB_TOKN
          value: yes  # said so
        ports:
        - containerPort: "8000"
        resources: {limits: {nvidia.com/gpu: 1}}
`;

const FIXED = MANIFEST.replace('v1beta1', 'v1').replace('"wieght"', '"weight"').replace('1.10', '"1.10"').replace('replicass', 'replicas')
  .replace('imagePulPolicy', 'imagePullPolicy').replace('model-lenn', 'model-len').replace('--port, 8000', '--port, "8000"').replace('TOKN', 'TOKEN')
  .replace('yes', '"yes"').replace('"8000"\n', '8000\n');

const contentOf = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), 'utf8');

test('what is certain is written, and every other byte stays', async () => {
  const folder = folderOf({ 'a.yaml': MANIFEST });
  expect(await cdk8sAi(folder, 'lint', 'a.yaml', '--fix', '--write')).toMatchObject({ status: 0, stderr: 'cdk8s-ai: fixed 10 findings in 1 file\n' });
  expect(contentOf(folder, 'a.yaml')).toBe(FIXED);
  expect(fs.readdirSync(folder)).toEqual(['a.yaml']);
});

test('the mode of a file stays, and a link stays one', async () => {
  const folder = folderOf({ 'real/a.yaml': MANIFEST });
  fs.chmodSync(path.join(folder, 'real/a.yaml'), 0o640);
  fs.symlinkSync('real/a.yaml', path.join(folder, 'a.yaml'));
  await cdk8sAi(folder, 'lint', 'a.yaml', '--fix', '--write');
  expect(contentOf(folder, 'real/a.yaml')).toBe(FIXED);
  expect(fs.lstatSync(path.join(folder, 'a.yaml')).isSymbolicLink()).toBe(true);
  expect((fs.statSync(path.join(folder, 'real/a.yaml')).mode % 0o1000).toString(8)).toBe('640');
});

test('without --write it is a diff, the status is that of the findings, and nothing is written', async () => {
  const folder = folderOf({ 'a.yaml': MANIFEST });
  const { status, stdout, stderr } = await cdk8sAi(folder, 'lint', 'a.yaml', '--fix');
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'cdk8s-ai: 10 findings in 1 file can be fixed\n  --fix --write does it\n' });
  expect(stdout).toMatchInlineSnapshot(`
"--- a/a.yaml
+++ b/a.yaml
@@ -1,18 +1,18 @@
 # head
-apiVersion: gateway.networking.k8s.io/v1beta1   # old
+apiVersion: gateway.networking.k8s.io/v1   # old
 kind: HTTPRoute
 metadata: {name: r, namespace: ml}
 spec:
   rules:
-  - backendRefs: [{name: a, "wieght": 80, port: 8000}]
+  - backendRefs: [{name: a, "weight": 80, port: 8000}]
 ---
 apiVersion: apps/v1
 kind: Deployment
 metadata:
   name: a
-  labels: {app: a, version: 1.10}
+  labels: {app: a, version: "1.10"}
 spec:
-  replicass: 2    # two
+  replicas: 2    # two
   selector: {matchLabels: {app: a}}
   template:
     metadata: {labels: {app: a}}
@@ -21,12 +21,12 @@
       - {key: nvidia.com/gpu, operator: Exists}
       containers:
       - name: v
-        imagePulPolicy: 'Always'
+        imagePullPolicy: 'Always'
         image: vllm/vllm-openai:v0.9.0
-        args: [--model=x/y, "--max-model-lenn=8192", --port, 8000]
+        args: [--model=x/y, "--max-model-len=8192", --port, "8000"]
         env:
-        - name: HUGGING_FACE_HUB_TOKN
-          value: yes  # said so
+        - name: HUGGING_FACE_HUB_TOKEN
+          value: "yes"  # said so
         ports:
-        - containerPort: "8000"
+        - containerPort: 8000
         resources: {limits: {nvidia.com/gpu: 1}}
"
`);
  expect(contentOf(folder, 'a.yaml')).toBe(MANIFEST);
});

test('what is skipped is left, and so is a file without a mistake', async () => {
  const folder = folderOf({ 'a.yaml': MANIFEST, 'b.yaml': FIXED.replace(/name: (a|r)\b/g, 'name: $1-2').replaceAll('app: a', 'app: b') });
  await cdk8sAi(folder, 'lint', '.', '--fix', '--write', '--skip', 'AIW1101', '--skip', 'AIW2907', '--skip', 'AIW2909', '--skip', 'AIW2136');
  expect(contentOf(folder, 'a.yaml')).toContain('replicass: 2');
  expect(contentOf(folder, 'a.yaml')).toContain('containerPort: 8000\n');
});

test('a fix that makes another error is taken back, and the others of the object are written', async () => {
  const folder = folderOf({ 'a.yaml': MANIFEST.replace('replicass: 2 ', 'replicass: -2') });
  const { stderr } = await cdk8sAi(folder, 'lint', 'a.yaml', '--fix', '--write');
  expect(stderr).toContain('a.yaml:15: spec.replicass: AIW1101 is not fixed: it was taken back');
  expect(contentOf(folder, 'a.yaml')).toBe(FIXED.replace('replicas: 2 ', 'replicass: -2'));
});

const CONFIG = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: d}\n${data}`;

test.each([
  ['an anchor', 'data: {a: &x 1, b: *x}\n'],
  ['an alias', 'x: &x {a: 1}\ndata: *x\n'],
  ['a merge', 'x: &x {a: 1}\ndata: {<<: *x}\n'],
  ['a tag', 'data: {a: !!int 1}\n'],
  ['a key that is there already', 'data: {a: b}\nimmutable: true\nimmutabel: true\n'],
  ['a key that is there already, behind it', 'data: {a: b}\nimmutabel: true\nimmutable: true\n'],
  ['a key that is there already, with another duplicate', 'data: {a: b, a: c}\nimmutable: true\nimmutabel: true\n'],
])('%s is left and told', async (_, data) => {
  const folder = folderOf({ 'a.yaml': CONFIG(data) });
  const { stderr } = await cdk8sAi(folder, 'lint', 'a.yaml', '--fix', '--write');
  expect(stderr).toContain('is not fixed: the place cannot be edited safely');
  expect(contentOf(folder, 'a.yaml')).toBe(CONFIG(data));
});

test('JSON, Lists and files with CR LF and a byte order mark are fixed too', async () => {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'é', namespace: 'd' }, dat: 1, data: { a: 1.5, b: true } }] });
  const windows = `\ufeff# ü\n${CONFIG('data:\n  a: 1 # ü\n')}`.replaceAll('\n', '\r\n').replace('name: c', 'name: e');
  const folder = folderOf({ 'a.json': list, 'b.yaml': windows });
  await cdk8sAi(folder, 'lint', '.', '--fix', '--write');
  expect(contentOf(folder, 'a.json')).toBe(list.replace('1.5', '"1.5"').replace('true', '"true"'));
  expect(contentOf(folder, 'b.yaml')).toBe(windows.replace('a: 1', 'a: "1"'));
});

test.each([
  [['--write'], '--write: what is written is said by --fix'],
  [['--fix', '--format', 'json'], '--fix shows a diff: leave out --format, --summary and --write-baseline, or add --write'],
  [['--fix', '--against', '.'], '--fix: what it changes is checked without --against: fix first, then ask'],
  [['--fix', '--render', '.'], '--fix: what it changes is checked without --render: fix first, then ask'],
  [['--fix', '-'], '--fix: it changes files: name them, or their folder'],
])('%j is refused', async (args, message) => {
  const folder = folderOf({ 'a.yaml': MANIFEST });
  expect(await cdk8sAi(folder, 'lint', 'a.yaml', ...args)).toMatchObject({ status: 2, stdout: '', stderr: `cdk8s-ai: ${message}\n` });
});

test('the JSON report holds the fix', async () => {
  const folder = folderOf({ 'a.yaml': CONFIG('data: {a: 1}\n') });
  const { findings } = JSON.parse((await cdk8sAi(folder, 'lint', 'a.yaml', '--format', 'json')).stdout);
  expect(findings).toMatchObject([{ id: 'AIW1102', fix: { field: 'data[a]', quote: true } }]);
});

test('words of closed lists that the validation knows, by their case too', async () => {
  const pod = (protocol: string, policy: string, effect: string) => `apiVersion: v1
kind: Pod
metadata: {name: p, namespace: d}
spec:
  tolerations: [{key: a, operator: Exists, effect: ${effect}}]
  containers:
  - name: c
    image: registry.example/c:1
    imagePullPolicy: ${policy}
    ports: [{containerPort: 80, protocol: ${protocol}}]
`;
  const folder = folderOf({ 'a.yaml': pod('tcp', 'always', '"NoSchedul"') });
  await cdk8sAi(folder, 'lint', 'a.yaml', '--fix', '--write');
  expect(contentOf(folder, 'a.yaml')).toBe(pod('TCP', 'Always', '"NoSchedule"'));
});

/** What a viewer of SARIF makes of a file. */
function applied(log: any, folder: string): { [name: string]: string } {
  const files: { [name: string]: string } = {};
  const replacements = log.runs[0].results.flatMap(({ fixes = [] }: any) => fixes).flatMap(({ artifactChanges }: any) => artifactChanges);
  for (const { artifactLocation: { uri }, replacements: [{ deletedRegion, insertedContent }] } of replacements.reverse()) {
    const name = decodeURIComponent(uri);
    const lines = (files[name] ??= contentOf(folder, name).replace(/^\ufeff/, '')).split('\n');
    const line = lines[deletedRegion.startLine - 1];
    const begin = line.slice(0, deletedRegion.startColumn - 1);
    lines[deletedRegion.startLine - 1] = begin + insertedContent.text + line.slice(deletedRegion.endColumn - 1);
    files[name] = lines.join('\n');
  }
  return files;
}

test('SARIF holds the fixes at their places, one at a time', async () => {
  const crlf = (value: string) => `\ufeff# ü\n${CONFIG(`data: { "\u{1f600}é": ${value} }\n`)}`.replaceAll('\n', '\r\n').replace('name: c', 'name: e');
  const folder = folderOf({ 'a b.yaml': CONFIG('data: {a: 1}\nimmutabel: true\n'), 'b.yaml': crlf('2') });
  const { stdout } = await cdk8sAi(folder, 'lint', '.', '--format', 'sarif');
  expect(applied(JSON.parse(stdout), folder)).toEqual({
    'a b.yaml': CONFIG('data: {a: "1"}\nimmutable: true\n'), 'b.yaml': crlf('"2"').replace('\ufeff', ''),
  });
  const [first] = JSON.parse(stdout).runs[0].results;
  expect(first.fixes).toEqual([{
    description: { text: 'write "1"' },
    artifactChanges: [{
      artifactLocation: { uri: 'a%20b.yaml' },
      replacements: [{ deletedRegion: { startLine: 4, startColumn: 11, endLine: 4, endColumn: 12 }, insertedContent: { text: '"1"' } }],
    }],
  }]);
});
