import * as fc from 'fast-check';
import { differences } from '../../cluster/harness/compare';
import { Manifest } from '../../cluster/harness/manifest';

const pod = (spec: object): Manifest => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
const set = (spec: object): Manifest => ({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'a' }, spec });
const job = (spec: object): Manifest => ({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' }, spec });
const hpa = (spec: object): Manifest => ({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'a' }, spec });
const container = (fields: object) => pod({ containers: [{ name: 'main', ...fields }] });
const scratch = (sizeLimit: string) => pod({ volumes: [{ name: 'scratch', emptyDir: { sizeLimit } }] });
const claim = (spec: object): Manifest => ({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec });
const custom = (spec: object, metadata: object = {}): Manifest =>
  ({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'a', ...metadata }, spec });
const secret = (fields: object): Manifest => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, ...fields });
const configMap = (fields: object): Manifest => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, ...fields });

type Case = [what: string, sent: Manifest, returned: Manifest];
type Reported = [...Case, line: string];

describe('equal in meaning', () => {
  test.each<Case>([
    ['defaults, status and managed fields', set({ replicas: 1 }),
      { ...set({ replicas: 1, revisionHistoryLimit: 10 }), metadata: { name: 'a', uid: 'u', managedFields: [{}] }, status: { replicas: 0 } }],
    ['a quantity in canonical form', container({ resources: { requests: { memory: '20480Gi' }, limits: { cpu: '1000m' } } }),
      container({ resources: { requests: { memory: '20Ti' }, limits: { cpu: '1' } } })],
    ['a quantity that was a number', container({ resources: { limits: { 'nvidia.com/gpu': 8, 'cpu': 0.5 } } }),
      container({ resources: { limits: { 'nvidia.com/gpu': '8', 'cpu': '500m' } } })],
    ['a quantity with an exponent', scratch('1e3'), scratch('1k')],
    ['a quantity with a fraction', scratch('0.5Gi'), scratch('512Mi')],
    ['a quantity finer than one can be', scratch('0.0000000001'), scratch('1n')],
    ['a divisor', container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1000m' } } }] }),
      container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1' } } }] })],
    ['the target and the tolerance of an autoscaler',
      hpa({ metrics: [{ type: 'Pods', pods: { target: { averageValue: 8 } } }], behavior: { scaleUp: { tolerance: '0.050' } } }),
      hpa({ metrics: [{ type: 'Pods', pods: { target: { averageValue: '8' } } }], behavior: { scaleUp: { tolerance: '50m' } } })],
    ['the size of a claim of a set', set({ volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '1024Gi' } } } }] }),
      set({ volumeClaimTemplates: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec: { resources: { requests: { storage: '1Ti' } } } }] })],
    ['an empty list that is gone', pod({ tolerations: [], containers: [{ name: 'main', env: [] }] }), container({})],
    ['empty labels that are gone', { ...pod({}), metadata: { name: 'a', labels: {}, annotations: {} } }, pod({})],
    ['null', pod({ nodeName: null }), pod({})],
    ['an empty env value', container({ env: [{ name: 'A', value: '' }] }), container({ env: [{ name: 'A' }] })],
    ['a bool that is false when absent', pod({ hostNetwork: false }), pod({})],
    ['a delay of none', container({ livenessProbe: { initialDelaySeconds: 0 } }), container({ livenessProbe: { periodSeconds: 10 } })],
    ['text of a Secret as bytes', secret({ stringData: { token: 'späße' } }), secret({ data: { token: 'c3DDpMOfZQ==' } })],
    ['null in a Secret', secret({ stringData: { token: null }, data: { other: null } }), secret({ data: { other: '' } })],
    ['text of a Secret over its data', secret({ stringData: { token: 'b' }, data: { token: 'YQ==' } }), secret({ data: { token: 'Yg==' } })],
    ['base64 in lines', secret({ data: { token: 'YW\nI=' } }), secret({ data: { token: 'YWI=' } })],
    ['an item that the server put first', container({ env: [{ name: 'A', value: '1' }] }),
      container({ env: [{ name: 'ADDED', value: 'x' }, { name: 'A', value: '1' }] })],
    ['ports told apart by protocol', container({ ports: [{ containerPort: 1 }, { containerPort: 1, protocol: 'UDP' }] }),
      container({ ports: [{ containerPort: 1, protocol: 'TCP' }, { containerPort: 1, protocol: 'UDP' }] })],
    ['empty labels of a custom resource', custom({ replicas: 1 }, { labels: {} }), custom({ replicas: 1 })],
  ])('%s', (_what, sent, returned) => {
    expect(differences(sent, returned)).toEqual([]);
  });
});

