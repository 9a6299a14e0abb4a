import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';
import { factsOf, object, pods } from '../facts/objects';
import { Manifest, OURS, claim, custom, deployment, findingsIn, workload } from '../run/manifests';

/** What one rule says about files. */
function inFiles(id: string, ...objects: readonly PlainObject[]): Finding[] {
  return findingsOfRules(RULES.filter(rule => rule.id === id), factsOf(...objects));
}

const withSpec = (spec: object, name = 'llm') => {
  const template = pods({ app: name }) as { spec: object };
  return object('apps/v1', 'Deployment', name, { selector: { matchLabels: { app: name } }, template: { ...template, spec: { ...template.spec, ...spec } } });
};
const RBAC = 'rbac.authorization.k8s.io/v1';
const cluster = (apiVersion: string, kind: string) => ({ apiVersion, kind, metadata: { name: 'other' } }) as PlainObject;

describe('an object that a pod names and that is not in the files', () => {
  test.each<[string, string, object, PlainObject, string]>([
    ['a Secret, which is often made by hand', 'AIW2115', { volumes: [{ name: 'v', secret: { secretName: 'x' } }] }, object('v1', 'Secret', 'other'), 'risky'],
    ['a pull secret, without which the kubelet tries', 'AIW2115', { imagePullSecrets: [{ name: 'x' }] }, object('v1', 'Secret', 'other'), 'risky'],
    ['a ServiceAccount', 'AIW2116', { serviceAccountName: 'x' }, object('v1', 'ServiceAccount', 'other'), 'risky'],
    ['a ServiceAccount under the old name of the field', 'AIW2116', { serviceAccount: 'x' }, object('v1', 'ServiceAccount', 'other'), 'risky'],
    ['a PriorityClass', 'AIW2117', { priorityClassName: 'x' }, cluster('scheduling.k8s.io/v1', 'PriorityClass'), 'risky'],
    ['a RuntimeClass', 'AIW2118', { runtimeClassName: 'x' }, cluster('node.k8s.io/v1', 'RuntimeClass'), 'risky'],
    ['a PodGroup', 'AIW2125', { schedulingGroup: { podGroupName: 'x' } }, object('scheduling.k8s.io/v1alpha2', 'PodGroup', 'other'), 'risky'],
  ])('%s: as sure as the other objects of the kind make it, and only an info without them', (_, id, spec, other, sure) => {
    expect(inFiles(id, withSpec(spec), other).map(finding => finding.class)).toEqual([sure]);
    expect(inFiles(id, withSpec(spec)).map(finding => finding.class)).toEqual(['advice']);
  });

  test.each<[string, string, Manifest, Manifest]>([
    ['the account of a binding', 'AIW2128', { ...custom(RBAC, 'RoleBinding')('b'), roleRef: {}, subjects: [{ kind: 'ServiceAccount', name: 'x' }] }, custom('v1', 'ServiceAccount')('other')],
    ['a Role', 'AIW2128', { ...custom(RBAC, 'RoleBinding')('b'), roleRef: { kind: 'Role', name: 'x' } }, custom(RBAC, 'Role')('other')],
    ['a PodGroup', 'AIW2125', deployment('llm', workload('llm', {}, { pod: { schedulingGroup: { podGroupName: 'x' } } })), custom('scheduling.k8s.io/v1alpha2', 'PodGroup')('other')],
    ['a training runtime', 'AIW2133', custom('trainer.kubeflow.org/v1alpha1', 'TrainJob')('t', { runtimeRef: { name: 'x', kind: 'TrainingRuntime' } }),
      custom('trainer.kubeflow.org/v1alpha1', 'TrainingRuntime')('other')],
    ['an authentication of KEDA', 'AIW2137', custom('keda.sh/v1alpha1', 'ScaledObject')('s', { triggers: [{ authenticationRef: { name: 'x' } }] }),
      custom('keda.sh/v1alpha1', 'TriggerAuthentication')('other')],
    ['a storage class', 'AIW2119', claim('c', { storageClassName: 'x' }), custom('storage.k8s.io/v1', 'StorageClass')('other')],
  ])('in an app that makes none of the kind nothing is said, and a warning beside another of it: %s', (_, id, referring, other) => {
    expect(findingsIn(id, referring)).toEqual([]);
    expect(findingsIn(id, referring, other).map(finding => finding.class)).toEqual(['risky']);
  });

  test('the role of a binding: in files a warning where it is a Role, an info where it is a ClusterRole, which operators bring', () => {
    const bound = (kind: string, name = 'x') => inFiles('AIW2128', { ...object(RBAC, 'RoleBinding', 'b'), roleRef: { kind, name } }, object(RBAC, kind, 'other')).map(each => each.class);
    expect([bound('Role'), bound('ClusterRole'), bound('Group')]).toEqual([['risky'], ['advice'], []]);
    for (const name of ['admin', 'cluster-admin', 'edit', 'view', 'system:node']) {
      expect(bound('ClusterRole', name)).toEqual([]);
    }
  });

  test('the place of a role: a Role is looked for in the namespace of the binding', () => {
    const elsewhere = { ...object(RBAC, 'Role', 'x'), metadata: { name: 'x', namespace: 'other' } };
    expect(inFiles('AIW2128', { ...object(RBAC, 'RoleBinding', 'b'), roleRef: { kind: 'Role', name: 'x' } }, elsewhere)).toMatchObject([{
      message: 'Not found: "x": no Role of this name in namespace "ml"', notes: ['there is one in namespace "other"'],
    }]);
    const everywhere = cluster(RBAC, 'ClusterRole');
    expect(inFiles('AIW2128', { ...object(RBAC, 'RoleBinding', 'b'), roleRef: { kind: 'ClusterRole', name: 'other' } }, everywhere)).toEqual([]);
  });

  test('an Ingress without its Secret, and an image that is tried without one', () => {
    const secret = object('v1', 'Secret', 'other');
    const ingress = object('networking.k8s.io/v1', 'Ingress', 'i', { tls: [{ secretName: 'other' }, { secretName: 'x' }] });
    expect(inFiles('AIW2115', ingress, secret)).toMatchObject([{ class: 'risky', field: 'spec.tls[1].secretName', notes: ['without it the controller serves a certificate of its own'] }]);
    expect(inFiles('AIW2115', withSpec({ imagePullSecrets: [{ name: 'x' }] }), secret)).toMatchObject([{ notes: ['the image is pulled without it, which works for public images only'] }]);
    expect(inFiles('AIW2115', withSpec({ volumes: [{ name: 'v', secret: { secretName: 'x' } }] }), secret)).toMatchObject([{ notes: [] }]);
    expect(inFiles('AIW2115', withSpec({ volumes: [{ name: 'v', secret: { secretName: 'other' } }] }), secret)).toEqual([]);
  });

  test('an info is said once, however many pods name the object; an error at each of them', () => {
    const account = { serviceAccountName: 'x' };
    expect(inFiles('AIW2116', withSpec(account, 'a'), withSpec(account, 'b'))).toHaveLength(1);
    expect(inFiles('AIW2116', withSpec(account, 'a'), withSpec(account, 'b'), object('v1', 'ServiceAccount', 'other'))).toHaveLength(2);
  });

  test('the name that was probably meant is among those of the namespace', () => {
    const elsewhere = { ...object('v1', 'ServiceAccount', 'trainer'), metadata: { name: 'trainer', namespace: 'other' } };
    const found = (...accounts: PlainObject[]) => inFiles('AIW2116', withSpec({ serviceAccountName: 'trainers' }), ...accounts)[0].notes;
    expect(found(object('v1', 'ServiceAccount', 'trainer'))).toEqual(['did you mean trainer?']);
    expect(found(elsewhere)).toEqual([]);
  });
});

