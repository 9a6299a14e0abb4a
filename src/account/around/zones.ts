import { PodRow } from '../account';
import { named, Said } from '../said';

/** Which rows are bound to which zone. */
export function zonesText(rows: readonly PodRow[]): Said[] {
  const zones = new Map<string, string[]>();
  for (const { zone, label } of rows) {
    if (zone !== undefined) {
      zones.set(zone, [...zones.get(zone) ?? [], label]);
    }
  }
  if (zones.size === 0) {
    return [];
  }
  const isAll = zones.size === 1 && rows.every(({ zone }) => zone !== undefined);
  const text = isAll ? `all pods in ${[...zones.keys()][0]}, and nowhere else` : [...zones].map(([zone, labels]) => `${zone}: ${named(labels, 4)}`).join('; ');
  return [{ topic: 'zones', text }];
}
