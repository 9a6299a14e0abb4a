import * as fc from 'fast-check';
import { Setting, mostly } from './combinators';

/** Zones of one cluster each, as clouds name them. */
const CLUSTERS = [['eu-1a', 'eu-1b', 'eu-1c'], ['us-central1-a', 'us-central1-b', 'us-central1-f'], ['westeurope-1', 'westeurope-2', 'westeurope-3']];

export const ODD_ZONES = ['', 'north', 'a b', 'EU-1A', 'eu.1a', 'eu_1a', 'zone-0', 'x'.repeat(63), 'x'.repeat(64), '1', 'a', '-a', 'constructor', `${'z'.repeat(40)}-a`, '\u00e9'];

/** What a target lists: nothing, some zones, or none because its nodes have none. */
export const targetZones: fc.Arbitrary<readonly string[] | undefined> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(undefined) },
  { weight: 10, arbitrary: fc.constantFrom(...CLUSTERS) },
  { weight: 1, arbitrary: fc.constant([]) });

/** Zones for a workload: of the target where it lists some. */
export function chosenZones(setting: Setting): fc.Arbitrary<string[]> {
  const known = setting.zones && setting.zones.length > 0 ? [setting.zones] : CLUSTERS;
  const usual = fc.constantFrom(...known).chain(zones => fc.shuffledSubarray([...zones], { minLength: 1 }));
  return mostly(setting, usual, fc.array(fc.constantFrom(...ODD_ZONES, 'eu-1a', 'eu-1b'), { maxLength: 4 }));
}
