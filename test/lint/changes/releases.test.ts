import { Body, claim, findings, ids, template, told, workload } from './manifests';

/** Labels as charts have them: two of them change with every release. */
const labels = (version: string, component = 'web') => ({ 'helm.sh/chart': `shop-${version}`, 'app.kubernetes.io/name': 'shop', 'app.kubernetes.io/instance': 'prod', 'app.kubernetes.io/component': component, 'app.kubernetes.io/version': version });
const HELP = 'only labels that name the release change: keep them on the workload and out of its pod template, and a new release restarts nothing; or ';

describe('a new release of a chart', () => {
  test('Deployments that have new pods before old ones stop restart in silence', () => {
    const release = (version: string) => ['web', 'worker'].map(name => workload('Deployment', `shop-${name}`, { replicas: 3, template: template(labels(version, 'all'), `r/shop:${version}`) }));
    expect(ids(release('1'), release('2'))).toEqual([]);
  });

  test('those that lose pods do not, and the help is one for Deployments', () => {
    const release = (version: string) => ['web', 'worker'].map(name => workload('Deployment', `shop-${name}`, { replicas: 8, template: template(labels(version, 'all'), `r/shop:${version}`) }));
    expect(findings(release('1'), release('2'))).toMatchObject([{
      id: 'AIW4005', notes: expect.arrayContaining(['away at the same time: 2 of 8 + 2 of 8 = 4 of 16 pods']), help: expect.stringContaining('or set paused: true on those that are to wait'),
    }]);
  });

  test('where labels of the release alone change, the help says where they belong', () => {
    const pod = (version: string) => template(labels(version), 'r/vllm:1', { containers: [{ name: 'main', image: 'r/vllm:1', resources: { limits: { 'nvidia.com/gpu': 8 } } }] });
    const release = (version: string) => [workload('Deployment', 'llm', { template: pod(version) })];
    expect(findings(release('1'), release('2'))).toMatchObject([{ id: 'AIW4008', help: expect.stringContaining(HELP) }]);
    const sets = (version: string) => ['a', 'b'].map(zone => workload('StatefulSet', `pg-${zone}`, { serviceName: 'pg', replicas: 3, template: template(labels(version)) }));
    expect(findings(sets('1'), sets('2'))).toMatchObject([{ id: 'AIW4005', help: expect.stringContaining(HELP) }]);
  });

  test('an image beside them is a change of its own', () => {
    const pod = (version: string) => template(labels(version), '', { containers: [{ name: 'main', image: `r/vllm:${version}`, resources: { limits: { 'nvidia.com/gpu': 8 } } }] });
    expect(findings([workload('Deployment', 'llm', { template: pod('1') })], [workload('Deployment', 'llm', { template: pod('2') })])[0].help).not.toContain(HELP);
  });

  test('labels in claim templates are refused, and no data need to be copied', () => {
    const release = (version: string) => [workload('StatefulSet', 'pg', { serviceName: 'pg', volumeClaimTemplates: [{ ...claim('data'), metadata: { name: 'data', labels: labels(version) } }] })];
    const [finding, ...rest] = findings(release('1'), release('2'));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ id: 'AIW4001', help: expect.stringContaining('labels and annotations of claim templates are immutable too') });
    expect(finding.help).not.toContain('Copy the data');
  });

  test('a larger claim beside another label is advised as a larger claim', () => {
    const release = (version: string, storage: string) => [workload('StatefulSet', 'pg', {
      serviceName: 'pg', volumeClaimTemplates: [{ ...claim('data', { resources: { requests: { storage } } }), metadata: { name: 'data', labels: labels(version) } }],
    })];
    expect(findings(release('1', '1Gi'), release('2', '2Gi'))).toMatchObject([{ id: 'AIW4001', help: expect.stringContaining('1. grow each one: kubectl -n ml patch pvc NAME') }]);
  });

  test('a version in a selector', () => {
    const release = (version: string) => [workload('Deployment', 'web', { selector: { matchLabels: { app: 'web', version } }, template: template({ app: 'web', version }) })];
    expect(findings(release('1'), release('2'))).toMatchObject([{ id: 'AIW4001', help: expect.stringContaining('keep version: "1" in the selector') }]);
  });
});

