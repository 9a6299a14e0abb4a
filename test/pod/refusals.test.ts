import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, messageOf } from './carrier';
import { Accelerator, Capacity, DeviceRequest } from '../../src';
import { ContainerSpec } from '../../src/pod/container/container';
import { PodTemplateProps } from '../../src/pod/template/pod-template-props';

const refusal = (props: Partial<PodTemplateProps>) => messageOf(() => carry(props));
const ofContainer = (container: Partial<ContainerSpec>) => refusal({ container: { image: IMAGE, ...container } });
const http = (options: kplus.HttpGetProbeOptions) => kplus.Probe.fromHttpGet('/health', { port: 8000, ...options });

describe('probes are refused at construction, by their property', () => {
  test.each<[string, Partial<ContainerSpec>, string]>([
    ['part of a second', { readiness: http({ periodSeconds: Duration.millis(1500) }) },
      "container.readiness: Invalid value: '1500 millis' cannot be converted into a whole number of seconds\n  help: the durations of a probe are whole seconds"],
    ['no period', { readiness: http({ periodSeconds: Duration.seconds(0) }) }, 'container.readiness.periodSeconds: Invalid value: 0: must be a whole number of at least 1'],
    ['no timeout', { startup: http({ timeoutSeconds: Duration.seconds(0) }) }, 'container.startup.timeoutSeconds: Invalid value: 0:'],
    ['no failure allowed', { liveness: http({ failureThreshold: 0 }) }, 'container.liveness.failureThreshold: Invalid value: 0:'],
    ['a threshold that is no number', { startup: http({ failureThreshold: NaN }) }, 'container.startup.failureThreshold: Invalid value: NaN:'],
    ['two successes of a liveness probe', { liveness: http({ successThreshold: 2 }) }, 'container.liveness.successThreshold: Invalid value: 2: must be 1'],
    ['two successes of a startup probe', { startup: http({ successThreshold: 2 }) }, 'container.startup.successThreshold: Invalid value: 2: must be 1'],
    ['no port', { readiness: http({ port: 0 }) }, 'container.readiness.port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ['a TCP port out of range', { readiness: kplus.Probe.fromTcpSocket({ port: 70000 }) }, 'container.readiness.port: Invalid value: 70000:'],
  ])('%s', (_, container, message) => {
    expect(ofContainer(container)).toContain(message);
  });

  test('a readiness probe may ask for two successes, and an initial delay may be 0', () => {
    const { main } = carry({ container: { image: IMAGE, readiness: http({ successThreshold: 2, initialDelaySeconds: Duration.seconds(0) }) } });
    expect(main().readinessProbe).toMatchObject({ successThreshold: 2 });
  });
});

describe('numbers of a container', () => {
  test.each<[string, Partial<ContainerSpec>, string]>([
    ['a port that cdk8s-plus-28 drops', { portNumber: 0 }, 'container.portNumber: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ['a port that is no number', { portNumber: NaN }, 'container.portNumber: Invalid value: NaN:'],
    ['a host port out of range', { ports: [{ number: 80, hostPort: 99999 }] }, 'container.ports[0].hostPort: Invalid value: 99999:'],
    ['a negative user', { securityContext: { user: -1 } }, 'container.securityContext.user: Invalid value: -1: must be between 0 and 2147483647, inclusive'],
    ['a group that is no number', { securityContext: { group: NaN } }, 'container.securityContext.group: Invalid value: NaN:'],
  ])('%s', (_, container, message) => {
    expect(ofContainer(container)).toContain(message);
  });
});

describe('names that pods refer to', () => {
  test.each<[string, Partial<PodTemplateProps>, string]>([
    ['an empty priority class', { priorityClassName: '' }, 'priorityClassName: Invalid value: "":'],
    ['an upper-case runtime class', { runtimeClassName: 'Nvidia' }, 'runtimeClassName: Invalid value: "Nvidia": a lowercase RFC 1123 subdomain must consist of'],
    ['a scheduler with a blank', { schedulerName: 'my scheduler' }, 'schedulerName: Invalid value: "my scheduler":'],
    ['a pull secret that is undefined', { imagePullSecretNames: [process.env.AIW_UNSET!] }, 'imagePullSecretNames[0]: Invalid value: a lowercase RFC 1123 subdomain must consist of'],
    ['a pull secret that cannot exist', { imagePullSecretNames: ['regcred', 'A B'] }, 'imagePullSecretNames[1]: Invalid value: "A B":'],
  ])('%s', (_, props, message) => {
    expect(refusal(props)).toContain(message);
  });
});

describe('taints and node labels', () => {
  test('an empty key is not no key: it tolerates every taint', () => {
    expect(refusal({ tolerations: [{ key: 'gpu' }, { key: '' }] })).toContain('tolerations[1].key: Invalid value: "": name part must be non-empty');
    expect(messageOf(() => Accelerator.resource('example.com/npu', 1, { taintKey: '' }))).toContain('Accelerator.resource(taintKey): Invalid value: "": name part must be non-empty');
    expect(messageOf(() => Accelerator.claim(DeviceRequest.nvidia(), { taintKey: 'a b' }))).toContain('Accelerator.claim(taintKey): Invalid value: "a b":');
  });

  test('labels of spot nodes', () => {
    expect(messageOf(() => Capacity.spot({ nodeLabels: { 'a b': 'c' }, notice: Duration.seconds(60) }))).toContain('Capacity.spot(nodeLabels): Invalid value: "a b": name part must consist of alphanumeric characters');
  });
});
