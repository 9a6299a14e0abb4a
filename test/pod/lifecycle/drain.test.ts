import { Duration } from 'cdk8s';
import * as fc from 'fast-check';
import { DrainRequest, planDrain, planWorkerDrain } from '../../../src/pod/lifecycle/drain';
import { messageOf } from '../carrier';

const FLAG = { flag: '--shutdown-timeout', seconds: 60 };

const request = (more: Partial<DrainRequest> = {}): DrainRequest => ({ engine: 'vllm 0.18', longestStreamSeconds: 60, drain: FLAG, ...more });

const OLD: Partial<DrainRequest> = { engine: 'vllm 0.17', drain: undefined, noDrainReason: '--shutdown-timeout came with 0.18' };

test.each<[string, Partial<DrainRequest>, { preStopSeconds: number; engineSeconds: number; graceSeconds: number; sum: string }]>([
  ['an engine that drains', {}, {
    preStopSeconds: 15, engineSeconds: 60, graceSeconds: 80, sum: 'preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s',
  }],
  ['an engine without a drain flag sleeps through the longest stream', OLD, {
    preStopSeconds: 75, engineSeconds: 0, graceSeconds: 80, sum: 'preStop 75 s + margin 5 s = 80 s',
  }],
  ['sidecars stop one after the other, afterwards', { sidecars: [{ what: 'sidecar proxy', seconds: 10 }, { what: 'sidecar logs', seconds: 7 }, { what: 'sidecar dcgm', seconds: 0 }] }, {
    preStopSeconds: 15, engineSeconds: 60, graceSeconds: 97, sum: 'preStop 15 s + drain (--shutdown-timeout) 60 s + sidecar proxy 10 s + sidecar logs 7 s + margin 5 s = 97 s',
  }],
  ['other main containers stop beside it: the longest counts', { beside: [{ what: 'uploader', seconds: 90 }, { what: 'router', seconds: 20 }] }, {
    preStopSeconds: 15,
    engineSeconds: 60,
    graceSeconds: 95,
    sum: 'max(preStop 15 s + drain (--shutdown-timeout) 60 s, uploader 90 s, router 20 s) 90 s + margin 5 s = 95 s',
  }],
  ['a given sleep', { preStopSleep: Duration.seconds(30) }, {
    preStopSeconds: 30, engineSeconds: 60, graceSeconds: 95, sum: 'preStop 30 s + drain (--shutdown-timeout) 60 s + margin 5 s = 95 s',
  }],
  ['a given grace period with room', { gracePeriod: Duration.seconds(130) }, {
    preStopSeconds: 15, engineSeconds: 60, graceSeconds: 130, sum: 'given 130 s >= preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s',
  }],
  ['a short stream', { longestStreamSeconds: 2, drain: { ...FLAG, seconds: 2 } }, {
    preStopSeconds: 15, engineSeconds: 2, graceSeconds: 30, sum: "preStop 15 s + drain (--shutdown-timeout) 2 s + margin 5 s = 22 s, raised to Kubernetes' default of 30 s",
  }],
  ['spot nodes with less notice than the default grace', { longestStreamSeconds: 2, drain: { ...FLAG, seconds: 2 }, notice: { seconds: 25, nodes: 'Spot VMs' } }, {
    preStopSeconds: 15, engineSeconds: 2, graceSeconds: 25, sum: 'preStop 15 s + drain (--shutdown-timeout) 2 s + margin 5 s = 22 s, raised to the notice of 25 s',
  }],
  ['spot nodes with enough notice', { notice: { seconds: 120, nodes: 'spot nodes of Karpenter' } }, {
    preStopSeconds: 15, engineSeconds: 60, graceSeconds: 80, sum: 'preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s',
  }],
])('%s', (_, more, expected) => {
  expect(planDrain(request(more))).toMatchObject(expected);
});

