import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DisaggregatedInference, EngineMonitor, Fabric, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, InferenceRole, IWorkload,
  LeaderWorkerGroup, Memory, NetworkPeer, PrefillDecodeRouter, RayBackend, RayCluster, RayClusterProps, RayRecovery, Sweep, Workload,
  WorkloadNetworkPolicy, WorkloadNetworkPolicyProps,
} from '../../../src';
import { passes } from '../../../src/lint/facts/network-policies';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { WORKLOADS } from '../../workloads/handle/every-workload';
import { ALL, tried } from '../ways';

type Manifest = any;
type Options = Partial<Omit<WorkloadNetworkPolicyProps, 'workload'>>;
type Make = (chart: Chart) => IWorkload;

const image = 'registry.example/server:1';
const engine = InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2 });
const served = { engine, accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') } };

const replicas: Make = chart => new GpuInferenceDeployment(chart, 'w', served);
const groups: Make = chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 2, ...served, engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2, pipelineParallel: 2 }) });
const run: Make = chart => new IndexedTrainingJob(chart, 'w', { workers: 4, container: { image } });
const plain: Make = chart => Workload.of(new kplus.Deployment(chart, 'w', { metadata: { name: 'w' }, containers: [{ image }] }));
const onNode: Make = chart => Workload.of(new kplus.Deployment(chart, 'w', { metadata: { name: 'w' }, hostNetwork: true, containers: [{ image }] }));
const roles = (chart: Chart) => new DisaggregatedInference(chart, 'w', {
  prefill: InferenceRole.deployment(served), decode: InferenceRole.deployment(served), router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1' }),
});

function around(make: Make, options: Options = {}): WorkloadNetworkPolicy {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  return new WorkloadNetworkPolicy(chart, 'network', { workload: make(chart), ...options });
}

const made = (make: Make, options: Options = {}): Manifest[] => around(make, options).apiObjects.map(object => object.toJson());
const specs = (make: Make, options: Options = {}) => made(make, options).map(({ spec }) => spec);

function refusal(make: Make, options: Options): string {
  try {
    around(make, options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

const own = { podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'w' } } };
const ownRun = { podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/run': '1' } } };
const ofNamespace = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } });

test('clients reach the port of the pods behind the Service, in the role that answers, and groups their own pods at every port', () => {
  const [all, leaders, ...others] = made(groups, { clients: [NetworkPeer.namespace('gateways')] });
  expect(others).toEqual([]);
  expect(all).toMatchObject({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'network', namespace: 'ml' } });
  expect(all.spec).toEqual({ podSelector: own.podSelector, policyTypes: ['Ingress'], ingress: [{ from: [own] }] });
  expect(leaders.metadata.name).toBe('network-leader');
  expect(leaders.spec).toEqual({
    podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'leader' } },
    policyTypes: ['Ingress'],
    ingress: [{ from: [ofNamespace('gateways')], ports: [{ port: 8000, protocol: 'TCP' }] }],
  });
});

describe('behind an endpoint picker clients reach the sidecars of decode', () => {
  const clients = [NetworkPeer.namespace('gateways')];
  const rule = { from: [ofNamespace('gateways')], ports: [{ port: 8000, protocol: 'TCP' }] };
  const inference = { 'cdk8s-ai-workloads/inference': 'w' };

  test.each([
    ['DisaggregatedInference, llm-d', { 'cdk8s-ai-workloads/name': 'w-decode' }],
    ['DisaggregatedInference of groups, llm-d', { 'cdk8s-ai-workloads/name': 'w-decode', 'cdk8s-ai-workloads/role': 'leader' }],
  ])('%s', (name, matchLabels) => {
    const [all, ...others] = specs(WORKLOADS[name], { clients });
    expect(all).toMatchObject({ podSelector: { matchLabels: inference }, ingress: [{ from: [{ podSelector: { matchLabels: inference } }] }] });
    expect(others).toMatchObject([{ podSelector: { matchLabels }, ingress: [rule] }]);
  });

  test('of several pools too, whose pods no label of one role tells: the port is open on all of them', () => {
    const [all, ...others] = specs(WORKLOADS['DisaggregatedInference of pools, llm-d'], { clients });
    expect(others).toEqual([]);
    expect(all).toMatchObject({ podSelector: { matchLabels: inference }, ingress: [{ from: [{ podSelector: { matchLabels: inference } }] }, rule] });
  });
});

