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

describe('AIW4013: pods of a Service come from another object', () => {
  const [one, two, three] = ['one', 'two', 'three'].map(name => web({ tier: 'front' }, name));
  const front = service({ tier: 'front' });
  const moves = (before: Body[], after: Body[]) => findings([...before, front], [...after, front]).filter(({ id }) => id === 'AIW4013');

  test('all that were there go, and all that will be there are new', () => {
    expect(moves([one, two], [three])).toMatchObject([{
      message: 'Invalid value: "three": its pods take the place of those of Deployment ml/one, Deployment ml/two, which go: nothing waits for them, and Service ml/svc has no endpoint until they are ready',
    }]);
    expect(moves([one], [two, three])).toMatchObject([{ message: expect.stringContaining('Invalid value: "two": its pods take the place of those of Deployment ml/one, which goes') }]);
  });

  test('two Services of the same pods are told together', () => {
    const back = { ...front, metadata: { name: 'back', namespace: 'ml' } };

    expect(findings([one, front, back], [two, front, back]).filter(({ id }) => id === 'AIW4013')).toMatchObject([{ message: expect.stringMatching(/Service ml\/svc, Service ml\/back have no endpoint/) }]);
  });

  test.each<[string, Body[], Body[]]>([
    ['one of two stays', [one, two], [two, three]], ['one stays and one is new', [one], [one, two]], ['one goes and one stays', [one, two], [one]],
    ['none was there', [], [one]], ['none will be there', [one], []], ['what goes had no pods', [web({ tier: 'front' }, 'one', { replicas: 0 })], [two]],
  ])('passes: %s', (_, before, after) => {
    expect(moves(before, after)).toEqual([]);
  });
});
