import { Finding } from '../../../src/base/findings/finding';
import { PlainObject } from '../../../src/base/plain';
import { slipOf } from '../../../src/base/text/nearest-name';
import { RULES } from '../../../src/lint/rules';
import { findingsOfRules } from '../../../src/lint/rules/rule';
import { factsOf, object, pods } from '../facts/objects';

/*
 * What is not in the files may be made by somebody else: an earlier step, an operator, another repository. Each rule about something that is
 * missing is put to the same questions, so that a new one cannot forget to ask.
 */

function said(id: string, ...objects: readonly PlainObject[]): Finding[] {
  return findingsOfRules(RULES.filter(rule => rule.id === id), factsOf(...objects));
}

const classes = (id: string, ...objects: readonly PlainObject[]) => said(id, ...objects).map(finding => finding.class);

const withSpec = (spec: object) => {
  const template = pods({ app: 'llm' }) as { spec: object };
  return object('apps/v1', 'Deployment', 'llm', { selector: { matchLabels: { app: 'llm' } }, template: { ...template, spec: { ...template.spec, ...spec } } });
};
const clusterWide = (apiVersion: string, kind: string, name: string) => ({ apiVersion, kind, metadata: { name } }) as PlainObject;
const elsewhere = (made: PlainObject) => ({ ...made, metadata: { ...made.metadata as object, namespace: 'other' } }) as PlainObject;
const volume = (source: object) => withSpec({ volumes: [{ name: 'v', ...source }] });

const NAME = 'settings';
const SLIP = 'setings';
const RBAC = 'rbac.authorization.k8s.io/v1';
const GATEWAY = 'gateway.networking.k8s.io/v1';

interface Named {
  readonly referring: PlainObject;
  readonly make: (name: string) => PlainObject;
  /** @default broken */
  readonly atMost?: 'risky' | 'advice';
}

/** An object of the kind that a rule looks for, and one that names `settings`. */
const NAMED: Readonly<Record<string, Named>> = {
  AIW2106: { referring: volume({ persistentVolumeClaim: { claimName: NAME } }), make: name => object('v1', 'PersistentVolumeClaim', name) },
  AIW2107: { referring: volume({ configMap: { name: NAME } }), make: name => object('v1', 'ConfigMap', name) },
  AIW2109: {
    referring: object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: NAME } }),
    make: name => object('apps/v1', 'StatefulSet', name, { template: pods() }),
  },
  AIW2111: { referring: withSpec({ resourceClaims: [{ name: 'gpu', resourceClaimName: NAME }] }), make: name => object('resource.k8s.io/v1', 'ResourceClaim', name) },
  AIW2115: { referring: volume({ secret: { secretName: NAME } }), make: name => object('v1', 'Secret', name), atMost: 'risky' },
  AIW2116: { referring: withSpec({ serviceAccountName: NAME }), make: name => object('v1', 'ServiceAccount', name) },
  AIW2117: { referring: withSpec({ priorityClassName: NAME }), make: name => clusterWide('scheduling.k8s.io/v1', 'PriorityClass', name) },
  AIW2118: { referring: withSpec({ runtimeClassName: NAME }), make: name => clusterWide('node.k8s.io/v1', 'RuntimeClass', name) },
  AIW2119: { referring: object('v1', 'PersistentVolumeClaim', 'c', { storageClassName: NAME }), make: name => clusterWide('storage.k8s.io/v1', 'StorageClass', name), atMost: 'risky' },
  AIW2120: {
    referring: object('networking.k8s.io/v1', 'Ingress', 'i', { defaultBackend: { service: { name: NAME, port: { number: 80 } } } }), make: name => object('v1', 'Service', name),
  },
  AIW2121: { referring: object(GATEWAY, 'HTTPRoute', 'r', { rules: [{ backendRefs: [{ name: NAME, port: 80 }] }] }), make: name => object('v1', 'Service', name) },
  AIW2124: {
    referring: object('resource.k8s.io/v1', 'ResourceClaim', 'c', { devices: { requests: [{ name: 'r', exactly: { deviceClassName: NAME } }] } }),
    make: name => clusterWide('resource.k8s.io/v1', 'DeviceClass', name),
  },
  AIW2125: { referring: withSpec({ schedulingGroup: { podGroupName: NAME } }), make: name => object('scheduling.k8s.io/v1alpha2', 'PodGroup', name) },
  AIW2126: {
    referring: object('batch/v1', 'Job', 'j', { template: pods() }, { metadata: { name: 'j', namespace: 'ml', labels: { 'kueue.x-k8s.io/queue-name': NAME } } }),
    make: name => object('kueue.x-k8s.io/v1beta1', 'LocalQueue', name),
    atMost: 'risky',
  },
  AIW2128: { referring: { ...object(RBAC, 'RoleBinding', 'b'), roleRef: { kind: 'Role', name: NAME } } as PlainObject, make: name => object(RBAC, 'Role', name) },
  AIW2133: {
    referring: object('trainer.kubeflow.org/v1alpha1', 'TrainJob', 't', { runtimeRef: { name: NAME, kind: 'TrainingRuntime' } }),
    make: name => object('trainer.kubeflow.org/v1alpha1', 'TrainingRuntime', name),
  },
  AIW2137: {
    referring: object('keda.sh/v1alpha1', 'ScaledObject', 's', { triggers: [{ authenticationRef: { name: NAME } }] }), make: name => object('keda.sh/v1alpha1', 'TriggerAuthentication', name),
  },
  AIW2138: {
    referring: object('v1', 'PersistentVolumeClaim', 'c', { dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: NAME } }),
    make: name => object('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', name),
    atMost: 'risky',
  },
  AIW2820: { referring: object('multicluster.x-k8s.io/v1alpha1', 'ServiceExport', NAME), make: name => object('v1', 'Service', name) },
  AIW3513: {
    referring: object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { metrics: [{ type: 'Object', object: { describedObject: { apiVersion: 'v1', kind: 'Service', name: NAME } } }] }),
    make: name => object('v1', 'Service', name),
  },
};

