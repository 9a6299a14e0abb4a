import { Body, findings, ids, service, template, workload } from './manifests';

const web = (labels: object, name = 'web', spec: Body = {}) => workload('Deployment', name, { template: template({ app: name, ...labels }), ...spec });

describe('AIW4012: a Service loses its running pods', () => {
  test('selector and labels change in one apply', () => {
    expect(findings([web({}), service({ app: 'web' })], [web({ tier: 'front' }), service({ tier: 'front' })])).toMatchObject([{
      id: 'AIW4012',
      class: 'risky',
      field: 'spec.selector',
      message: 'Invalid value: {"tier":"front"}: selects none of the pods that run: there is no endpoint until new pods of Deployment ml/web are ready',
    }]);
  });

  test('from one workload to another that runs: an info', () => {
    const both = [web({}, 'blue'), web({}, 'green')];
    expect(findings([...both, service({ app: 'blue' })], [...both, service({ app: 'green' })])).toMatchObject([{
      id: 'AIW4012', class: 'advice', message: 'Invalid value: {"app":"green"}: all traffic moves at once, from Deployment ml/blue to Deployment ml/green',
    }]);
  });

  test.each<[string, Body[], Body[]]>([
    ['the label was there before', [web({ tier: 'front' }), service({ app: 'web' })], [web({ tier: 'front' }), service({ tier: 'front' })]],
    ['ports alone', [web({}), service({ app: 'web' })], [web({}), service({ app: 'web' }, { ports: [{ port: 81 }] })]],
    ['it had no pods', [web({}), service({ app: 'gone' })], [web({}), service({ app: 'web' })]],
  ])('passes: %s', (_, before, after) => {
    expect(ids(before, after)).toEqual([]);
  });
});
