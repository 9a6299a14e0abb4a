import { Manifest } from '../harness/manifest';
import { Oracle, PortRoute } from '../harness/oracle';

let oracle: Oracle;

beforeAll(async () => {
  oracle = await Oracle.start();
});

afterAll(() => oracle?.stop());

/** An endpoint of a slice, in short. */
interface Place {
  readonly pod: string;
  readonly zone: string;
  readonly node: string;
  readonly forZone?: string;
  readonly forNode?: string;
  readonly state?: 'ready' | 'serving while terminating' | 'not ready';
}

const STATES = {
  'ready': { ready: true, serving: true, terminating: false },
  'serving while terminating': { ready: false, serving: true, terminating: true },
  'not ready': { ready: false, serving: false, terminating: false },
};

function slice(places: readonly Place[], name = 'web-1', base = 10): Manifest {
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name, namespace: 'ns', labels: { 'kubernetes.io/service-name': 'web' } },
    addressType: 'IPv4',
    ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
    endpoints: places.map(({ pod, zone, node, forZone, forNode, state = 'ready' }, index) => ({
      addresses: [`10.1.0.${base + index}`],
      conditions: STATES[state],
      nodeName: node,
      zone,
      targetRef: { kind: 'Pod', name: pod, namespace: 'ns' },
      hints: { ...forZone && { forZones: [{ name: forZone }] }, ...forNode && { forNodes: [{ name: forNode }] } },
    })),
  };
}

function service(spec: object = {}): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'ns' },
    spec: { clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], ipFamilies: ['IPv4'], ports: [{ name: 'http', port: 80, protocol: 'TCP' }], ...spec },
  };
}

/** What differs from a node of the zone in a 1.36 cluster, and from the Service above. */
interface Asked {
  readonly minor?: string;
  readonly node?: string;
  readonly spec?: object;
  readonly gates?: Record<string, boolean>;
}

async function routeFrom(zone: string, slices: Manifest[], options: Asked = {}): Promise<PortRoute> {
  const { minor = '1.36', node = `node-${zone}`, spec, gates } = options;
  const labels = { 'topology.kubernetes.io/zone': zone };
  const routes = await oracle.route({ minor, gates, service: service(spec), slices, node: { name: node, labels } });
  expect(routes).toHaveLength(1);
  return routes[0];
}

function podsOf(route: PortRoute, policy: 'cluster' | 'local' | 'reachable' = 'cluster'): string[] | undefined {
  return route[policy]?.map(({ pod }) => pod!);
}

const A: Place = { pod: 'a', zone: 'za', node: 'node-za', forZone: 'za' };
const B: Place = { pod: 'b', zone: 'zb', node: 'node-zb', forZone: 'zb' };
const C: Place = { pod: 'c', zone: 'zc', node: 'node-zc', forZone: 'za' };

describe("kube-proxy's choice of endpoints", () => {
  test('a node takes what is hinted for its zone, wherever it runs', async () => {
    const route = await routeFrom('za', [slice([A, B, C])]);
    expect(route).toMatchObject({ port: 'http', protocol: 'TCP', hasAny: true, local: null });
    expect(route.cluster).toEqual([
      { address: '10.1.0.10', port: 8080, pod: 'a', zone: 'za', node: 'node-za' },
      { address: '10.1.0.12', port: 8080, pod: 'c', zone: 'zc', node: 'node-zc' },
    ]);
  });

  test('a node whose zone no hint names takes all', async () => {
    expect(podsOf(await routeFrom('zd', [slice([A, B, C])]))).toEqual(['a', 'b', 'c']);
  });

  test('one ready endpoint without a hint, in any slice, makes every node take all', async () => {
    expect(podsOf(await routeFrom('za', [slice([A, B]), slice([{ ...C, forZone: undefined }], 'web-2', 20)]))).toEqual(['a', 'b', 'c']);
  });

  test('an endpoint that is not ready needs no hint and gets nothing', async () => {
    expect(podsOf(await routeFrom('za', [slice([A, B, { ...C, forZone: undefined, state: 'not ready' }])]))).toEqual(['a']);
  });

  test('a zone whose endpoints all terminate gets the other zones, not the terminating ones', async () => {
    expect(podsOf(await routeFrom('za', [slice([{ ...A, state: 'serving while terminating' }, B])]))).toEqual(['b']);
  });

  test('when all terminate, those that still serve are used', async () => {
    const all = [A, B].map(place => ({ ...place, state: 'serving while terminating' as const }));
    expect(podsOf(await routeFrom('za', [slice([...all, { ...C, state: 'not ready' }])]))).toEqual(['a', 'b']);
  });

  test('without a usable endpoint there is none anywhere', async () => {
    const route = await routeFrom('za', [slice([{ ...A, state: 'not ready' }])]);
    expect(podsOf(route)).toEqual([]);
    expect(route.hasAny).toBe(false);
  });

  test('an address that a terminating pod still has is the running pod that got it again', async () => {
    const leaving = slice([{ ...A, pod: 'leaving', state: 'serving while terminating' }], 'web-2');
    expect(podsOf(await routeFrom('za', [leaving, slice([A, B])]))).toEqual(['a']);
    expect(podsOf(await routeFrom('za', [slice([A, B]), leaving]))).toEqual(['a']);
  });

  test('internalTrafficPolicy Local keeps to the node, and gets nothing on a node without a pod', async () => {
    const spec = { internalTrafficPolicy: 'Local' };
    const onNode = await routeFrom('za', [slice([A, B, C])], { spec });
    expect(onNode.cluster).toBeNull();
    expect(podsOf(onNode, 'local')).toEqual(['a']);
    const elsewhere = await routeFrom('za', [slice([A, B, C])], { spec, node: 'other' });
    expect(elsewhere).toMatchObject({ local: null, hasAny: true });
  });
});

describe('hints for nodes', () => {
  const places = [{ ...A, forNode: 'node-za' }, { ...C, pod: 'd', forZone: 'za', forNode: 'node-zc' }];

  // Alpha and off at 1.33, on from 1.34. Source: k8s.io/kubernetes/pkg/features/kube_features.go, PreferSameTrafficDistribution (v1.36.3).
  test.each([['1.33', ['a', 'd']], ['1.34', ['a']], ['1.35', ['a']], ['1.36', ['a']]])('at %s a node takes %j', async (minor, expected) => {
    expect(podsOf(await routeFrom('za', [slice(places)], { minor }))).toEqual(expected);
  });

  test('at 1.33 they count when the gate is on, and not in the question after it', async () => {
    const gates = { PreferSameTrafficDistribution: true };
    expect(podsOf(await routeFrom('za', [slice(places)], { minor: '1.33', gates }))).toEqual(['a']);
    expect(podsOf(await routeFrom('za', [slice(places)], { minor: '1.33' }))).toEqual(['a', 'd']);
  });

  test('a gate that there is not is an error', async () => {
    await expect(routeFrom('za', [slice(places)], { gates: { NoSuchGate: true } })).rejects.toThrow('unrecognized feature gate: NoSuchGate');
  });
});

describe('a Service that kube-proxy does not handle', () => {
  test('a headless one is an error, not an empty answer', async () => {
    const spec = { clusterIP: 'None', clusterIPs: ['None'] };
    await expect(routeFrom('za', [slice([A])], { spec })).rejects.toThrow('kube-proxy ignores Service ns/web: it is headless');
  });
});
