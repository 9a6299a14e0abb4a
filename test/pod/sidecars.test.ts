import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, messageOf } from './carrier';

describe('init containers and native sidecars', () => {
  test('sidecars are init containers that stay, first and in order, with their probes', () => {
    const { template, pod } = carry({
      sidecars: [{ name: 'proxy', image: 'envoy:v1', portNumber: 9000, startup: kplus.Probe.fromTcpSocket(), readiness: kplus.Probe.fromTcpSocket(), liveness: kplus.Probe.fromTcpSocket() }],
      initContainers: [{ name: 'fetch', image: 'curl:8' }, { name: 'late-proxy', image: 'envoy:v1', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }],
    });
    template.addSidecar({ name: 'logs', image: 'fluent:1' });
    expect(pod().initContainers.map((each: any) => [each.name, each.restartPolicy])).toEqual([['proxy', 'Always'], ['late-proxy', 'Always'], ['logs', 'Always'], ['fetch', undefined]]);
    expect(pod().initContainers[0]).toMatchObject({
      startupProbe: { tcpSocket: { port: 9000 } }, readinessProbe: { tcpSocket: { port: 9000 } }, livenessProbe: { tcpSocket: { port: 9000 } },
    });
    expect(template.initContainers.map(each => each.name)).toEqual(['proxy', 'late-proxy', 'logs', 'fetch']);
  });

  test('sidecars of the pattern start before the user\'s', () => {
    const { pod } = carry({ sidecars: [{ name: 'logs', image: 'fluent:1' }] }, { variation: { sidecars: [{ spec: { name: 'wait', image: IMAGE }, startup: { exec: { command: ['true'] } } }] } });
    expect(pod().initContainers.map((each: any) => [each.name, each.restartPolicy])).toEqual([['wait', 'Always'], ['logs', 'Always']]);
    expect(pod().initContainers[0].startupProbe).toEqual({ exec: { command: ['true'] } });
  });

  test.each(['readiness', 'liveness', 'startup'] as const)('a %s probe on an ordinary init container is refused', probe => {
    expect(messageOf(() => carry({ initContainers: [{ image: 'x:1', [probe]: kplus.Probe.fromTcpSocket({ port: 1 }) }] })))
      .toMatch(new RegExp(`prod: initContainers\\[0\\]\\.${probe}: Forbidden: .*\\n {2}help: use addSidecar`));
  });

  test('stop shares of sidecars must fit the grace period, also of those added later', () => {
    const { template } = carry({ terminationGracePeriod: Duration.seconds(60), sidecars: [{ name: 'upload', image: 'x:1', stopTime: Duration.seconds(40) }] });
    expect(messageOf(() => template.addSidecar({ name: 'logs', image: 'x:1', stopTime: Duration.seconds(30) }))).toContain(
      'prod/Pods: sidecars[1].stopTime: Invalid value: "30s": the grace period of 60 s must be more than sidecar upload 40 s + sidecar logs 30 s = 70 s');
    expect(template.addSidecar({ name: 'logs', image: 'x:1', stopTime: Duration.seconds(10) }).name).toBe('logs');
    expect(messageOf(() => template.addSidecar({ name: 'more', image: 'x:1', stopTime: Duration.seconds(10) }))).toContain('= 60 s, or the kubelet kills');
  });

  test('the sleep of a sidecar fits the grace period by itself, since hooks start together', () => {
    const sidecar = { name: 'proxy', image: 'envoy:v1', preStopSleep: Duration.seconds(31) };
    expect(messageOf(() => carry({ sidecars: [sidecar] })))
      .toBe('prod: sidecars[0].preStopSleep: Invalid value: "31s": is longer than the grace period of 30 s (30 s, Kubernetes\' default)\n  help: set terminationGracePeriod');
    expect(messageOf(() => carry().template.addSidecar(sidecar))).toContain('prod/Pods: sidecars[0].preStopSleep: Invalid value: "31s"');
    const { pod } = carry({ terminationGracePeriod: Duration.seconds(31), sidecars: [sidecar] });
    expect(pod().initContainers[0].lifecycle).toEqual({ preStop: { sleep: { seconds: 31 } } });
  });
});
