import { Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { THREE_ZONES, TWO_ZONES, chartFor, echo, locality, manifestOf, saidOf } from './build';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { LeaderWorkerBackend } from '../../../src/patterns/leader-worker-group/choices';
import { LeaderWorkerGroup } from '../../../src/patterns/leader-worker-group/leader-worker-group';
import { LocalityService } from '../../../src/patterns/locality-service/locality-service';
import { ZonePartitionedStatefulSet } from '../../../src/patterns/zone-partitioned-stateful-set/zone-partitioned-stateful-set';
import { Locality } from '../../../src/target-cluster/locality';
import { Target, TargetProps } from '../../../src/target-cluster/target';

describe('the field of the minor', () => {
  const gate = { PreferSameTrafficDistribution: true };
  test.each<[string, TargetProps, Locality | undefined, string]>([
    ['1.33 calls same zone PreferClose', { kubernetes: KubernetesVersion.V1_33 }, undefined, 'PreferClose'],
    ['1.34 has the newer name', { kubernetes: KubernetesVersion.V1_34 }, undefined, 'PreferSameZone'],
    ['1.36', { kubernetes: KubernetesVersion.V1_36 }, Locality.SAME_ZONE, 'PreferSameZone'],
    ['same node from 1.34', { kubernetes: KubernetesVersion.V1_34 }, Locality.SAME_NODE, 'PreferSameNode'],
    ['same node at 1.33, where the gate is on', { kubernetes: KubernetesVersion.V1_33, featureGates: gate }, Locality.SAME_NODE, 'PreferSameNode'],
    ['the older name where the gate is off', { kubernetes: KubernetesVersion.V1_34, featureGates: { PreferSameTrafficDistribution: false } }, undefined, 'PreferClose'],
    ['same node needs no zones', { kubernetes: KubernetesVersion.V1_36, zones: [] }, Locality.SAME_NODE, 'PreferSameNode'],
  ])('%s', (_, target, prefer, expected) => {
    expect(locality({ prefer }, target).manifest().spec).toMatchObject({ trafficDistribution: expected });
  });

  test('strictly node-local is another field, and the only one', () => {
    const { spec } = locality({ strictNodeLocal: true }).manifest();
    expect([spec.internalTrafficPolicy, spec.trafficDistribution]).toEqual(['Local', undefined]);
  });
});

describe('the port behind', () => {
  test.each([
    ['the only one that the target declares', {}, undefined, 5678],
    ['the same number, where the target declares it', { port: 8080 }, [{ number: 9090 }, { number: 8080 }], 8080],
    ['the only TCP port', {}, [{ number: 53, protocol: kplus.Protocol.UDP }, { number: 5678 }], 5678],
    ['the same number, where the target declares nothing', {}, [], 80],
    ['the given number', { targetPort: 5678 }, undefined, 5678],
    ['the given name', { targetPortName: 'http' }, [{ number: 5678, name: 'http' }], 'http'],
  ])('%s', (_, props, ports, expected) => {
    const { spec } = locality(props, TWO_ZONES, { ports }).manifest();
    expect(spec.ports).toEqual([{ port: expect.any(Number), targetPort: expected }]);
  });

  test('several ports, and other protocols', () => {
    const { spec } = locality({ ports: [{ port: 80, targetPort: 5678, name: 'http' }, { port: 53, protocol: kplus.Protocol.UDP, name: 'dns' }] }, TWO_ZONES,
      { ports: [{ number: 5678 }, { number: 53, protocol: kplus.Protocol.UDP }] }).manifest();
    expect(spec.ports).toEqual([{ port: 80, targetPort: 5678, name: 'http' }, { port: 53, targetPort: 53, protocol: 'UDP', name: 'dns' }]);
  });
});

test('client affinity has a timeout', () => {
  expect(locality({ clientAffinity: Duration.hours(24) }).manifest().spec).toMatchObject({
    sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86400 } },
  });
});

