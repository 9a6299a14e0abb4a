import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, GROUP, LWS_GROUP, LWS_WORKER, Manifest, NAME, PLAIN, POD_INDEX, ROLE, llm, templatesOf } from './group';
import { GroupRole, GroupServiceOptions, KubernetesVersion, Locality } from '../../../src';

const container = { image: 'i:1', command: ['serve'], ports: [{ name: 'http', number: 8000 }, { number: 9000 }] };

/** Labels of the running pod, with what its controller adds. */
function podLabels(kind: string, manifests: Manifest[], group: number, index: number): { [key: string]: string } {
  const { leader, worker } = templatesOf(manifests);
  const labels = (index === 0 ? leader : worker).metadata.labels;
  return kind === 'leaderWorkerSet'
    ? { ...labels, [LWS_GROUP]: String(group), [LWS_WORKER]: String(index) }
    : { ...labels, [GROUP]: String(group), [POD_INDEX]: String(index) };
}

/** Members that a Service reaches, as group/index. */
function reached(kind: string, manifests: Manifest[], service: string): string[] {
  const { selector } = manifests.find(each => each.kind === 'Service' && each.metadata.name === service).spec;
  const members = [0, 1].flatMap(group => [0, 1, 2].map(index => ({ group, index, labels: podLabels(kind, manifests, group, index) })));
  return members.filter(({ labels }) => Object.entries(selector).every(([key, wanted]) => labels[key] === wanted)).map(({ group, index }) => `${group}/${index}`);
}

describe.each(Object.keys(BACKENDS))('%s', kind => {
  const backend = BACKENDS[kind];

  test('clients reach leaders only, and ready ones only', () => {
    const { synth, group } = llm({ backend, container });
    const manifests = synth();
    expect(reached(kind, manifests, 'llm-serving')).toEqual(['0/0', '1/0']);
    const { spec } = manifests.find(each => each.metadata.name === 'llm-serving');
    expect(spec).not.toHaveProperty('publishNotReadyAddresses');
    expect(spec).not.toHaveProperty('clusterIP');
    expect(spec.ports).toEqual([{ name: 'http', port: 8000, targetPort: 8000 }, { name: 'port-9000', port: 9000, targetPort: 9000 }]);
    expect([group.servingService!.name, group.servingService!.dns]).toEqual(['llm-serving', 'llm-serving.ml.svc']);
  });

  test('without a port there is nothing to serve', () => {
    expect(llm({ backend }).group.servingService).toBeUndefined();
  });

  test('serving ports may be given instead', () => {
    const { object } = llm({ backend, container, servingPorts: [{ port: 80, targetPortName: 'http' }] });
    expect(object('Service', 'llm-serving').spec.ports).toEqual([{ port: 80, targetPort: 'http' }]);
  });

  test.each<[string, object, string[]]>([
    ['everything', {}, ['0/0', '0/1', '0/2', '1/0', '1/1', '1/2']],
    ['a group', { group: 1 }, ['1/0', '1/1', '1/2']],
    ['leaders', { role: GroupRole.LEADER }, ['0/0', '1/0']],
    ['the leader of a group', { group: 0, role: GroupRole.LEADER }, ['0/0']],
    ['index 0 of a group', { group: 1, index: 0 }, ['1/0']],
    ['a worker', { group: 1, index: 2 }, ['1/2']],
    ['a worker, with its role', { group: 0, index: 1, role: GroupRole.WORKER }, ['0/1']],
  ])('a Service on %s reaches exactly that', (_, selection, members) => {
    const { group, synth } = llm({ backend });
    const handle = group.addService('Part', { ...selection, ports: [{ port: 80 }] });
    expect(handle.name).toBe('llm-part');
    expect(reached(kind, synth(), 'llm-part')).toEqual(members);
  });

  test('a Service may have a name of its own', () => {
    const { group } = llm({ backend });
    expect(group.addService('Part', { name: 'other', ports: [{ port: 80 }] }).dns).toBe('other.ml.svc');
  });
});

test.each(['statefulSets', 'leaderWorkerSet'])('%s: a Service on workers leaves the leaders out', kind => {
  const { group, synth } = llm({ backend: BACKENDS[kind] });
  group.addService('Workers', { role: GroupRole.WORKER, ports: [{ port: 80 }] });
  expect(reached(kind, synth(), 'llm-workers')).toEqual(['0/1', '0/2', '1/1', '1/2']);
});

test.each(PLAIN)('%s: every pod is in the rendezvous Service', kind => {
  expect(reached(kind, llm({ backend: BACKENDS[kind] }).synth(), 'llm')).toEqual(['0/0', '0/1', '0/2', '1/0', '1/1', '1/2']);
});

describe('preference', () => {
  const preferring = (kubernetes: KubernetesVersion, prefer: Locality) => llm({ container, prefer }, { target: { kubernetes } });

  test.each([
    [KubernetesVersion.V1_33, Locality.SAME_ZONE, 'PreferClose'],
    [KubernetesVersion.V1_34, Locality.SAME_ZONE, 'PreferSameZone'],
    [KubernetesVersion.V1_34, Locality.SAME_NODE, 'PreferSameNode'],
    [KubernetesVersion.V1_36, Locality.SAME_ZONE, 'PreferSameZone'],
  ])('at %s, %s is written %s', (kubernetes, prefer, written) => {
    expect(preferring(kubernetes, prefer).object('Service', 'llm-serving').spec.trafficDistribution).toBe(written);
  });

  test('for the same node is an error at 1.33, which names the first minor that has it', () => {
    const make = () => preferring(KubernetesVersion.V1_33, Locality.SAME_NODE);
    expect(make).toThrow('prod/Llm: prefer: Forbidden: same-node routing');
    expect(make).toThrow('the first minor that has it is 1.34');
    expect(make).toThrow('Locality.SAME_ZONE');
  });

  test('is nothing by default', () => {
    expect(llm({ container }).object('Service', 'llm-serving').spec).not.toHaveProperty('trafficDistribution');
  });

  test.each([[Locality.SAME_NODE, 'PreferSameNode'], [undefined, undefined]])('of a Service that is added is its own: %s', (prefer, written) => {
    const { group, object } = llm({ container, prefer: Locality.SAME_ZONE });
    const options: GroupServiceOptions = { ports: [{ port: 80, targetPort: 8000 }], prefer };

    const { name } = group.addService('Extra', options);

    expect(object('Service', name).spec.trafficDistribution).toBe(written);
  });
});

test('a cdk8s-plus-28 Service selects the same leaders', () => {
  const { chart, group, object } = llm({ container });
  new kplus.Service(chart, 'Own', { metadata: { name: 'own' }, selector: group.leader, ports: [{ port: 80 }] });
  expect(object('Service', 'own').spec.selector).toEqual({ [NAME]: 'llm', [ROLE]: 'leader' });
});
