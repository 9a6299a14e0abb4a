import { Body, claim, findings, ids, template } from './manifests';

const jobSet = (image: string, spec: Body = {}, pod: Body = {}): Body => ({
  apiVersion: 'jobset.x-k8s.io/v1alpha2',
  kind: 'JobSet',
  metadata: { name: 'train', namespace: 'ml' },
  spec: { replicatedJobs: [{ name: 'worker', replicas: 2, template: { spec: { template: template({}, image, pod) } } }], ...spec },
});

const jobs = (job: Body): Body => jobSet('a:1', { replicatedJobs: [{ name: 'worker', replicas: 2, template: { spec: { template: template({}, 'a:1') } }, ...job }] });

describe('AIW4001: a JobSet', () => {
  test('another image is refused, with the way to get it in', () => {
    expect(findings([jobSet('a:1')], [jobSet('a:2')])).toMatchObject([
      { id: 'AIW4001', class: 'rejected', field: 'spec.replicatedJobs', message: 'Invalid value: the jobs differ: field is immutable', help: expect.stringContaining('another name (runId') },
    ]);
  });

  test('a policy that was there may not change', () => {
    expect(findings([jobSet('a:1', { failurePolicy: { maxRestarts: 3 } })], [jobSet('a:1', { failurePolicy: { maxRestarts: 4 } })])).toMatchObject([
      { field: 'spec.failurePolicy', message: 'Invalid value: {"maxRestarts":4}: Value is immutable' },
    ]);
  });

  test.each<[string, Body, Body]>([
    ['while it is suspended, other nodes', jobSet('a:1', { suspend: true }), jobSet('a:1', {}, { nodeSelector: { pool: 'a' } })],
    ['suspend alone', jobSet('a:1', { suspend: true }), jobSet('a:1')],
    ['what its webhook fills in, written out', jobSet('a:1'), jobSet('a:1', { successPolicy: { operator: 'All' }, network: { enableDNSHostnames: true } }, { restartPolicy: 'OnFailure' })],
    ['one replica, and the group without a name, written out', jobSet('a:1'), jobs({ groupName: 'default' })],
    ['one replica, written out', jobs({ replicas: undefined }), jobs({ replicas: 1 })],
    ['the mode of completion, written out', jobSet('a:1'), jobs({ template: { spec: { completionMode: 'Indexed', template: template({}, 'a:1') } } })],
    ['the order of the start, written out', jobSet('a:1'), jobSet('a:1', { startupPolicy: { startupPolicyOrder: 'AnyOrder' } })],
    ['a policy of failures that was not there', jobSet('a:1'), jobSet('a:1', { failurePolicy: { maxRestarts: 3 } })],
    ['a policy of failures that is there no more', jobSet('a:1', { failurePolicy: { maxRestarts: 3 } }), jobSet('a:1')],
    ['when it gets suspended, other nodes', jobSet('a:1'), jobSet('a:1', { suspend: true }, { nodeSelector: { pool: 'a' } })],
    ['the same of addresses', jobSet('a:1'), jobSet('a:1', { network: { publishNotReadyAddresses: true } })],
  ])('takes: %s', (_, before, after) => {
    expect(ids([before], [after])).toEqual([]);
  });

  test('a default of the pod that is written out is refused: nobody had filled it in', () => {
    expect(ids([jobSet('a:1')], [jobSet('a:1', {}, { dnsPolicy: 'ClusterFirst' })])).toEqual(['AIW4001']);
  });

  test.each<[string, Body, Body, string, string]>([
    ['network', jobSet('a:1'), jobSet('a:1', { network: { enableDNSHostnames: false } }), 'network', '{"enableDNSHostnames":false}: Value is immutable'],
    ['network, taken out', jobSet('a:1', { network: { subdomain: 'x' } }), jobSet('a:1'), 'network', 'undefined: Value is immutable'],
    ['successPolicy', jobSet('a:1'), jobSet('a:1', { successPolicy: { operator: 'Any' } }), 'successPolicy', '{"operator":"Any"}: Value is immutable'],
    ['startupPolicy', jobSet('a:1'), jobSet('a:1', { startupPolicy: { startupPolicyOrder: 'InOrder' } }), 'startupPolicy', '{"startupPolicyOrder":"InOrder"}: Value is immutable'],
    ['managedBy', jobSet('a:1'), jobSet('a:1', { managedBy: 'kueue.x-k8s.io/multikueue' }), 'managedBy', '"kueue.x-k8s.io/multikueue": field is immutable'],
    ['managedBy, taken out', jobSet('a:1', { managedBy: 'x' }), jobSet('a:1'), 'managedBy', 'null: field is immutable'],
    ['replicas', jobs({}), jobs({ replicas: 3 }), 'replicatedJobs', 'the jobs differ: field is immutable'],
    ['the group', jobs({}), jobs({ groupName: 'x' }), 'replicatedJobs', 'the jobs differ: field is immutable'],
    ['retries of the job', jobs({}), jobs({ template: { spec: { backoffLimit: 3, template: template({}, 'a:1') } } }), 'replicatedJobs', 'the jobs differ: field is immutable'],
    ['the mode of completion', jobs({}), jobs({ template: { spec: { completionMode: 'NonIndexed', template: template({}, 'a:1') } } }), 'replicatedJobs', 'the jobs differ: field is immutable'],
    ['labels of the job', jobs({}), jobs({ template: { metadata: { labels: { a: 'b' } }, spec: { template: template({}, 'a:1') } } }), 'replicatedJobs', 'the jobs differ: field is immutable'],
    ['labels of pods while it runs', jobs({}), jobs({ template: { spec: { template: template({ a: 'b' }, 'a:1') } } }), 'replicatedJobs', 'the jobs differ: field is immutable'],
  ])('%s may not change', (_, before, after, field, message) => {
    expect(findings([before], [after])).toMatchObject([{ id: 'AIW4001', field: `spec.${field}`, message: `Invalid value: ${message}`, notes: [] }]);
  });

  test('another node selector while it runs is refused', () => {
    expect(ids([jobSet('a:1')], [jobSet('a:1', {}, { nodeSelector: { pool: 'a' } })])).toEqual(['AIW4001']);
  });
});