describe('any workload', () => {
  /** Builds the workload, and gives what selects its pods. */
  const WORKLOADS: { what: string; build: (chart: Chart) => kplus.IPodSelector; selector: object }[] = [
    { what: 'a Deployment of cdk8s-plus-28', build: chart => echo(chart, { replicas: 3 }), selector: { 'cdk8s.io/metadata.addr': expect.any(String) } },
    {
      what: 'a StatefulSet of cdk8s-plus-28',
      build: chart => {
        const set = new kplus.StatefulSet(chart, 'Db', {
          replicas: 3, containers: [{ image: 'db', ports: [{ number: 5432 }] }], service: new kplus.Service(chart, 'Headless', { ports: [{ port: 5432 }], clusterIP: 'None' }),
        });
        set.scheduling.spread({ topology: kplus.Topology.ZONE, weight: 1 });
        return set;
      },
      selector: { 'cdk8s.io/metadata.addr': expect.any(String) },
    },
    {
      what: 'a ZonePartitionedStatefulSet',
      build: chart => new ZonePartitionedStatefulSet(chart, 'Db', {
        zones: THREE_ZONES.zones!.map(zone => ({ zone, replicas: 1 })), container: { image: 'db', portNumber: 5432 },
      }),
      selector: { 'cdk8s-ai-workloads/name': 'db' },
    },
    {
      what: 'a LeaderWorkerGroup of groups of one',
      build: chart => new LeaderWorkerGroup(chart, 'Llm', { groups: 3, size: 1, container: { image: 'vllm', ports: [{ number: 8000 }] } }),
      selector: { 'cdk8s-ai-workloads/name': 'llm' },
    },
    {
      what: 'the leaders of a LeaderWorkerGroup',
      build: chart => new LeaderWorkerGroup(chart, 'Llm', { groups: 3, size: 2, container: { image: 'vllm', ports: [{ number: 8000 }] } }).leader,
      selector: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' },
    },
    {
      what: 'the leaders of a LeaderWorkerSet',
      build: chart => new LeaderWorkerGroup(chart, 'Llm', {
        groups: 3, size: 2, backend: LeaderWorkerBackend.leaderWorkerSet(), container: { image: 'vllm', ports: [{ number: 8000 }] },
      }).leader,
      selector: { 'cdk8s-ai-workloads/name': 'llm', 'cdk8s-ai-workloads/role': 'leader' },
    },
  ];

  test.each(WORKLOADS)('$what', ({ build, selector }) => {
    const chart = chartFor(THREE_ZONES);
    const service = new LocalityService(chart, 'Near', { target: build(chart), port: 80 });
    expect(manifestOf(chart, 'Service', 'near').spec.selector).toEqual(selector);
    expect([...saidOf(chart), ...saidOf(chart, 'warning')]).toEqual([]);
    expect(service.explain()).toMatch(/eu-1a 1 \+ eu-1b 1 \+ eu-1c 1/);
  });

  test('labels, for pods that no construct stands for', () => {
    const { spec } = locality({ selector: { app: 'echo' }, targetPort: 5678 }).manifest();
    expect(spec.selector).toEqual({ app: 'echo' });
  });
});