describe('reported', () => {
  test.each<Reported>([
    ['a field that is gone', set({ template: { spec: { containers: [{ name: 'a', restartPolicy: 'Always' }] } } }),
      set({ template: { spec: { containers: [{ name: 'a' }] } } }), 'spec.template.spec.containers[0].restartPolicy: dropped "Always"'],
    ['a field with another value', pod({ priority: 5 }), pod({ priority: 0 }), 'spec.priority: sent 5, returned 0'],
    ['replicas: 0', set({ replicas: 0 }), set({}), 'spec.replicas: dropped 0'],
    ['replicas: 0 that became 1', set({ replicas: 0 }), set({ replicas: 1 }), 'spec.replicas: sent 0, returned 1'],
    ['minReplicas: 0', hpa({ minReplicas: 0 }), hpa({}), 'spec.minReplicas: dropped 0'],
    ['partition: 0', set({ updateStrategy: { rollingUpdate: { partition: 0 } } }), set({ updateStrategy: { rollingUpdate: {} } }),
      'spec.updateStrategy.rollingUpdate.partition: dropped 0'],
    ['backoffLimit: 0', job({ backoffLimit: 0 }), job({}), 'spec.backoffLimit: dropped 0'],
    ['automountServiceAccountToken: false', pod({ automountServiceAccountToken: false }), pod({}),
      'spec.automountServiceAccountToken: dropped false'],
    ['hostUsers: false', pod({ hostUsers: false }), pod({}), 'spec.hostUsers: dropped false'],
    ['an empty storage class', claim({ storageClassName: '' }), claim({}), 'spec.storageClassName: dropped ""'],
    ['an empty selector, which takes all', { ...set({}), apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { selector: {} } },
      { ...set({}), apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { maxUnavailable: 1 } }, 'spec.selector: dropped {}'],
    ['an empty emptyDir', pod({ volumes: [{ name: 'a', emptyDir: {} }] }), pod({ volumes: [{ name: 'a' }] }), 'spec.volumes[0].emptyDir: dropped {}'],
    ['an empty label value', { ...pod({}), metadata: { name: 'a', labels: { gpu: '' } } }, { ...pod({}), metadata: { name: 'a', labels: {} } },
      'metadata.labels.gpu: dropped ""'],
    ['a label, by its key in quotes', { ...pod({}), metadata: { name: 'a', labels: { 'a.b/c': 'x' } } },
      { ...pod({}), metadata: { name: 'a', labels: { 'a.b/c': 'y' } } }, 'metadata.labels["a.b/c"]: sent "x", returned "y"'],
    ['a list with an item in it', pod({ tolerations: [{ key: 'a' }] }), pod({}), 'spec.tolerations: dropped [{"key":"a"}]'],
    ['an item of a list of names', container({ env: [{ name: 'A' }, { name: 'B', value: '1' }] }), container({ env: [{ name: 'A' }] }),
      'spec.containers[0].env[1]: dropped {"name":"B","value":"1"}'],
    ['another order of env', container({ env: [{ name: 'A' }, { name: 'B' }] }), container({ env: [{ name: 'B' }, { name: 'A' }] }),
      'spec.containers[0].env: order changed, sent [{"name":"A"},{"name":"B"}], returned [{"name":"B"},{"name":"A"}]'],
    ['an env name that is there twice', container({ env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }),
      container({ env: [{ name: 'A', value: '2' }] }),
      'spec.containers[0].env: sent [{"name":"A","value":"1"},{"name":"A","value":"2"}], returned [{"name":"A","value":"2"}]'],
    ['an argument more', container({ args: ['a'] }), container({ args: ['a', 'b'] }), 'spec.containers[0].args: sent ["a"], returned ["a","b"]'],
    ['another quantity', container({ resources: { limits: { memory: '1G' } } }), container({ resources: { limits: { memory: '1Gi' } } }),
      'spec.containers[0].resources.limits.memory: sent "1G", returned "1Gi"'],
    ['a text that only looks like a quantity', container({ args: ['1000m'] }), container({ args: ['1'] }),
      'spec.containers[0].args[0]: sent "1000m", returned "1"'],
    ['a label that only looks like a quantity', { ...pod({}), metadata: { name: 'a', labels: { cpu: '1000m' } } },
      { ...pod({}), metadata: { name: 'a', labels: { cpu: '1' } } }, 'metadata.labels.cpu: sent "1000m", returned "1"'],
    ['a port number that became a port name', container({ livenessProbe: { httpGet: { port: 8000 } } }),
      container({ livenessProbe: { httpGet: { port: '8000' } } }), 'spec.containers[0].livenessProbe.httpGet.port: sent 8000, returned "8000"'],
    ['a text of a Secret that is gone', secret({ stringData: { token: 'a' } }), secret({ data: {} }), 'data.token: dropped "YQ=="'],
    ['a line break of a ConfigMap', configMap({ data: { a: 'x\ny' } }), configMap({ data: { a: 'xy' } }), 'data.a: sent "x\\ny", returned "xy"'],
    ['an object that became a text', pod({ securityContext: {} }), pod({ securityContext: '' }), 'spec.securityContext: sent {}, returned ""'],
    ['a pruned field of a custom resource', custom({ replicas: 1, sizes: 2 }), custom({ replicas: 1 }), 'spec.sizes: dropped 2'],
    ['an empty list of a custom resource', custom({ sizes: [] }), custom({}), 'spec.sizes: dropped []'],
    ['another spelling of a quantity in a custom resource', custom({ resources: { limits: { cpu: '1000m' } } }),
      custom({ resources: { limits: { cpu: '1' } } }), 'spec.resources.limits.cpu: sent "1000m", returned "1"'],
    ['another spelling of a duration in a custom resource', custom({ timeout: '60s' }), custom({ timeout: '1m0s' }),
      'spec.timeout: sent "60s", returned "1m0s"'],
    ['another kind', pod({}), { ...pod({}), kind: 'Status' }, 'kind: sent "Pod", returned "Status"'],
    ['another name', pod({}), { ...pod({}), metadata: { name: 'b' } }, 'metadata.name: sent "a", returned "b"'],
  ])('%s', (_what, sent, returned, line) => {
    expect(differences(sent, returned)).toEqual([line]);
  });

  test('a difference each, in the order of what was sent', () => {
    expect(differences(pod({ b: 1, a: { c: 2, d: 3 } }), pod({ a: { c: 1 } }))).toEqual([
      'spec.b: dropped 1', 'spec.a.c: sent 2, returned 1', 'spec.a.d: dropped 3',
    ]);
  });

  test('long values in short', () => {
    expect(differences(pod({ a: 'x'.repeat(1000) }), pod({}))[0].length).toBeLessThan(340);
  });
});

describe('whatever is sent', () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Record<string, any>>;

  test('is itself', () => {
    fc.assert(fc.property(json, spec => expect(differences(custom(spec), custom(spec))).toEqual([])));
    fc.assert(fc.property(json, spec => expect(differences(pod(spec), pod(spec))).toEqual([])));
  });

  test('loses no leaf unseen', () => {
    const names = fc.string().filter(key => key !== '__proto__');
    fc.assert(fc.property(json, names, fc.oneof(fc.boolean(), fc.integer(), fc.string()), (spec, key, leaf) => {
      const { [key]: _gone, ...rest } = spec;
      expect(differences(custom({ ...rest, [key]: leaf }), custom(rest))).toHaveLength(1);
    }));
  });
});
