import { factsOf, object } from './objects';
import { autoscaling, isKnownToScale, scalableTypes, scalePath } from '../../../src/lint/facts/autoscaling';
import { scalerMetrics } from '../../../src/lint/facts/scaler-metrics';

const WEB = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const hpa = (...metrics: object[]) => object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', { scaleTargetRef: WEB, metrics });
const keda = (...triggers: object[]) => object('keda.sh/v1alpha1', 'ScaledObject', 'k', { scaleTargetRef: { name: 'web' }, triggers });
const metrics = (scaler: ReturnType<typeof hpa>) => (
  factsOf(scaler).get(scalerMetrics).map(({ scaling, ...rest }) => ({ ...rest, of: scaling.scaler.name })));

describe('metrics of a HorizontalPodAutoscaler', () => {
  test.each([['Pods', 'pods', true], ['Object', 'object', false], ['External', 'external', false]])('%s', (type, block, isPerPod) => {
    const metric = { type, [block]: { metric: { name: 'queue' }, target: { type: 'Value', value: '5', averageValue: '7' } } };
    expect(metrics(hpa({}, metric))).toEqual([{
      text: 'queue', field: `spec.metrics[1].${block}.metric.name`, isQuery: false, comparison: 'Value', target: 5, targetField: `spec.metrics[1].${block}.target.value`, isPerPod, of: 'h',
    }]);
  });

  test.each<[string, object, unknown, number | undefined, string]>([
    ['an average', { type: 'AverageValue', value: '5', averageValue: '7' }, 'AverageValue', 7, 'averageValue'],
    ['no type', { averageValue: 7 }, undefined, 7, 'averageValue'],
    ['no value', { type: 'Value' }, 'Value', undefined, 'value'],
  ])('%s', (_, target, comparison, value, key) => {
    expect(metrics(hpa({ type: 'Pods', pods: { metric: { name: 'queue' }, target } }))).toMatchObject([{ comparison, target: value, targetField: `spec.metrics[0].pods.target.${key}` }]);
  });

  test.each([
    [{ type: 'Resource', resource: { name: 'cpu' } }], [{ type: 'Pods' }], [{ type: 'Pods', pods: { metric: {} } }], [{ type: 'Pods', object: { metric: { name: 'x' } } }],
  ])('none: %j', metric => {
    expect(metrics(hpa(metric))).toEqual([]);
  });

  test.each([
    ['5', 5], ['0.5', 0.5], ['500m', 0.5], ['2k', 2000], ['2M', 2e6], ['2G', 2e9], ['2Ki', 2048], ['1Mi', 1048576], ['1Gi', 1073741824], [3, 3],
    ['', undefined], ['x', undefined], ['5%', undefined], ['5..1', undefined], ['-5', undefined], ['5Xi', undefined], ['x5', undefined], ['5 ', undefined], [null, undefined],
    ['0'.repeat(28) + '1', 1], ['0'.repeat(29) + '1', undefined],
  ])('the quantity %j is %s', (value, target) => {
    expect(metrics(hpa({ type: 'Pods', pods: { metric: { name: 'q' }, target: { type: 'Value', value } } }))[0].target).toBe(target);
  });
});

describe('triggers of KEDA', () => {
  test('queries of Prometheus', () => {
    expect(metrics(keda({ type: 'cron' }, { type: 'prometheus', metadata: { query: 'sum(x)', threshold: '5' } }))).toEqual([{
      text: 'sum(x)', field: 'spec.triggers[1].metadata.query', isQuery: true, comparison: 'AverageValue', target: 5, targetField: 'spec.triggers[1].metadata.threshold', isPerPod: false, of: 'k',
    }]);
    expect(metrics(keda({ type: 'prometheus', metricType: 'Value', metadata: { query: 'x' } }))).toMatchObject([{ comparison: 'Value', target: undefined }]);
  });

  test.each([[4000, 1], [4001, 0]])('a query of %i characters', (length, count) => {
    expect(metrics(keda({ type: 'prometheus', metadata: { query: 'x'.repeat(length) } }))).toHaveLength(count);
  });

  test.each([[{ type: 'prometheus' }], [{ type: 'kafka', metadata: { query: 'x' } }]])('none: %j', trigger => {
    expect(metrics(keda(trigger))).toEqual([]);
  });
});