describe('a patch cannot make it void', () => {
  const patch = (value: unknown, path: string, props: Parameters<typeof locality>[0] = {}) => {
    const { chart, service } = locality(props);
    service.apiObject.addJsonPatch(JsonPatch.add(path, value));
    return saidOf(chart);
  };

  test('headless', () => {
    expect(patch('None', '/spec/clusterIP')).toMatchObject([{
      id: 'AIW2401',
      field: 'spec.clusterIP',
      construct: 'prod/EchoSvc/Service',
      message: 'Invalid value: "None": kube-proxy skips a headless Service, so clients get the addresses of all pods from DNS and choose themselves',
    }]);
  });

  test.each(['topology-mode', 'topology-aware-hints'])('the annotation %s', key => {
    expect(patch({ [`service.kubernetes.io/${key}`]: 'Auto' }, '/metadata/annotations')).toMatchObject([{
      id: 'AIW2401',
      field: `metadata.annotations[service.kubernetes.io/${key}]`,
      message: 'Forbidden: "Auto": the annotation wins, and trafficDistribution: PreferSameZone is ignored while it is there',
    }]);
  });

  test('node-local only', () => {
    expect(patch('Local', '/spec/internalTrafficPolicy')).toMatchObject([{
      id: 'AIW2401', field: 'spec.internalTrafficPolicy', message: expect.stringContaining('Forbidden: "Local": only endpoints of the client\'s node are used'),
    }]);
  });

  test('the preference taken away', () => {
    const { chart, service } = locality();
    service.apiObject.addJsonPatch(JsonPatch.remove('/spec/trafficDistribution'));
    expect(saidOf(chart)).toMatchObject([{
      id: 'AIW2403',
      field: 'spec.trafficDistribution',
      object: { kind: 'Service', name: 'echo-svc' },
      message: 'Required value: PreferSameZone was taken away, so clients are sent to all zones',
    }]);
  });

  test('a value that the minor does not know', () => {
    const { chart, service } = locality({}, { kubernetes: KubernetesVersion.V1_33 });
    service.apiObject.addJsonPatch(JsonPatch.replace('/spec/trafficDistribution', 'PreferSameNode'));
    expect(saidOf(chart)).toMatchObject([{ id: 'AIW2403', class: 'rejected', message: 'Invalid value: "PreferSameNode": Kubernetes 1.33 knows PreferClose' }]);
  });

  test('strictness taken away', () => {
    expect(patch('Cluster', '/spec/internalTrafficPolicy', { strictNodeLocal: true })).toMatchObject([{
      id: 'AIW2403', message: 'Invalid value: "Cluster": strictNodeLocal needs "Local"',
    }]);
  });

  test('no selector', () => {
    const { chart, service } = locality();
    service.apiObject.addJsonPatch(JsonPatch.replace('/spec/selector', {}));
    expect(saidOf(chart, 'warning')).toMatchObject([{ id: 'AIW2401', field: 'spec.selector' }]);
  });

  test('another preference of the minor stands, and so does anything else', () => {
    const { chart, service } = locality();
    service.apiObject.addJsonPatch(JsonPatch.replace('/spec/trafficDistribution', 'PreferSameNode'));
    service.apiObject.addJsonPatch(JsonPatch.add('/spec/ipFamilyPolicy', 'PreferDualStack'));
    expect(saidOf(chart)).toEqual([]);
    expect(manifestOf(chart, 'Service', 'echo-svc').spec).toMatchObject({ trafficDistribution: 'PreferSameNode', ipFamilyPolicy: 'PreferDualStack' });
  });
});

describe('a target port nobody has', () => {
  test('by number', () => {
    expect(saidOf(locality({ targetPort: 8080 }).chart)).toMatchObject([{
      id: 'AIW2402',
      class: 'broken',
      field: 'spec.ports[0].targetPort',
      message: 'Not found: 8080: no container of Deployment ml/echo declares the port 8080/TCP',
      notes: ['declared are: (no name) 5678/TCP'],
    }]);
  });

  test('by name', () => {
    expect(saidOf(locality({ targetPortName: 'http' }).chart)).toMatchObject([{
      id: 'AIW2105', field: 'spec.ports[0].targetPort', message: 'Not found: "http": no container of Deployment ml/echo declares a TCP port of this name',
    }]);
  });

  test('behind labels', () => {
    const chart = chartFor(TWO_ZONES);
    echo(chart).podMetadata.addLabel('app', 'echo');
    new LocalityService(chart, 'EchoSvc', { selector: { app: 'echo' }, port: 80 });
    expect(saidOf(chart)).toMatchObject([{ id: 'AIW2402', message: expect.stringContaining('80/TCP') }]);
  });

  test('where nothing is declared, it may be right', () => {
    const { chart } = locality({ targetPort: 5678 }, TWO_ZONES, { ports: [] });
    expect(saidOf(chart)).toEqual([]);
    expect(saidOf(chart, 'warning')).toMatchObject([{ id: 'AIW2402', notes: ['its containers declare no ports'] }]);
  });

  test('a port added to the container later counts', () => {
    const chart = chartFor(TWO_ZONES);
    const pods = echo(chart);
    new LocalityService(chart, 'EchoSvc', { target: pods, port: 80, targetPort: 9090 });
    pods.containers[0].addPort({ number: 9090, name: 'late' });
    expect(saidOf(chart)).toEqual([]);
  });
});