describe('an object that is not in its namespace', () => {
  const elsewhere = (name: string) => ({ ...object('v1', 'ServiceAccount', name), metadata: { name, namespace: 'other' } });
  const found = (...others: PlainObject[]) => inFiles('AIW2116', withSpec({ serviceAccountName: 'trainer' }), ...others);

  test('is an error where another namespace has the very name, and that is said', () => {
    expect(found(elsewhere('trainer'))).toMatchObject([{ class: 'broken', notes: ['there is one in namespace "other"'] }]);
  });

  test('is an info where the files hold such objects for other namespaces only', () => {
    expect(found(elsewhere('router'))).toMatchObject([{ class: 'advice' }]);
  });
});

describe('AIW2129 keys', () => {
  const settings = (data: object) => object('v1', 'ConfigMap', 'settings', {}, { data });
  const reader = withSpec({ containers: [{ name: 'c', env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'model' } } }] }] });

  test('the keys that there are, and the one that was probably meant', () => {
    expect(inFiles('AIW2129', reader, settings({ models: 'x', other: 'y' }))).toMatchObject([{
      class: 'broken',
      field: 'spec.template.spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
      message: 'Not found: "model": ConfigMap ml/settings has no such key',
      notes: ['its keys are: models, other', 'did you mean models?'],
    }]);
  });

  test('nothing is said where several objects have the name, or somebody fills it', () => {
    expect(inFiles('AIW2129', reader, settings({ a: '' }), settings({ model: '' }))).toEqual([]);
    expect(inFiles('AIW2129', reader, settings({}))).toEqual([]);
  });

  test('a key of the prototype is no key', () => {
    const asks = withSpec({ containers: [{ name: 'c', env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'settings', key: 'constructor' } } }] }] });
    expect(inFiles('AIW2129', asks, settings({ a: 'b' }))).toHaveLength(1);
  });
});

