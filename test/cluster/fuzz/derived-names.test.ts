import { derivedNames, nameProblems } from '../../../cluster/fuzz/derived-names';
import { Manifest } from '../../../cluster/harness/manifest';

const named = (kind: string, name: string, spec: object): Manifest => ({ apiVersion: 'x', kind, metadata: { name, namespace: 'ml' }, spec });
const carriersOf = (object: Manifest) => nameProblems([object]).map(({ carrier }) => carrier);
const n = (length: number) => 'n'.repeat(length);

describe('names that controllers derive', () => {
  test.each<[string, Manifest, Record<string, string[]>]>([
    ['StatefulSet', named('StatefulSet', 'db', { replicas: 3, ordinals: { start: 100 }, serviceName: 'db', volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), {
      'label controller-revision-hash': ['db-xxxxxxxxxx'],
      'pod and its hostname': ['db-100', 'db-102'],
      'PersistentVolumeClaim': ['data-db-100', 'data-db-102'],
      'DNS name of a pod': ['db-100.db.ml.svc.cluster.local', 'db-102.db.ml.svc.cluster.local'],
    }],
    ['Job', named('Job', 'run-1', { completionMode: 'Indexed', completions: 11, template: { spec: { subdomain: 'run' } } }), {
      'label batch.kubernetes.io/job-name': ['run-1'],
      'hostname of an index': ['run-1-0', 'run-1-10'],
      'DNS name of a pod': ['run-1-0.run.ml.svc.cluster.local', 'run-1-10.run.ml.svc.cluster.local'],
    }],
    ['JobSet', named('JobSet', 'run-1', { network: { subdomain: 'run' }, replicatedJobs: [{ name: 'w', template: { spec: { completionMode: 'Indexed', completions: 4, template: { spec: {} } } } }] }), {
      'headless Service': ['run'],
      'pod of the JobSet': ['run-1-w-0-3-xxxxx'],
      'hostname of an index': ['run-1-w-0-0', 'run-1-w-0-3'],
    }],
    ['LeaderWorkerSet', named('LeaderWorkerSet', 'llm', { replicas: 2, leaderWorkerTemplate: { size: 3 } }), {
      'headless Service': ['llm'],
      'label controller-revision-hash': ['llm-xxxxxxxxxx', 'llm-0-xxxxxxxxxx', 'llm-1-xxxxxxxxxx'],
      'pod and its hostname': ['llm-0', 'llm-1', 'llm-0-1', 'llm-0-2', 'llm-1-1', 'llm-1-2'],
    }],
    ['LeaderWorkerSet with a Service for each group', named('LeaderWorkerSet', 'llm', { replicas: 2, leaderWorkerTemplate: { size: 1 }, networkConfig: { subdomainPolicy: 'UniquePerReplica' } }), {
      'headless Service': ['llm-0', 'llm-1'],
    }],
    ['Deployment', named('Deployment', 'web', {}), { ReplicaSet: ['web-xxxxxxxxxx'] }],
    ['Service', named('Service', 'web', {}), { 'DNS name': ['web.ml.svc.cluster.local'] }],
  ])('of a %s', (_, object, expected) => {
    const names = derivedNames(object);
    for (const [carrier, each] of Object.entries(expected)) {
      expect(names.filter(name => name.carrier === carrier).map(({ name }) => name)).toEqual(each);
    }
  });

  test('an object without pods has none', () => {
    expect(derivedNames(named('StatefulSet', 'db', { replicas: 0 })).map(({ carrier }) => carrier)).toEqual(['label controller-revision-hash']);
    expect(derivedNames(named('ConfigMap', 'c', {}))).toEqual([]);
  });

  test('the first character too many is found, on what breaks first', () => {
    expect(carriersOf(named('StatefulSet', n(52), { replicas: 10 }))).toEqual([]);
    expect(carriersOf(named('StatefulSet', n(53), { replicas: 10 }))).toEqual(['label controller-revision-hash']);
    expect(carriersOf(named('Job', n(61), { completionMode: 'Indexed', completions: 10, template: { spec: {} } }))).toEqual([]);
    expect(carriersOf(named('Job', n(61), { completionMode: 'Indexed', completions: 11, template: { spec: {} } }))).toEqual(['hostname of an index']);
    expect(nameProblems([named('Service', n(64), {})])[0].text).toBe(`Service ${n(64)}: the label kubernetes.io/service-name "${n(64)}" has 64 of at most 63 characters`);
    expect(nameProblems([named('StatefulSet', 'a.b', { replicas: 1 })])[0].text).toBe('StatefulSet a.b: the pod and its hostname "a.b-0" is no DNS label');
  });
});
