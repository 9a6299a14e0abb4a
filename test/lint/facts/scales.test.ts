import { isKnownToScale, scalePath } from '../../../src/lint/facts/autoscaling';
import { custom, deployment, onlyFinding, findingsIn, workload } from '../run/manifests';

test.each([
  ['apps/Deployment', 'spec.replicas'],
  ['leaderworkerset.x-k8s.io/LeaderWorkerSet', 'spec.replicas'],
  ['argoproj.io/Rollout', 'spec.replicas'],
  ['kubeflow.org/PyTorchJob', 'spec.pytorchReplicaSpecs.Worker.replicas'],
  ['jobset.x-k8s.io/JobSet', undefined],
  ['ray.io/RayCluster', undefined],
])('the scale of %s changes %s', (type, path) => {
  expect(isKnownToScale(type)).toBe(true);
  expect(scalePath(type)).toBe(path);
});

test.each(['example.com/Widget', 'constructor', '__proto__', 'toString'])('nobody knows about %s', type => {
  expect(isKnownToScale(type)).toBe(false);
});

describe('AIW2109', () => {
  const hpa = (scaleTargetRef: object) => custom('autoscaling/v2', 'HorizontalPodAutoscaler')('h', { scaleTargetRef, maxReplicas: 4 });
  const llm = deployment('llm', workload('llm'));

  test('a known kind under a group that does not have it', () => {
    expect(onlyFinding('AIW2109', llm, hpa({ apiVersion: 'extensions/v1beta1', kind: 'Deployment', name: 'llm' }))).toMatchObject({
      class: 'broken',
      field: 'spec.scaleTargetRef.apiVersion',
      message: 'Invalid value: "extensions/v1beta1": has no kind Deployment; that is apps/Deployment',
      help: 'write apiVersion: apps/v1',
    });
  });

  test('any version of the right group is found, since only the group is looked up', () => {
    expect(findingsIn('AIW2109', llm, hpa({ apiVersion: 'apps/v1beta1', kind: 'Deployment', name: 'llm' }))).toEqual([]);
  });

  test('a kind of an extension may share its name with a built-in one', () => {
    expect(findingsIn('AIW2109', llm, hpa({ apiVersion: 'apps.openshift.io/v1', kind: 'Deployment', name: 'llm' }))).toEqual([]);
  });

  test('a JobSet has no scale', () => {
    const jobSet = custom('jobset.x-k8s.io/v1alpha2', 'JobSet')('sim', { replicatedJobs: [] });
    expect(onlyFinding('AIW2109', jobSet, hpa({ apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', name: 'sim' })).message)
      .toBe('Invalid value: "JobSet": has no scale, so nothing can change its number of pods');
  });

  test('the target of a VerticalPodAutoscaler', () => {
    const vertical = (name: string) => custom('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler')('v', { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } });
    expect(onlyFinding('AIW2109', llm, vertical('lm'))).toMatchObject({ class: 'risky', field: 'spec.targetRef' });
    expect(findingsIn('AIW2109', llm, vertical('llm'))).toEqual([]);
  });
});
