import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, KubernetesVersion, Memory, PodTemplateProps, SidecarSpec, Target } from '../../../src';
import { adviceOf } from '../../../src/base/findings/construct-checks';
import { adviseOnPod } from '../../../src/pod/template/pod-advice';
import { StopTerm, planPod } from '../../../src/pod/template/pod-plan';
import { IMAGE, carry, chartIn, messageOf } from '../carrier';

const target = Target.of(chartIn());
const sidecars = (...seconds: (number | undefined)[]): SidecarSpec[] =>
  seconds.map((stop, index) => ({ name: `s${index}`, image: IMAGE, stopTime: stop === undefined ? undefined : Duration.seconds(stop) }));
const plan = (props: Partial<PodTemplateProps>, save: StopTerm[] = []) => planPod({ container: { image: IMAGE }, ...props }, target, save);

describe('the grace period holds everything that stops, with its sum', () => {
  test.each([
    ['nothing to stop', {}, [], 30, '30 s, Kubernetes\' default'],
    ['sidecars that stop at once', { sidecars: sidecars(undefined, 0) }, [], 30, '30 s, Kubernetes\' default'],
    ['a preStop sleep', { container: { image: IMAGE, preStopSleep: Duration.seconds(15) } }, [], 45, 'preStop 15 s + main container 30 s = 45 s'],
    ['sidecars one after the other', { sidecars: sidecars(20, undefined, 40) }, [], 90, 'sidecar s0 20 s + sidecar s2 40 s + main container 30 s = 90 s'],
    ['a checkpoint and its upload', { sidecars: sidecars(120) }, [{ what: 'save', seconds: 25 }], 150, 'save 25 s + sidecar s0 120 s + margin 5 s = 150 s'],
    ['a short save', {}, [{ what: 'save', seconds: 10 }], 30, 'save 10 s + margin 5 s = 15 s, raised to 30 s'],
    ['given', { terminationGracePeriod: Duration.minutes(10) }, [], 600, 'given 600 s'],
    ['given and enough', { terminationGracePeriod: Duration.seconds(61), sidecars: sidecars(60) }, [], 61, 'given 61 s >= sidecar s0 60 s = 60 s'],
    ['given as nothing', { terminationGracePeriod: Duration.seconds(0) }, [], 0, 'given 0 s'],
  ] as [string, Partial<PodTemplateProps>, { what: string; seconds: number }[], number, string][])('%s', (_, props, save, graceSeconds, graceSum) => {
    expect(plan(props, save)).toMatchObject({ graceSeconds, graceSum });
  });

  test('the manifest has it', () => {
    expect(carry({ sidecars: sidecars(60) }).pod().terminationGracePeriodSeconds).toBe(90);
  });

  test('a period that is too short is refused with the sum and what would do', () => {
    const container = { image: IMAGE, preStopSleep: Duration.seconds(10) };
    const message = messageOf(() => plan({ terminationGracePeriod: Duration.seconds(60), container, sidecars: sidecars(20, 30) }));
    expect(message).toBe('terminationGracePeriod: Invalid value: "60s": the grace period of 60 s must be more than preStop 10 s + sidecar s0 20 s + sidecar s1 30 s = 60 s, or the kubelet kills what is still stopping'
      + '\n  help: set terminationGracePeriod to at least 65 s, or leave it out and give sidecars as a property to have it computed');
  });

  test.each([
    ['terminationGracePeriod', { terminationGracePeriod: Duration.millis(1500) }, '1.5s'],
    ['sidecars[0].stopTime', { sidecars: [{ image: IMAGE, stopTime: Duration.millis(10) }] }, '0.01s'],
    ['container.preStopSleep', { container: { image: IMAGE, preStopSleep: Duration.seconds(0) } }, '0s'],
  ])('%s is whole seconds', (field, props, value) => {
    expect(messageOf(() => plan(props))).toContain(`${field}: Invalid value: "${value}": must be a whole number of seconds`);
  });

  test('a sleep before the stop signal needs its feature', () => {
    const chart = chartIn();
    Target.define(chart, { featureGates: { PodLifecycleSleepAction: false } });
    expect(messageOf(() => planPod({ container: { image: IMAGE, preStopSleep: Duration.seconds(5) } }, Target.of(chart))))
      .toContain('container.preStopSleep: Forbidden: sleep as a preStop hook (lifecycle.preStop.sleep): the target switches the feature gate PodLifecycleSleepAction off');
  });
});

