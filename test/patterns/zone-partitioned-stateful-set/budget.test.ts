import { THREE_ZONES, database, ofKind } from './database';
import { DisruptionBudget } from '../../../src/pod/scheduling/disruption-budget';

const NAME = 'cdk8s-ai-workloads/name';
const ZONE = 'cdk8s-ai-workloads/zone';

describe('a budget', () => {
  test('for each zone prints what may be lost at the same time', () => {
    const zones = [...THREE_ZONES, { zone: 'eu-1d', replicas: 0 }, { zone: 'eu-1e', replicas: 1 }];
    const { db, synth } = database({ zones, disruptionBudget: DisruptionBudget.perZone(2) });
    expect(ofKind(synth(), 'PodDisruptionBudget').map(each => [each.metadata.name, each.spec.maxUnavailable, each.spec.selector.matchLabels])).toEqual(
      ['eu-1a', 'eu-1b', 'eu-1c', 'eu-1e'].map(zone => [`db-${zone}`, 2, { [NAME]: 'db', [ZONE]: zone }]));
    expect(db.explain()).toContain('drains may take 2 + 2 + 2 + 1 = 7 of 10 pods at the same time');
  });

  test('of more pods counts all zones together', () => {
    const { db, object } = database({ disruptionBudget: DisruptionBudget.atMost(2) });
    expect(object('PodDisruptionBudget', 'db').spec.maxUnavailable).toBe(2);
    expect(db.explain()).toContain('at most 2 of 9 pods at a time, all zones counted together');
  });

  test.each<[string, Parameters<typeof database>[0]]>([
    ['is left out when asked', { disruptionBudget: DisruptionBudget.none() }],
    ['is left out without pods', { zones: [{ zone: 'eu-1a', replicas: 0 }] }],
    ['for each zone is left out without pods', { zones: [{ zone: 'eu-1a', replicas: 0 }], disruptionBudget: DisruptionBudget.perZone(1) }],
  ])('%s', (_, props) => {
    expect(ofKind(database(props).synth(), 'PodDisruptionBudget')).toEqual([]);
  });
});
