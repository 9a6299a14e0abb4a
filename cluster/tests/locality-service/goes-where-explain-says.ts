import { Near } from './near';
import { expectedEndpoints } from './walk-through';
import { contradictions, deploy, Gates, readyByZone, scale, settled, targetOf, TWO_EACH, ZONES } from './zones';
import { Minor } from '../../harness/api-server';
import { Cluster } from '../../harness/cluster';
import { SliceEndpoint } from '../../harness/endpoints';
import { eachOf } from '../../harness/eventually';
import { Oracle } from '../../harness/oracle';

/** States of the zones, and the row of `explain` where it has one. */
const STAGES: readonly [emptied: readonly string[], row?: string][] = [
  [[], 'no zone'], [['eu-1a'], 'eu-1a'], [['eu-1b'], 'eu-1b'], [['eu-1c'], 'eu-1c'], [['eu-1b', 'eu-1c']], [ZONES, 'all zones'],
];

/** What is checked at every minor. */
export function goesWhereExplainSays(minor: Minor, gates: Gates, oracle: () => Oracle, cluster: () => Cluster): void {
  let near: Near[];
  let names: string[];
  let placed: SliceEndpoint[][];
  beforeAll(async () => {
    near = await deploy(cluster(), 'near', targetOf(minor, gates));
    names = near.map(({ service }) => service.name);
    placed = await settled(cluster(), 'near', names, TWO_EACH);
  });

  test('the server keeps the field that the library chose for the minor', async () => {
    const services = await eachOf(names, 3, name => cluster().client.get('v1', 'Service', 'near', name));
    expect(services.map(({ spec: { trafficDistribution, internalTrafficPolicy } }) => ({ trafficDistribution, internalTrafficPolicy })))
      .toEqual(near.map(({ field }) => ({ trafficDistribution: undefined, internalTrafficPolicy: 'Cluster', ...field })));
  });

  test('each ready endpoint has the hints that its preference needs, and no others', () => {
    near.forEach(({ routing }, index) => placed[index].forEach(({ zone, node, forZones, forNodes }) => expect({ forZones, forNodes }).toEqual({
      forZones: routing === 'ownNode' ? undefined : [zone],
      forNodes: routing === 'sameNode' ? [node] : undefined,
    })));
  });

  test('endpoints are where explain reckons with them, each on a node of its own', () => {
    near.forEach(({ service }, index) => {
      expect(readyByZone(placed[index])).toEqual(expectedEndpoints(service.explain()));
      expect(new Set(placed[index].map(({ node }) => node)).size).toBe(6);
    });
  });

  test('while zones empty one by one, kube-proxy sends the clients of each node where explain says', async () => {
    for (const [emptied, row] of STAGES) {
      await scale(cluster(), 'near', emptied, 0);
      await scale(cluster(), 'near', ZONES.filter(zone => !emptied.includes(zone)), 2);
      await settled(cluster(), 'near', names, Object.fromEntries(ZONES.map(zone => [zone, emptied.includes(zone) ? 0 : 2])));
      expect(await contradictions(oracle(), cluster(), 'near', near, row, gates)).toEqual([]);
    }
  });
}
