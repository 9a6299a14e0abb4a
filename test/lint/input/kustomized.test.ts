import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
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
  return check(objects, findings, { clusters: [DEFAULT_CLUSTER] }).findings.filter(({ class: kind }) => kind !== 'advice').map(({ id, field }) => `${id} ${field}`);
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

test('workloads without a selector are patches too where a kustomization stands beside them and does not name them', () => {
  const half = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 3}\n';
  const errors = ['AIW1202 spec.template.metadata.labels', 'AIW1202 spec.template.spec.containers', 'AIW2113 spec.selector'];
  expect(errorsIn({ 'kustomization.yaml': 'resources: [../base]\n', 'replicas.yaml': half })).toEqual([]);
  expect(errorsIn({ 'replicas.yaml': half }).sort()).toEqual(errors);
  expect(errorsIn({ 'kustomization.yaml': 'resources: [replicas.yaml]\n', 'replicas.yaml': half }).sort()).toEqual(errors);
  // What stands beside it in the file is a manifest: all of it is meant to be one.
  expect(errorsIn({ 'kustomization.yaml': 'resources: [../base]\n', 'replicas.yaml': `${half}---\n${SETTINGS}` }).sort()).toEqual(errors);
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

  test.each([['data', '"ENC[AES256_GCM,data:abc=,type:str]"'], ['stringData', '"ENC[AES256_GCM,data:abc=,type:str]"']])('is taken for credentials of a registry where they have to be, in %s', (part, value) => {
    const secret = `apiVersion: v1\nkind: Secret\ntype: kubernetes.io/dockerconfigjson\nmetadata: {name: a}\n${part}: {.dockerconfigjson: ${value}}\n`;
    expect(errorsIn({ 'secret.yaml': `${secret}sops: {mac: "ENC[x]", version: 3.11.0, age: []}\n` })).toEqual([]);
    expect(errorsIn({ 'secret.yaml': secret })).not.toEqual([]);
  });

  test('stays as it is where an operator decrypts it in the cluster', () => {
    const sealed = 'apiVersion: isindir.github.com/v1alpha3\nkind: SopsSecret\nmetadata: {name: a}\nspec: {secretTemplates: [{name: a}]}\nsops: {mac: "ENC[x]"}\n';
    expect(objectsIn({ 'secret.yaml': sealed })[0].body).toHaveProperty('sops.mac');
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
    const found = readInput(inFolder({ 'values.yaml': 'kind: Deployment\nimage: {}\n', 'ci/daemonset-values.yml': 'kind: DaemonSet\n', 'sources.yaml': 'kind: Deployment\nmetadata: {name: a}\n' }));
    expect(found.findings.map(({ id, file }) => `${id} ${file}`)).toEqual(['AIW0008 values.yaml', 'AIW0008 ci/daemonset-values.yml', 'AIW0005 sources.yaml']);
  });

  test.each([
    ['a function', '#@ def config():\nmetrics: {}\n#@ end\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n'],
    ['an overlay', '#@ load("@ytt:overlay", "overlay")\n#@overlay/match by=overlay.all\n---\nmetadata:\n  #@overlay/match missing_ok=True\n  namespace: a\n'],
    ['a value', 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: #@ data.values.name\n'],
  ])('%s of ytt is skipped with its whole file', (_, text) => {
    expect(readInput(inFolder({ 'a.yaml': text }))).toMatchObject({ objects: [], findings: [{ id: 'AIW0008', message: expect.stringContaining('ytt'), help: expect.stringContaining('ytt -f') }] });
  });

  test('comments that are no instructions of ytt hide nothing', () => {
    expect(objectsIn({ 'a.yaml': '#@author me\n# see #@ load in the docs\napiVersion: v1\nkind: Namespace\nmetadata: {name: a} #@reviewed\n' })).toHaveLength(1);
  });
});

