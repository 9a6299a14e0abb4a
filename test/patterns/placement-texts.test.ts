import { Placement } from '../../src';
import { PlacedPods, placementChoice } from '../../src/patterns/placement-texts';

const RACK = 'example.com/rack';

function choice(placement: Placement, placed: Partial<PlacedPods> = {}): string {
  return placementChoice({ placement, unit: 'group', units: 2, pods: 2, isQueued: false, ...placed });
}

test.each<[string, Placement, Partial<PlacedPods>, string]>([
  ['anywhere', Placement.anywhere(), {}, 'wherever there is room'],
  ['the only zone', Placement.inZone('eu-1a'), {}, 'in eu-1a, as given'],
  ['zones of a run', Placement.inZone('eu-1a'), { unit: 'run', units: 1 }, 'in eu-1a, as given'],
  ['a zone for each group', Placement.inZones(['eu-1a', 'eu-1b']), {}, 'as given: group 0 in eu-1a, group 1 in eu-1b'],
  ['fewer zones than groups', Placement.inZones(['eu-1a', 'eu-1b']), { units: 3 }, 'as given: group 0 in eu-1a, group 1 in eu-1b, and again from the first'],
  ['more zones than groups', Placement.inZones(['eu-1a', 'eu-1b']), { units: 1 }, 'in eu-1a, as given'],
  ['a rack', Placement.sameDomain(RACK), {}, `each group inside one ${RACK}; nodes need that label`],
  ['a rack alone', Placement.exclusiveDomain(RACK), {}, `each group inside one ${RACK}, alone in it; nodes need that label`],
  ['a zone that the first pod chooses', Placement.sameZone(), { unit: 'run' },
    'all workers inside one topology.kubernetes.io/zone; nodes need that label. Traffic between zones is slow and billed'],
])('%s', (_, placement, placed, text) => {
  expect(choice(placement, placed)).toBe(text);
});
