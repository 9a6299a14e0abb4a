import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, llm, mainOf, templatesOf } from './group';
import { FateSharingOptions, GroupRestart } from '../../../src';
import { run } from '../../engines/kubelet';

const health = (options: kplus.HttpGetProbeOptions = {}) => kplus.Probe.fromHttpGet('/health', { port: 8000, ...options });

function shared(options: Partial<FateSharingOptions> = {}, liveness = health()) {
  return llm({ leader: { liveness }, restart: GroupRestart.fateSharing({ port: 8000, ...options }) });
}

describe('fate sharing on two StatefulSets', () => {
  const { leader, worker } = templatesOf(shared().synth());

  test('workers probe the leader\'s port and are restarted when it is gone', () => {
    const { livenessProbe } = mainOf(worker);
    expect(livenessProbe).toMatchObject({ periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 });
    const done = run({ ...mainOf(worker), command: livenessProbe.exec.command, args: undefined }, {}, { python3: 'echo "$LWS_LEADER_ADDRESS"; exit 1' });
    expect(done.status).toBe(1);
    expect(done.calls[0]).toContain('(os.environ["LWS_LEADER_ADDRESS"], 8000), 4)');
    expect(done.out).toBe('llm-0-leader-0.llm.ml\n');
  });

  test('workers give the leader time to open its port', () => {
    expect(mainOf(worker).startupProbe).toMatchObject({ periodSeconds: 10, failureThreshold: 180 });
  });

  test('the leader keeps the engine\'s own probe', () => {
    expect(mainOf(leader).livenessProbe.httpGet).toMatchObject({ path: '/health', port: 8000 });
    expect(mainOf(leader).startupProbe).toBeUndefined();
  });

  test('bounds are rounded up to whole periods', () => {
    const main = mainOf(templatesOf(shared({ tolerance: Duration.seconds(95), startup: Duration.minutes(2) }).synth()).worker);
    expect([main.livenessProbe.failureThreshold, main.startupProbe.failureThreshold]).toEqual([10, 12]);
  });
});

describe('the worst case is printed with its sum', () => {
  test.each<[string, kplus.Probe, Partial<FateSharingOptions>, string]>([
    ['Kubernetes\' probe defaults', health(), {}, 'leader notices within 10 x 3 + 1 = 31 s and stops within 30 s, the other workers notice within another 10 x 6 + 5 = 65 s and stop within 30 s: 156 s'],
    ['a slow probe', health({ periodSeconds: Duration.seconds(30), failureThreshold: 2, timeoutSeconds: Duration.seconds(10) }), {},
      'leader notices within 30 x 2 + 10 = 70 s and stops within 30 s, the other workers notice within another 10 x 6 + 5 = 65 s and stop within 30 s: 195 s'],
    ['a long tolerance', health(), { tolerance: Duration.minutes(3) }, '10 x 18 + 5 = 185 s and stop within 30 s: 276 s'],
  ])('%s', (_, probe, options, text) => {
    expect(shared(options, probe).group.explain().replace(/\n +/g, ' ')).toContain(text);
    expect(shared(options, probe).group.explain()).toContain('plus the kubelet\'s restart back-off of up to 300 s');
  });
});

test('the worst case counts the grace period that a probe\'s kill takes', () => {
  const { group } = llm({
    leader: { liveness: health() }, restart: GroupRestart.fateSharing({ port: 8000 }), terminationGracePeriod: Duration.minutes(5),
  });
  expect(group.explain().replace(/\n +/g, ' ')).toContain('= 31 s and stops within 300 s, the other workers notice within another 10 x 6 + 5 = 65 s and stop within 300 s: 696 s');
});

test.each([
  ['statefulSets', 'each pod restarts on its own; the framework must take it back'],
  ['singleStatefulSet', 'each pod restarts on its own; the framework must take it back'],
  ['leaderWorkerSet', 'the controller deletes and creates the whole group when one of its pods fails'],
])('without a choice %s: %s', (kind, text) => {
  const { group, synth } = llm({ backend: BACKENDS[kind] });
  expect(group.explain()).toContain(text);
  expect(mainOf(templatesOf(synth()).worker).livenessProbe).toBeUndefined();
});

test.each([
  ['leaderWorkerSet', 3, true],
  ['leaderWorkerSet', 1, false],
  ['statefulSets', 3, false],
])('without a restart, %s with %s pods a group: a deleted leader takes its workers along: %s', (kind, size, takes) => {
  const { group } = llm({ backend: BACKENDS[kind], size, restart: GroupRestart.none() });
  expect(group.explain()).toContain('restarts on its own');
  expect(group.explain().includes('A leader that is deleted takes its workers along')).toBe(takes);
});
