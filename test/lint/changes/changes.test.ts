import { Body, claim, findings, service, set, template, told, workload } from './manifests';
import { CHANGE_RULES } from '../../../src/lint/changes';
import { runs, some } from '../../hygiene/runs';

test('nothing is said where nothing changes, and nothing about what is new', () => {
  expect(told([set()], [set(), workload('Deployment', 'new')])).toEqual([]);
});

test('objects whose names are generated are new each time, so none of them goes', () => {
  const generated = { ...claim('weights'), metadata: { generateName: 'weights-', namespace: 'ml' } };
  expect(told([generated], [])).toEqual([]);
});

describe('AIW4001 what the server refuses', () => {
  test('a template of a Job, with the way to get the change in', () => {
    const job = (image: string): Body => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'train', namespace: 'ml' }, spec: { template: template({}, image, { restartPolicy: 'Never' }) } });
    expect(findings([job('a:1')], [job('a:2')])).toMatchObject([{ id: 'AIW4001', class: 'rejected', field: 'spec.template', help: expect.stringContaining('give the next run another name') }]);
  });

  test('a claim template of a StatefulSet, which keeps its pods when it is deleted with --cascade=orphan', () => {
    expect(findings([set()], [set({ volumeClaimTemplates: [claim('other')] })])).toMatchObject([{ id: 'AIW4001', field: 'spec', help: expect.stringContaining('--cascade=orphan') }]);
  });

  test('a selector', () => {
    const after = workload('Deployment', 'web', { selector: { matchLabels: { part: 'serving' } } });
    expect(findings([workload('Deployment', 'web')], [after])).toMatchObject([{
      id: 'AIW4001', field: 'spec.selector', help: expect.stringMatching(/^keep app: "web" in the selector .*; or give it another name, and move the traffic/),
    }]);
    const narrow = workload('Deployment', 'web', { selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'part', operator: 'Exists' }] } });
    expect(findings([workload('Deployment', 'web')], [narrow])[0].help).toBe('give it another name, and move the traffic when its pods are ready');
  });

  test('a field of a kind that has no way of its own', () => {
    const map = (value: string): Body => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'ml' }, immutable: true, data: { a: value } });
    expect(findings([map('1')], [map('2')])).toMatchObject([{ id: 'AIW4001', help: 'give the object another name, or delete it first' }]);
  });
});

describe('AIW4002 ordinals', () => {
  test('another start deletes pods at one end and makes new ones with empty claims at the other', () => {
    expect(findings([set({ replicas: 3 })], [set({ replicas: 3, ordinals: { start: 1 } })]).filter(each => each.id === 'AIW4002')).toMatchObject([{
      field: 'spec.ordinals.start',
      message: 'Invalid value: 1: was 0: the pods 0 are deleted and 3 are made',
      notes: ['the new pods have new, empty claims'],
    }]);
  });

  test.each<[string, Body, Body, string[]]>([
    ['with claims', { replicas: 2 }, { replicas: 2, ordinals: { start: 1 } }, ['the new pods have new, empty claims']],
    ['without claims', { replicas: 2, volumeClaimTemplates: [] }, { replicas: 2, ordinals: { start: 1 }, volumeClaimTemplates: [] }, []],
    ['with claims, where no pod is made', { replicas: 2 }, { replicas: 1, ordinals: { start: 1 } }, []],
  ])('what becomes of data %s', (_, before, after, notes) => {
    expect(findings([set(before)], [set(after)]).filter(({ id }) => id === 'AIW4002')).toMatchObject([{ notes }]);
  });

  test('an earlier start that keeps all pods deletes none, and of another kind it means nothing', () => {
    const ids = (before: Body, after: Body) => findings([before], [after]).map(({ id }) => id);
    expect(ids(set({ replicas: 2, ordinals: { start: 3 } }), set({ replicas: 5 }))).toEqual([]);
    expect(ids(workload('Deployment', 'web', { replicas: 2 }), workload('Deployment', 'web', { replicas: 2, ordinals: { start: 3 } }))).toEqual([]);
  });

  test('a set that grows at its end moves nothing', () => {
    expect(told([set({ replicas: 3 })], [set({ replicas: 300000000 })])).toEqual([]);
  });
});