const lws = (subGroupSize?: number): Body => ({
  apiVersion: 'leaderworkerset.x-k8s.io/v1',
  kind: 'LeaderWorkerSet',
  metadata: { name: 'llm', namespace: 'ml' },
  spec: { leaderWorkerTemplate: { size: 4, workerTemplate: template({}), ...(subGroupSize && { subGroupPolicy: { subGroupSize } }) } },
});

test.each([
  [2, 4, 'Invalid value: 4: field is immutable'],
  [undefined, 2, 'Invalid value: 2: cannot enable subGroupSize after the lws is already created'],
  [2, undefined, 'Invalid value: 2: cannot remove subGroupSize after enabled'],
])('AIW4001: sub-groups of a LeaderWorkerSet, %p to %p', (before, after, message) => {
  expect(findings([lws(before)], [lws(after)])).toMatchObject([{ id: 'AIW4001', field: 'spec.leaderWorkerTemplate.subGroupPolicy.subGroupSize', message }]);
  expect(ids([lws(before)], [lws(before)])).toEqual([]);
});

describe('AIW4001: a larger claim', () => {
  const sized = (storage: string) => claim('weights', { storageClassName: 'disk', resources: { requests: { storage } } });
  const storageClass = (allowVolumeExpansion?: boolean): Body => ({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'disk' }, provisioner: 'a.b', ...(allowVolumeExpansion && { allowVolumeExpansion }) });

  test('of a class that does not expand is refused', () => {
    expect(findings([sized('1Gi'), storageClass()], [sized('2Gi'), storageClass()])).toMatchObject([{
      id: 'AIW4001', field: 'spec.resources.requests.storage', message: expect.stringContaining('the storageclass that provisions the pvc must support resize (disk)'),
    }]);
  });

  test.each<[string, Body, Body]>([
    ['the same size', sized('1Gi'), sized('1024Mi')],
    ['a size that was not said', claim('weights', { storageClassName: 'disk', resources: {} }), sized('1Gi')],
    ['a size that is not said', sized('1Gi'), claim('weights', { storageClassName: 'disk', resources: {} })],
  ])('%s asks nothing of the class', (_, before, after) => {
    expect(findings([before, storageClass()], [after, storageClass()]).filter(({ id, message }) => id === 'AIW0004' || message.includes('dynamically provisioned'))).toEqual([]);
  });

  test('neither does a smaller one, another kind, or a claim without a class', () => {
    const refused = (before: Body, after: Body) => findings([before, storageClass()], [after, storageClass()]).map(({ message }) => message.includes('dynamically provisioned'));
    const plain = (storage: string) => claim('weights', { resources: { requests: { storage } } });
    const other = (storage: string): Body => ({ ...sized(storage), apiVersion: 'example.org/v1', kind: 'Claim' });
    expect([refused(sized('2Gi'), sized('1Gi')), refused(plain('1Gi'), plain('2Gi')), refused(other('1Gi'), other('2Gi'))].flat()).not.toContain(true);
  });

  test('of a class that expands, or that is not here, is taken', () => {
    expect(ids([sized('1Gi'), storageClass(true)], [sized('2Gi'), storageClass(true)])).toEqual([]);
    expect(ids([sized('1Gi')], [sized('2Gi')])).toEqual([]);
  });
});

