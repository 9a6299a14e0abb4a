import { carrier, groups, job, said, service, workloadOf } from './made';
import { Timeline, WorkloadAccount } from '../../src/account/account';

const HTTP = { httpGet: { path: '/health', port: 8000 } };
const startup = (failureThreshold: number) => ({ startupProbe: { ...HTTP, failureThreshold, periodSeconds: 10 } });
const bars = ({ phases }: Timeline) => phases.flatMap(phase => phase.bars.map(({ label, kind, from, seconds, text }) => `${label} (${kind}) ${from}+${seconds ?? '?'}: ${text}`));
const first = (timelines: readonly Timeline[]) => timelines[0];

describe('the start of a pod', () => {
  const start = (made: object = {}, kind = 'Deployment') => first(workloadOf(carrier(kind, made)).start);

  test('waits for its node, volumes and images first', () => {
    const pod = { schedulingGates: [{ name: 'quota' }], volumes: [{ name: 'm', persistentVolumeClaim: { claimName: 'models' } }] };
    expect(bars(start({ pod, container: { resources: { limits: { 'nvidia.com/gpu': 8 } } } })).slice(0, 4)).toEqual([
      'gates (wait) 0+?: somebody removes the scheduling gate quota',
      'node (wait) 0+?: a node takes the pod: 8 nvidia.com/gpu must be free there',
      'volumes (wait) 0+?: models is attached and mounted',
      'images (wait) 0+?: registry.example/app:1 is there, or pulled',
    ]);
    expect(bars(start({ container: { imagePullPolicy: 'Never' } })).filter(bar => bar.startsWith('images'))).toEqual([]);
  });

  test('goes through init containers and sidecars one after the other', () => {
    const initContainers = [
      { name: 'load', image: 'a:1' },
      { name: 'proxy', image: 'a:1', restartPolicy: 'Always', ...startup(6) },
      { name: 'log', image: 'a:1', restartPolicy: 'Always' },
    ];
    const timeline = start({ pod: { initContainers }, container: startup(30) });
    expect(timeline.phases.map(({ name, seconds }) => [name, seconds])).toEqual([['waits for', undefined], ['load', undefined], ['proxy', 60], ['log', 0], ['main', 300]]);
    expect(bars(timeline).slice(2, 5)).toEqual([
      'load (init) 0+?: runs to its end, and the next begins',
      'proxy (sidecar) 0+60: starts, and the next begins when its startup probe succeeds: at most 10 s x 6 = 60 s',
      'log (sidecar) 0+0: starts, and nothing waits for it',
    ]);
    expect(timeline.sum).toBe('at most proxy 60 s + main 300 s = 360 s (6 min), and as long as load takes, once node, volumes and images are there');
  });

  test.each([
    ['a startup probe', startup(30), 300, 'has until then to answer its startup probe: 10 s x 30 = 300 s', 'at most 300 s (5 min)'],
    ['a liveness probe alone', { livenessProbe: { ...HTTP, initialDelaySeconds: 60 } }, 90, 'no startup probe: its liveness probe kills it where it does not answer within 60 s + 10 s x 3 = 90 s; it counts as ready as soon as it runs', 'at most 90 s'],
    ['a readiness probe alone', { readinessProbe: HTTP }, undefined, 'no startup probe: nothing limits how long it takes', 'as long as main takes'],
    ['no probe', {}, 0, 'no probe: it counts as ready as soon as it runs', 'ready as soon as its containers run'],
  ])('with %s', (_, container, seconds, text, sum) => {
    const timeline = start({ container });
    const bar = timeline.phases.find(({ name }) => name === 'main')!.bars[0];
    expect([bar.seconds, bar.text]).toEqual([seconds, text]);
    expect(timeline.sum).toBe(`${sum}, once node, volumes and images are there`);
  });

  test('the slowest of several main containers counts', () => {
    const containers = [{ name: 'a', image: 'a:1', ...startup(3) }, { name: 'b', image: 'b:1', ...startup(9) }];
    expect(start({ pod: { containers } }).phases.at(-1)).toMatchObject({ name: 'the containers', seconds: 90 });
    expect(start({ pod: { containers: [...containers, { name: 'c', image: 'c:1', readinessProbe: HTTP }] } }).sum).toContain('as long as the containers take,');
  });

  test.each([
    [{ httpGet: { port: 'http' } }, 'GET / on port http'], [{ tcpSocket: { port: 5432 } }, 'a connection to port 5432'], [{ grpc: { port: 9000 } }, 'gRPC health on port 9000'], [{ exec: { command: ['true'] } }, 'a program in the container'],
  ])('is asked %j whether it is ready', (probe, question) => {
    const timeline = start({ container: { readinessProbe: { ...probe, periodSeconds: 5, successThreshold: 2 } } });
    expect(bars(timeline).at(-1)).toBe(`main ready (ready) 0+?: is asked every 5 s whether it is ready: ${question}, and must say so 2 times`);
  });

  test('ends when it has been ready as long as it must', () => {
    const timeline = start({ spec: { minReadySeconds: 30 }, container: startup(6) });
    expect(timeline.phases.at(-1)).toMatchObject({ name: 'available', seconds: 30 });
    expect(timeline.sum).toContain('main 60 s + available 30 s = 90 s');
  });

  test('has the deadline of a roll-out, the given one or the default', () => {
    expect(start({ spec: { progressDeadlineSeconds: 900 } }).limit).toMatchObject({ seconds: 900, field: 'spec.progressDeadlineSeconds' });
    expect(start().limit).toMatchObject({ seconds: 600, text: '600 s without a pod that becomes available, and the roll-out counts as failed' });
    expect(start({}, 'StatefulSet').limit).toBeUndefined();
  });

  const notes = ({ start: all }: WorkloadAccount, topic: string) => all.flatMap(timeline => said(timeline.notes, topic));

  test('says in which order pods start', () => {
    const ordered = (spec: object) => notes(workloadOf(carrier('StatefulSet', { spec: { replicas: 2, ...spec } })), 'order');
    expect(ordered({})).toEqual(['one after the other: each waits until the one before it is ready']);
    expect(ordered({ podManagementPolicy: 'Parallel' })).toEqual(['all pods at once']);
    expect(ordered({ replicas: 1 })).toEqual([]);
    expect(notes(workloadOf(groups({ startupPolicy: 'LeaderReady' })), 'order')).toEqual(['the workers of a group when its leader is ready']);
    expect(notes(workloadOf(groups()), 'order')).toEqual(['the workers of a group as soon as its leader is made']);
  });

  test('says what is known of an engine that loads a model', () => {
    expect(notes(workloadOf(carrier('Deployment', { container: { command: ['vllm', 'serve', 'm'] } })), 'loading')[0]).toMatch(/^vLLM needs 180 s and more/);
    expect(notes(workloadOf(carrier('Deployment', { container: { command: ['vllm', 'serve', 'm', '--headless'] } })), 'loading')).toEqual([]);
    expect(notes(workloadOf(carrier('Deployment', { container: { command: ['llama-server'] } })), 'loading')).toEqual([]);
  });
});