describe('zones without an endpoint', () => {
  test('2 replicas over 3 zones: one is missing', () => {
    expect(saidOf(locality({}, THREE_ZONES).chart, 'warning')).toMatchObject([{
      id: 'AIW3401',
      field: 'spec.trafficDistribution',
      construct: 'prod/EchoSvc/Service',
      message: 'Invalid value: "PreferSameZone": 2 endpoints cannot stand in 3 zones: 3 - 2 = 1 zone has none, and clients there are sent to all zones',
      notes: ['Deployment ml/echo: 2 pods, spread over zones if possible', 'zones: eu-1a, eu-1b, eu-1c'],
      help: expect.stringContaining('run at least 3 replicas'),
    }]);
  });

  test('enough replicas that nothing spreads', () => {
    expect(saidOf(locality({}, THREE_ZONES, { replicas: 3, isSpread: false }).chart, 'warning')).toMatchObject([{
      id: 'AIW3401', message: 'Invalid value: "PreferSameZone": 3 endpoints would do for 3 zones, but nothing spreads them over zones: they may all run in one',
    }]);
  });

  test('enough replicas, spread', () => {
    expect(saidOf(locality({}, THREE_ZONES, { replicas: 3 }).chart, 'warning')).toEqual([]);
  });

  test('the zones of the Service count, where it has fewer than the target', () => {
    expect(saidOf(locality({ zones: ['eu-1a', 'eu-1b'] }, THREE_ZONES).chart, 'warning')).toEqual([]);
  });

  test('pods made elsewhere are counted as given', () => {
    const { chart } = locality({ selector: { app: 'echo' }, replicas: 1 }, TWO_ZONES);
    expect(saidOf(chart, 'warning')).toMatchObject([{ id: 'AIW3401', message: expect.stringContaining('1 endpoint cannot stand in 2 zones: 2 - 1 = 1 zone has none') }]);
  });

  test('nobody knows the zones: nobody complains', () => {
    expect(saidOf(locality({}, {}).chart, 'warning')).toEqual([]);
  });

  test('a database with an empty zone', () => {
    const chart = chartFor(THREE_ZONES);
    const target = new ZonePartitionedStatefulSet(chart, 'Db', {
      zones: [{ zone: 'eu-1a', replicas: 5 }, { zone: 'eu-1b', replicas: 1 }, { zone: 'eu-1c', replicas: 0 }], container: { image: 'db', portNumber: 5432 },
    });
    new LocalityService(chart, 'Near', { target, port: 5432 });
    expect(saidOf(chart, 'warning')).toMatchObject([{
      id: 'AIW3401', message: expect.stringContaining('1 of 3 zones (eu-1c) can have no endpoint: every selected pod is bound to others'),
    }]);
  });
});

