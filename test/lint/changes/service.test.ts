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

  test('what is new beside pods that run already is not where traffic goes at once', () => {
    const [blue, green, teal] = [web({}, 'blue'), web({ tier: 'front' }, 'green'), web({ tier: 'front' }, 'teal')];
    expect(findings([blue, green, service({ app: 'blue' })], [blue, green, teal, service({ tier: 'front' })])).toMatchObject([{
      message: 'Invalid value: {"tier":"front"}: all traffic moves at once, from Deployment ml/blue to Deployment ml/green',
    }]);
  });

  test('what ran before has to run: another workload without pods takes nothing', () => {
    const both = [web({}, 'blue'), web({}, 'green', { replicas: 0 })];
    const after = [web({}, 'blue'), web({}, 'green'), service({ app: 'green' })];
    expect(findings([...both, service({ app: 'blue' })], after)).toMatchObject([{
      class: 'risky', field: 'spec.selector', message: 'Invalid value: {"app":"green"}: selects none of the pods that run: there is no endpoint until new pods of Deployment ml/green are ready',
    }]);
    expect(findings([web({}, 'blue'), web({}, 'green'), service({ app: 'blue' })], after)).toMatchObject([{ class: 'advice', field: 'spec.selector' }]);
  });

  test.each<[string, Body[], Body[]]>([
    ['the label was there before', [web({ tier: 'front' }), service({ app: 'web' })], [web({ tier: 'front' }), service({ tier: 'front' })]],
    ['ports alone', [web({}), service({ app: 'web' })], [web({}), service({ app: 'web' }, { ports: [{ port: 81 }] })]],
    ['no pods of it would run', [web({}), service({ app: 'web' })], [web({ tier: 'front' }, 'web', { replicas: 0 }), service({ tier: 'front' })]],
    ['no pods of it ran', [web({}, 'web', { replicas: 0 }), service({ app: 'web' })], [web({ tier: 'front' }), service({ tier: 'front' })]],
    ['no selector any more', [web({}), service({ app: 'web' })], [web({}), service({})]],
    ['a selector of something else', [web({}), { ...service({ app: 'web' }), kind: 'Other' }], [web({ tier: 'front' }), { ...service({ tier: 'front' }), kind: 'Other' }]],
    ['labels alone, which the workload says', [web({ tier: 'back' }), service({ tier: 'back' })], [web({}), service({ tier: 'back' })]],
    ['it had no pods', [web({}), service({ app: 'gone' })], [web({}), service({ app: 'web' })]],
  ])('passes: %s', (_, before, after) => {
    expect(ids(before, after)).toEqual([]);
  });
});