test('replicas that do not speak to each other are not opened to each other, and one role has one policy', () => {
  const [{ ingress }, ...others] = specs(replicas, { clients: [NetworkPeer.ownNamespace()], monitoring: [NetworkPeer.namespace('monitoring')] });
  expect(others).toEqual([]);
  expect(ingress).toEqual([
    { from: [{ podSelector: {} }], ports: [{ port: 'http', protocol: 'TCP' }] },
    { from: [ofNamespace('monitoring')], ports: [{ port: 'http', protocol: 'TCP' }] },
  ]);
});

test('nobody is let in where nobody is named: a policy without rules', () => {
  const sweep: Make = chart => WORKLOADS.Sweep(chart) as Sweep;
  expect(specs(sweep)).toEqual([{ podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/run': expect.any(String) } }, policyTypes: ['Ingress'] }]);
  expect(specs(replicas, { clients: [] })[0]).not.toHaveProperty('ingress');
});

test('everybody among the clients is no list of peers: an empty one would be refused by readers, and a list beside it would say less', () => {
  const [{ ingress }] = specs(replicas, { clients: [NetworkPeer.namespace('gateways'), NetworkPeer.everyone()] });
  expect(ingress).toEqual([{ ports: [{ port: 'http', protocol: 'TCP' }] }]);
});

test('what pods call is restricted when somebody says so: their own pods, DNS and whom he names', () => {
  const [{ policyTypes, egress }] = specs(run, { egress: [{ peer: NetworkPeer.podsWith({ app: 'minio' }, 'storage'), ports: [9000] }] });
  expect(policyTypes).toEqual(['Ingress', 'Egress']);
  expect(egress).toEqual([
    { to: [ownRun] },
    { ports: [{ port: 53, protocol: 'UDP' }, { port: 53, protocol: 'TCP' }] },
    { to: [{ ...ofNamespace('storage'), podSelector: { matchLabels: { app: 'minio' } } }], ports: [{ port: 9000, protocol: 'TCP' }] },
  ]);
  expect(specs(run, { egress: [], dns: NetworkPeer.namespace('kube-system') })[0].egress[1].to).toEqual([ofNamespace('kube-system')]);
});

test.each<[what: string, peer: (chart: Chart) => NetworkPeer, written: object[]]>([
  ['a workload of the same namespace', chart => NetworkPeer.workload(new IndexedTrainingJob(chart, 'peer', { workers: 1, container: { image } })), [{ podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'peer', 'cdk8s-ai-workloads/run': '1' } } }]],
  ['one of another namespace', () => NetworkPeer.workload(Workload.named({ name: 'x', namespace: 'far', podLabels: { app: 'x' } })), [{ ...ofNamespace('far'), podSelector: { matchLabels: { app: 'x' } } }]],
  ['a role of one', chart => NetworkPeer.workload(new LeaderWorkerGroup(chart, 'peer', { groups: 1, size: 2, container: { image } }), { role: 'leader' }),
    [{ podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'peer', 'cdk8s-ai-workloads/role': 'leader' } } }]],
  ['namespaces by labels', () => NetworkPeer.namespacesWith({ team: 'a' }), [{ namespaceSelector: { matchLabels: { team: 'a' } } }]],
  ['pods by labels', () => NetworkPeer.podsWith({ app: 'a' }), [{ podSelector: { matchLabels: { app: 'a' } } }]],
  ['addresses', () => NetworkPeer.range('10.0.0.0/8', ['10.1.0.0/16']), [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }]],
  ['addresses without exceptions', () => NetworkPeer.range('fd00::/8'), [{ ipBlock: { cidr: 'fd00::/8' } }]],
])('a peer: %s', (_, peer, written) => {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  const policy = new WorkloadNetworkPolicy(chart, 'network', { workload: run(chart), others: [{ peer: peer(chart) }] });
  expect(policy.apiObjects[0].toJson().spec.ingress[1]).toEqual({ from: written });
});

test('the internet is no private address, of either family', () => {
  const [{ egress }] = specs(run, { egress: [{ peer: NetworkPeer.internet(), ports: [443] }] });
  const [four, six] = egress[2].to.map(({ ipBlock }: Manifest) => ipBlock);
  expect(four).toEqual({ cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) });
  expect(six).toEqual({ cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] });
});

