import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ModelLoad } from '../../../src';
import { givenProbe } from '../../../src/pod/container/given-probe';
import { planStartup } from '../../../src/pod/lifecycle/model-load';
import { startupHolds } from '../../../src/pod/lifecycle/startup-invariant';
import { messageOf } from '../carrier';

const LLAMA = ModelLoad.of({ weights: '140Gi', downloadBandwidth: '500Mi', loadBandwidth: '2Gi', compile: Duration.minutes(2) });

test('the budget is twice download + load + compile, in whole periods', () => {
  const plan = planStartup(LLAMA);
  // 140 x 1024 / 500 = 286.72; 140 / 2 = 70
  expect(plan).toMatchObject({ expectedSeconds: 287 + 70 + 120, probe: { periodSeconds: 10, failureThreshold: 96 }, seconds: 960 });
  expect(plan.sum).toBe('10 s x 96 = 960 s: 2 x (download 140Gi at 500Mi/s 287 s + load 140Gi at 2Gi/s 70 s + compile 120 s = 477 s), in whole periods');
});

test.each([
  [ModelLoad.of({ weights: '16Gi' }), 16 + 180],
  [ModelLoad.of({ weights: '16Gi', compile: Duration.seconds(0) }), 16],
  [ModelLoad.of({ weights: '1', compile: Duration.seconds(0) }), 1],
  [ModelLoad.measured(Duration.minutes(7)), 420],
])('%#: what is expected is the sum of the parts', (load, seconds) => {
  const plan = planStartup(load);
  expect(plan.expectedSeconds).toBe(seconds);
  expect(plan.seconds).toBeGreaterThanOrEqual(2 * seconds);
  expect(plan.seconds - 2 * seconds).toBeLessThan(10);
});

test('without a load there are 30 minutes, and the plan says how to do better', () => {
  expect(planStartup(undefined)).toMatchObject({ seconds: 1800, probe: { periodSeconds: 10, failureThreshold: 180 }, sum: expect.stringContaining('the load is not known; say it with ModelLoad.of') });
});

test('the progress deadline is above the startup budget', () => {
  expect(planStartup(LLAMA)).toMatchObject({ progressDeadlineSeconds: 1560, progressDeadlineSum: 'startup 960 s + scheduling and image pull 600 s = 1560 s' });
  expect(planStartup(LLAMA, { progressDeadlineSeconds: 961 }).progressDeadlineSeconds).toBe(961);
});

test('a startup budget above the progress deadline is refused', () => {
  expect(messageOf(() => planStartup(LLAMA, { progressDeadlineSeconds: 960 }))).toBe(
    'progressDeadline: Invalid value: "960s": must be more than the startup budget of 960 s, or a roll-out that works is reported as failed\n'
    + '  help: give at least 1560 s, or leave it out');
});

test('a startup probe that is shorter than the load is refused with the sum', () => {
  expect(messageOf(() => planStartup(LLAMA, { field: 'leader', startup: { periodSeconds: 10, failureThreshold: 30, initialDelaySeconds: 20 } }))).toBe(
    'leader.startup: Invalid value: "320s": 10 s x 30 + initial delay 20 s = 320 s, but the model needs download 140Gi at 500Mi/s 287 s + load 140Gi at 2Gi/s 70 s + compile 120 s = 477 s: '
    + 'the kubelet kills the container while it loads\n  help: allow at least 477 s, or leave the startup probe out to have it computed');
});

test('a startup probe of the user stands when it is long enough, or when nothing is known', () => {
  expect(planStartup(LLAMA, { startup: { periodSeconds: 5, failureThreshold: 100 } })).toMatchObject({ seconds: 500, sum: '5 s x 100 = 500 s: as given' });
  expect(planStartup(undefined, { startup: { periodSeconds: 1, failureThreshold: 60 } }).seconds).toBe(60);
});