describe('what may void it', () => {
  test('client affinity', () => {
    expect(saidOf(locality({ clientAffinity: Duration.hours(1) }).chart, 'warning')).toMatchObject([{ id: 'AIW3403', field: 'spec.sessionAffinity' }]);
  });

  test('an ingress in front', () => {
    const { chart, service } = locality();
    new kplus.Ingress(chart, 'Front', { metadata: { name: 'front' } }).addRule('/', {
      _toKube: () => ({ service: { name: service.name, port: { number: 80 } } }),
    } as kplus.IngressBackend);
    expect(saidOf(chart, 'warning')).toMatchObject([{
      id: 'AIW3402', message: 'Invalid value: "PreferSameZone": Ingress ml/front sends traffic here, and its gateway may ignore the preference',
    }]);
  });

  test('an autoscaler that averages over zones', () => {
    const chart = chartFor(TWO_ZONES);
    const target = new kplus.Deployment(chart, 'Echo', { containers: [{ image: 'echo', ports: [{ number: 5678 }] }] });
    target.scheduling.spread({ topology: kplus.Topology.ZONE, weight: 1 });
    new kplus.HorizontalPodAutoscaler(chart, 'Scaler', { target, metadata: { name: 'scaler' }, minReplicas: 2, maxReplicas: 9 });
    const service = new LocalityService(chart, 'EchoSvc', { target, port: 80 });
    expect(saidOf(chart, 'warning')).toMatchObject([{
      id: 'AIW3404', message: 'Invalid value: "PreferSameZone": HorizontalPodAutoscaler ml/scaler scales by the average over all zones, and the load of a zone stays in it',
    }]);
    expect(service.explain()).toContain('2 (minimum) of Deployment');
  });
});

describe('identity', () => {
  test('the same names and selectors wherever the construct stands', () => {
    const build = (place: (chart: Chart) => Construct) => {
      const chart = chartFor(TWO_ZONES);
      new LocalityService(place(chart), 'EchoSvc', { selector: { app: 'echo' }, replicas: 2, port: 80 });
      return chart.toJson();
    };
    expect(build(chart => new Construct(chart, 'Elsewhere'))).toEqual(build(chart => chart));
  });

  test('no hash of a construct path', () => {
    const { chart } = locality({ selector: { app: 'echo' } });
    expect(JSON.stringify(Testing.synth(chart))).not.toMatch(/metadata\.addr|-c8[0-9a-f]{6}/);
  });

  test('labels that nobody carries are an error, unless the pods are made elsewhere', () => {
    expect(saidOf(locality({ selector: { app: 'echo' }, replicas: undefined }).chart).map(each => each.id)).toEqual(['AIW2103']);
    expect(saidOf(locality({ selector: { app: 'echo' }, replicas: 2 }).chart)).toEqual([]);
  });

  test('two of one name in a namespace are an error', () => {
    const { chart } = locality({ selector: { app: 'echo' } });
    new LocalityService(chart, 'Other', { name: 'echo-svc', selector: { app: 'echo' }, port: 80 });
    expect(saidOf(chart).map(each => each.id)).toContain('AIW2101');
  });
});

test('labels, annotations and namespace are the user\'s', () => {
  const { chart, service } = locality({ selector: { app: 'echo' }, metadata: { namespace: 'other', labels: { team: 'x' }, annotations: { note: 'y' } } });
  expect(manifestOf(chart, 'Service', 'echo-svc').metadata).toEqual({
    name: 'echo-svc',
    namespace: 'other',
    annotations: { note: 'y' },
    labels: { 'team': 'x', 'app.kubernetes.io/name': 'echo-svc', 'cdk8s-ai-workloads/name': 'echo-svc' },
  });
  expect([service.name, service.dns]).toEqual(['echo-svc', 'echo-svc.other.svc']);
});

test('the target is taken where the Service stands', () => {
  const chart = chartFor();
  const old = new Construct(chart, 'Old');
  Target.define(old, { kubernetes: KubernetesVersion.V1_33 });
  new LocalityService(old, 'EchoSvc', { selector: { app: 'echo' }, replicas: 2, port: 80 });
  expect(manifestOf(chart, 'Service', 'echo-svc').spec.trafficDistribution).toBe('PreferClose');
});

test('the manifests of the scenario', () => {
  expect(Testing.synth(locality({ clientAffinity: Duration.minutes(10) }).chart).at(-1)).toMatchSnapshot();
});