test('whom only the operator of KubeRay and its submitter know is let in', () => {
  const ray = { rayVersion: '2.53.0', container: { image: 'registry.example/ray:1', cpu: '1', memory: Memory.of('16Gi') }, workers: [{ name: 'w', replicas: 1 }] };
  const job: Make = chart => new RayCluster(chart, 'w', { ...ray, backend: RayBackend.rayJob({ entrypoint: 'python a.py' }) });
  expect(specs(job)[0].ingress).toContainEqual({ ports: [{ port: 8265, protocol: 'TCP' }] });
  const service: Make = chart => new RayCluster(chart, 'w', { ...ray, backend: RayBackend.rayService({ serveConfig: 'applications: [{ import_path: a:b }]' }) });
  expect(specs(service, { clients: [] })[0].ingress).toContainEqual({ ports: [{ port: 8265, protocol: 'TCP' }, { port: 8000, protocol: 'TCP' }] });
  expect(JSON.stringify(specs(chart => new RayCluster(chart, 'w', ray)))).not.toContain('8265');
  const operator = NetworkPeer.namespace('kuberay');
  expect(specs(service, { clients: [], others: [{ peer: operator, ports: [8265] }, { peer: NetworkPeer.namespace('monitoring'), ports: [8080] }, { peer: NetworkPeer.podsWith({ app: 'proxy' }) }] })[0].ingress
    .filter(({ from }: Manifest) => from === undefined)).toEqual([{ ports: [{ port: 8000, protocol: 'TCP' }] }]);
  expect(specs(service, { clients: [], others: [{ peer: operator, ports: [8265, 8000] }] })[0].ingress)
    .toEqual([expect.anything(), { from: [ofNamespace('kuberay')], ports: [{ port: 8265, protocol: 'TCP' }, { port: 8000, protocol: 'TCP' }] }]);
});

describe('what pods call by themselves, where that is restricted', () => {
  const worker = { name: 'w', replicas: 1 };
  const ray = (props: Partial<RayClusterProps> = {}): Make => chart => new RayCluster(chart, 'w', {
    rayVersion: '2.53.0', container: { image: 'registry.example/ray:1', cpu: '1', memory: Memory.of('16Gi') }, workers: [worker], recovery: RayRecovery.redis('rediss://redis.db:6380'), ...props,
  });
  const scaled = ray({ backend: RayBackend.rayCluster(), workers: [{ ...worker, maxReplicas: 4 }] });
  const web = { peer: NetworkPeer.internet(), ports: [443] };
  const found = (make: Make, options: Options) => findingsOf(around(make, options).node.root).filter(({ id }) => ['AIW2159', 'AIW2157'].includes(id));

  test('the head reaches its Redis at the port of the address, and nobody else is let out to it', () => {
    const [all, head, ...others] = made(ray(), { egress: [web] });
    expect(others).toEqual([]);
    expect(all.spec.egress).toHaveLength(3);
    expect(head.metadata.name).toBe('network-head');
    expect(head.spec).toEqual({
      podSelector: { matchLabels: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'head' } },
      policyTypes: ['Ingress', 'Egress'],
      egress: [{ ports: [{ port: 6380, protocol: 'TCP' }] }],
    });
    expect(around(ray(), { egress: [web] }).explain()).toMatch(/head +anybody: Redis at rediss:\/\/redis\.db:6380 +6380 +the head keeps its state there/);
    expect(found(ray(), { egress: [web] })).toEqual([]);
  });

  test('whoever names the port says himself who is there; nothing is written where nothing is restricted, and one role has one policy', () => {
    expect(specs(ray(), { egress: [{ peer: NetworkPeer.namespace('db'), ports: [6380] }] })).toHaveLength(1);
    expect(specs(ray())).toHaveLength(1);
    const [{ egress }, ...others] = specs(ray({ workers: [], head: { runsTasks: true } }), { egress: [] });
    expect(others).toEqual([]);
    expect(egress[2]).toEqual({ ports: [{ port: 6380, protocol: 'TCP' }] });
  });

  test('the API server has no labels, so its addresses are asked for: of the autoscaler and of a router that discovers engines', () => {
    const [finding, ...others] = found(scaled, { egress: [web] });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ id: 'AIW2159', class: 'risky', field: 'egress' });
    expect(finding.message).toContain("pods of w (head) call the API server: Ray's autoscaler asks it for more pods");
    expect(finding.help).toContain('kubernetes.io/service-name=kubernetes');
    expect(found(roles, { clients: [], egress: [web] }).map(({ message }) => message)).toEqual([expect.stringContaining('pods of w (router) call the API server')]);
    expect(around(scaled, { egress: [web] }).explain()).toContain('without its addresses in egress it is cut off');
  });

  test('addresses that the API server may have are enough, and nothing is said where nothing is restricted or nobody calls it', () => {
    const named = { egress: [{ peer: NetworkPeer.range('10.0.0.10/32'), ports: [6443] }] };
    expect(found(scaled, named)).toEqual([]);
    expect(around(scaled, named).explain()).toContain('they must be among those that egress names');
    expect(found(scaled, { egress: [{ peer: NetworkPeer.everyone() }] })).toEqual([]);
    expect(found(scaled, {})).toEqual([]);
    expect(around(scaled).explain()).not.toContain('the API server, for');
    expect(found(ray({ backend: RayBackend.rayCluster() }), { egress: [web] })).toEqual([]);
  });
});