interface Selecting {
  readonly select: (labels: object) => PlainObject;
  readonly atMost?: 'risky';
}

/** Rules about what selects pods. */
const SELECTING: Readonly<Record<string, Selecting>> = {
  AIW2103: { select: selector => object('v1', 'Service', 's', { selector }) },
  AIW2104: { select: matchLabels => object('policy/v1', 'PodDisruptionBudget', 'b', { selector: { matchLabels } }) },
  AIW2134: { select: matchLabels => object('inference.networking.k8s.io/v1', 'InferencePool', 'p', { selector: { matchLabels } }) },
};

const UNKNOWN = object('example.org/v1', 'Platform', 'all');
const CLUSTER_UNKNOWN = clusterWide('example.org/v1', 'ClusterPlatform', 'all');

test('every rule that goes by it is asked here', () => {
  const rules = RULES.filter(({ but }) => but?.includes('a slip can be seen')).map(({ id }) => id);
  expect([...Object.keys(NAMED), ...Object.keys(SELECTING)].sort()).toEqual(rules.sort());
});

describe.each(Object.entries(NAMED))('%s: an object that is not in the files', (id, { referring, make, atMost = 'broken' }) => {
  const sure = atMost === 'advice' ? 'advice' : 'risky';

  test('a slip of its name is a mistake', () => {
    expect(classes(id, referring, make(SLIP))).toEqual([atMost]);
  });

  test('beside others of its kind a warning, and without them an info', () => {
    expect(classes(id, referring, make('unlike'), make('neither'))).toEqual([sure]);
    expect(classes(id, referring)).toEqual(['advice']);
  });

  test('the one object of the file that nobody names is what was meant, if it is called nearly so or is a workload to be scaled', () => {
    const kind = String(make('x').kind);
    const isRead = ['ConfigMap', 'PersistentVolumeClaim', 'Secret', 'ServiceAccount', 'StatefulSet'].includes(kind);
    expect(classes(id, referring, make(`llm-${NAME}`))).toEqual([isRead ? atMost : sure]);
    expect(classes(id, referring, make('unlike'))).toEqual([kind === 'StatefulSet' ? atMost : sure]);
  });

  test('something of an unknown kind may make it, so it is an info whatever else is there', () => {
    for (const unknown of [UNKNOWN, CLUSTER_UNKNOWN]) {
      expect(classes(id, referring, make(SLIP), unknown)).toEqual(['advice']);
    }
    expect(said(id, referring, make(SLIP), UNKNOWN)[0].notes).toContain('Platform ml/all is of a kind these checks cannot read, and may make it');
  });

  test('what applies others makes anything in its namespace', () => {
    const application = (namespace?: string) => ({ ...object('argoproj.io/v1alpha1', 'Application', 'a', { destination: { namespace } }), metadata: { name: 'a', namespace: 'argocd' } }) as PlainObject;
    expect(classes(id, referring, make(SLIP), application())).toEqual(['advice']);
    const isClusterWide = (make('x').metadata as PlainObject).namespace === undefined;
    expect(classes(id, referring, make(SLIP), application('somewhere'))).toEqual([isClusterWide ? 'advice' : atMost]);
  });

  test('nothing is said when it is there', () => {
    expect(classes(id, referring, make(NAME))).toEqual([]);
  });
});

describe.each(Object.entries(NAMED).filter(([, { make }]) => (make('x').metadata as PlainObject).namespace !== undefined))('%s: an object of another namespace', (id, { referring, make, atMost = 'broken' }) => {
  test('of the very name is a mistake where both namespaces are written, and a warning where one is chosen when the file is applied', () => {
    expect(classes(id, referring, elsewhere(make(NAME)))).toEqual([atMost]);
    const unwritten = { ...make(NAME), metadata: { name: NAME } } as PlainObject;
    expect(classes(id, referring, unwritten)).toEqual(['risky']);
  });

  test('of another name says nothing about this namespace', () => {
    expect(classes(id, referring, elsewhere(make('unlike')))).toEqual(['advice']);
  });
});

