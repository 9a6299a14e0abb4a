import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, Memory, SharedMemory } from '../../../src';
import { IMAGE, carry, messageOf } from '../carrier';

describe('containers', () => {
  test('ports of every protocol, host port and host address', () => {
    const { main } = carry({ container: { image: IMAGE, ports: [{ number: 53, name: 'dns', protocol: kplus.Protocol.UDP }, { number: 80, hostPort: 8080, hostIp: '10.0.0.1' }] } });
    expect(main().ports).toEqual([{ containerPort: 53, name: 'dns', protocol: 'UDP' }, { containerPort: 80, hostPort: 8080, hostIP: '10.0.0.1' }]);
  });

  test('probes by HTTP, TCP and command, with plain ports', () => {
    const { main } = carry({
      container: {
        image: IMAGE,
        portNumber: 8000,
        readiness: kplus.Probe.fromHttpGet('/health', { periodSeconds: Duration.seconds(5) }),
        liveness: kplus.Probe.fromTcpSocket({ port: 8001, failureThreshold: 6 }),
        startup: kplus.Probe.fromCommand(['test', '-f', '/ready'], { initialDelaySeconds: Duration.minutes(1) }),
      },
    });
    expect(main().readinessProbe).toEqual({ failureThreshold: 3, periodSeconds: 5, httpGet: { path: '/health', port: 8000, scheme: 'HTTP' } });
    expect(main().livenessProbe).toEqual({ failureThreshold: 6, tcpSocket: { port: 8001 } });
    expect(main().startupProbe).toEqual({ failureThreshold: 3, initialDelaySeconds: 60, exec: { command: ['test', '-f', '/ready'] } });
  });

  test('lifecycle handlers, and a sleep before the stop signal', () => {
    const hooks = carry({
      container: { image: IMAGE, portNumber: 80, lifecycle: { postStart: kplus.Handler.fromCommand(['warm-up']), preStop: kplus.Handler.fromHttpGet('/drain', { port: 8001 }) } },
    });
    expect(hooks.main().lifecycle).toEqual({ postStart: { exec: { command: ['warm-up'] } }, preStop: { httpGet: { path: '/drain', port: 8001, scheme: 'HTTP' } } });
    const sleeping = carry({ container: { image: IMAGE, preStopSleep: Duration.seconds(15) } });
    expect(sleeping.main().lifecycle).toEqual({ preStop: { sleep: { seconds: 15 } } });
  });

  test('what is changed on a container after construction is rendered', () => {
    const { chart, template, main, pod } = carry();
    template.mainContainer.addPort({ number: 9400, name: 'metrics' });
    template.mainContainer.env.addVariable('LATE', kplus.EnvValue.fromValue('yes'));
    template.mainContainer.mount('/scratch', kplus.Volume.fromEmptyDir(chart, 'Scratch', 'scratch'));
    expect(main()).toMatchObject({
      ports: [{ containerPort: 9400, name: 'metrics' }], env: [{ name: 'LATE', value: 'yes' }], volumeMounts: [{ name: 'scratch', mountPath: '/scratch' }],
    });
    expect(pod().volumes).toEqual([{ name: 'scratch', emptyDir: {} }]);
  });

  test.each([
    ['an upper-case name', { name: 'Main' }, 'container.name: Invalid value: "Main": a lowercase RFC 1123 label must consist of'],
    ['a 64-character name', { name: 'c'.repeat(64) }, `container.name: Invalid value: "${'c'.repeat(64)}": must be no more than 63 characters\n  help: shorten it by 1`],
    ['a port above 65535', { portNumber: 70000 }, 'container.portNumber: Invalid value: 70000: must be between 1 and 65535, inclusive'],
    ['a port name of 16 characters', { ports: [{ number: 80, name: 'a-very-long-name' }] }, 'container.ports[0].name: Invalid value: "a-very-long-name": must be no more than 15 characters'],
    ['a port twice', { ports: [{ number: 80 }, { number: 80 }] }, 'container: Invalid value: "main": Port with number 80 and protocol TCP already exists'],
    ['two preStop hooks', { preStopSleep: Duration.seconds(5), lifecycle: { preStop: kplus.Handler.fromCommand(['x']) } }, 'container.preStopSleep: Forbidden: lifecycle.preStop is set as well'],
    ['a sleep of half a second', { preStopSleep: Duration.millis(500) }, 'container.preStopSleep: Invalid value: "0.5s": must be a whole number of seconds of at least 1'],
    ['no image', { image: '' }, 'container.image: Invalid value: "": is not an image reference'],
    ['a sidecar in main containers', { restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }, 'container.restartPolicy: Forbidden: on a main container it does not make a sidecar'],
  ])('refused: %s', (_, extras, message) => {
    expect(messageOf(() => carry({ container: { image: IMAGE, ...extras } }))).toContain(`prod: ${message}`);
  });

  test('a sidecar in containers is refused, by property and by method, with the way to make one', () => {
    const sidecar = { name: 'logs', image: 'fluent:1', restartPolicy: kplus.ContainerRestartPolicy.ALWAYS };
    const message = messageOf(() => carry({ containers: [sidecar] }));
    expect(message).toContain('prod: containers[0].restartPolicy: Forbidden:');
    expect(message).toContain('so a Job never completes');
    expect(message).toContain('help: move the container to sidecars');
    const { template } = carry({ containers: [{ name: 'proxy', image: 'envoy:v1' }] });
    expect(messageOf(() => template.addContainer(sidecar))).toContain('prod/Pods: containers[1].restartPolicy: Forbidden:');
  });

  test('two containers of one name are refused, also across init containers and sidecars', () => {
    const { template } = carry({ sidecars: [{ name: 'logs', image: 'fluent:1' }] });
    expect(messageOf(() => template.addContainer({ name: 'logs', image: 'x:1' }))).toContain('containers[0].name: Duplicate value: "logs"');
    expect(messageOf(() => template.addInitContainer({ name: 'main', image: 'x:1' }))).toContain('initContainers[0].name: Duplicate value: "main"');
  });

  test('a container of the pattern and one of the user may not share a name', () => {
    const { set } = carry({ sidecars: [{ name: 'wait', image: 'x:1' }] }, { variation: { sidecars: [{ spec: { name: 'wait', image: IMAGE } }] } });
    expect(messageOf(() => set.toJson())).toContain('prod/Pods: containers: Duplicate value: "wait"');
  });

  test('a container that was built elsewhere is refused, since its defaults cannot be told from wishes', () => {
    const { template } = carry();
    expect(messageOf(() => template.attachContainer(new kplus.Container({ image: 'x:1', name: 'odd' }))))
      .toMatch(/^prod\/Pods: attachContainer: Forbidden: container "odd" was built elsewhere.*\n {2}help: use addContainer$/);
  });
});