describe('a monitor of the same pods', () => {
  const found = (make: Make, options: Options, isMonitorFirst: boolean) => {
    const chart = new Chart(new App(), 'c', { namespace: 'ml' });
    const workload = make(chart);
    const monitor = () => new EngineMonitor(chart, 'monitor', workload.workload.metrics ? { workload } : { workload, ports: [{ name: 'metrics' }] });
    const policy = () => new WorkloadNetworkPolicy(chart, 'network', { workload, ...options });
    (isMonitorFirst ? [monitor, policy] : [policy, monitor]).forEach(each => each());
    return findingsOf(chart.node.root).filter(({ id }) => id === 'AIW2160');
  };

  test.each([true, false])('is told of at a policy that lets nobody collect metrics, whichever was first: the monitor %s', isMonitorFirst => {
    const [finding, ...others] = found(replicas, { clients: [NetworkPeer.ownNamespace()] }, isMonitorFirst);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ class: 'risky', construct: 'c/network', field: 'monitoring', message: expect.stringContaining('EngineMonitor c/monitor has Prometheus ask pods of w') });
    expect(finding.help).not.toContain('metricsPort');
    expect(found(run, {}, isMonitorFirst)[0].help).toContain('metricsPort');
  });

  test('is let in by monitoring, by others, and as one of everybody; a policy without a monitor says nothing', () => {
    expect(found(replicas, { clients: [], monitoring: [NetworkPeer.namespace('monitoring')] }, true)).toEqual([]);
    expect(found(replicas, { clients: [NetworkPeer.everyone()] }, true)).toEqual([]);
    expect(found(run, { others: [{ peer: NetworkPeer.namespace('monitoring'), ports: [9000] }] }, true)).toEqual([]);
    expect(findingsOf(around(run).node.root).filter(({ id }) => id === 'AIW2160')).toEqual([]);
  });
});

test.each<[what: string, make: Make, options: Options, message: string]>([
  ['nobody said who sends requests', replicas, {}, 'clients: Required value: w answers requests'],
  ['a port that the Service says', replicas, { clients: [], port: 1 }, 'port: Forbidden: the Service w of the workload says it'],
  ['no port', plain, { clients: [NetworkPeer.everyone()] }, 'port: Required value: w has no Service'],
  ['a port and no clients', plain, { port: 8000 }, 'clients: Required value'],
  ['a port that is none', plain, { clients: [NetworkPeer.everyone()], port: 0 }, 'port: Invalid value: 0'],
  ['metrics of nobody', run, { monitoring: [NetworkPeer.everyone()] }, 'metricsPort: Required value: no engine of this library runs in w'],
  ['metrics for nobody', run, { metricsPort: 9000 }, 'metricsPort: Forbidden: nobody collects metrics'],
  ['metrics that the engine has', replicas, { clients: [], metricsPort: 9000 }, 'metricsPort: Forbidden: vllm 0.18 exports at the port http'],
  ['no ports at all', run, { others: [{ peer: NetworkPeer.everyone(), ports: [] }] }, 'others[0].ports: Invalid value: []'],
  ['a strange port', run, { egress: [{ peer: NetworkPeer.everyone(), ports: [70000] }] }, 'egress[0].ports[0]: Invalid value: 70000'],
  ['DNS of nothing', run, { dns: NetworkPeer.everyone() }, 'dns: Forbidden: nothing that the pods call is restricted'],
  ['the network of the node', onNode, {}, 'workload: Forbidden: pods of w (pod) have hostNetwork'],
  ['one role of several', chart => roles(chart).decode, { clients: [] }, 'workload: Forbidden: w-decode is a role of w'],
  ['a peer on the node', run, { others: [{ peer: NetworkPeer.workload(onNode(new Chart(new App(), 'c'))) }] }, 'its pods (pod) have hostNetwork'],
])('refused: %s', (_, make, options, message) => {
  expect(refusal(make, options)).toContain(message);
});