const definition = (spec: object = {}): Body => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.x.io' },
  spec: { group: 'x.io', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions: [{ name: 'v1', served: true, storage: true }, { name: 'v2', served: true, storage: false }], ...spec },
});
const widget: Body = { apiVersion: 'x.io/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'ml' }, spec: {} };

describe('definitions of custom kinds', () => {
  test('one that goes takes every object with it', () => {
    expect(findings([definition(), widget], [widget])).toMatchObject([{
      id: 'AIW4003', class: 'lossy', message: expect.stringContaining('with it every Widget in the cluster'), notes: ['of these files: Widget ml/one, which are applied all the same'],
    }]);
    expect(ids([definition()], [definition()])).toEqual([]);
  });

  test('names those of these files, as far as they are of its kind', () => {
    const other: Body = { ...widget, apiVersion: 'y.io/v1' };
    expect(findings([definition(), widget, other], [other])).toMatchObject([{ id: 'AIW4003', field: 'metadata.name', notes: ['of these files: Widget ml/one'] }]);
    expect(findings([definition(), other], [other])).toMatchObject([{ field: 'metadata.name', notes: [] }]);
  });

  test.each<[string, object, string]>([
    ['another scope', { scope: 'Cluster' }, 'spec.scope Invalid value: "Cluster": field is immutable'],
    ['another kind', { names: { plural: 'widgets', kind: 'Wodget' } }, 'spec.names.kind Invalid value: "Wodget": field is immutable'],
    ['the stored version goes', { versions: [{ name: 'v2', served: true, storage: true }] }, 'spec.versions Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration '
      + 'ensures no data remains persisted in v1 and removes v1 from status.storedVersions'],
  ])('refused: %s', (_, spec, wanted) => {
    expect(told([definition()], [definition(spec)])).toEqual([`AIW4001 ${wanted}`]);
  });

  test('a version that was never stored may go', () => {
    expect(told([definition()], [definition({ versions: [{ name: 'v1', served: true, storage: true }] })])).toEqual([]);
  });
});

/** Each as people write it, and as an API server of 1.36 gives it back. */
const WRITTEN_OUT: readonly [string, object, object][] = [
  ['fieldRef', { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }, { env: [{ name: 'A', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } }] }],
  ['resourceFieldRef', { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] }, { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } }] }],
  ['httpGet', { lifecycle: { preStop: { httpGet: { port: 80 } } } }, { lifecycle: { preStop: { httpGet: { path: '/', port: 80, scheme: 'HTTP' } } } }],
  ['grpc', { readinessProbe: { grpc: { port: 80 } } }, { readinessProbe: { grpc: { port: 80, service: '' } } }],
];
const VOLUMES: readonly [string, object, object][] = [
  ['hostPath', { hostPath: { path: '/mnt' } }, { hostPath: { path: '/mnt', type: '' } }],
  ['downwardAPI', { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.labels' } }] } }, { downwardAPI: { defaultMode: 420, items: [{ path: 'a', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' } }] } }],
  ['emptyDir', { emptyDir: { sizeLimit: '0.5Gi' } }, { emptyDir: { sizeLimit: '512Mi' } }],
  ['image', { image: { reference: 'r/a:1' } }, { image: { reference: 'r/a:1', pullPolicy: 'IfNotPresent' } }],
  ['azureDisk', { azureDisk: { diskName: 'a', diskURI: 'b' } }, { azureDisk: { cachingMode: 'ReadWrite', diskName: 'a', diskURI: 'b', fsType: 'ext4', kind: 'Shared', readOnly: false } }],
];

describe('defaults that are written out or left out restart nothing, and a Job is not refused', () => {
  const specs: [string, object, object][] = [
    ...WRITTEN_OUT.map(([name, one, other]): [string, object, object] => [name, pod(one), pod(other)]),
    ...VOLUMES.map(([name, one, other]): [string, object, object] => [name, pod({}, { volumes: [{ name: 'v', ...one }] }), pod({}, { volumes: [{ name: 'v', ...other }] })]),
    ['serviceAccount', pod({}, { serviceAccountName: 'a' }), pod({}, { serviceAccountName: 'a', serviceAccount: 'a' })],
  ];

  test.each(specs)('%s', (_, one, other) => {
    const deployment = (spec: object) => workload('Deployment', 'llm', { template: { metadata: { labels: { app: 'llm' } }, spec } });
    const job = (spec: object): Body => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'run' }, spec: { template: { spec: { ...spec, restartPolicy: 'Never' } } } });
    expect(told([deployment(one), job(one)], [deployment(other), job(other)])).toEqual([]);
    expect(told([deployment(other), job(other)], [deployment(one), job(one)])).toEqual([]);
  });

  test('another account is a change', () => {
    const deployment = (serviceAccountName: string) => workload('Deployment', 'llm', { template: { metadata: { labels: { app: 'llm' } }, spec: pod({}, { serviceAccountName }) } });
    expect(ids([deployment('a')], [deployment('b')])).toEqual(['AIW4008']);
  });

  function pod(container: object, spec: object = {}): object {
    return { containers: [{ name: 'main', image: 'r/vllm:1', resources: { limits: { 'nvidia.com/gpu': 8 } }, ...container }], ...spec };
  }
});
