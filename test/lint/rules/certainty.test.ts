import { Origin } from '../../../src/base/findings/origin';
import { PlainObject } from '../../../src/base/plain';
import { Manifest } from '../../../src/kubernetes/manifest';
import { findingsAbout } from '../../../src/lint/run/findings-about';
import { autoscaler, claim, configMap, deployment, leaderWorkerSet, Manifest as Written, OURS, service, statefulSet, template, workload } from '../run/manifests';

/** `broken`, `advice`: how sure the checks are of findings of one id, in files. */
function classesIn(id: string, manifests: readonly Written[], outside: readonly string[] = []): string[] {
  const objects = manifests.map(each => new Manifest(each as unknown as PlainObject, { file: 'llm.yaml', lineOf: () => 1 }));
  const context = { isWhole: true, outside: { has: (kind: string, _: string, name: string) => outside.includes(`${kind}/${name}`) } };
  return findingsAbout(objects, context).filter(finding => finding.id === id).map(finding => finding.class);
}

describe('a reference in files', () => {
  const mounting = (source: object) => deployment('web', workload('web', {}, { pod: { volumes: [{ name: 'v', ...source }] } }));
  const cases = [
    ['AIW2106', mounting({ persistentVolumeClaim: { claimName: 'weights' } }), claim('llama-weights'), 'PersistentVolumeClaim/weights'],
    ['AIW2107', mounting({ configMap: { name: 'settings' } }), configMap('llm-settings'), 'ConfigMap/settings'],
    ['AIW2109', autoscaler('web', { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' } }),
      statefulSet('other', workload('other')), 'StatefulSet/web'],
  ] as const;

  test.each(cases)('%s: an error beside one object of nearly this name, or to be scaled, that nobody names, an info where there is none, nothing when it is declared', (id, referring, other, name) => {
    expect(classesIn(id, [referring, other])).toEqual(['broken']);
    expect(classesIn(id, [referring])).toEqual(['advice']);
    expect(classesIn(id, [referring], [name])).toEqual([]);
  });

  test('who made the object does not matter there', () => {
    const ours = { ...mounting({ configMap: { name: 'settings' } }), metadata: { name: 'web', ...OURS } } as Written;
    expect(classesIn('AIW2107', [ours])).toEqual(['advice']);
  });

  test('an autoscaler that names the wrong kind of a workload that is here is surely wrong', () => {
    const scaler = autoscaler('web', { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' } });
    expect(classesIn('AIW2109', [scaler, deployment('web', workload('web'))])).toEqual(['broken']);
  });
});

test('a Service that selects nothing is an error beside workloads, an info in files without any', () => {
  const lonely = service('router', { selector: { app: 'router' }, ports: [{ port: 80 }] });
  expect(classesIn('AIW2103', [lonely, deployment('web', workload('web'))])).toEqual(['broken']);
  expect(classesIn('AIW2103', [lonely])).toEqual(['advice']);
});

test('a mount of nothing is refused with a built-in workload; of a LeaderWorkerSet only the pods are, which is said once for leader and workers', () => {
  const container = { volumeMounts: [{ name: 'weights', mountPath: '/models' }] };
  expect(classesIn('AIW2108', [deployment('web', workload('web', container))])).toEqual(['rejected']);
  const groups = leaderWorkerSet('llama', { replicas: 2, leaderWorkerTemplate: { size: 2, workerTemplate: template({ app: 'llama' }, container) } });
  expect(classesIn('AIW2108', [groups])).toEqual(['broken']);
});

test('text that cdk8s would write badly is lost where cdk8s writes it, and safe in a file', () => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { umask: '0o17' } };
  const said = (origin: Origin) => findingsAbout([new Manifest(body, origin)]).map(finding => finding.id);
  expect(said({ construct: 'prod/Settings' })).toEqual(['AIW2114']);
  expect(said({ file: 'settings.yaml', lineOf: () => 1 })).toEqual([]);
  expect(said({ file: 'dist/prod.k8s.yaml', lineOf: () => 1, construct: 'prod/Settings' })).toEqual([]);
});