describe('in an app', () => {
  const llm = deployment('llm', workload('llm', {}, { pod: { serviceAccountName: 'x', priorityClassName: 'high', runtimeClassName: 'nvidia' } }), OURS);

  test('nothing is said of kinds that administrators make, even for our own patterns', () => {
    expect(['AIW2115', 'AIW2116', 'AIW2117', 'AIW2118'].flatMap(id => findingsIn(id, llm))).toEqual([]);
  });

  test('a warning where the app makes others of the kind', () => {
    expect(findingsIn('AIW2116', llm, custom('v1', 'ServiceAccount')('other')).map(finding => finding.class)).toEqual(['risky']);
  });
});

describe('AIW2123 the Service of a stateful set', () => {
  const set = (serviceName: string) => object('apps/v1', 'StatefulSet', 's', { serviceName, selector: { matchLabels: { app: 's' } }, template: pods({ app: 's' }) });
  const service = (spec: object) => object('v1', 'Service', 'ranks', spec);

  test.each<[string, PlainObject, string]>([
    ['has an address of its own', service({ selector: { app: 's' } }), 'Invalid value: "ranks": Service ml/ranks is not headless, so the pods have no names of their own'],
    ['selects other pods', service({ clusterIP: 'None', selector: { app: 't' } }), 'Invalid value: "ranks": Service ml/ranks does not select these pods: {"app":"t"}'],
    ['has another name', { ...service({}), metadata: { name: 'rank', namespace: 'ml' } }, 'Not found: "ranks": no Service of this name in namespace "ml"'],
  ])('%s', (_, other, message) => {
    expect(inFiles('AIW2123', set('ranks'), other)).toMatchObject([{ class: 'risky', field: 'spec.serviceName', message }]);
  });

  test('may have endpoints that somebody writes by hand', () => {
    expect(inFiles('AIW2123', set('ranks'), service({ clusterIP: 'None' }))).toEqual([]);
  });
});

test('AIW2120: ports of a Service are listed by name and number, or by number alone', () => {
  const service = object('v1', 'Service', 'llm', { selector: { app: 'llm' }, ports: [{ name: 'http', port: 80 }, { port: 81 }] });
  const ingress = object('networking.k8s.io/v1', 'Ingress', 'i', { defaultBackend: { service: { name: 'llm', port: { number: 82 } } } });
  expect(inFiles('AIW2120', service, ingress).map(each => each.notes)).toEqual([['its ports are: http 80, 81']]);
});

test('AIW2134: a pool that selects by nothing is not told that nothing matches', () => {
  const pool = (selector: object) => object('inference.networking.k8s.io/v1', 'InferencePool', 'p', { selector });
  expect(inFiles('AIW2134', pool({}))).toEqual([]);
  expect(inFiles('AIW2134', pool({ matchLabels: { app: 'llm' } }))).toHaveLength(1);
});

describe('AIW2921 a setting that an image must have', () => {
  const postgres = (...env: object[]) => inFiles('AIW2921', withSpec({ containers: [{ name: 'main', image: 'postgres:18.1', env }] }));

  test('a switch may get its value from elsewhere', () => {
    const method = { name: 'POSTGRES_HOST_AUTH_METHOD' };
    expect(postgres()).toHaveLength(1);
    expect(postgres({ ...method, value: 'trust' })).toEqual([]);
    expect(postgres({ ...method, value: 'md5' })).toHaveLength(1);
    expect(postgres({ ...method, valueFrom: { configMapKeyRef: { name: 'settings', key: 'method' } } })).toEqual([]);
  });
});