test.each<[string, Partial<DrainRequest>, string]>([
  ['a grace period shorter than the drain', { gracePeriod: Duration.seconds(30) },
    'terminationGracePeriod: Invalid value: "30s": must be at least preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s, or the kubelet kills what is still draining\n'
    + '  help: leave it out to have it computed, or shorten longestStream'],
  ['a grace period without the margin', { gracePeriod: Duration.seconds(79) }, 'terminationGracePeriod: Invalid value: "79s"'],
  ['a sleep shorter than the longest stream where nothing else drains', { ...OLD, field: 'leader', preStopSleep: Duration.seconds(20) },
    'leader.preStopSleep: Invalid value: "20s": must be at least the longest stream of 60 s: vllm 0.17 aborts running requests at the stop signal (--shutdown-timeout came with 0.18)\n'
    + '  help: sleep 75 s, which also covers the removal of endpoints, or shorten longestStream'],
  ['a drain shorter than the longest stream', { longestStreamSeconds: 90 }, '--shutdown-timeout: Invalid value: "60s": must be at least the longest stream of 90 s'],
  ['more than the notice of spot nodes', { notice: { seconds: 30, nodes: 'spot nodes of AKS' } },
    'capacity: Invalid value: "80s": preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s is more than the 30 s that spot nodes of AKS leave a pod after the stop signal'],
  ['a given grace period above the notice', { gracePeriod: Duration.seconds(300), notice: { seconds: 120, nodes: 'spot nodes of Karpenter' } },
    'terminationGracePeriod: Invalid value: "300s": given 300 s is more than the 120 s that spot nodes of Karpenter leave a pod'],
])('%s is refused with the sum', (_, more, text) => {
  expect(messageOf(() => planDrain(request(more)))).toContain(text);
});

test('a sleep of just the longest stream is enough where nothing else drains', () => {
  expect(planDrain(request({ ...OLD, preStopSleep: Duration.seconds(60) }))).toMatchObject({ preStopSeconds: 60, graceSeconds: 65 });
});

test('what is left for sidecars that are added later is told', () => {
  expect(planDrain(request({ beside: [{ what: 'uploader', seconds: 90 }] })).stopping).toEqual([
    { what: 'drain (--shutdown-timeout)', seconds: 60 }, { what: 'other main containers', seconds: 15 },
  ]);
  expect(planDrain(request(OLD)).stopping).toEqual([]);
});

test('workers outlive their draining leader', () => {
  const leader = planDrain(request());
  expect(planWorkerDrain(leader)).toEqual({ preStopSeconds: 80, graceSeconds: 85, sum: 'grace of the leader 80 s + margin 5 s = 85 s' });
  expect(planWorkerDrain(leader, [{ what: 'sidecar logs', seconds: 10 }])).toEqual({
    preStopSeconds: 80, graceSeconds: 95, sum: 'grace of the leader 80 s + sidecar logs 10 s + margin 5 s = 95 s',
  });
});

const seconds = (max: number) => fc.integer({ min: 1, max });

test('whatever is asked for: the inequality holds, or it is refused with a reason', () => {
  fc.assert(fc.property(
    seconds(600), fc.boolean(), fc.option(seconds(700)), fc.option(seconds(1500)),
    fc.array(seconds(60), { maxLength: 3 }), fc.array(seconds(700), { maxLength: 2 }),
    (stream, drains, sleep, grace, sidecars, beside) => {
      const asked: DrainRequest = {
        engine: 'vllm',
        longestStreamSeconds: stream,
        drain: drains ? { flag: '--shutdown-timeout', seconds: stream } : undefined,
        preStopSleep: sleep === null ? undefined : Duration.seconds(sleep),
        gracePeriod: grace === null ? undefined : Duration.seconds(grace),
        sidecars: sidecars.map((each, index) => ({ what: `sidecar ${index}`, seconds: each })),
        beside: beside.map((each, index) => ({ what: `main ${index}`, seconds: each })),
      };
      let plan;
      try {
        plan = planDrain(asked);
      } catch (error) {
        expect((error as Error).message).toMatch(/^(terminationGracePeriod|container\.preStopSleep): Invalid value: "\d+s": .*\d+ s/);
        return;
      }
      const own = plan.preStopSeconds + plan.engineSeconds;
      const sum = Math.max(own, ...beside) + sidecars.reduce((total, each) => total + each, 0) + 5;
      expect(plan.graceSeconds).toBeGreaterThanOrEqual(sum);
      expect(own).toBeGreaterThanOrEqual(stream);
    }));
});