describe.each(Object.entries(SELECTING))('%s: pods that are not in the files', (id, { select, atMost = 'broken' }) => {
  const workload = (labels: object, name = 'web') => object('apps/v1', 'Deployment', name, { selector: { matchLabels: labels }, template: pods(labels) });

  test.each([
    ['a letter', { app: 'router' }, { app: 'ruoter' }],
    ['the key', { app: 'router' }, { 'app.kubernetes.io/name': 'router' }],
    ['one label of several', { app: 'router', tier: 'front' }, { app: 'router' }],
  ])('a slip is a mistake: %s', (_, selector, labels) => {
    expect(classes(id, select(selector), workload(labels))).toEqual([atMost]);
  });

  test.each([
    ['another value', { app: 'router' }, { app: 'llm' }],
    ['another number', { app: 'model-1' }, { app: 'model-2' }],
    ['another short word', { app: 'web-eu' }, { app: 'web-us' }],
    ['another part of the same thing', { app: 'router', tier: 'front' }, { app: 'router', tier: 'back' }],
  ])('beside other pods a warning: %s', (_, selector, labels) => {
    expect(classes(id, select(selector), workload(labels), workload({ other: 'x' }, 'other'))).toEqual(['risky']);
  });

  test('the one workload of the file is what was meant, if it has the labels at all', () => {
    expect(classes(id, select({ app: 'router' }), workload({ app: 'llm' }))).toEqual([atMost]);
    expect(classes(id, select({ app: 'router' }), workload({ other: 'llm' }))).toEqual(['risky']);
  });

  test('an info where the files hold no pods of the namespace, or a kind that nobody knows may start them', () => {
    expect(classes(id, select({ app: 'router' }))).toEqual(['advice']);
    expect(classes(id, select({ app: 'router' }), workload({ app: 'ruoter' }), UNKNOWN)).toEqual(['advice']);
    expect(classes(id, select({ app: 'router' }), workload({ app: 'ruoter' }), CLUSTER_UNKNOWN)).toEqual(['advice']);
  });

  test('pods of kube-system come with the cluster', () => {
    const inSystem = (made: PlainObject) => ({ ...made, metadata: { ...made.metadata as object, namespace: 'kube-system' } }) as PlainObject;
    expect(classes(id, inSystem(select({ 'k8s-app': 'kube-dns' })), inSystem(workload({ 'k8s-app': 'other' })))).toEqual(['advice']);
  });
});

test('an object that somebody names was not meant by another', () => {
  const both = volume({ projected: { sources: [{ configMap: { name: NAME } }, { configMap: { name: `llm-${NAME}` } }] } });
  expect(classes('AIW2107', both, object('v1', 'ConfigMap', `llm-${NAME}`))).toEqual(['risky']);
});

describe('what every cluster has, or a controller makes', () => {
  const mounted = (name: string, ...others: readonly PlainObject[]) => classes('AIW2107', volume({ configMap: { name } }), object('v1', 'ConfigMap', `${name}s`), ...others);
  const secret = (name: string, ...others: readonly PlainObject[]) => classes('AIW2115', volume({ secret: { secretName: name } }), object('v1', 'Secret', `${name}s`), ...others);
  const annotated = (made: PlainObject, annotations: object, namespace = 'ml') => ({ ...made, metadata: { ...made.metadata as object, namespace, annotations } }) as PlainObject;

  test.each(['kube-root-ca.crt', 'openshift-service-ca.crt', 'istio-ca-root-cert'])('%s is in every namespace', name => {
    expect(mounted(name)).toEqual([]);
  });

  test('a Secret that an annotation announces', () => {
    const announced = annotated(object('v1', 'Service', 's'), { 'service.beta.openshift.io/serving-cert-secret-name': 'tls-cert' });
    expect(secret('tls-cert', announced)).toEqual([]);
    expect(secret('tls-cert')).toEqual(['risky']);
  });

  test('what a controller copies to other namespaces', () => {
    expect(mounted('settings', annotated(object('v1', 'ConfigMap', 'settings'), { 'reflector.v1.k8s.emberstack.com/reflection-auto-enabled': 'true' }, 'other'))).toEqual([]);
    expect(mounted('settings', annotated(object('v1', 'ConfigMap', 'settings'), { note: 'true' }, 'other'))).toEqual(['broken']);
  });
});

test.each([
  ['router', ['ruoter', 'llm'], 'ruoter'], ['app-config', ['app-confg'], 'app-confg'], ['appconfig', ['app-config'], 'app-config'], ['web', ['wep'], undefined], ['model-1', ['model-2'], undefined],
  ['gpt2', ['gpt3'], undefined], ['web-eu', ['web-us'], undefined], ['app-dev', ['app-prd'], undefined], ['a-settings', ['b-setings'], undefined], ['settings', [], undefined],
])('%s of %j is a slip of %s', (name, names, expected) => {
  expect(slipOf(name, names)).toBe(expected);
});
