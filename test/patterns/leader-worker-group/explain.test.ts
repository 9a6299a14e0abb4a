import { Duration } from 'cdk8s';
import { BACKENDS, llm } from './group';
import { Accelerator, LeaderWait, Memory, Placement, Rendezvous } from '../../../src';

const explain = (props: Parameters<typeof llm>[0] = {}) => llm(props).group.explain();

test('the plan with its sums, what was chosen, what these objects cannot do, how to operate them', () => {
  expect(explain({
    size: 2,
    accelerator: Accelerator.nvidia(8),
    parallelism: { tensor: 8, pipeline: 2 },
    container: { image: 'i:1', command: ['serve'], memory: Memory.derived({ weights: '420Gi' }) },
  })).toMatchSnapshot();
});

test('every backend in full', () => {
  expect(Object.values(BACKENDS).map(backend => explain({ backend })).join('\n\n')).toMatchSnapshot();
});

describe('the wait', () => {
  test.each<[string, Parameters<typeof llm>[0], string]>([
    ['in the entry point', {}, 'workers wait up to 300 s for the leader in their entry point, after every restart of the container, then exit and are restarted'],
    ['under a controller that re-creates groups', { backend: BACKENDS.leaderWorkerSet }, 'then exit, for which the controller re-creates the group'],
    ['in a sidecar', { container: { image: 'i:1' } }, 'so a sidecar with a startup probe holds back the first start for up to 300 s; give command to wait after restarts too'],
    ['left to the program', { waitForLeader: LeaderWait.none() }, 'workers do not wait'],
    ['in a group of one', { size: 1 }, 'workers do not wait'],
    ['of the MPI launcher', { rendezvous: Rendezvous.mpi({ sshSecretName: 's' }), restartsAfterSuccess: true, waitForLeader: LeaderWait.forName({ timeout: Duration.minutes(1) }) },
      'workers run sshd; mpirun on the leader waits up to 60 s for the name of each host, then exits and is restarted'],
  ])('%s', (_, props, text) => {
    expect(explain(props)).toContain(text);
  });
});

test.each([
  [Placement.sameZone(), 'each group inside one topology.kubernetes.io/zone; nodes need that label. Traffic between zones is slow and billed'],
  [Placement.exclusiveDomain('rack'), 'each group inside one rack, alone in it; nodes need that label\n'],
  [Placement.anywhere(), 'placement    wherever there is room'],
])('placement %#', (placement, text) => {
  expect(explain({ placement })).toContain(text);
});

test('a group of one has no workers to speak of', () => {
  const text = explain({ size: 1 });
  expect(text).toContain('one plain StatefulSet for each group, of its leader');
  expect(text).toContain('1 pod x ');
  expect(text).toContain('the pod of a group restarts on its own');
  expect(text).not.toMatch(/two plain StatefulSets|mixed world|re-create|take it back/);
});

describe('what plain objects cannot do', () => {
  test.each(['cannot delete and re-create a group', 'an autoscaler scales one StatefulSet', 'sets whose template changes in one apply are updated at the same time', 'until the last one a group runs both templates'])('%s', text => {
    expect(explain()).toContain(text);
    expect(explain({ backend: BACKENDS.leaderWorkerSet })).not.toContain(text);
  });
});
