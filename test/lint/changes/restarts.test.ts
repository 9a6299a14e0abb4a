import { Body, findings, ids, service, template, workload } from './manifests';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { templateChange } from '../../../src/lint/changes/template-change';
import { templates } from '../../../src/lint/facts/carried-pods';
import { Facts } from '../../../src/lint/facts/facts';

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

interface Store {
  changed?: string[];
  labels?: object;
  serviceName?: string;
  name?: (zone: string) => string;
  spec?: Body;
}

/** A database with a set for each zone, as anybody may write it. */
function zones(image: string, { changed = ZONES, ...options }: Store = {}): Body[] {
  return ZONES.map(zone => {
    const name = (options.name ?? (each => `pg-${each}`))(zone);
    const body = workload('StatefulSet', name, {
      replicas: 3,
      serviceName: options.serviceName ?? name,
      template: template({ app: name, ...options.labels }, `registry.example/pg:${changed.includes(zone) ? image : '1'}`, { nodeSelector: { 'topology.kubernetes.io/zone': zone } }),
      ...options.spec,
    });
    return body;
  });
}

const budget = (matchLabels: object): Body => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'pg', namespace: 'ml' }, spec: { maxUnavailable: 1, selector: { matchLabels } } });

describe('AIW4005: one apply over the sets of one store', () => {
  test.each<[string, Parameters<typeof zones>[1], Body[], string]>([
    ['one governing Service', { serviceName: 'pg' }, [], 'their governing Service is pg'],
    ['the label of a pattern', { labels: { 'cdk8s-ai-workloads/name': 'pg' } }, [], 'they are parts of pg'],
    ['app.kubernetes.io/name and instance', { labels: { 'app.kubernetes.io/name': 'pg', 'app.kubernetes.io/instance': 'prod' } }, [], 'they have the labels app.kubernetes.io/name: pg, app.kubernetes.io/instance: prod, and the same images'],
    ['app.kubernetes.io/part-of', { labels: { 'app.kubernetes.io/part-of': 'shop' }, name: zone => `${zone}pg` }, [], 'they have the label app.kubernetes.io/part-of: shop, and the same images'],
    ['names that differ in a zone', {}, [], 'their names (pg-*) and images are the same but for a zone or number'],
    ['names that differ in a number', { name: zone => `pg-${ZONES.indexOf(zone)}` }, [], 'their names (pg-*) and images are the same but for a zone or number'],
    ['names that differ in a zone of two words', { name: zone => `pg-us-west-1${zone.slice(-1)}` }, [], 'their names (pg-us-west-*) and images are the same but for a zone or number'],
    ['a budget over all', { labels: { store: 'pg' }, name: zone => `${zone}pg` }, [budget({ store: 'pg' })], 'PodDisruptionBudget ml/pg covers all of them with maxUnavailable: 1, and roll-outs do not ask it'],
    ['a headless Service', { labels: { store: 'pg' }, name: zone => `${zone}pg` }, [service({ store: 'pg' }, { clusterIP: 'None' })], 'all of them serve Service ml/svc, and nothing waits for one before the next'],
  ])('%s', (_, options, others, bond) => {
    const [finding, ...rest] = findings([...zones('1', options), ...others], [...zones('2', options), ...others]);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({ id: 'AIW4005', field: 'spec.template', message: expect.stringContaining('Forbidden: changes in 3 workloads at once: StatefulSet ml/') });
    expect(finding.notes).toContain(bond);
    expect(finding.notes).toContain('away at the same time: 1 of 3 + 1 of 3 + 1 of 3 = 3 of 9 pods');
    expect(finding.notes).toContain('what changes: spec.template.spec.containers[0].image');
  });

  test('a label of the pods alone is a change of the template', () => {
    const labelled = (version: string) => zones('1', { serviceName: 'pg', labels: { version } });
    expect(findings(labelled('1'), labelled('2'))).toMatchObject([{ id: 'AIW4005', notes: expect.arrayContaining(['what changes: spec.template.metadata.labels.version']) }]);
  });

  test('two zones of three are a majority, one is a stage', () => {
    const before = zones('1', { serviceName: 'pg' });
    expect(findings(before, zones('2', { serviceName: 'pg', changed: ['eu-1a', 'eu-1b'] }))[0].notes).toContain('1 of 3 keep their pods, which is no majority');
    expect(ids(before, zones('2', { serviceName: 'pg', changed: ['eu-1b'] }))).toEqual([]);
  });

  test.each<[string, Body[], Body[]]>([
    ['OnDelete waits', zones('1', { serviceName: 'pg', spec: { updateStrategy: { type: 'OnDelete' } } }), zones('2', { serviceName: 'pg', spec: { updateStrategy: { type: 'OnDelete' } } })],
    ['a partition holds all pods back', zones('1', { serviceName: 'pg', spec: { updateStrategy: { rollingUpdate: { partition: 3 } } } }), zones('2', { serviceName: 'pg', spec: { updateStrategy: { rollingUpdate: { partition: 3 } } } })],
    ['sets without pods', zones('1', { serviceName: 'pg', spec: { replicas: 0 } }), zones('2', { serviceName: 'pg', spec: { replicas: 0 } })],
    ['other software of one release', ['web', 'api'].map(name => workload('Deployment', name, {}, `registry.example/${name}:1`)), ['web', 'api'].map(name => workload('Deployment', name, {}, `registry.example/${name}:2`))],
    ['models of other sizes', ['llm-8b', 'llm-70b'].map(name => workload('Deployment', name, {}, 'registry.example/vllm:1')), ['llm-8b', 'llm-70b'].map(name => workload('Deployment', name, {}, 'registry.example/vllm:2'))],
    ['two stores of one software', ['a', 'b'].map(name => workload('StatefulSet', `store${name}`, { template: template({ 'app.kubernetes.io/name': 'pg', 'app.kubernetes.io/instance': name }) })),
      ['a', 'b'].map(name => workload('StatefulSet', `store${name}`, { template: template({ 'app.kubernetes.io/name': 'pg', 'app.kubernetes.io/instance': name }, 'registry.example/app:2') }))],
    ['defaults written out', zones('1', { serviceName: 'pg' }), zones('1', { serviceName: 'pg' }).map(body => JSON.parse(JSON.stringify(body).replace('"nodeSelector"', '"restartPolicy":"Always","dnsPolicy":"ClusterFirst","nodeSelector"')))],
  ])('passes: %s', (_, before, after) => {
    expect(ids(before, after)).toEqual([]);
  });

  test('leader and workers of a group are one part: a group alone is no majority of two', () => {
    const sets = (image: string) => ['0', '1'].flatMap(group => ['leader', 'worker'].map(role => ({
      ...workload('StatefulSet', `llm-${group}-${role}`, { serviceName: 'llm', replicas: 1 }, `registry.example/vllm:${group === '0' ? image : '1'}`),
      metadata: { name: `llm-${group}-${role}`, namespace: 'ml', labels: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/group': group } },
    })));
    expect(ids(sets('1'), sets('2'))).toEqual([]);
  });
});

const gpus = (container: Body, spec: Body = {}) => ({
  metadata: { labels: { app: 'llm' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/vllm:1', resources: { limits: { 'nvidia.com/gpu': '8' } }, ...container }], ...spec },
});
const carriers: [string, (pod: Body) => Body, string][] = [
  ['Deployment', pod => workload('Deployment', 'llm', { replicas: 4, template: pod }), 'spec.template.spec.'],
  ['StatefulSet', pod => workload('StatefulSet', 'llm', { replicas: 4, template: pod }), 'spec.template.spec.'],
  ['DaemonSet', pod => workload('DaemonSet', 'llm', { template: pod }), 'spec.template.spec.'],
  ['LeaderWorkerSet', pod => ({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm' }, spec: { replicas: 2, leaderWorkerTemplate: { size: 2, workerTemplate: pod } } }), 'spec.leaderWorkerTemplate.workerTemplate.spec.'],
  ['RayCluster that is recreated', pod => ray(pod, 'Recreate'), 'spec.workerGroupSpecs[0].template.spec.'],
];

function ray(pod: Body, type?: string): Body {
  const group = { groupName: 'gpu', replicas: 4, template: pod };
  const head = { template: { spec: { containers: [{ name: 'head', image: 'ray:1' }] } } };
  return { apiVersion: 'ray.io/v1', kind: 'RayCluster', metadata: { name: 'ray', namespace: 'ml' }, spec: { headGroupSpec: head, workerGroupSpecs: [group], ...(type && { upgradeStrategy: { type } }) } };
}

describe('AIW4008: pods with accelerators restart, whatever carries them', () => {
  test.each(carriers)('%s', (_, carrier, at) => {
    const found = findings([carrier(gpus({}))], [carrier(gpus({ image: 'registry.example/vllm:2' }))]);
    expect(found).toMatchObject([{ id: 'AIW4008', class: 'risky', field: `${at}containers[0].image`, message: expect.stringMatching(/^Forbidden: the change replaces pods that hold (4 x |2 x |)nvidia.com\/gpu 8/) }]);
  });

  test('of a LeaderWorkerSet, what its revision holds beside the templates', () => {
    const groups = (written: Body, spec: Body = {}): Body => (
      { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm' }, spec: { replicas: 2, leaderWorkerTemplate: { size: 2, workerTemplate: gpus({}), ...written }, ...spec } });
    expect(findings([groups({})], [groups({ size: 4 })])).toMatchObject([{
      id: 'AIW4008', field: 'spec.leaderWorkerTemplate.size', message: 'Forbidden: the change replaces pods that hold 4 x nvidia.com/gpu 8 = 32',
    }]);
    expect(findings([groups({})], [groups({ restartPolicy: 'None' })])).toMatchObject([{ id: 'AIW4008', field: 'spec.leaderWorkerTemplate.restartPolicy' }]);
    expect(findings([groups({})], [groups({}, { networkConfig: { subdomainPolicy: 'UniquePerReplica' } })])).toMatchObject([{ id: 'AIW4008', field: 'spec.networkConfig.subdomainPolicy' }]);
    expect(ids([groups({})], [groups({ restartPolicy: 'RecreateGroupOnPodRestart' }, { networkConfig: { subdomainPolicy: 'Shared' } })])).toEqual([]);
    expect(ids([groups({ restartPolicy: 'Default' })], [groups({ restartPolicy: 'None' })])).toEqual([]);
  });

  test('several that have nothing in common are told apart, several of one thing together', () => {
    const release = (image: string, image2: string) => ['web', 'worker'].map(name => workload('StatefulSet', name, { serviceName: 'llm', template: gpus({ image: name === 'web' ? image : image2 }) }));
    const [, finding] = findings(release('a:1', 'b:1'), release('a:2', 'b:2'));
    expect(finding).toMatchObject({
      id: 'AIW4008',
      message: 'Forbidden: the change replaces pods that hold 2 x nvidia.com/gpu 8 = 16',
      notes: ['of StatefulSet ml/web, StatefulSet ml/worker', 'what changes: spec.template.spec.containers[0].image'],
    });
    expect(findings(release('a:1', 'b:1'), release('a:2', 'b:1'))).toMatchObject([{ id: 'AIW4008', notes: ['what changes: spec.template.spec.containers[0].image'] }]);
  });

  test('under an autoscaler nobody knows how many', () => {
    const scaler = (kind: string, apiVersion: string): Body => (
      { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'llm', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion, kind, name: 'llm' }, maxReplicas: 9 } });
    const deployment = (image: string) => workload('Deployment', 'llm', { template: gpus({ image }) });
    const groups = (image: string): Body => ({
      apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm', namespace: 'ml' }, spec: { leaderWorkerTemplate: { size: 2, workerTemplate: gpus({ image }) } },
    });
    for (const [of, scaled] of [[deployment, scaler('Deployment', 'apps/v1')], [groups, scaler('LeaderWorkerSet', 'leaderworkerset.x-k8s.io/v1')]] as const) {
      const message = 'Forbidden: the change replaces pods that hold nvidia.com/gpu 8';
      expect(findings([of('a'), scaled], [of('b'), scaled])).toMatchObject([{ id: 'AIW4008', message }]);
      expect(findings([of('a'), scaled], [of('b')])).toMatchObject([{ id: 'AIW4008', message }]);
      expect(findings([of('a')], [of('b'), scaled])).toMatchObject([{ id: 'AIW4008', message }]);
    }
  });

  test('the sum of pods and devices', () => {
    const deployment = (image: string) => workload('Deployment', 'llm', { replicas: 4, template: gpus({ image }) });
    expect(findings([deployment('a')], [deployment('b')])[0].message).toBe('Forbidden: the change replaces pods that hold 4 x nvidia.com/gpu 8 = 32');
  });

  test.each<[string, Body, Body]>([
    ['a paused Deployment', workload('Deployment', 'llm', { paused: true, template: gpus({}) }), workload('Deployment', 'llm', { paused: true, template: gpus({ image: 'b' }) })],
    ['a RayCluster that leaves its pods', ray(gpus({})), ray(gpus({ image: 'b' }))],
    ['a ReplicaSet', workload('ReplicaSet', 'llm', { template: gpus({}) }), workload('ReplicaSet', 'llm', { template: gpus({ image: 'b' }) })],
    ['pods without devices', workload('Deployment', 'web'), workload('Deployment', 'web', {}, 'registry.example/app:2')],
    ['more replicas', workload('Deployment', 'llm', { replicas: 1, template: gpus({}) }), workload('Deployment', 'llm', { replicas: 2, template: gpus({}) })],
  ])('passes: %s', (_, before, after) => {
    expect(ids([before], [after])).toEqual([]);
  });
});

describe('AIW4009: the same in another order restarts for nothing', () => {
  const orders: [string, Body, Body, string][] = [
    ['env', { env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }] }, { env: [{ name: 'B', value: '2' }, { name: 'A', value: '1' }] }, 'env'],
    ['flags', { args: ['serve', '--tp', '8', '--port=80', '--verbose'] }, { args: ['serve', '--verbose', '--port=80', '--tp', '8'] }, 'args'],
    ['ports', { ports: [{ containerPort: 1 }, { containerPort: 2 }] }, { ports: [{ containerPort: 2 }, { containerPort: 1 }] }, 'ports'],
    ['mounts', { volumeMounts: [{ name: 'a', mountPath: '/a' }, { name: 'b', mountPath: '/b' }] }, { volumeMounts: [{ name: 'b', mountPath: '/b' }, { name: 'a', mountPath: '/a' }] }, 'volumeMounts'],
  ];
  test.each(orders)('%s, of a Deployment with accelerators', (_, one, other, list) => {
    const [finding, ...rest] = carriers.slice(0, 1).flatMap(([, carrier]) => findings([carrier(gpus(one))], [carrier(gpus(other))]));
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      id: 'AIW4009',
      field: `spec.template.spec.containers[0].${list}`,
      message: 'Forbidden: the same entries stand in another order, which means the same, and 4 pods (4 x nvidia.com/gpu 8 = 32) are replaced for nothing',
    });
  });

  test.each(carriers)('volumes, of a %s', (_, carrier, at) => {
    const volumes = [{ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }];
    expect(findings([carrier(gpus({}, { volumes }))], [carrier(gpus({}, { volumes: [...volumes].reverse() }))])).toMatchObject([{ id: 'AIW4009', field: `${at}volumes` }]);
  });

  test('of pods without accelerators, too', () => {
    const tolerations = [{ key: 'a', operator: 'Exists' }, { key: 'b', operator: 'Exists' }];
    const web = (list: object[]) => workload('Deployment', 'web', { template: template({ app: 'web' }, 'a:1', { tolerations: list }) });
    expect(findings([web(tolerations)], [web([...tolerations].reverse())])).toMatchObject([{ id: 'AIW4009', message: expect.stringContaining('and 1 pod are replaced') }]);
  });

  test.each<[string, Body, Body]>([
    ['a variable that names one before it', { env: [{ name: 'A', value: '1' }, { name: 'B', value: '$(A)' }] }, { env: [{ name: 'B', value: '$(A)' }, { name: 'A', value: '1' }] }],
    ['a variable that is given twice', { env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }, { env: [{ name: 'A', value: '2' }, { name: 'A', value: '1' }] }],
    ['words before the flags', { args: ['a', 'b', '--x'] }, { args: ['b', 'a', '--x'] }],
    ['a flag that is repeated', { args: ['--x', '1', '--x', '2'] }, { args: ['--x', '2', '--x', '1'] }],
  ])('%s means something else in another order', (_, one, other) => {
    const deployment = (container: Body) => workload('Deployment', 'llm', { template: gpus(container) });
    expect(ids([deployment(one)], [deployment(other)])).toEqual(['AIW4008']);
  });

  test.each(carriers)('defaults written out cost nothing, but where nobody fills them in: %s', (_, carrier) => {
    const found = findings([carrier(gpus({}))], [carrier(gpus({ terminationMessagePath: '/dev/termination-log' }))]);
    const isExtension = String(carrier({}).apiVersion).includes('.');
    expect(found.map(({ id, message }) => `${id} ${message.slice(0, 47)}`)).toEqual(isExtension ? ['AIW4009 Forbidden: defaults are written out or left out'] : []);
  });

  test('several of one thing are told together, with what differs', () => {
    const ordered = (reverse: boolean, replicas?: number) => {
      const volumes = [{ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }];
      return ['web', 'worker'].map(name => workload('StatefulSet', name, { serviceName: 'llm', replicas, template: template({ app: name }, 'a:1', { volumes: reverse ? [...volumes].reverse() : volumes }) }));
    };
    expect(findings(ordered(false, 2), ordered(true, 2)).filter(({ id }) => id === 'AIW4009')).toMatchObject([{
      message: 'Forbidden: the same entries stand in another order, which means the same, and 4 pods are replaced for nothing',
      notes: ['of StatefulSet ml/web, StatefulSet ml/worker', 'what differs: spec.template.spec.volumes (order)'],
    }]);
    expect(findings(ordered(false), [ordered(true)[0], ordered(false)[1]])).toMatchObject([{ id: 'AIW4009', notes: ['what differs: spec.template.spec.volumes (order)'] }]);
    const nodes = (reverse: boolean) => ordered(reverse).map(({ metadata, spec }) => workload('DaemonSet', (metadata as { name: string }).name, { template: (spec as Body).template }));
    expect(findings(nodes(false).slice(0, 1), nodes(true).slice(0, 1))).toMatchObject([{ message: expect.stringContaining('and the pods are replaced for nothing') }]);
  });

  test('beside a change of another role it is a change', () => {
    const [leader, other] = [[{ name: 'a', emptyDir: {} }, { name: 'b', emptyDir: {} }], [{ name: 'b', emptyDir: {} }, { name: 'a', emptyDir: {} }]].map(volumes => gpus({}, { volumes }));
    const groups = (leaderTemplate: object, image: string): Body => ({
      apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm' }, spec: { leaderWorkerTemplate: { size: 2, leaderTemplate, workerTemplate: gpus({ image }) } },
    });
    expect(ids([groups(leader, 'a:1')], [groups(other, 'a:1')])).toEqual(['AIW4009']);
    expect(ids([groups(leader, 'a:1')], [groups(other, 'a:2')])).toEqual(['AIW4008']);
  });

  test('several ways at once are told as defaults', () => {
    const groups = (container: Body, spec: Body = {}): Body => (
      { apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm' }, spec: { leaderWorkerTemplate: { workerTemplate: gpus(container, spec) } } });
    const ports = [{ containerPort: 1 }, { containerPort: 2 }];
    expect(findings([groups({ ports })], [groups({ ports: [...ports].reverse(), terminationMessagePolicy: 'File' })])).toMatchObject([{
      id: 'AIW4009', message: expect.stringContaining('Forbidden: defaults are written out or left out, which means the same'),
    }]);
  });

  test('another notation of a quantity restarts a StatefulSet, and no Deployment', () => {
    const memory = (kind: string, amount: string) => workload(kind, 'web', { template: template({ app: 'web' }, 'a:1', { containers: [{ name: 'main', image: 'a:1', resources: { requests: { memory: amount } } }] }) });
    const change = (kind: string, amount: string) => findings([memory(kind, '1Gi')], [memory(kind, amount)]);
    expect(change('StatefulSet', '1073741824')).toMatchObject([{ id: 'AIW4009', message: expect.stringContaining('a quantity has another notation') }]);
    expect([change('Deployment', '1073741824'), change('StatefulSet', '1024Mi')]).toEqual([[], []]);
  });
});

test('other words are no other order of the same words', () => {
  const web = (...args: string[]) => workload('StatefulSet', 'web', { template: template({ app: 'web' }, 'a:1', { containers: [{ name: 'main', image: 'a:1', args }] }) });
  const path = 'spec.template.spec.containers[0].args';
  const changed = (one: Body, other: Body) => {
    const sets = [one, other].map(body => new Facts([new Manifest(body as PlainObject, {})], { isWhole: true }).get(templates)[0]);
    return templateChange(sets[0], sets[1])?.paths;
  };
  expect(changed(web('serve', 'a'), web('serve', 'b'))).toEqual([path]);
  expect(changed(web('serve', 'a'), web('a', 'serve'))).toEqual([`${path} (order)`]);
});
