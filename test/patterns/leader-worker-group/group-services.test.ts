import { GROUP, NAME, ROLE, llm } from './group';
import { GroupRole, GroupServiceOptions, KubernetesVersion, LeaderWorkerGroupProps, Locality } from '../../../src';

const ports = [{ name: 'http', port: 80, targetPort: 8000 }];

function specOf(options: Partial<GroupServiceOptions>, props: Partial<LeaderWorkerGroupProps> = {}, kubernetes = KubernetesVersion.V1_36) {
  const made = llm(props, { target: { kubernetes } });
  const service = made.group.addService('Extra', { ports, ...options });
  return { name: service.name, ...made.object('Service', service.name).spec };
}

describe('a Service that is added', () => {
  test.each([[Locality.SAME_ZONE, 'PreferSameZone'], [Locality.SAME_NODE, 'PreferSameNode'], [undefined, undefined]])('prefers %s', (prefer, distribution) => {
    expect(specOf({ prefer }).trafficDistribution).toBe(distribution);
  });

  test('has a preference of its own, whatever the group prefers', () => {
    expect(specOf({ prefer: Locality.SAME_NODE }, { prefer: Locality.SAME_ZONE }).trafficDistribution).toBe('PreferSameNode');
  });

  test.each<[what: string, options: Partial<GroupServiceOptions>, selector: object]>([
    ['all pods', {}, {}],
    ['one group', { group: 1 }, { [GROUP]: '1' }],
    ['all leaders', { role: GroupRole.LEADER }, { [ROLE]: 'leader' }],
    ['the workers of one group', { group: 0, role: GroupRole.WORKER }, { [GROUP]: '0', [ROLE]: 'worker' }],
    ['one worker', { group: 1, index: 2 }, { [GROUP]: '1', [ROLE]: 'worker', 'apps.kubernetes.io/pod-index': '2' }],
  ])('selects %s', (_, options, selector) => {
    expect(specOf(options).selector).toEqual({ [NAME]: 'llm', ...selector });
  });

  test.each<[what: string, options: Partial<GroupServiceOptions>, message: string]>([
    ['the group after the last', { group: 2 }, 'addService(group): Invalid value: 2: the groups are 0 to 1'],
    ['the index after the last', { group: 0, index: 3 }, 'addService(index): Invalid value: 3: a group has the indexes 0 (the leader) to 2'],
    ['an index of all groups', { index: 1 }, 'addService(index): Invalid value: 1: stands in every group'],
    ['a leader with the index of a worker', { group: 0, role: GroupRole.LEADER, index: 1 }, 'addService(index): Invalid value: 1: is not a leader'],
    ['a worker with the index of the leader', { group: 0, role: GroupRole.WORKER, index: 0 }, 'addService(index): Invalid value: 0: is not a worker'],
  ])('refuses %s', (_, options, message) => {
    expect(() => specOf(options)).toThrow(message);
  });
});