describe('AIW2121, AIW2122 backends of routes', () => {
  const route = (backend: object) => object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'r', { rules: [{ backendRefs: [backend] }] });
  const service = object('v1', 'Service', 'llm', { selector: { app: 'llm' }, ports: [{ port: 80 }] });

  test('a backend of another namespace that is not here: an info, since its grant is probably beside it', () => {
    expect(inFiles('AIW2122', route({ name: 'llm', namespace: 'other', port: 80 }))).toMatchObject([{ class: 'advice', field: 'spec.rules[0].backendRefs[0].namespace' }]);
  });

  test('kinds of other groups are nobody\'s business here', () => {
    expect(inFiles('AIW2121', route({ group: 'gateway.envoyproxy.io', kind: 'Backend', name: 'x' }), service)).toEqual([]);
  });

  test('what there is instead of a port or a pool is told', () => {
    expect(inFiles('AIW2121', route({ name: 'llm', port: 81 }), service)).toMatchObject([{
      field: 'spec.rules[0].backendRefs[0].port', message: 'Not found: 81: Service ml/llm has no such port', notes: [expect.stringContaining('80')],
    }]);
    const pool = (group: string) => object(`${group}/v1`, 'InferencePool', 'pool');
    const [stable, early] = ['inference.networking.k8s.io', 'inference.networking.x-k8s.io'];
    const to = (group: string) => route({ group, kind: 'InferencePool', name: 'pool' });
    expect(inFiles('AIW2121', to(stable), pool(early))).toMatchObject([{
      field: 'spec.rules[0].backendRefs[0].group', notes: [`there is ${early}/InferencePool "pool"`], help: `write group: ${early}`,
    }]);
    expect(inFiles('AIW2121', to(early), pool(stable))).toMatchObject([{ help: `write group: ${stable}` }]);
    expect(inFiles('AIW2121', to(early), pool(stable), pool(early))).toEqual([]);
  });

  test('a grant holds for each pair of what it lists', () => {
    const from = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'ml' };
    const to = { group: '', kind: 'Service' };
    const there = { ...service, metadata: { name: 'llm', namespace: 'other' } };
    const classes = (spec: object) => inFiles('AIW2122', route({ name: 'llm', namespace: 'other', port: 80 }), there, {
      ...object('gateway.networking.k8s.io/v1beta1', 'ReferenceGrant', 'g', spec), metadata: { name: 'g', namespace: 'other' },
    }).map(finding => finding.class);
    expect(classes({ from: [{ ...from, namespace: 'x' }, from], to: [{ ...to, kind: 'Secret' }, to] })).toEqual([]);
    for (const wrong of [{ group: 'example.com' }, { kind: 'GRPCRoute' }, { namespace: 'x' }]) {
      expect(classes({ from: [{ ...from, ...wrong }], to: [to] })).toEqual(['broken']);
    }
    expect(classes({ from: [from], to: [{ ...to, group: 'example.com' }] })).toEqual(['broken']);
  });

  test('a grant for one name does not hold for another', () => {
    const grant = (name: string) => ({
      ...object('gateway.networking.k8s.io/v1beta1', 'ReferenceGrant', 'g', {
        from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'ml' }], to: [{ group: '', kind: 'Service', name }],
      }),
      metadata: { name: 'g', namespace: 'other' },
    });
    const there = { ...service, metadata: { name: 'llm', namespace: 'other' } };
    const to = route({ name: 'llm', namespace: 'other', port: 80 });
    expect(inFiles('AIW2122', to, there, grant('llm'))).toEqual([]);
    expect(inFiles('AIW2122', to, there, grant('web')).map(finding => finding.class)).toEqual(['broken']);
  });
});

