import { App, Chart, ChartProps, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IMAGE, carry, chartIn, messageOf } from './carrier';
import { Accelerator, ContainerSpec, DeviceClass, DeviceRequest, Memory, Placement, PodTemplateProps, SecretKey, SecurityProfile, ZoneStorage } from '../../src';

/*
 * Programs that the library took and an API server refused, found by `npm run fuzz`. Each is refused now, by the property that is wrong.
 */
const refusal = (props: Partial<PodTemplateProps>) => messageOf(() => carry(props));
const ofContainer = (container: Partial<ContainerSpec>) => refusal({ container: { image: IMAGE, ...container } });
const LONG = 'x'.repeat(64);

describe('security contexts', () => {
  const { LOCALHOST } = kplus.SeccompProfileType;
  test.each<[string, kplus.SeccompProfile, string]>([
    ['a profile of the node without its file', { type: LOCALHOST }, 'seccompProfile.localhostProfile: Required value'],
    ['an absolute file', { type: LOCALHOST, localhostProfile: '/a.json' }, 'seccompProfile.localhostProfile: Invalid value: "/a.json"'],
    ['a file that leads out', { type: LOCALHOST, localhostProfile: '../a.json' }, 'seccompProfile.localhostProfile: Invalid value: "../a.json"'],
  ])('%s', (_, seccompProfile, message) => {
    expect(ofContainer({ securityContext: { seccompProfile } })).toContain(`container.securityContext.${message}`);
  });

  test('a file below the folder of the kubelet', () => {
    const { main } = carry({ container: { image: IMAGE, securityContext: { seccompProfile: { type: LOCALHOST, localhostProfile: 'profiles/a.json' } } }, security: SecurityProfile.published() });
    expect(main().securityContext.seccompProfile).toEqual({ type: 'Localhost', localhostProfile: 'profiles/a.json' });
  });
});

describe('hooks and variables', () => {
  const { fromHttpGet, fromTcpSocket, fromCommand } = kplus.Handler;
  test.each<[string, Partial<ContainerSpec>, string]>([
    ['a port that is none', { lifecycle: { preStop: fromHttpGet('/', { port: 130569 }) } }, 'container.lifecycle.preStop.port: Invalid value: 130569: must be between 1 and 65535, inclusive'],
    ['a port that is no number', { lifecycle: { postStart: fromTcpSocket({ port: NaN }) } }, 'container.lifecycle.postStart.port: Invalid value: NaN'],
    ['no path', { lifecycle: { preStop: fromHttpGet('', { port: 80 }) } }, 'container.lifecycle.preStop.path: Required value'],
    ['no command', { lifecycle: { preStop: fromCommand([]) } }, 'container.lifecycle.preStop.command: Required value'],
    ['a variable from a Secret without a name', { secretEnv: { '': SecretKey.fromName('a', 'b') } }, 'container.secretEnv: Invalid value: "": environment variable name must be non-empty'],
    ['a variable from a Secret beyond ASCII', { secretEnv: { é: SecretKey.fromName('a', 'b') } }, 'container.secretEnv: Invalid value'],
  ])('%s', (_, container, message) => {
    expect(ofContainer(container)).toContain(message);
  });
});

describe('host aliases', () => {
  test.each<[string, kplus.HostAlias[], string]>([
    ['no address', [{ ip: 'peer', hostnames: [] }], 'hostAliases[0].ip: Invalid value: "peer": must be a valid IP address'],
    ['an address twice, which is one key', [{ ip: '::1', hostnames: ['a'] }, { ip: '::1', hostnames: ['b'] }], 'hostAliases[1].ip: Duplicate value: "::1"'],
    ['no name of a host', [{ ip: '10.0.0.1', hostnames: ['peer', 'A_B'] }], 'hostAliases[0].hostnames[1]: Invalid value: "A_B"'],
  ])('%s', (_, hostAliases, message) => {
    expect(refusal({ hostAliases })).toContain(message);
  });
});