describe('AIW4001: rules of a definition about what was there', () => {
  const trainJob = (spec: Body): Body => ({ apiVersion: 'trainer.kubeflow.org/v1alpha1', kind: 'TrainJob', metadata: { name: 'tune', namespace: 'ml' }, spec: { runtimeRef: { name: 'torch' }, ...spec } });

  test('another runtime of a TrainJob is refused', () => {
    expect(findings([trainJob({})], [trainJob({ runtimeRef: { name: 'mpi' } })])).toContainEqual(expect.objectContaining({
      id: 'AIW4001', class: 'rejected', field: 'spec.runtimeRef', message: 'Invalid value: field is immutable', help: expect.stringContaining('keep what was there'),
    }));
  });

  test('a default that is written out is no change', () => {
    expect(ids([trainJob({})], [trainJob({ runtimeRef: { name: 'torch', apiGroup: 'trainer.kubeflow.org', kind: 'ClusterTrainingRuntime' } })])).not.toContain('AIW4001');
  });

  const definition = (rule: object, items: object = {}): Body => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
      versions: [{
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', ...rule },
                  parts: { type: 'array', ...items, items: { type: 'object', properties: { name: { type: 'string', default: 'main' }, disk: { type: 'integer', ...rule } } } },
                },
              },
            },
          },
        },
      }],
    },
  });
  const rules = (rule: string, more: object = {}) => ({ 'x-kubernetes-validations': [{ rule, message: 'only grows', ...more }] });
  const byName = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const widget = (spec: Body): Body => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'ml' }, spec });
  const refused = (by: Body, before: Body, after: Body) =>
    findings([by, widget(before)], [by, widget(after)]).filter(({ id }) => id === 'AIW4001').map(({ field, message }) => `${field} ${message}`);
  const grows = rules('self >= oldSelf');

  test.each<[string, Body, Body, Body, string[]]>([
    ['a value that shrinks', definition(grows), { size: 2 }, { size: 1 }, ['spec.size Invalid value: 1: only grows']],
    ['a value that grows', definition(grows), { size: 2 }, { size: 3 }, []],
    ['a value that was not there', definition(grows), {}, { size: 3 }, []],
    ['a value that is there no more', definition(grows), { size: 2 }, {}, []],
    ['a null before', definition(grows), { size: null }, { size: 3 }, []],
    ['a value that had another type', definition(grows), { size: 'x' }, { size: 3 }, []],
    ['an item that is known by its name, at another place', definition(grows, byName), { parts: [{ name: 'a', disk: 1 }, { name: 'b', disk: 5 }] }, { parts: [{ name: 'b', disk: 4 }, { name: 'a', disk: 1 }] },
      ['spec.parts[0].disk Invalid value: 4: only grows']],
    ['an item whose name is a default', definition(grows, byName), { parts: [{ disk: 5 }] }, { parts: [{ name: 'main', disk: 4 }] }, ['spec.parts[0].disk Invalid value: 4: only grows']],
    ['an item of a list without keys', definition(grows), { parts: [{ disk: 5 }] }, { parts: [{ disk: 4 }] }, []],
    ['an optional old value', definition(rules('!oldSelf.hasValue() || self >= oldSelf.value()', { optionalOldSelf: true })), { size: 2 }, { size: 1 }, ['spec.size Invalid value: 1: only grows']],
    ['a rule about the value alone', definition(rules('self < 3')), { size: 2 }, { size: 5 }, []],
  ])('%s', (_, by, before, after, expected) => {
    expect(refused(by, before, after)).toEqual(expected);
  });
});
