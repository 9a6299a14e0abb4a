import { factsOf, object } from './objects';
import { Manifest } from '../../../src/kubernetes/manifest';
import { guardedPods, ofGuarded } from '../../../src/lint/facts/guarded-pods';
import { isNodeLocal, localServices, preferenceOf, statedBy } from '../../../src/lint/facts/locality';

describe('pods that a disruption budget guards', () => {
  const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'a' }] } };
  const guarded = (budget: object, replicas?: number, matchExpressions: object[] = []) => guardedPods(factsOf(
    object('apps/v1', 'StatefulSet', 'db', { ...replicas === undefined ? {} : { replicas }, template }),
    object('policy/v1', 'PodDisruptionBudget', 'b', { selector: { matchLabels: { app: 'db' }, ...matchExpressions.length > 0 ? { matchExpressions } : {} }, ...budget }),
  )).map(({ rule, value, total, spare }) => ({ rule, value, total, spare }));

  test.each<[object, number | undefined, number | undefined]>([
    [{ minAvailable: 2 }, 3, 1], [{ minAvailable: 3 }, 3, 0], [{ minAvailable: '50%' }, 3, 1], [{ minAvailable: '100%' }, 3, 0], [{ minAvailable: '0%' }, 3, 3],
    [{ maxUnavailable: 2 }, 3, 2], [{ maxUnavailable: '50%' }, 3, 2], [{ maxUnavailable: '0%' }, 3, 0], [{ maxUnavailable: '100%' }, 3, 3],
    [{ minAvailable: 1 }, undefined, undefined], [{ minAvailable: '50%' }, undefined, undefined], [{ minAvailable: '100%' }, undefined, 0],
    [{ maxUnavailable: 1 }, undefined, 1], [{ maxUnavailable: '0%' }, undefined, 0], [{ maxUnavailable: '100%' }, undefined, undefined],
  ])('%j of %d pods lets %d go', (budget, replicas, spare) => {
    const [[rule, value]] = Object.entries(budget);
    expect(guarded(budget, replicas)).toEqual([{ rule, value, total: replicas, spare }]);
  });

  test.each([[{}], [{ minAvailable: 'x%' }], [{ minAvailable: '1000%' }], [{ minAvailable: '50' }], [{ minAvailable: 1, selector: { matchLabels: { app: 'web' } } }], [{ minAvailable: 1, selector: null }]])(
    '%j guards nothing', budget => {
      expect(guarded(budget, 3)).toEqual([]);
    });

  const INDEX = 'apps.kubernetes.io/pod-index';

  test.each<[object, number | undefined]>([
    [{ key: INDEX, operator: 'Exists' }, 3], [{ key: INDEX, operator: 'In', values: ['0'] }, undefined], [{ key: INDEX, operator: 'NotIn', values: ['0'] }, undefined],
    [{ key: 'app', operator: 'In', values: ['db'] }, 3],
  ])('of those with %j there are %d', (expression, total) => {
    expect(guarded({ minAvailable: 1 }, 3, [expression])).toMatchObject([{ total }]);
  });
});

describe('Services to which it matters where clients are', () => {
  test.each<[object, string | undefined]>([
    [{ trafficDistribution: 'PreferSameZone' }, 'spec.trafficDistribution PreferSameZone'], [{ internalTrafficPolicy: 'Local' }, 'spec.internalTrafficPolicy Local'],
    [{ trafficDistribution: 'PreferSameNode', internalTrafficPolicy: 'Local' }, 'spec.trafficDistribution PreferSameNode'],
    [{ internalTrafficPolicy: 'Cluster' }, undefined], [{}, undefined], [{ type: 'ExternalName', trafficDistribution: 'PreferSameZone' }, undefined],
    [{ type: 'ExternalName', internalTrafficPolicy: 'Local' }, undefined],
  ])('%j: %s', (spec, stated) => {
    const found = localServices(factsOf(object('v1', 'Service', 's', spec)));
    expect(found.map(statedBy).map(({ field, value }) => `${field} ${value}`)).toEqual(stated === undefined ? [] : [stated]);
  });

  test('a preference and a rule', () => {
    const service = (spec: object) => new Manifest(object('v1', 'Service', 's', spec));
    expect([preferenceOf(service({ trafficDistribution: 'PreferSameZone' })), preferenceOf(service({}))]).toEqual(['PreferSameZone', undefined]);
    expect([isNodeLocal(service({ internalTrafficPolicy: 'Local' })), isNodeLocal(service({}))]).toEqual([true, false]);
  });
});

test('budgets with one selector share the list of their pods, which is looked through once', () => {
  const web = ['a', 'b', 'c'].map(name => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'ml', labels: { app: 'web' } }, spec: {} }));
  const budgets = ['a', 'b', 'c', 'd'].map(name => ({
    apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name, namespace: 'ml' }, spec: { selector: { matchLabels: { app: 'web' } }, maxUnavailable: 1 },
  }));
  const asked: number[] = [];
  const namesOf = ofGuarded(sets => {
    asked.push(sets.length);
    return sets.map(({ carrier }) => carrier.name).join();
  });
  expect(factsOf(...web, ...budgets).get(guardedPods).map(namesOf)).toEqual(Array(4).fill('a,b,c'));
  expect(asked).toEqual([3]);
});
