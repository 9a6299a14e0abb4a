import * as fs from 'fs';
import * as path from 'path';
import { inputFiles } from '../../../src/lint/input/paths';
import { Input, readInput } from '../../../src/lint/input/read-input';
import { temporaryFolder } from '../../hygiene/temporary';

/** A folder with files, by their names. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder('parts');
  Object.entries(files).forEach(([name, text]) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  });
  return folder;
}

function read(folder: string, ...names: readonly string[]): Input {
  return readInput(inputFiles(names.length > 0 ? names.map(name => path.join(folder, name)) : [folder]));
}

const namesOf = (input: Input) => input.objects.map(({ body }) => (body.metadata as { name: string }).name);
const told = (folder: string, input: Input) => input.findings.map(({ id, message, help, file }) => [id, message, help?.replaceAll(folder, 'F'), path.relative(folder, file ?? '')]);

const manifest = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const KUSTOMIZATION = `resources: [all.yaml]
patches:
- path: patches/memory.yaml
- patch: |-
    - op: remove
      path: /data
patchesStrategicMerge:
- image.yaml
- |
  apiVersion: v1
  kind: ConfigMap
patchesJson6902: [{path: json.yaml}]
configurations: [names.yaml]
replacements: [{path: replace.yaml}]
configMapGenerator: [{name: made, files: [config.yaml=generated/config.yaml, plain.yaml]}]
secretGenerator: [{name: hidden, files: [key.yaml=generated/key.yaml, token.yaml]}]
helmCharts: [{name: a, valuesFile: own-values.yaml, additionalValuesFiles: [more.yaml]}]
openapi: {path: schema.json}
`;
const PARTS = [
  'patches/memory.yaml', 'image.yaml', 'json.yaml', 'names.yaml', 'replace.yaml', 'generated/config.yaml', 'plain.yaml', 'generated/key.yaml', 'token.yaml', 'own-values.yaml', 'more.yaml', 'schema.json',
];

describe('a kustomization', () => {
  const files = { 'kustomization.yaml': KUSTOMIZATION, 'all.yaml': manifest('all'), 'beside.yaml': manifest('beside'), ...Object.fromEntries(PARTS.map(name => [name, manifest('part')])) };

  test('takes what it patches with and makes files of, and leaves its resources and what lies beside it', () => {
    const folder = folderOf(files);
    const input = read(folder);
    expect(namesOf(input)).toEqual(['all', 'beside']);
    expect(told(folder, input)).toEqual([
      ['AIW0008', `Invalid value: it is a kustomization, so it was skipped, with ${PARTS.length} files of it`, 'build it: kubectl kustomize F | cdk8s-ai lint -, or add --render', 'kustomization.yaml'],
    ]);
  });

  test('of another folder takes files of its own: paths go from where it stands', () => {
    const folder = folderOf({ 'base/all.yaml': manifest('all'), 'over/kustomization.yaml': 'patches: [{path: ../shared/memory.yaml}]', 'shared/memory.yaml': manifest('part'), 'memory.yaml': manifest('own') });
    expect(namesOf(read(folder))).toEqual(['all', 'own']);
  });

  test('a patch that is named is read: whoever asks for it means it', () => {
    const folder = folderOf(files);
    expect(namesOf(read(folder, 'image.yaml'))).toEqual(['part']);
  });

  test('what is written wrongly in it is no path', () => {
    const folder = folderOf({ 'kustomization.yaml': 'patches: {path: a.yaml}\npatchesJson6902: [7, null]\nopenapi: x\nconfigMapGenerator: [{files: [5]}]\n', 'a.yaml': manifest('a') });
    expect(namesOf(read(folder))).toEqual(['a']);
  });
});

describe('a chart', () => {
  const TEMPLATE = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}\n{{- if .Values.x }}\ndata: {}\n{{- end }}\n';

  test('takes its templates, at any depth, and leaves its definitions', () => {
    const folder = folderOf({
      'chart/Chart.yaml': 'apiVersion: v2\nname: llm\nversion: 1.0.0\n',
      'chart/templates/a.yaml': TEMPLATE,
      'chart/templates/tests/b.yaml': TEMPLATE,
      'chart/crds/c.yaml': manifest('definition'),
      'templates/d.yaml': manifest('other'),
    });
    const input = read(folder);
    expect(namesOf(input)).toEqual(['definition', 'other']);
    expect(told(folder, input)).toEqual([
      ['AIW0008', 'Invalid value: it is the description of a Helm chart, so it was skipped, with 2 files of it', 'render the chart: helm template F/chart | cdk8s-ai lint -, or add --render', 'chart/Chart.yaml'],
    ]);
  });

  test('of one file', () => {
    const folder = folderOf({ 'Chart.yaml': 'apiVersion: v2\nname: llm\nversion: 1.0.0\n', 'templates/a.yaml': TEMPLATE });
    expect(told(folder, read(folder)).map(([, message]) => message)).toEqual(['Invalid value: it is the description of a Helm chart, so it was skipped, with 1 file of it']);
  });
});