describe('AIW2130 overlapping selectors', () => {
  const labelled = (name: string, labels: object) => object('apps/v1', 'Deployment', name, { selector: { matchLabels: labels }, template: pods(labels) });

  test('each pair is reported once, at one of the two', () => {
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), labelled('b', { app: 'x' }))).toMatchObject([
      { object: { name: 'a' }, message: 'Invalid value: {"app":"x"}: matches the pods of Deployment ml/b as well' },
    ]);
  });

  test('replication controllers select by a map', () => {
    const controller = (name: string) => object('v1', 'ReplicationController', name, { selector: { app: 'x' }, template: pods({ app: 'x' }) });
    expect(inFiles('AIW2130', controller('a'), controller('b'))).toMatchObject([{ message: 'Invalid value: {"app":"x"}: matches the pods of ReplicationController ml/b as well' }]);
  });

  test('an autoscaler counts the pods of both', () => {
    const scaler = object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } });
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), labelled('b', { app: 'x', tier: 'y' }), scaler)).toMatchObject([
      { object: { name: 'a' }, notes: ['HorizontalPodAutoscaler ml/h counts the pods of both and averages over them'] },
    ]);
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), labelled('b', { app: 'x', tier: 'y' }))).toEqual([]);
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), labelled('b', { app: 'x' }))).toMatchObject([{ notes: [] }]);
  });

  test('two objects of one identity are not two workloads', () => {
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), labelled('a', { app: 'x' }))).toEqual([]);
  });

  test('a Job with the same label is none of its business', () => {
    expect(inFiles('AIW2130', labelled('a', { app: 'x' }), object('batch/v1', 'Job', 'j', { template: pods({ app: 'x' }) }))).toEqual([]);
  });
});

describe('AIW2131 overlapping ordinals', () => {
  const set = (name: string, start: number, replicas: number) => object('apps/v1', 'StatefulSet', name, {
    replicas, ordinals: { start }, selector: { matchLabels: { app: 's', zone: name } }, template: pods({ app: 's', zone: name }),
  });
  const service = object('v1', 'Service', 's', { selector: { app: 's' } });
  const scaler = (maxReplicas: number) => object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'a' }, maxReplicas,
  });

  test('slices of one store: the namespace tells them apart, and the claims may stand in any order', () => {
    const slice = (place: string, start: number, replicas: number, ...claims: string[]) => ({
      ...object('apps/v1', 'StatefulSet', 'db', {
        replicas, ordinals: { start }, selector: { matchLabels: { app: 'db' } }, template: pods({ app: 'db' }), volumeClaimTemplates: claims.map(name => ({ metadata: { name } })),
      }),
      metadata: { name: 'db', namespace: place },
    });
    expect(inFiles('AIW2131', slice('old', 2, 4, 'data', 'log'), slice('new', 5, 3, 'log', 'data'))).toMatchObject([{
      message: 'Invalid value: 5: ordinals 5 to 7 of new/db meet 2 to 5 of old/db',
      notes: ['both are called db, and their images and claim templates are the same'],
      help: 'begin at 6 or later, with room for growth; or let old/db have 3 replicas first, which gives up its highest ordinals',
    }]);
    expect(inFiles('AIW2131', slice('old', 2, 4, 'data'), slice('new', 5, 3, 'log'))).toEqual([]);
    expect(inFiles('AIW2131', slice('old', 2, 4), slice('new', 5, 3))).toEqual([]);
  });

  test('of two that reach equally far the first is named', () => {
    expect(inFiles('AIW2131', set('a', 0, 10), set('b', 5, 5), set('c', 7, 3), service).map(each => each.message)).toEqual([
      'Invalid value: 5: ordinals 5 to 9 of b meet 0 to 9 of a', 'Invalid value: 7: ordinals 7 to 9 of c meet 0 to 9 of a',
    ]);
  });

  test('the numbers that meet are named', () => {
    expect(inFiles('AIW2131', set('a', 0, 4), set('b', 3, 2), service)).toMatchObject([{
      object: { name: 'b' }, message: 'Invalid value: 3: ordinals 3 to 4 of b meet 0 to 3 of a', help: 'begin at 4 or later, with room for growth',
    }]);
  });

  test.each<[string, number, number, number]>([
    ['zero, which is the default', 0, 0, 0],
    ['one, from which groups number their workers', 1, 1, 0],
    ['any other number', 100, 100, 1],
  ])('sets that both begin at %s', (_, one, other, count) => {
    expect(inFiles('AIW2131', set('a', one, 2), set('b', other, 2), service)).toHaveLength(count);
  });

  test.each<[string, [string, number, number][], string[]]>([
    ['in another order', [['b', 3, 2], ['a', 0, 4]], ['b']],
    ['two within a long one', [['a', 0, 10], ['b', 2, 2], ['c', 5, 2]], ['b', 'c']],
    ['one behind the other', [['a', 2, 2], ['b', 3, 7], ['c', 8, 2]], ['b', 'c']],
    ['none', [['a', 2, 2], ['b', 4, 2], ['c', 6, 2]], []],
  ])('several sets: %s', (_, sets, names) => {
    expect(inFiles('AIW2131', ...sets.map(each => set(...each)), service).map(finding => finding.object?.name)).toEqual(names);
  });

  test('pods of a Deployment have no numbers', () => {
    const web = object('apps/v1', 'Deployment', 'web', { replicas: 9, selector: { matchLabels: { app: 's' } }, template: pods({ app: 's' }) });
    expect(inFiles('AIW2131', set('a', 3, 4), web, service)).toEqual([]);
  });

  test('an autoscaler reaches as far as its maximum', () => {
    expect(inFiles('AIW2131', set('a', 0, 2), set('b', 10, 2), service, scaler(10))).toEqual([]);
    expect(inFiles('AIW2131', set('a', 0, 2), set('b', 10, 2), service, scaler(11))).toHaveLength(1);
  });
});