describe('what a kustomization of the input writes later is not missed in the files that it names', () => {
  const WORKLOAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: a, image: a}]}}}\n';
  const PATCH = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {selector: {matchLabels: {app: a}}}\n';
  const UNSELECTED = ['AIW1202 spec.template.metadata.labels', 'AIW2113 spec.selector'];
  const errorsWith = (kustomization: string, more: Files = {}) => errorsIn({ 'app/kustomization.yaml': `resources: [workload.yaml]\n${kustomization}`, 'app/workload.yaml': WORKLOAD, ...more });

  test.each([
    ['nothing', '', UNSELECTED],
    ['labels', 'labels: [{pairs: {app: a}}]\n', UNSELECTED],
    ['labels with selectors', 'labels: [{pairs: {app: a}, includeSelectors: true}]\n', []],
    ['common labels', 'commonLabels: {app: a}\n', []],
    ['a patch for the kind', 'patches: [{path: p.yaml, target: {kind: Deployment}}]\n', []],
    ['a patch for another kind', 'patches: [{path: p.yaml, target: {kind: Service}}]\n', UNSELECTED],
    ['a patch that stands there itself', `patches:\n- patch: |\n    ${PATCH.replaceAll('\n', '\n    ')}`, []],
    ['a strategic merge', 'patchesStrategicMerge: [p.yaml]\n', []],
    ['a patch that names its kind itself', 'patches: [{path: p.yaml}]\n', []],
    ['a patch in the list of old', 'patches: [p.yaml]\n', []],
    ['a patch that is not here', 'patches: [{path: env/own.yaml}]\n', []],
    ['a JSON patch', 'patchesJson6902: [{path: p.yaml, target: {kind: Deployment}}]\n', []],
  ])('%s', (_, kustomization, errors) => {
    expect(errorsWith(kustomization, kustomization.includes('p.yaml') ? { 'app/p.yaml': PATCH } : {})).toEqual(errors);
  });

  test('an outer kustomization counts too', () => {
    expect(errorsWith('', { 'prod/kustomization.yaml': 'resources: [../app]\ncommonLabels: {app: a}\n' })).toEqual([]);
  });

  test('a chain of ten thousand kustomizations is followed as far as anybody builds', () => {
    const chain = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}/kustomization.yaml`, `resources: [../${index === 0 ? 'app' : `k${index - 1}`}]\n`]));
    expect(errorsWith('', chain)).toEqual(UNSELECTED);
  });

  test('Flux puts the folder of its path, from the root of the repository, into a namespace, and patches it', () => {
    const flux = (spec: string) => `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: app}\nspec: {interval: 1h, prune: true, sourceRef: {kind: GitRepository, name: r}, ${spec}}\n`;
    const files = (spec: string) => ({ 'repo/clusters/one/app.yaml': flux(spec), 'repo/apps/a/binding.yaml': BINDING, 'repo/apps/a/b/workload.yaml': WORKLOAD });
    expect(errorsIn(files('path: ./apps/other'))).toEqual(['AIW1203 subjects[0].namespace', ...UNSELECTED]);
    expect(errorsIn(files('path: ./apps/a, targetNamespace: prod'))).toEqual(UNSELECTED);
    expect(errorsIn(files('path: apps/a/, targetNamespace: prod, patches: [{target: {kind: Deployment}, patch: "- op: add"}]'))).toEqual([]);
    const listed = { ...files('path: ./apps/a, targetNamespace: prod'), 'repo/apps/a/kustomization.yaml': 'resources: []\n' };
    expect(errorsIn(listed)).toEqual(['AIW1203 subjects[0].namespace']);
  });

  test('a port and a volume may be added by a patch; without one they are missed', () => {
    const pods = 'spec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n    spec: {containers: [{name: a, image: a, volumeMounts: [{name: v, mountPath: /v}]}]}\n';
    const files = {
      'workload.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n${pods}`,
      'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{port: 80, targetPort: https}]}\n',
    };
    const patch = 'patches: [{path: proxy.yaml, target: {kind: Deployment}}]\n';
    expect(errorsIn({ ...files, 'kustomization.yaml': 'resources: [workload.yaml, service.yaml]\n' })).toEqual(expect.arrayContaining(['AIW2105 spec.ports[0].targetPort', 'AIW2108 spec.template.spec.containers[0].volumeMounts[0].name']));
    expect(errorsIn({ ...files, 'kustomization.yaml': `resources: [workload.yaml, service.yaml]\n${patch}` })).toEqual([]);
  });

  test('a patch of somebody else says only what it changes', () => {
    expect(errorsIn({ 'clusters/patches/apps/a.yaml': WORKLOAD })).toEqual([]);
    expect(errorsIn({ 'clusters/apps/a.yaml': WORKLOAD })).toEqual(UNSELECTED);
  });
});

test.each([
  ['$patch: delete\napiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n', 'a patch for a kustomization'],
  ['$ANSIBLE_VAULT;1.1;AES256\n3638323233343137\n', 'encrypted by Ansible Vault'],
  ['apiVersion: score.dev/v1b1\nmetadata: {name: a}\ncontainers: {}\n', 'a workload of Score'],
  ['version: 1\nmetadata: {name: a}\nentries: []\n', 'a blueprint of authentik'],
  ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  <LABELS>\ndata: {}\n', 'a template'],
  ['variant: openshift\nversion: 4.16.0\nmetadata: {name: a}\n', 'a machine configuration in Butane'],
])('a file of a folder that is no manifest is named: %j', (text, what) => {
  expect(readInput(inFolder({ 'a.yaml': text }))).toMatchObject({ objects: [], findings: [{ class: 'advice', message: expect.stringContaining(what) }] });
});