describe('the network of a pod', () => {
  test.each<[string, Partial<PodTemplateProps>, string]>([
    ['a name server that is no address', { dns: { nameservers: ['dns'] } }, 'dns.nameservers[0]: Invalid value: "dns": must be a valid IP address'],
    ['a search domain that is none', { dns: { searches: ['example.com', 'a b'] } }, 'dns.searches[1]: Invalid value: "a b"'],
    ['an option without a name', { dns: { options: [{ name: '' }] } }, 'dns.options[0].name: Required value'],
    ['another port of the node on the host network', { hostNetwork: true, containers: [{ image: IMAGE, ports: [{ number: 1, hostPort: 2 }] }] },
      'container "container-1" ports: Invalid value: 2: must match `containerPort` when `hostNetwork` is true: it is 1'],
    ['a port twice on the host network', { hostNetwork: true, container: { image: IMAGE, portNumber: 80 }, containers: [{ image: IMAGE, portNumber: 80 }] },
      'container "container-1" ports: Duplicate value: 80: container "main" has this port of the node'],
    ['a port of the node twice', { container: { image: IMAGE, ports: [{ number: 80, hostPort: 90 }] }, containers: [{ image: IMAGE, ports: [{ number: 81, hostPort: 90 }] }] }, 'Duplicate value: 90'],
  ])('%s', (_, props, message) => {
    expect(messageOf(() => carry(props).pod())).toContain(message);
  });

  test('search domains may end in a dot, or be the root; containers may share a port that is not the node\'s', () => {
    const { pod } = carry({ dns: { searches: ['example.com.', '.'] }, container: { image: IMAGE, portNumber: 80 }, containers: [{ image: IMAGE, portNumber: 80 }] });
    expect(pod().dnsConfig.searches).toEqual(['example.com.', '.']);
  });
});

describe('what places pods', () => {
  test('a key that no node can carry', () => {
    for (const key of [LONG, `${'x'.repeat(254)}/rack`, 'EXAMPLE.com/rack', 'a..b/rack']) {
      expect(messageOf(() => Placement.sameDomain(key))).toContain(`Placement.sameDomain(topologyKey): Invalid value: "${key}": is not a node label key`);
      expect(messageOf(() => ZoneStorage.perZoneClass({ driver: 'ebs.csi.aws.com', topologyKey: key }))).toContain('ZoneStorage.perZoneClass(topologyKey): Invalid value');
    }
  });

  const late = (change: (pods: ReturnType<typeof carry>) => void) => {
    const pods = carry();
    change(pods);
    return messageOf(pods.pod);
  };

  test('terms that were added with the API of cdk8s-plus-28', () => {
    expect(late(({ template }) => template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.exists(LONG)))))
      .toContain(`scheduling.nodeAffinity.matchExpressions: Invalid value: "${LONG}": name part must be no more than 63 characters`);
    expect(late(({ template }) => template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('pool', 'a b')), { weight: 5 })))
      .toContain('scheduling.nodeAffinity.matchExpressions: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters');
    expect(late(({ template, chart }) => template.scheduling.separate(kplus.Pods.select(chart, 'P', { labels: { team: LONG } }))))
      .toContain(`scheduling.podAntiAffinity.labelSelector.matchLabels: Invalid value: "${LONG}": must be no more than 63 characters`);
    expect(late(({ template, chart }) => template.scheduling.colocate(kplus.Pods.select(chart, 'P', { labels: { team: 'a' } }), { topology: kplus.Topology.custom('a b'), weight: 1 })))
      .toContain('scheduling.podAffinity.topologyKey: Invalid value: "a b": name part must consist of alphanumeric characters');
  });
});

describe('labels and annotations', () => {
  test.each<[string, Partial<PodTemplateProps>, string]>([
    ['an annotation that is no key', { podMetadata: { annotations: { 'a/b/c': '' } } }, 'podMetadata.annotations: Invalid value: "a/b/c": a valid label key must consist of'],
    ['a prefix that is too long', { podMetadata: { labels: { [`${'a'.repeat(254)}/x`]: '' } } }, 'prefix part must be no more than 253 characters'],
    ['more than all annotations may have', { podMetadata: { annotations: { a: 'x'.repeat(262144) } } }, 'podMetadata.annotations: Too long: may not be more than 262144 bytes'],
  ])('%s', (_, props, message) => {
    expect(refusal(props)).toContain(message);
  });

  test('a prefix of an annotation may have upper-case letters, and the API server lowers them', () => {
    expect(carry({ podMetadata: { annotations: { 'EXAMPLE.com/x': 'y' } } }).podTemplate().metadata.annotations).toEqual({ 'EXAMPLE.com/x': 'y' });
  });

  test('a label that was added after construction', () => {
    const { template, podTemplate } = carry();
    template.podMetadata.addLabel('team', LONG);
    expect(messageOf(podTemplate)).toContain(`podMetadata.labels[team]: Invalid value: "${LONG}": must be no more than 63 characters`);
  });

  test.each<[string, ChartProps, string]>([
    ['a label of the chart', { labels: { team: 'a b' } }, 'metadata.labels[team]: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters'],
    ['a namespace of the chart', { namespace: 'ML' }, 'metadata.namespace: Invalid value: "ML"'],
  ])('%s, which all of its objects get', (_, props, message) => {
    const { set } = carry({}, { chart: new Chart(new App(), 'prod', props) });
    expect(messageOf(() => set.toJson())).toContain(message);
  });

  test('of a device class', () => {
    expect(messageOf(() => new DeviceClass(chartIn(), 'Npu', { devices: DeviceRequest.nvidia(), labels: { a: 'b c' } }))).toContain('prod/Npu: labels[a]: Invalid value: "b c"');
  });
});

