import { App, Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { BACKENDS, Manifest, llm, propsOf } from './group';
import { LeaderWorkerGroup } from '../../../src';

const container = { image: 'i:1', command: ['serve'], portNumber: 8000 };

describe.each(Object.keys(BACKENDS))('%s', kind => {
  const props = propsOf({ backend: BACKENDS[kind], container, claims: [{ name: 'cache', size: '1Gi', mountPath: '/c' }] });

  function made(place: (app: App) => { chart: Chart; scope: Construct }): Manifest[] {
    const { chart, scope } = place(new App());
    new LeaderWorkerGroup(scope, 'Llm', props);
    return Testing.synth(chart);
  }

  const inChart = (id: string) => (app: App) => {
    const chart = new Chart(app, id, { namespace: 'ml' });
    return { chart, scope: chart };
  };

  test('moving the construct changes nothing of the manifests', () => {
    const here = made(inChart('prod'));
    expect(made(inChart('other-chart'))).toEqual(here);
    expect(made(app => {
      const chart = new Chart(new Construct(app, 'Team'), 'prod', { namespace: 'ml' });
      return { chart, scope: new Construct(new Construct(chart, 'Serving'), 'Models') };
    })).toEqual(here);
  });

  test('a second group beside it changes nothing of the first', () => {
    const alone = llm(props);
    const both = llm(props);
    llm({ ...props, name: 'second' }, { chart: both.chart, id: 'Second' });
    expect(both.synth().filter(each => !each.metadata.name.startsWith('second'))).toEqual(alone.synth());
  });

  test('more groups leave the first ones as they are', () => {
    const named = (groups: number) => llm({ ...props, groups }).ofKind('StatefulSet');
    expect(named(5).slice(0, named(2).length)).toEqual(named(2));
  });

  test('a given name stands for the id', () => {
    expect(llm({ ...props, name: 'llm' }, { id: 'Whatever' }).synth()).toEqual(llm(props).synth());
  });
});

test('without a namespace the manifests have none, and names are valid inside it', () => {
  const chart = new Chart(new App(), 'prod');
  const group = new LeaderWorkerGroup(chart, 'Llm', propsOf());
  expect(group.group(1).worker(2).dns).toBe('llm-1-worker-2.llm');
  Testing.synth(chart).forEach(each => expect(each.metadata).not.toHaveProperty('namespace'));
});

test('a namespace of its own goes into every object and address', () => {
  const { group, synth } = llm({ metadata: { namespace: 'other', labels: { team: 'a' } }, container });
  synth().forEach(each => expect(each.metadata.namespace).toBe('other'));
  expect(group.group(0).leader.dns).toBe('llm-0-leader-0.llm.other');
});
