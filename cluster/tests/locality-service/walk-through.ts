/** What `explain()` says that the clients of one zone reach: from a node that runs an endpoint, where that differs, and from any other. */
export interface Reached {
  readonly fromItsNode: Counts;
  readonly fromOthers: Counts;
}

/** Endpoints by zone. */
export interface Counts {
  readonly zones: Readonly<Record<string, number>>;
  /** The node's own endpoints, whose zone goes without saying. */
  readonly own?: number;
  /** Said to be all that there are. */
  readonly all: boolean;
}

/** The walk-through of an explanation: by the zones that are empty (`no zone`, `eu-1a`, `all zones`), then by the zone of the clients. */
export function walkThrough(explanation: string): Map<string, Map<string, Reached>> {
  const [header, ...rows] = tableOf(explanation);
  const zones = header.slice(1).map(title => title.replace('clients in ', ''));
  return new Map(rows.map(([emptied, ...cells]) => [emptied, new Map(zones.map((zone, index) => [zone, reached(cells[index])]))]));
}

/** Number of endpoints by zone that the plan reckons with. */
export function expectedEndpoints(explanation: string): Record<string, number> {
  const line = explanation.split('\n').find(each => each.startsWith('  endpoints '))!;
  return countsOf(line.slice(line.lastIndexOf(': ') + 2)).zones as Record<string, number>;
}

function tableOf(explanation: string): string[][] {
  const lines = explanation.split('\n');
  const first = lines.findIndex(line => line.startsWith('  walk-through '));
  const last = lines.findIndex((line, index) => index > first && /^ {0,2}\S/.test(line));
  return lines.slice(first, last).map(line => line.replace('walk-through', '').trim().split(/ {2,}/));
}

function reached(cell: string): Reached {
  const [own, others] = cell.startsWith('own node') ? cell.split('; from other nodes ') : [cell, cell];
  return { fromItsNode: countsOf(own), fromOthers: countsOf(others) };
}

/** `eu-1b 2 + eu-1c 2 (all)`, `own node 1` or `none: fails`. */
function countsOf(text: string): Counts {
  const all = text.endsWith(' (all)');
  const parts = text === 'none: fails' ? [] : text.replace(' (all)', '').split(' + ').map(part => [part.slice(0, part.lastIndexOf(' ')), Number(part.slice(part.lastIndexOf(' ') + 1))] as const);
  const own = parts.find(([place]) => place === 'own node')?.[1];
  return { zones: Object.fromEntries(parts.filter(([place]) => place !== 'own node')), own, all };
}