describe('the stop of a pod', () => {
  const stop = (made: object = {}, ...others: object[]) => first(workloadOf(carrier('Deployment', made), ...others).stop);
  const sleep = (seconds: number) => ({ lifecycle: { preStop: { sleep: { seconds } } } });
  const draining = { command: ['vllm', 'serve', 'm', '--shutdown-timeout', '60'] };

  test('is hook, drain, and what is left of the grace period', () => {
    const timeline = stop({ pod: { terminationGracePeriodSeconds: 90 }, container: { ...draining, ...sleep(15) } });
    expect(bars(timeline)).toEqual([
      'main preStop (hook) 0+15: sleeps 15 s before the stop signal, and still serves',
      'main (drain) 15+60: finishes running requests, for at most 60 s (--shutdown-timeout)',
      'spare (spare) 0+15: nothing is planned for it',
    ]);
    expect(timeline.sum).toBe('preStop 15 s + drain 60 s = 75 s, of 90 s; 15 s to spare');
    expect(timeline.limit).toMatchObject({ seconds: 90, text: '90 s: what still runs then is killed', field: 'spec.template.spec.terminationGracePeriodSeconds' });
  });

  test('may not fit the grace period, which is 30 s by default', () => {
    const timeline = stop({ container: { ...draining, ...sleep(15) } });
    expect([timeline.sum, timeline.limit!.text]).toEqual(['preStop 15 s + drain 60 s = 75 s, of 30 s: 45 s too long', '30 s, the default: what still runs then is killed']);
    expect(timeline.limit).not.toHaveProperty('field');
  });

  test('takes as long as its program does, where that is not known', () => {
    expect(stop().sum).toBe('as long as its program takes, within 30 s');
    expect(stop({ container: sleep(5) }).sum).toBe('preStop 5 s, then as long as its program takes, within 30 s');
    expect(stop({ container: { lifecycle: { preStop: { exec: { command: ['drain'] } } } } }).sum).toBe('preStop, then as long as its program takes, within 30 s');
    expect(bars(stop({ container: { lifecycle: { preStop: { httpGet: { port: 80 } } } } }))[0]).toBe('main preStop (hook) 0+?: runs before the stop signal, as long as it takes');
  });

  test('of a launcher ends when it kills its processes', () => {
    const run = first(workloadOf(job({}, { container: { command: ['torchrun', 'train.py'] }, pod: { terminationGracePeriodSeconds: 95 } })).stop);
    expect(run.sum).toBe('drain 30 s, of 95 s; 65 s to spare');
    expect(bars(run)[0]).toBe('main (drain) 0+30: torchrun leaves its processes 30 s, and kills them');
  });

  test('goes on with sidecars, the last one first', () => {
    const initContainers = ['a', 'b'].map(name => ({ name, image: 'x:1', restartPolicy: 'Always' }));
    const timeline = stop({ pod: { initContainers: [...initContainers, { name: 'init', image: 'x:1' }], terminationGracePeriodSeconds: 90 }, container: draining });
    expect(timeline.phases.map(({ name }) => name)).toEqual(['main', 'b', 'a']);
    expect(timeline.sum).toBe('drain 60 s, then b and a, of 90 s; 30 s are left for sidecars');
  });

  test('names the containers where there are several', () => {
    const containers = [{ name: 'server', image: 'a:1', ...draining }, { name: 'other', image: 'b:1' }];
    expect(stop({ pod: { containers, terminationGracePeriodSeconds: 70 } }).sum).toBe('server drain 60 s; other as long as its program takes, within 70 s');
  });

  test('says whether requests may still arrive', () => {
    const traffic = (made: object, ...others: object[]) => said(stop(made, ...others).notes, 'traffic');
    const web = service('web', { app: 'web' });
    const kept = (then: string) => ['it leaves the endpoints at once, and proxies and gateways send it no new connections while the hook runs; connections that a Service keeps alive go on until the '
      + `stop signal${then}: put a gateway in front, let clients try again, or close connections (Connection: close)`];
    expect(traffic({ container: sleep(5) }, web)).toEqual(kept(' and are cut then'));
    expect(traffic({ container: { ...draining, ...sleep(5) } }, web)).toEqual(kept(', and the next request on each of them fails once'));
    expect(traffic({}, web)[0]).toContain('still send requests');
    expect(traffic({}, service('web', { app: 'web' }, { clusterIP: 'None' }))).toEqual([]);
    expect(traffic({})).toEqual([]);
  });

  test('says what spot nodes leave', () => {
    const spot = (terminationGracePeriodSeconds: number) => said(stop({ pod: { nodeSelector: { 'karpenter.sh/capacity-type': 'spot' }, terminationGracePeriodSeconds } }).notes, 'spot');
    expect(spot(60)).toEqual(['spot nodes of Karpenter leave 120 s after the notice']);
    expect(spot(300)).toEqual(['spot nodes of Karpenter leave 120 s after the notice, whatever the grace period of 300 s says']);
  });
});

test('starts that are the same for all parts are told once, others by part', () => {
  const leaderTemplate = { spec: { containers: [{ name: 'main', image: 'a:1', ...startup(5) }] } };
  expect(workloadOf(groups()).start.map(({ parts }) => parts)).toEqual([undefined]);
  expect(workloadOf(groups({}, { leaderTemplate })).start.map(({ parts }) => parts)).toEqual([['leader'], ['worker']]);
});