describe('resources', () => {
  test('quantities are printed as given, memory is request and limit, and the CPU has no limit', () => {
    const { main } = carry({ container: { image: IMAGE, cpu: '7500m', memory: Memory.of('64Gi'), ephemeralStorage: '100G' } });
    expect(main().resources).toEqual({
      requests: { 'cpu': '7500m', 'memory': '64Gi', 'ephemeral-storage': '100G' },
      limits: { 'memory': '64Gi', 'ephemeral-storage': '100G' },
    });
  });

  test('sizes of cdk8s-plus-28\'s struct keep their unit: 500Ki is possible and 16Gi is not 16384Mi', () => {
    const { main } = carry({
      container: {
        image: IMAGE,
        resources: {
          cpu: { request: kplus.Cpu.millis(500), limit: kplus.Cpu.units(2) },
          memory: { request: Size.kibibytes(500), limit: Size.gibibytes(16) },
          ephemeralStorage: { limit: Size.mebibytes(1500) },
        },
      },
    });
    expect(main().resources).toEqual({ requests: { cpu: '500m', memory: '500Ki' }, limits: { 'cpu': '2', 'memory': '16Gi', 'ephemeral-storage': '1500Mi' } });
  });

  test('devices are limits of the main container only', () => {
    const { pod } = carry({ accelerator: Accelerator.nvidia(8), sharedMemory: SharedMemory.none(), containers: [{ name: 'proxy', image: 'envoy:v1' }] });
    expect(pod().containers.map((container: any) => container.resources)).toEqual([{ limits: { 'nvidia.com/gpu': '8' } }, undefined]);
  });

  test.each([
    ['memory twice', { memory: Memory.of('64Gi'), resources: { memory: { limit: Size.gibibytes(64) } } }, 'container.memory: Forbidden: resources.memory says it as well'],
    ['cpu twice', { cpu: '8', resources: { cpu: { request: kplus.Cpu.units(8) } } }, 'container.cpu: Forbidden: resources.cpu says it as well'],
    ['disk twice', { ephemeralStorage: '1Gi', resources: { ephemeralStorage: { limit: Size.gibibytes(1) } } }, 'container.ephemeralStorage: Forbidden: resources.ephemeralStorage says it as well'],
    ['a request above its limit', { resources: { memory: { request: Size.gibibytes(4), limit: Size.gibibytes(2) } } }, 'container.resources.memory.request: Invalid value: "4Gi": must be less than or equal to memory limit of 2Gi'],
    ['a CPU request above its limit', { resources: { cpu: { request: kplus.Cpu.units(2), limit: kplus.Cpu.millis(1999) } } }, 'container.resources.cpu.request: Invalid value: "2": must be less than or equal to cpu limit of 1999m'],
    ['cores that are no quantity', { cpu: '8 cores' }, 'container.cpu: Invalid value: "8 cores": is not a quantity'],
    ['a disk that is no quantity', { ephemeralStorage: '100GB' }, 'container.ephemeralStorage: Invalid value: "100GB": is not a quantity'],
  ])('refused: %s', (_, extras, message) => {
    expect(messageOf(() => carry({ container: { image: IMAGE, ...extras } }))).toContain(`prod: ${message}`);
  });
});