describe('AIW2132 selectors on a path', () => {
  const moved = { 'cdk8s.io/metadata.addr': 'prod-llm-c8d33b88' };

  test('nothing is said in an app, where every workload of cdk8s-plus has one', () => {
    expect(findingsIn('AIW2132', deployment('llm', { replicas: 1, selector: { matchLabels: moved }, template: pods(moved) }))).toEqual([]);
  });

  test('what follows the pods of a workload is named in its finding, up to five', () => {
    const followed = object('apps/v1', 'Deployment', 'llm', { selector: { matchLabels: moved }, template: pods(moved) });
    const following = (count: number) => Array.from({ length: count }, (_, index) => object('v1', 'Service', `s${index}`, { selector: moved }));
    const notes = (count: number) => inFiles('AIW2132', followed, ...following(count)).flatMap(finding => finding.notes);
    expect(inFiles('AIW2132', followed)).toMatchObject([{
      field: 'spec.selector.matchLabels',
      message: 'Invalid value: {"cdk8s.io/metadata.addr":"prod-llm-c8d33b88"}: a hash of the construct path, which changes when the construct moves',
      notes: [],
    }]);
    expect([notes(1), notes(2)]).toEqual([['so does Service ml/s0'], ['so do Service ml/s0, Service ml/s1']]);
    expect(notes(6)).toEqual(['so do Service ml/s0, Service ml/s1, Service ml/s2, Service ml/s3, Service ml/s4']);
    expect(inFiles('AIW2132', object('apps/v1', 'Deployment', 'llm', { selector: { matchLabels: { 'cdk8s.io/metadata.addr': 5 } }, template: pods({}) }))).toEqual([]);
  });

  test('policies that follow pods of somebody else', () => {
    const policies = [object('networking.k8s.io/v1', 'NetworkPolicy', 'n', { podSelector: { matchLabels: moved } }), object('policy/v1', 'PodDisruptionBudget', 'b', { selector: { matchLabels: moved } })];
    expect(inFiles('AIW2132', ...policies)).toMatchObject([{
      object: { name: 'n' }, field: 'spec.podSelector.matchLabels', message: expect.stringContaining('"prod-llm-c8d33b88"}: a hash'), notes: ['so does PodDisruptionBudget ml/b'],
    }]);
    expect(inFiles('AIW2132', policies[1])).toMatchObject([{ object: { name: 'b' }, field: 'spec.selector.matchLabels', notes: [] }]);
  });

  test('a Service that follows pods of somebody else is reported itself', () => {
    expect(inFiles('AIW2132', object('v1', 'Service', 's', { selector: moved }), object('policy/v1', 'PodDisruptionBudget', 'b', { selector: { matchLabels: moved } })))
      .toMatchObject([{ object: { name: 's' }, field: 'spec.selector', notes: ['so does PodDisruptionBudget ml/b'] }]);
  });
});

describe('AIW2136 superseded versions', () => {
  const beta = object('resource.k8s.io/v1beta2', 'ResourceClaim', 'c');

  test('a beta that is served on request only is left to the rule about what is served', () => {
    expect(inFiles('AIW2136', beta)).toEqual([]);
  });

  test('a kind of the same version that stays is not meant', () => {
    expect(inFiles('AIW2136', object('v1', 'Service', 's'), object('v1', 'Endpoints', 'e')).map(finding => finding.object?.name)).toEqual(['e']);
  });
});
