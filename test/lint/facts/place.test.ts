import { Manifest } from '../../../src/kubernetes/manifest';
import { SERVED } from '../../../src/kubernetes/schema/served.generated';

function placeOf(apiVersion: string, kind: string): string {
  return new Manifest({ apiVersion, kind, metadata: { name: 'x', namespace: 'ml' } }).place;
}

describe('where an object lives', () => {
  test('every built-in kind, as the servers have it', () => {
    const rows = Object.entries(SERVED).map(([name, row]) => ({ name, scope: row.split(' ')[1] })).filter(({ scope }) => scope === 'n' || scope === 'c');
    const wrong = rows.filter(({ name, scope }) => placeOf(name.split(' ')[0], name.split(' ')[1]) !== (scope === 'n' ? 'ml' : ''));
    expect(wrong).toEqual([]);
    expect(rows.filter(({ scope }) => scope === 'c').length).toBeGreaterThan(30);
  });

  test.each([
    ['kueue.x-k8s.io/v1beta2', 'ClusterQueue', ''], ['kueue.x-k8s.io/v1beta2', 'LocalQueue', 'ml'], ['scheduling.volcano.sh/v1beta1', 'Queue', ''], ['karpenter.sh/v1', 'NodePool', ''],
    ['gateway.networking.k8s.io/v1', 'GatewayClass', ''], ['keda.sh/v1alpha1', 'ClusterTriggerAuthentication', ''], ['trainer.kubeflow.org/v1alpha1', 'ClusterTrainingRuntime', ''],
    // A kind of another group that has the name of a built-in one.
    ['example.com/v1', 'Node', 'ml'], ['example.com/v1', 'Thing', 'ml'],
  ])('%s %s', (apiVersion, kind, place) => {
    expect(placeOf(apiVersion, kind)).toBe(place);
  });

  test('no namespace is the default one', () => {
    expect(new Manifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } }).place).toBe('default');
  });
});