describe('AIW4003 claims', () => {
  test('a smaller set leaves claims behind, named', () => {
    expect(findings([set({ replicas: 4 })], [set({ replicas: 2 })])).toMatchObject([{
      id: 'AIW4003', field: 'spec.replicas', message: 'Invalid value: 2: the pods 2 to 3 go, and their claims stay behind', notes: ['claims: data-db-2, data-db-3'],
    }]);
  });

  test('with the policy Delete they go', () => {
    const policy = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } };
    expect(told([set({ replicas: 4, ...policy })], [set({ replicas: 2, ...policy })])).toEqual(['AIW4003 spec.replicas Invalid value: 2: the pods 2 to 3 go, and their claims are deleted']);
  });

  test('a billion pods are counted, not listed', () => {
    const [finding] = findings([set({ replicas: 1000000000 })], [set({ replicas: 1 })]);
    expect(finding.notes).toEqual(['claims: data-db-1, data-db-2, data-db-3, data-db-4, data-db-5, data-db-6 and 999999993 more']);
  });

  test('a set or a claim that is no longer made', () => {
    expect(told([set({ replicas: 1 }), claim('weights')], [])).toEqual([
      'AIW4003 metadata.name Invalid value: "db": is no longer made: its claims stay behind',
      expect.stringContaining('AIW4003 metadata.name Invalid value: "weights": is no longer made: whoever prunes deletes it'),
    ]);
  });

  test('an autoscaler decides by itself', () => {
    const scaler = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'db', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' }, maxReplicas: 9 } };
    expect(told([set({ replicas: 4 }), scaler], [set({ replicas: 2 }), scaler])).toEqual([]);
  });
});

describe('AIW4004 replicas', () => {
  test('taken out of a live object they become 1', () => {
    expect(findings([workload('Deployment', 'web', { replicas: 5 })], [workload('Deployment', 'web')])).toMatchObject([{
      id: 'AIW4004', field: 'spec.replicas', message: 'Required value: was 5; taking it out sets it to 1 at once',
    }]);
  });

  test.each([[undefined, undefined], [1, undefined], [5, 6], [undefined, 5]])('%p to %p is fine', (before, after) => {
    expect(told([workload('Deployment', 'web', { replicas: before })], [workload('Deployment', 'web', { replicas: after })])).toEqual([]);
  });
});

describe('AIW4005 everything restarts', () => {
  const two = (image: string, spec: Body = {}) => [workload('StatefulSet', 'a', spec, image), workload('StatefulSet', 'b', spec, image), service({ part: 'serving' })];

  test('several workloads of one Service change in one apply', () => {
    expect(told(two('a:1'), two('a:2'))).toEqual(['AIW4005 spec.template Forbidden: changes in 2 workloads at once: StatefulSet ml/a, StatefulSet ml/b']);
  });

  test.each([
    ['one of them', two('a:1'), [two('a:2')[0], ...two('a:1').slice(1)]],
    ['OnDelete waits for somebody', two('a:1', { updateStrategy: { type: 'OnDelete' } }), two('a:2', { updateStrategy: { type: 'OnDelete' } })],
    ['the order of keys is no change', [workload('StatefulSet', 'a')], [JSON.parse(JSON.stringify(workload('StatefulSet', 'a'), ['kind', 'apiVersion', 'metadata', 'name', 'namespace', 'spec', 'template', 'selector', 'matchLabels', 'app', 'part', 'labels', 'containers', 'image']))]],
  ])('passes: %s', (_, before, after) => {
    expect(told(before, after)).toEqual([]);
  });

  test('Recreate stops all pods', () => {
    const recreate = (image: string) => workload('Deployment', 'web', { replicas: 3, strategy: { type: 'Recreate' } }, image);
    expect(told([recreate('a:1')], [recreate('a:2')])).toEqual(['AIW4005 spec.strategy.type Invalid value: "Recreate": the pod template changes, so all 3 pods stop before a new one starts']);
    const one = (image: string) => workload('Deployment', 'web', { replicas: 1, strategy: { type: 'Recreate' } }, image);
    expect(told([one('a:1')], [one('a:2')])).toEqual([]);
  });
});

test('AIW4006 a claim template that old pods name', () => {
  const named = (name: string) => workload('Deployment', 'llm', { template: template({ app: 'llm' }, 'a:1', { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: name }] }) });
  const claims = (name: string): Body => ({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { name, namespace: 'ml' }, spec: { spec: {} } });
  expect(told([named('gpu-1'), claims('gpu-1')], [named('gpu-2'), claims('gpu-2')])).toEqual([
    'AIW4006 metadata.name Invalid value: "gpu-1": is no longer made, and running pods of Deployment ml/llm name it',
    'AIW4008 spec.template.spec.resourceClaims[0].resourceClaimTemplateName Forbidden: the change replaces pods that hold 1 x claim "gpu" 0',
  ]);
});