describe('what an autoscaler scales', () => {
  const scaling = (apiVersion: string, kind: string, scaleTargetRef?: object) => {
    const [{ scaler: _, target, ...rest }] = autoscaling(factsOf(object(apiVersion, kind, 'h', { scaleTargetRef }), object('apps/v1', 'Deployment', 'web'), object('v1', 'ReplicationController', 'web')));
    return { ...rest, target: target?.toString() };
  };

  test.each<[string, string, object | undefined, object]>([
    ['autoscaling/v2', 'HorizontalPodAutoscaler', WEB, { kind: 'Deployment', name: 'web', group: 'apps', type: 'apps/Deployment', target: 'Deployment ml/web' }],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', { kind: 'ReplicationController', name: 'web' }, { kind: 'ReplicationController', name: 'web', group: '', type: 'ReplicationController', target: 'ReplicationController ml/web' }],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', { apiVersion: 'v1', kind: 'ReplicationController', name: 'web' }, { group: '', type: 'ReplicationController', target: 'ReplicationController ml/web' }],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', { apiVersion: 'example.org/v1', kind: 'Fleet', name: 'web' }, { kind: 'Fleet', group: 'example.org', type: undefined, target: undefined }],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', undefined, { kind: '', name: '', group: '', type: undefined, target: undefined }],
    ['keda.sh/v1alpha1', 'ScaledObject', { name: 'web' }, { kind: 'Deployment', name: 'web', group: 'apps', type: 'apps/Deployment', target: 'Deployment ml/web' }],
    ['keda.sh/v1alpha1', 'ScaledObject', { kind: 'StatefulSet', name: 'web' }, { kind: 'StatefulSet', group: 'apps', type: 'apps/StatefulSet', target: undefined }],
    ['keda.sh/v1alpha1', 'ScaledObject', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', name: 'web' }, { kind: 'Rollout', group: 'argoproj.io', type: 'argoproj.io/Rollout' }],
  ])('%s %s of %j', (apiVersion, kind, reference, expected) => {
    expect(scaling(apiVersion, kind, reference)).toMatchObject({ field: 'spec.scaleTargetRef', ...expected });
  });

  test('kinds with a scale, each with its number', () => {
    const replicas = ['apps/Deployment', 'apps/ReplicaSet', 'apps/StatefulSet', 'ReplicationController', 'argoproj.io/Rollout', 'leaderworkerset.x-k8s.io/LeaderWorkerSet'];
    const training = ['JAXJob', 'PaddleJob', 'PyTorchJob'].map(kind => `kubeflow.org/${kind}`);
    expect(scalableTypes()).toEqual([...replicas, 'monitoring.coreos.com/Prometheus', ...training]);
    expect(replicas.map(scalePath)).toEqual(replicas.map(() => 'spec.replicas'));
    expect(['monitoring.coreos.com/Prometheus', 'kubeflow.org/JAXJob'].map(scalePath)).toEqual(['spec.shards', 'spec.jaxReplicaSpecs.Worker.replicas']);
  });

  test.each([
    'Pod', 'apps/DaemonSet', 'batch/Job', 'batch/CronJob', 'batch.volcano.sh/Job', 'disaggregatedset.x-k8s.io/DisaggregatedSet', 'jobset.x-k8s.io/JobSet', 'ray.io/RayCluster',
    'ray.io/RayJob', 'ray.io/RayService', 'trainer.kubeflow.org/TrainJob', 'kubeflow.org/MPIJob', 'kubeflow.org/TFJob', 'kubeflow.org/XGBoostJob',
  ])('%s has none', type => {
    expect([isKnownToScale(type), scalePath(type)]).toEqual([true, undefined]);
  });
});