test.each<[() => unknown, string]>([
  [() => NetworkPeer.range('10.0.0.1/8'), 'NetworkPeer.range(network): Invalid value: "10.0.0.1/8"'],
  [() => NetworkPeer.range('10.0.0.0/8', ['x']), 'NetworkPeer.range(except[0]): Invalid value: "x"'],
  [() => NetworkPeer.namespace('A'), 'NetworkPeer.namespace(name): Invalid value: "A"'],
  [() => NetworkPeer.podsWith({}), 'NetworkPeer.podsWith(labels): Invalid value: {}: names no label'],
  [() => NetworkPeer.namespacesWith({}), 'NetworkPeer.namespacesWith(labels): Invalid value: {}'],
  [() => NetworkPeer.podsWith({ a: 'b' }, 'A'), 'NetworkPeer.podsWith(namespace): Invalid value: "A"'],
  [() => NetworkPeer.workload('x' as never), 'NetworkPeer.workload(workload): Invalid value: "x": expected IWorkload'],
])('%s is refused', (make, message) => {
  expect(make).toThrow(message);
});

test('a port of a container without a Service, and of an exporter beside it', () => {
  expect(specs(plain, { clients: [NetworkPeer.everyone()], port: 8000, monitoring: [NetworkPeer.namespace('m')], metricsPort: 9000 })[0].ingress).toEqual([
    { from: [{ podSelector: { matchLabels: expect.any(Object) } }] },
    { ports: [{ port: 8000, protocol: 'TCP' }] },
    { from: [ofNamespace('m')], ports: [{ port: 9000, protocol: 'TCP' }] },
  ]);
});

describe.each(Object.entries(ALL))('around %s', (_, make) => {
  test('every pod of it is governed, and no check finds the port of a Service closed, DNS forgotten, or anything that a server refuses or drops', () => {
    const { app } = tried('workload-network-policy', make);
    const findings = findingsOf(app).filter(({ id, class: kind }) => ['AIW2104', 'AIW2155', 'AIW2156', 'AIW2157'].includes(id) || kind === 'rejected' || kind === 'dropped');
    // Pods of a name alone are not in the app.
    expect(findings.filter(({ message }) => !message.includes('{"app":"w"}'))).toEqual([]);
  });
});

test('a whole of roles is one policy for all, so prefill, decode and router reach each other, and the router has its clients', () => {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  const workload = roles(chart);
  const policy = new WorkloadNetworkPolicy(chart, 'network', { workload, clients: [NetworkPeer.everyone()] });
  expect(policy.apiObjects.map(({ name }) => name)).toEqual(['network', 'network-router']);
  const [{ podSelector, ingress }] = policy.apiObjects.map(object => object.toJson().spec);
  expect(ingress).toEqual([{ from: [{ podSelector }] }]);
  const labels = workload.workload.apiObjects.map(object => object.toJson().spec.template.metadata.labels);
  expect(labels).toHaveLength(3);
  labels.forEach(each => expect(each).toMatchObject(podSelector.matchLabels));
});

describe('explain', () => {
  test('has who is let in where, what is not restricted, and what no policy holds off', () => {
    const text = around(groups, { clients: [NetworkPeer.namespace('gateways')] }).explain();
    expect(text).toMatch(/all +its own pods +all +any port/);
    expect(text).toMatch(/leader +pods of namespace gateways +8000/);
    expect(text).toContain('what pods call');
    expect(text).toContain('pods of one group reach those of another as well');
    expect(text).toContain('flannel');
    expect(text).toContain('set monitoring');
    expect(text).toContain('kubectl -n ml describe networkpolicy network network-leader');
  });

  test('says that names are no addresses where what pods call is restricted, and RDMA where there is some', () => {
    const text = around(chart => new IndexedTrainingJob(chart, 'w', { workers: 2, container: { image }, fabric: Fabric.infiniBand({ resource: 'rdma/ib' }) }), { egress: [] }).explain();
    expect(text).toMatch(/all +everybody +53\/UDP, 53 +names/);
    expect(text).toContain('what goes over InfiniBand, and every further interface of Multus, is governed by no NetworkPolicy');
    expect(text).toContain('huggingface.co is the internet');
    expect(text).not.toContain('set egress to restrict it');
  });
});

test('a rule passes a port as the API reads it: by protocol, range and name', () => {
  const port = { protocol: 'TCP', number: 8000, names: ['http'] };
  expect([{}, { ports: [] }, { ports: [{}] }, { ports: [{ port: 7000, endPort: 8000 }] }, { ports: [{ port: 'http' }] }].map(rule => passes(rule, port))).toEqual([true, true, true, true, true]);
  expect([{ ports: [{ port: 80 }] }, { ports: [{ port: 'web' }] }, { ports: [{ port: 8000, protocol: 'UDP' }] }].map(rule => passes(rule, port))).toEqual([false, false, false]);
});