test('AIW4006 a claim that old pods name, of two workloads, by its name and namespace', () => {
  const named = (name: string, resourceClaimName: string) =>
    workload('Deployment', name, { template: template({ app: name }, 'a:1', { resourceClaims: [{ name: 'gpu', resourceClaimName }] }) });
  const claims = (name: string, namespace = 'ml'): Body => ({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name, namespace }, spec: {} });
  const workloads = [named('a', 'one'), named('b', 'two')];

  expect(told([...workloads, claims('one'), claims('two'), claims('two', 'prod'), claims('three')], [...workloads, claims('one')])).toEqual([
    'AIW4006 metadata.name Invalid value: "two": is no longer made, and running pods of Deployment ml/b name it',
  ]);
});

/** Objects of every kind that some rule over changes reads, with all that it reads of them. */
const KNOWN: Body[] = [
  set({ replicas: 3, ordinals: { start: 1 }, updateStrategy: { rollingUpdate: { partition: 1 } }, persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } }),
  workload('Deployment', 'web', {
    replicas: 2,
    strategy: { type: 'Recreate' },
    template: template({ app: 'web' }, 'a:1', {
      containers: [{ name: 'main', image: 'a:1', env: [{ name: 'A', value: '$(B)' }], args: ['--a', '1'], ports: [{ containerPort: 1 }], volumeMounts: [{ name: 'd', mountPath: '/d', subPath: 'x' }], resources: { limits: { 'nvidia.com/gpu': '1' } } }],
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'weights' } }, { name: 'h', hostPath: { path: '/mnt' } }],
    }),
  }),
  workload('DaemonSet', 'node'),
  service({ part: 'serving' }),
  claim('weights', { storageClassName: 'disk' }),
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'disk' }, provisioner: 'a' },
  { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'v' }, spec: { persistentVolumeReclaimPolicy: 'Retain' } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml', annotations: { 'helm.sh/resource-policy': 'x' } } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace: 'ml' }, spec: { maxUnavailable: 1, selector: { matchLabels: { part: 'serving' } } } },
  { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'l', namespace: 'ml' }, spec: { replicas: 2, rolloutStrategy: { rollingUpdateConfiguration: { partition: 1, maxUnavailable: 1 } }, leaderWorkerTemplate: { size: 2, subGroupPolicy: { subGroupSize: 2 }, workerTemplate: template({}) } } },
  { apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', metadata: { name: 'j', namespace: 'ml' }, spec: { failurePolicy: { maxRestarts: 1 }, replicatedJobs: [{ name: 'w', template: { spec: { template: template({}) } } }] } },
  { apiVersion: 'ray.io/v1', kind: 'RayCluster', metadata: { name: 'r', namespace: 'ml' }, spec: { upgradeStrategy: { type: 'Recreate' }, headGroupSpec: { template: template({}) }, workerGroupSpecs: [{ groupName: 'g', template: template({}) }] } },
];

const STRANGE = [null, 1, 'a', [], {}, [null], { '': null }];

/** Every object that differs from a given one in a single value. */
function mutants(value: unknown): unknown[] {
  const inner = Array.isArray(value)
    ? value.flatMap((each, index) => mutants(each).map(mutant => value.map((other, at) => (at === index ? mutant : other))))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, each]) => mutants(each).map(mutant => ({ ...value, [key]: mutant })))
      : [];
  return [...STRANGE, ...inner];
}

test('strange values anywhere on either side do no harm', () => {
  let count = 0;
  for (const [index, object] of KNOWN.entries()) {
    const others = KNOWN.filter((_, at) => at !== index);
    const { apiVersion, kind, metadata, ...rest } = object;
    for (const mutant of some(mutants(rest).filter(each => each !== null && typeof each === 'object'))) {
      const strange = { ...(mutant as object), apiVersion, kind, metadata } as Body;
      for (const found of [findings(KNOWN, [...others, strange]), findings([...others, strange], KNOWN)]) {
        expect(found.filter(each => each.id === 'AIW0004')).toEqual([]);
      }
      count++;
    }
  }
  expect(count).toBeGreaterThan(runs(1000));
});

test('ids are given once, and in order', () => {
  const ids = CHANGE_RULES.map(rule => rule.id);
  expect(ids).toEqual([...new Set(ids)].sort());
});