describe('user namespaces', () => {
  test('are asked for only when said', () => {
    expect(carry({ hostUsers: false }).pod().hostUsers).toBe(false);
    expect(carry({ hostUsers: true, hostNetwork: true }).pod().hostUsers).toBe(true);
    expect(carry().pod()).not.toHaveProperty('hostUsers');
  });

  test('are refused with the host\'s network', () => {
    expect(messageOf(() => carry({ hostUsers: false, hostNetwork: true })))
      .toBe('prod: hostUsers: Forbidden: a pod with its own user namespace may not use the network of the host (hostNetwork: true)\n  help: drop one of them');
  });

  test('are refused where the target switches them off', () => {
    const off = { kubernetes: KubernetesVersion.V1_34, featureGates: { UserNamespacesSupport: false } };
    expect(messageOf(() => carry({ hostUsers: false }, { target: off })))
      .toContain('prod: hostUsers: Forbidden: user namespaces for pods (pod spec.hostUsers): the target switches the feature gate UserNamespacesSupport off');
  });
});

describe('advice', () => {
  const advice = (props: Partial<PodTemplateProps>) => {
    const chart = chartIn();
    adviseOnPod(chart, { container: { image: IMAGE }, ...props });
    return adviceOf(chart).map(({ id, class: kind, field, construct }) => ({ id, kind, field, construct }));
  };

  test('a user namespace with NVIDIA devices is a risk, also with MIG slices; with others it is not', () => {
    const risk = { id: 'AIW3201', kind: 'risky', field: 'hostUsers', construct: 'prod' };
    expect(advice({ hostUsers: false, accelerator: Accelerator.nvidia(1) })).toContainEqual(risk);
    expect(advice({ hostUsers: false, accelerator: Accelerator.nvidiaMig('1g.10gb', 1) })).toContainEqual(risk);
    expect(advice({ hostUsers: false, accelerator: Accelerator.amd(1) })).not.toContainEqual(risk);
    expect(advice({ accelerator: Accelerator.nvidia(1) })).not.toContainEqual(risk);
    expect(advice({ hostUsers: false })).toEqual([]);
  });

  test.each<[string, boolean, Partial<PodTemplateProps>]>([
    ['sized in memory alone', true, { container: { image: IMAGE, memory: Memory.of('64Gi') } }],
    ['sized in memory by the resources of cdk8s-plus alone', true, { container: { image: IMAGE, resources: { memory: { request: Size.gibibytes(64) } } } }],
    ['with a CPU request', false, { container: { image: IMAGE, memory: Memory.of('64Gi'), cpu: '16' } }],
    ['with one of cdk8s-plus', false, { container: { image: IMAGE, memory: Memory.of('64Gi'), resources: { cpu: { request: kplus.Cpu.units(16) } } } }],
    ['not sized at all, which is told as one', false, {}],
  ])('a pod with devices, %s: whether it is told that it asks for no CPU is %s', (_, isTold, props) => {
    const told = { id: 'AIW3205', kind: 'advice', field: 'container.cpu', construct: 'prod' };
    expect(advice({ accelerator: Accelerator.nvidia(1), ...props }).filter(({ id }) => id === 'AIW3205')).toEqual(isTold ? [told] : []);
    expect(advice(props)).toEqual([]);
  });

  test('devices without a memory request are a risk', () => {
    expect(advice({ accelerator: Accelerator.nvidia(1) })).toEqual([{ id: 'AIW3202', kind: 'risky', field: 'container.memory', construct: 'prod' }]);
  });
});
