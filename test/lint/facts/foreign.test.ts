import { object, pods } from './objects';
import { Manifest } from '../../../src/kubernetes/manifest';
import { ANYTHING, readForeign } from '../../../src/lint/facts/foreign';

describe('objects of kinds that nobody knows', () => {
  const read = (apiVersion: string, kind: string, spec: object) => readForeign(new Manifest(object(apiVersion, kind, 'it', spec)));
  const nested = (depth: number): object => (depth === 0 ? pods() : { x: nested(depth - 1) });

  test.each([
    ['argoproj.io/v1alpha1', 'AppProject'], ['cert-manager.io/v1', 'Certificate'], ['cilium.io/v2', 'CiliumNetworkPolicy'], ['external-secrets.io/v1', 'ExternalSecret'],
    ['gateway.networking.k8s.io/v1', 'HTTPRoute'], ['inference.networking.k8s.io/v1', 'InferencePool'], ['inference.networking.x-k8s.io/v1alpha2', 'InferenceModel'],
    ['karpenter.k8s.aws/v1', 'EC2NodeClass'], ['karpenter.sh/v1', 'NodePool'], ['keda.sh/v1alpha1', 'ScaledObject'], ['kueue.x-k8s.io/v1beta1', 'LocalQueue'],
    ['monitoring.coreos.com/v1', 'PodMonitor'], ['monitoring.coreos.com/v1', 'PrometheusRule'], ['monitoring.coreos.com/v1', 'ServiceMonitor'],
    ['networking.istio.io/v1', 'VirtualService'], ['security.istio.io/v1', 'AuthorizationPolicy'], ['traefik.io/v1alpha1', 'IngressRoute'],
    ['v1', 'ConfigMap'], ['rbac.authorization.k8s.io/v1', 'Role'], ['storage.k8s.io/v1', 'StorageClass'], ['batch/v1', 'Other'],
  ])('%s %s makes nothing', (apiVersion, kind) => {
    expect(read(apiVersion, kind, { template: pods() })).toEqual({ pods: [], makes: [] });
  });

  test.each([
    ['monitoring.coreos.com/v1', 'Prometheus'], ['argoproj.io/v1alpha1', 'Workflow'], ['example.org/v1', 'Fleet'], ['cluster.x-k8s.io/v1beta1', 'MachineDeployment'], ['x-k8s.io/v1', 'Fleet'],
  ])('%s %s may make anything, and what is beside pods where those can be read', (apiVersion, kind) => {
    expect(read(apiVersion, kind, {})).toEqual({ pods: [], makes: ANYTHING });
    expect(read(apiVersion, kind, { template: pods() })).toMatchObject({ pods: [{ open: true }], makes: expect.arrayContaining(['Service', 'Secret']) });
  });

  test.each([
    ['kyverno.io/v1', 'Policy', 'ConfigMap'], ['bitnami.com/v1alpha1', 'SealedSecret', 'Secret'], ['gateway.networking.k8s.io/v1', 'Gateway', 'Service'],
  ])('%s %s makes %ss among others, and not everything', (apiVersion, kind, made) => {
    const { makes } = read(apiVersion, kind, {});
    expect([makes === ANYTHING, makes.includes(made)]).toEqual([false, true]);
  });

  test.each([[8, 1], [9, 0]])('a template %i levels deep', (depth, count) => {
    expect(read('example.org/v1', 'Fleet', nested(depth) as object).pods).toHaveLength(count);
    expect(read('example.org/v1', 'Fleet', { ...nested(depth), a: null, b: 'x', c: [null, 1] }).pods).toHaveLength(count);
  });

  test.each([[4, 1], [9, 0]])('a template in %i lists', (depth, count) => {
    const lists = (level: number): unknown => (level === 0 ? pods() : [lists(level - 1)]);
    expect(read('example.org/v1', 'Fleet', { x: lists(depth) }).pods).toHaveLength(count);
  });

  test('the paths of templates', () => {
    const { pods: found } = read('example.org/v1', 'Fleet', { a: { template: pods() }, list: [{ x: pods() }, pods()] });
    expect(found.map(each => each.at('x'))).toEqual(['spec.a.template.spec.x', 'spec.list[0].x.spec.x', 'spec.list[1].spec.x']);
  });
});
