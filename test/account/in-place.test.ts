import { accountOfObjects, accountOfText, carrier, groups, service } from './made';
import { Account, Statement } from '../../src/account/account';
import { segmentsOf } from '../../src/account/in-place';

/** The topics at which findings of an id stand. */
function places({ workloads, findings }: Account, id: string): string[] {
  type Said = Pick<Statement, 'topic' | 'findings'>;
  const all = workloads.flatMap(({ sums, places: where, reach, storage, control, start, stop, restarts }): Said[] => [
    ...sums, ...where, ...reach, ...storage, ...control, ...restarts,
    ...[...start, ...stop].flatMap(({ phases, limit, notes }) => [
      ...phases.flatMap(({ bars }) => bars.map(bar => ({ ...bar, topic: bar.label }))), ...(limit ? [limit] : []), ...notes,
    ]),
  ]);
  return all.filter(each => each.findings?.some(number => findings[number].id === id)).map(({ topic }) => topic);
}

/** Objects at which findings of an id stand. */
const atObjects = ({ objects, findings }: Account, id: string) => objects.filter(each => each.findings.some(number => findings[number].id === id)).map(({ object }) => `${object.kind} ${object.name}`);

describe('a finding stands', () => {
  test('at what is said of its field', () => {
    const account = accountOfObjects(carrier('Deployment', { container: { lifecycle: { preStop: { sleep: { seconds: 29 } } }, command: ['vllm', 'serve', 'm', '--shutdown-timeout', '60'], image: 'a:latest' } }));
    expect(places(account, 'AIW2703')).toEqual(['main preStop']);
    expect(places(account, 'AIW2906')).toEqual(['images']);
    expect(atObjects(account, 'AIW2703')).toEqual([]);
  });

  test('at its object, where nothing is said of it', () => {
    const account = accountOfObjects(carrier('Deployment', { container: { env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] } }));
    const { id } = account.findings.find(({ field }) => field?.includes('env'))!;
    expect(places(account, id)).toEqual([]);
    expect(atObjects(account, id)).toEqual(['Deployment web']);
    expect(account.workloads[0].findings).toEqual(account.findings.map((_, number) => number));
  });

  test('once for a part, also where it is about another object of it', () => {
    const set = (name: string) => carrier('StatefulSet', {
      name, labels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'leader', name }, container: { image: 'a:latest' },
    });
    const account = accountOfObjects(set('one'), set('two'));
    expect(places(account, 'AIW2906')).toEqual(['images']);
    expect(account.findings.filter(({ id }) => id === 'AIW2906').map(({ object }) => object!.name)).toEqual(['one', 'two']);
  });

  test('at what is said of several parts, also where their templates stand at other places', () => {
    const workerTemplate = { spec: { nodeSelector: { 'topology.kubernetes.io/zone': 'a' }, containers: [{ name: 'main', image: 'a:latest' }] } };
    const account = accountOfObjects(groups({}, { leaderTemplate: workerTemplate, workerTemplate }));
    const images = account.findings.filter(({ id }) => id === 'AIW2906');
    expect(images).toHaveLength(2);
    expect(places(account, 'AIW2906').length + atObjects(account, 'AIW2906').length).toBeGreaterThan(0);
  });

  test('with the workload that its object belongs to first, and with no other', () => {
    const account = accountOfObjects(carrier('Deployment'), carrier('Deployment', { name: 'other' }), service('web', { app: 'web' }, { trafficDistribution: 'Nowhere' }));
    const found = account.findings.findIndex(({ object }) => object?.kind === 'Service');
    expect(account.workloads.map(({ findings }) => findings.includes(found))).toEqual([true, false]);
  });

  test('nowhere in particular, where it is about no object', () => {
    const account = accountOfText('apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c, image: "a:1"}]}\n---\na: [\n');
    expect(account.loose.map(number => account.findings[number].id)).toEqual(['AIW0005']);
  });

  test('with the right one of two objects of one identity', () => {
    const twice = `${JSON.stringify(carrier('Deployment'), undefined, 1)}\n---\n${JSON.stringify(carrier('Deployment', { container: { image: 'a:latest' } }), undefined, 1)}`;
    const account = accountOfText(twice);
    const moving = account.findings.findIndex(({ id }) => id === 'AIW2906');
    expect(account.workloads.map(({ findings }) => findings.includes(moving))).toEqual([false, true]);
  });
});

test('findings are in the order of reports', () => {
  const account = accountOfObjects(service('x', { app: 'nobody' }), carrier('Deployment', { container: { image: 'a:latest', restartPolicy: 'Never' } }));
  const classes = account.findings.map(({ class: kind }) => kind);
  expect(classes.indexOf('advice')).toBeGreaterThan(classes.indexOf('broken'));
});

test.each([
  ['spec.template.spec.containers[0].env[2].value', ['spec', 'template', 'spec', 'containers', '[0]', 'env', '[2]', 'value']],
  ['metadata.annotations[service.kubernetes.io/topology-mode]', ['metadata', 'annotations', '[service.kubernetes.io/topology-mode]']],
  ['', []],
])('the parts of %s', (field, segments) => {
  expect(segmentsOf(field)).toEqual(segments);
});