describe('liveness that fires while the model loads', () => {
  const liveness = { periodSeconds: 10, failureThreshold: 3, initialDelaySeconds: 300 };

  test('is refused when no startup probe holds it back', () => {
    const message = messageOf(() => planStartup(LLAMA, { field: 'container', liveness, heldBack: false }));
    expect(message).toContain('container.liveness: Invalid value: "330s": fires while the model loads: 10 s x 3 + initial delay 300 s = 330 s, but the load takes download 140Gi');
    expect(message).toContain('= 477 s, and no startup probe holds it back');
    expect(message).toContain('help: keep the startup probe');
  });

  test('is refused against 30 minutes when the load is not known', () => {
    expect(messageOf(() => planStartup(undefined, { liveness, heldBack: false }))).toContain('but the load takes up to 1800 s');
  });

  test('is no matter behind a startup probe, or when it is patient', () => {
    expect(planStartup(LLAMA, { liveness, heldBack: true }).seconds).toBe(960);
    // Patterns add the startup probe, so it is there unless somebody says otherwise.
    expect(planStartup(LLAMA, { liveness }).seconds).toBe(960);
    expect(planStartup(LLAMA, { liveness: { ...liveness, failureThreshold: 60 }, heldBack: false }).seconds).toBe(960);
  });
});

describe('the final object', () => {
  const holds = startupHolds('spec.template', 'main', planStartup(LLAMA));
  const manifest = (container: object, name = 'main') => ({ spec: { template: { spec: { containers: [{ name: 'other' }, { name, ...container }] } } } });
  const probe = (periodSeconds: number, failureThreshold: number) => ({ httpGet: { path: '/health', port: 8000 }, periodSeconds, failureThreshold });

  test('may not lose its startup probe while it has a liveness probe', () => {
    expect(holds(manifest({ livenessProbe: probe(10, 3) }))).toMatchObject([{
      id: 'AIW3305', class: 'broken', field: 'spec.template.spec.containers[1].livenessProbe', message: expect.stringMatching(/^Invalid value: "30s": fires while the model loads/),
    }]);
  });

  test('may not get a startup probe that gives up too early', () => {
    expect(holds(manifest({ startupProbe: probe(10, 30), livenessProbe: probe(10, 3) }))).toMatchObject([{ field: 'spec.template.spec.containers[1].startupProbe' }]);
  });

  test('is well with the planned probe, without any probe, and without the container', () => {
    expect(holds(manifest({ startupProbe: probe(10, 96), livenessProbe: probe(10, 3) }))).toEqual([]);
    expect(holds(manifest({}))).toEqual([]);
    expect(holds(manifest({ livenessProbe: probe(1, 1) }, 'engine'))).toEqual([]);
    expect(holds({})).toEqual([]);
  });

  test("Kubernetes' defaults count where a probe leaves figures out", () => {
    expect(holds(manifest({ livenessProbe: {} }))[0].message).toContain('10 s x 3 = 30 s');
  });
});

test('the figures of a cdk8s-plus-28 probe are read with the defaults filled in', () => {
  const container = { image: 'i', portNumber: 8000 };
  expect(givenProbe('container', container, undefined)).toBeUndefined();
  expect(givenProbe('container', container, kplus.Probe.fromHttpGet('/health'))).toMatchObject({ periodSeconds: 10, failureThreshold: 3 });
  const probe = kplus.Probe.fromTcpSocket({ periodSeconds: Duration.seconds(7), failureThreshold: 9, initialDelaySeconds: Duration.seconds(4) });
  expect(givenProbe('container', container, probe))
    .toEqual({ periodSeconds: 7, failureThreshold: 9, initialDelaySeconds: 4 });
});

test.each([
  [() => ModelLoad.of({ weights: '140' + 'GB' }), 'ModelLoad.of(weights): Invalid value: "140GB"'],
  [() => ModelLoad.of({ weights: '0' }), 'ModelLoad.of(weights): Invalid value: "0"'],
  [() => ModelLoad.of({ weights: '1Gi', downloadBandwidth: '0' }), 'ModelLoad.of(downloadBandwidth): Invalid value: "0"'],
  [() => ModelLoad.of({ weights: '1Gi', loadBandwidth: 'fast' }), 'ModelLoad.of(loadBandwidth): Invalid value: "fast"'],
  [() => ModelLoad.of({ weights: '1Gi', compile: Duration.millis(10) }), 'ModelLoad.of(compile): Invalid value: "0.01s"'],
  [() => ModelLoad.measured(Duration.seconds(0)), 'ModelLoad.measured(duration): Invalid value: "0s"'],
])('%#: nonsense is refused by its property', (make, text) => {
  expect(messageOf(make)).toContain(text);
});