describe('environment, security and figures', () => {
  test('a key that no Secret or ConfigMap can have', () => {
    expect(messageOf(() => SecretKey.fromName('hub', '.'))).toContain('SecretKey.fromName(key): Invalid value: ".": must not be \'.\'');
    expect(messageOf(() => SecretKey.fromName('A B', 'token'))).toContain('SecretKey.fromName(secretName): Invalid value: "A B"');
    const chart = chartIn();
    const settings = kplus.ConfigMap.fromConfigMapName(chart, 'C', 'settings');
    const secret = kplus.Secret.fromSecretName(chart, 'S', 'keys');
    expect(ofContainer({ envVariables: { A: kplus.EnvValue.fromConfigMap(settings, 'a b') } })).toContain('container.envVariables[A].key: Invalid value: "a b"');
    expect(ofContainer({ envVariables: { A: kplus.EnvValue.fromSecretValue({ secret, key: '..a' }) } })).toContain('container.envVariables[A].key: Invalid value: "..a"');
  });

  test.each<[string, kplus.PodSecurityContextProps, string]>([
    ['a sysctl twice', { sysctls: [{ name: 'net.core.somaxconn', value: '1' }, { name: 'net.core.somaxconn', value: '2' }] }, 'securityContext.sysctls[1].name: Duplicate value'],
    ['a sysctl that is none', { sysctls: [{ name: 'net..x', value: '1' }] }, 'securityContext.sysctls[0].name: Invalid value: "net..x"'],
    ['a user that is no number', { user: NaN }, 'securityContext.user: Invalid value: NaN'],
    ['a negative group of files', { fsGroup: -1 }, 'securityContext.fsGroup: Invalid value: -1'],
  ])('%s', (_, securityContext, message) => {
    expect(refusal({ securityContext })).toContain(message);
  });

  test('CPU that is finer than Kubernetes counts: the API server would round it up, and GitOps see a difference for ever', () => {
    expect(ofContainer({ cpu: '1n' })).toContain('container.cpu: Invalid value: "1n": is finer than a thousandth of a CPU');
    expect(ofContainer({ cpu: '0.0015' })).toContain('container.cpu: Invalid value: "0.0015"');
    expect(ofContainer({ resources: { cpu: { request: kplus.Cpu.millis(0.5) } } })).toContain('container.resources.cpu.request: Invalid value: "0.5m"');
    expect(carry({ container: { image: IMAGE, cpu: '0.125' } }).main().resources.requests.cpu).toBe('125m');
  });

  test.each<[string, Partial<ContainerSpec>, string]>([
    ['CPU beyond what floating point tells apart', { cpu: '3.0000000000000001' }, 'container.cpu: Invalid value: "3.0000000000000001": is finer than'],
    ['CPU that is next to nothing', { cpu: '1e-400' }, 'container.cpu: Invalid value: "1e-400": is finer than'],
    ['CPU beyond 63 bits', { cpu: '1e30' }, 'container.cpu: Invalid value: "1e30": is more than a quantity holds'],
    ['bytes beyond what floating point tells apart', { ephemeralStorage: '3.0000000000000001' }, 'container.ephemeralStorage: Invalid value: "3.0000000000000001"'],
    ['bytes beyond 63 bits', { ephemeralStorage: '8Ei' }, 'container.ephemeralStorage: Invalid value: "8Ei": is more than a quantity holds'],
  ])('%s', (_, container, message) => {
    expect(ofContainer(container)).toContain(message);
  });

  test.each(['1.1G', '0.5Ki', '1e3', '1.5E3', '12345678901234567', '7Ei', '1000e-3', '0.001k'])('%s is a whole number of bytes', quantity => {
    expect(Memory.of(quantity)._quantity).toBe(quantity);
  });

  test.each(['1.0000000001G', '0.3Ki', '1e-1', '1.5'])('%s is not', quantity => {
    expect(messageOf(() => Memory.of(quantity))).toContain('must be a whole number of bytes');
  });

  test('local disk in parts of a byte', () => {
    expect(ofContainer({ ephemeralStorage: '1.5' })).toContain('container.ephemeralStorage: Invalid value: "1.5": must be a whole number of bytes');
  });

  test('a taint that no node can have', () => {
    expect(refusal({ tolerations: [{ key: 'pool', value: 'a b' }] })).toContain('tolerations[0].value: Invalid value: "a b": a valid label must be an empty string or consist of alphanumeric characters');
    const { template, pod } = carry();
    template.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.is(LONG, 'a')));
    expect(messageOf(pod)).toContain(`scheduling.tolerations[0].key: Invalid value: "${LONG}": name part must be no more than 63 characters`);
  });

  test('a node that is none', () => {
    const { template, pod } = carry();
    template.scheduling.assign(kplus.Node.named('A b'));
    expect(messageOf(pod)).toContain('scheduling.nodeName: Invalid value: "A b"');
  });

  test('a key that every object of JavaScript seems to have is not there by itself', () => {
    const labels = { toString: '7' };
    expect(carry({ nodeLabels: labels as never, accelerator: Accelerator.nvidia(1) }).pod().nodeSelector).toEqual(labels);
    expect(carry({ container: { image: IMAGE, secretEnv: { toString: SecretKey.fromName('a', 'b') } as never } }).main().env).toHaveLength(1);
    expect(carry({ accelerator: Accelerator.nvidia(1, { nodeLabels: labels as never }) }).pod().nodeSelector).toEqual(labels);
  });

  test('names of what cannot exist', () => {
    const chart = chartIn();
    expect(refusal({ serviceAccount: kplus.ServiceAccount.fromServiceAccountName(chart, 'A', 'N') })).toContain('serviceAccount.name: Invalid value: "N"');
    const secret = kplus.Secret.fromSecretName(chart, 'S', 'P');
    expect(ofContainer({ envFrom: [kplus.Env.fromSecret(secret)] })).toContain('container.envFrom[0].name: Invalid value: "P"');
    expect(ofContainer({ envFrom: [kplus.Env.fromConfigMap(kplus.ConfigMap.fromConfigMapName(chart, 'C', 'c'), 'a=')] })).toContain('container.envFrom[0].prefix: Invalid value: "a="');
    expect(ofContainer({ envVariables: { A: kplus.EnvValue.fromSecretValue({ secret, key: 'k' }) } })).toContain('container.envVariables[A].name: Invalid value: "P"');
    expect(messageOf(() => carry({ volumes: [kplus.Volume.fromSecret(chart, 'V', secret, { name: 'v' })] }, { chart }))).toContain('volumes[0].secret.secretName: Invalid value: "P"');
  });

  test('seconds beyond 68 years', () => {
    expect(refusal({ terminationGracePeriod: Duration.days(40000) })).toContain('terminationGracePeriod: Invalid value: "3456000000s": is more than the field holds (2147483647 s, 68 years)');
  });

  test('every taint at once is not a key that is missing', () => {
    const { template, pod } = carry();
    template.scheduling.tolerate(kplus.Node.tainted(kplus.NodeTaintQuery.any()));
    expect(pod().tolerations).toEqual([{ operator: 'Exists' }]);
  });
});

describe('other', () => {
  test('a resource whose quota could not be named', () => {
    for (const name of [`${'a'.repeat(245)}/x`, 'a..b/x']) {
      expect(messageOf(() => Accelerator.resource(name, 1))).toContain('Accelerator.resource(name): Invalid value');
    }
    expect(Accelerator.resource(`${'a'.repeat(63)}.${'b'.repeat(63)}/x`, 1).count).toBe(1);
  });

  test('a sleep before the stop of an init container, which stops by itself', () => {
    const initContainer: ContainerSpec = { image: IMAGE, preStopSleep: Duration.seconds(5) };
    expect(refusal({ initContainers: [initContainer] })).toContain('initContainers[0].preStopSleep: Forbidden: an init container ends before anything could be probed');
  });
});
