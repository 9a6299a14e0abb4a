import { NEWEST_CLUSTER } from '../../../src/kubernetes/cluster';
import { Manifest } from '../../../src/kubernetes/manifest';
import { InputFile } from '../../../src/lint/input/paths';
import { readInput } from '../../../src/lint/input/read-input';
import { check } from '../../../src/lint/run/lint';

function inFolder(files: Readonly<Record<string, string>>): InputFile[] {
  return Object.entries(files).map(([name, text]) => ({ name, isFound: true, read: () => Buffer.from(text) }));
}

type Files = Readonly<Record<string, string>>;

const objectsIn = (files: Files) => readInput(inFolder(files)).objects.map(({ body, origin }) => new Manifest(body, origin));

function errorsIn(files: Readonly<Record<string, string>>): string[] {
  const { objects, findings } = readInput(inFolder(files));
  return check(objects, findings, { clusters: [NEWEST_CLUSTER] }).findings.filter(({ class: kind }) => kind !== 'advice').map(({ id, field }) => `${id} ${field}`);
}

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: _}\n';
const BINDING = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\n'
  + 'roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: default}]\n';
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: written}\n';

describe('what a kustomization of the input puts into a namespace', () => {
  test('a Namespace has its name, an object its place, whatever they say', () => {
    const objects = objectsIn({ 'app/kustomization.yaml': 'namespace: prod\nresources: [namespace.yaml, ./settings.yaml]\n', 'app/namespace.yaml': NAMESPACE, 'app/settings.yaml': SETTINGS });
    expect(objects.map(({ name, place }) => [name, place])).toEqual([['prod', ''], ['a', 'prod']]);
  });

  test('the outermost one counts, through folders, bases and components', () => {
    const files = {
      'base/kustomization.yaml': 'namespace: inner\nresources: [namespace.yaml]\n',
      'base/namespace.yaml': NAMESPACE,
      'parts/kustomization.yaml': 'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\nresources: [settings.yaml]\n',
      'parts/settings.yaml': SETTINGS,
      'prod/kustomization.yaml': 'namespace: outer\nresources: [../base]\ncomponents: [../parts]\n',
    };
    expect(objectsIn(files).map(({ name, place }) => [name, place])).toEqual([['outer', ''], ['a', 'outer']]);
  });

  test('kustomizations that name each other end', () => {
    const files = { 'a/kustomization.yaml': 'resources: [../b, settings.yaml]\n', 'b/kustomization.yaml': 'namespace: b\nresources: [../a]\n', 'a/settings.yaml': SETTINGS };
    expect(objectsIn(files).map(({ place }) => place)).toEqual(['b']);
  });

  test('is not asked for what kustomize writes', () => {
    const named = { 'kustomization.yaml': 'namespace: prod\nresources: [namespace.yaml, binding.yaml]\n', 'namespace.yaml': NAMESPACE, 'binding.yaml': BINDING };
    expect(errorsIn(named)).toEqual([]);
    expect(errorsIn({ ...named, 'kustomization.yaml': 'namespace: prod\nresources: []\n' })).toEqual(['AIW1201 metadata.name', 'AIW1201 metadata.labels', 'AIW1203 subjects[0].namespace']);
  });
});

test('patches that no kustomization names are no manifests where one stands beside them or above', () => {
  const files = (kustomization: string) => ({ 'kustomization.yaml': kustomization, 'patches/webhook.yaml': SETTINGS, 'proxy_patch.yaml': SETTINGS, 'dispatch.yaml': SETTINGS });
  expect(objectsIn(files('resources: []\n')).map(({ origin }) => origin.file)).toEqual(['dispatch.yaml']);
  expect(readInput(inFolder(files('resources: []\n'))).findings).toMatchObject([{ file: 'kustomization.yaml', message: expect.stringContaining('with 2 files of it') }]);
  expect(objectsIn(files('resources: [proxy_patch.yaml, patches/webhook.yaml]\n'))).toHaveLength(3);
  expect(objectsIn({ 'patches/webhook.yaml': SETTINGS, 'a-patch.yaml': SETTINGS })).toHaveLength(2);
});

test.each([
  ['Talos', 'apiVersion: v1alpha1\nkind: HostnameConfig\nhostname: a\n', 'Talos'],
  ['Zarf', 'kind: ZarfPackageConfig\nmetadata: {name: a}\n', 'Zarf'],
  ['SOPS', 'apiVersion: ENC[x]\nkind: ENC[y]\nmetadata: {name: "ENC[z]"}\nsops: {mac: a}\n', 'SOPS'],
])('documents of %s are skipped', (_, text, program) => {
  expect(readInput(inFolder({ 'a.yaml': text }))).toMatchObject({ objects: [], findings: [{ id: 'AIW0008', message: expect.stringContaining(program) }] });
});

describe('what SOPS encrypted', () => {
  const encrypted = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {token: "ENC[AES256_GCM,data:abc=,iv:x,tag:y,type:str]"}\n';

  test('is sent decrypted, and without what SOPS notes', () => {
    expect(errorsIn({ 'secret.yaml': `${encrypted}sops: {mac: "ENC[x]", version: 3.11.0, age: []}\n` })).toEqual([]);
    expect(errorsIn({ 'secret.yaml': encrypted })).toEqual(['AIW1102 data[token]']);
  });
});

describe('templates of other programs', () => {
  const template = `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{port: 80}]}\n---\n${NAMESPACE.replace('name: _', 'name: {{NAME}}').replace('{name', '\n  name').replace('}}}', '}}')}`;

  test('are skipped as a whole in a folder, and are no manifests where they are named', () => {
    expect(readInput(inFolder({ 'a.template.yaml': template }))).toMatchObject({ objects: [], findings: [{ id: 'AIW0008', message: expect.stringContaining('a template that was not rendered') }] });
    const named = inFolder({ 'a.template.yaml': template }).map(file => ({ ...file, isFound: false }));
    expect(readInput(named)).toMatchObject({ objects: [{}], findings: [{ id: 'AIW0005', message: expect.stringContaining('a template that was not rendered') }] });
  });

  test('values of a chart may have a kind', () => {
    const found = readInput(inFolder({ 'values.yaml': 'kind: Deployment\nimage: {}\n', 'ci/daemonset-values.yml': 'kind: DaemonSet\n', 'sources.yaml': 'kind: Deployment\n' }));
    expect(found.findings.map(({ id, file }) => `${id} ${file}`)).toEqual(['AIW0008 values.yaml', 'AIW0008 ci/daemonset-values.yml', 'AIW0005 sources.yaml']);
  });
});
