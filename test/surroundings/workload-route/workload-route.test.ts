import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, GpuInferenceDeployment, InferenceEngine, LeaderWorkerGroup, Memory, RouteProtocol, Target, Workload, WorkloadRoute, WorkloadRouteProps,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Given = Partial<Omit<WorkloadRouteProps, 'workload'>>;
type Make = (chart: Chart) => WorkloadRouteProps['workload'];

const APIS = ['gateway.networking.k8s.io/v1'];
const named: Make = () => Workload.named({ name: 'w', podLabels: { app: 'w' }, namespace: 'ml' });
const deployed: Make = chart => Workload.of(new kplus.Deployment(chart, 'w', { containers: [{ image: 'registry.example/a:1', portNumber: 8000 }] }));

const server: Make = chart => new GpuInferenceDeployment(chart, 'llama', {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', longestStream: Duration.minutes(10) }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') },
});

function put(make: Make, props: Given): { chart: Chart; route: WorkloadRoute } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, { apis: APIS });
  const given = { workload: make(chart), ...('gateway' in props || 'ownGateway' in props ? {} : { gateway: { name: 'public' } }), ...props };
  return { chart, route: new WorkloadRoute(chart, 'route', given) };
}

function made(make: Make, props: Given = {}): { [kind: string]: any } {
  const { chart } = put(make, props);
  return Object.fromEntries(Testing.synth(chart).filter(({ kind, metadata }) => kind !== 'Service' || metadata.name === 'route').map(object => [object.kind, object]));
}

const adviceOf = (make: Make, props: Given) => findingsOf(put(make, props).chart).filter(({ id }) => /AIW281[78]/.test(id)).map(({ id, field }) => `${id} ${field}`);

const GATEWAY = { group: 'gateway.networking.k8s.io', kind: 'Gateway' };

test('the Service of the workload is behind the route, and nothing ends a stream', () => {
  const { HTTPRoute: route, Service: service } = made(server);
  expect(service).toBeUndefined();
  expect(route.spec).toEqual({
    parentRefs: [{ ...GATEWAY, name: 'public' }],
    rules: [{
      matches: [{ path: { type: 'PathPrefix', value: '/' } }],
      backendRefs: [{ group: '', kind: 'Service', name: 'llama', port: 8000, weight: 1 }],
      timeouts: { request: '0s' },
    }],
  });
});

test('an HTTPRoute with all that it may say', () => {
  const { HTTPRoute: route } = made(server, {
    gateway: { name: 'public', namespace: 'gateways', listener: 'https' },
    hostnames: ['*.models.example'],
    pathPrefix: '/llama',
    stripPrefix: true,
    headers: { 'X-Model': 'llama' },
    requestTimeout: Duration.minutes(30),
    attemptTimeout: Duration.minutes(15),
    retry: { attempts: 2, statusCodes: [503], backoff: Duration.seconds(2) },
  });
  expect(route.spec.parentRefs).toEqual([{ ...GATEWAY, name: 'public', namespace: 'gateways', sectionName: 'https' }]);
  expect(route.spec.hostnames).toEqual(['*.models.example']);
  expect(route.spec.rules[0]).toMatchObject({
    matches: [{ path: { type: 'PathPrefix', value: '/llama' }, headers: [{ name: 'X-Model', type: 'Exact', value: 'llama' }] }],
    filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } } }],
    timeouts: { request: '1800s', backendRequest: '900s' },
    retry: { codes: [503], attempts: 2, backoff: '2s' },
  });
});

test('what nobody serves gets a Service of the name of the route, in the namespace of the workload', () => {
  const { HTTPRoute: route, Service: service } = made(() => Workload.named({ name: 'w', podLabels: { app: 'w' }, namespace: 'other' }), { port: 9000 });
  expect([route.metadata.namespace, service.metadata.namespace]).toEqual(['other', 'other']);
  expect(service.spec).toEqual({ selector: { app: 'w' }, ports: [{ name: 'http', port: 9000, targetPort: 9000 }] });
  expect(route.spec.rules[0].backendRefs).toEqual([{ group: '', kind: 'Service', name: 'route', port: 9000, weight: 1 }]);
});

test('a part has a Service of its own, which reaches no other pod', () => {
  const set: Make = chart => Workload.of(new kplus.StatefulSet(chart, 'w', { replicas: 3, containers: [{ image: 'registry.example/a:1', portNumber: 8000 }] }));
  const { Service: service } = made(set, { port: 8000, part: { index: 2 } });
  expect(service.spec.selector['apps.kubernetes.io/pod-index']).toBe('2');
});

test('calls of gRPC have a GRPCRoute by service, and HTTP/2 up to the pods', () => {
  const { GRPCRoute: route, Service: service, HTTPRoute: other } = made(deployed, {
    port: 8001, protocol: RouteProtocol.GRPC, grpcServices: ['inference.GRPCInferenceService'], headers: { 'x-model': 'a' },
  });
  expect(other).toBeUndefined();
  expect(service.spec.ports).toEqual([{ name: 'grpc', port: 8001, targetPort: 8001, appProtocol: 'kubernetes.io/h2c' }]);
  expect(route.spec.rules).toEqual([{
    matches: [{ method: { type: 'Exact', service: 'inference.GRPCInferenceService' }, headers: [{ name: 'x-model', type: 'Exact', value: 'a' }] }],
    backendRefs: [{ group: '', kind: 'Service', name: 'route', port: 8001, weight: 1 }],
  }]);
});

test('a GRPCRoute without services takes every call', () => {
  expect(made(deployed, { port: 8001, protocol: RouteProtocol.GRPC }).GRPCRoute.spec.rules[0].matches).toBeUndefined();
  expect(made(deployed, { port: 8001, protocol: RouteProtocol.GRPC, headers: { a: 'b' } }).GRPCRoute.spec.rules[0].matches).toEqual([{ headers: [{ name: 'a', type: 'Exact', value: 'b' }] }]);
});

test('a Gateway of its own ends TLS with its Secret, and takes routes of its namespace', () => {
  const { Gateway: gateway, HTTPRoute: route } = made(server, { ownGateway: { className: 'envoy', tlsSecret: 'tls' } });
  expect(gateway.metadata).toMatchObject({ name: 'route', namespace: 'ml' });
  expect(gateway.spec).toEqual({
    gatewayClassName: 'envoy',
    listeners: [{
      name: 'https',
      port: 443,
      protocol: 'HTTPS',
      allowedRoutes: { namespaces: { from: 'Same' } },
      tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: 'tls' }] },
    }],
  });
  expect(route.spec.parentRefs).toEqual([{ ...GATEWAY, name: 'route' }]);
});

test('a Gateway without a certificate speaks plain HTTP, and the explanation says who reads along', () => {
  const { route, chart } = put(server, { ownGateway: { className: 'envoy', port: 8080, allNamespaces: true } });
  expect(Testing.synth(chart).find(({ kind }) => kind === 'Gateway').spec.listeners).toEqual([
    { name: 'http', port: 8080, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
  ]);
  expect(route.explain()).toMatch(/plain text.*no certificate/);
});

const group: Make = chart => new LeaderWorkerGroup(chart, 'g', {
  groups: 1,
  size: 2,
  container: { image: 'registry.example/serve:1', command: ['serve'] },
  servingPorts: [{ name: 'http', port: 80, targetPort: 8000 }, { name: 'grpc', port: 81, targetPort: 8001 }, { name: 'stats', port: 82, targetPort: 8002, protocol: kplus.Protocol.UDP }],
});

test('the route names the port of the Service, whatever the containers call it', () => {
  expect(made(group).HTTPRoute.spec.rules[0].backendRefs[0].port).toBe(80);
  expect(made(group, { portName: 'grpc' }).HTTPRoute.spec.rules[0].backendRefs[0].port).toBe(81);
});

describe('time', () => {
  test.each<[what: string, props: Given, advice: string[]]>([
    ['a request that ends before the longest stream', { requestTimeout: Duration.seconds(599) }, ['AIW2817 requestTimeout']],
    ['an attempt that ends before it', { requestTimeout: Duration.minutes(20), attemptTimeout: Duration.minutes(5) }, ['AIW2817 attemptTimeout']],
    ['as much time as the longest stream', { requestTimeout: Duration.minutes(10), attemptTimeout: Duration.minutes(10) }, []],
    ['no end', { requestTimeout: Duration.seconds(0) }, []],
    ['a retry, which older definitions drop', { retry: {} }, ['AIW2818 retry']],
  ])('%s', (_, props, advice) => {
    expect(adviceOf(server, props)).toEqual(advice);
  });

  test('of a workload whose engine nobody knows is not judged', () => {
    expect(adviceOf(deployed, { port: 8000, requestTimeout: Duration.seconds(1) })).toEqual([]);
  });

  test('is explained with the drain of the pods', () => {
    const text = put(server, { requestTimeout: Duration.minutes(15), retry: { attempts: 2 } }).route.explain();
    expect(text).toMatch(/after 900 s[\s\S]*waits 600 s for it/);
    expect(text).toMatch(/1 \+ 2 = 3, at a status of 502, 503/);
    expect(put(server, {}).route.explain()).toMatch(/the gateway ends it never/);
  });
});

test('a Gateway of another namespace must let the route in, which the explanation says', () => {
  const text = (namespace?: string) => put(server, { gateway: { name: 'public', namespace } }).route.explain();
  expect(text('gateways')).toMatch(/is in gateways: a listener of it must allow routes of ml/);
  expect(text('ml')).not.toMatch(/must allow/);
  expect(text()).not.toMatch(/must allow/);
});

describe('refused', () => {
  test.each<[what: string, make: Make, props: Given, message: RegExp]>([
    ['a workload that runs until it is done', chart => WORKLOADS.IndexedTrainingJob(chart), { port: 80 }, /workload: Forbidden: .*works until it is done/],
    ['no port', named, {}, /port: Required value: w has no Service/],
    ['a port that the Service says', server, { port: 80 }, /port: Forbidden: the Service llama/],
    ['a port name that there is not', group, { portName: 'web' }, /portName: Invalid value: "web": g-serving has the ports http, grpc, stats/],
    ['a port of UDP', group, { portName: 'stats' }, /portName: Forbidden: .*speaks UDP/],
    ['no Gateway', named, { port: 80, gateway: undefined }, /gateway: Required value/],
    ['two Gateways', named, { port: 80, gateway: { name: 'a' }, ownGateway: { className: 'b' } }, /ownGateway: Forbidden: the route is behind a/],
    ['a prefix that there is not', named, { port: 80, stripPrefix: true }, /stripPrefix: Forbidden/],
    ['an attempt that is longer than the request', server, { requestTimeout: Duration.seconds(10), attemptTimeout: Duration.seconds(11) }, /attemptTimeout: Invalid value: "11s": is more than the 10 s/],
    ['an attempt without end in a request that ends', server, { requestTimeout: Duration.seconds(10), attemptTimeout: Duration.seconds(0) }, /attemptTimeout: .*without end/],
    ['no attempt', server, { retry: { attempts: 0 } }, /retry\.attempts: Invalid value: 0/],
    ['no status', server, { retry: { statusCodes: [] } }, /retry\.statusCodes/],
    ['a status of success', server, { retry: { statusCodes: [200] } }, /retry\.statusCodes\[0\]: Invalid value: 200/],
    ['a status twice', server, { retry: { statusCodes: [503, 503] } }, /retry\.statusCodes\[1\]: Duplicate value/],
    ['services of gRPC on an HTTPRoute', server, { grpcServices: ['a.B'] }, /grpcServices: Forbidden/],
    ['a timeout of a GRPCRoute', named, { port: 80, protocol: RouteProtocol.GRPC, requestTimeout: Duration.seconds(1) }, /requestTimeout: Forbidden: a GRPCRoute has no such field/],
    ['no service of gRPC', named, { port: 80, protocol: RouteProtocol.GRPC, grpcServices: ['a/b'] }, /grpcServices\[0\]: Invalid value: "a\/b"/],
    ['a service of gRPC twice', named, { port: 80, protocol: RouteProtocol.GRPC, grpcServices: ['a.B', 'a.B'] }, /grpcServices\[1\]: Duplicate value/],
    ['a Secret of no name', named, { port: 80, gateway: undefined, ownGateway: { className: 'a', tlsSecret: 'A_B' } }, /ownGateway\.tlsSecret: Invalid value: "A_B"/],
  ])('%s', (_, make, props, message) => {
    expect(() => put(make, props)).toThrow(message);
  });

  test('a target without the API', () => {
    const chart = new Chart(new App(), 'chart');
    Target.define(chart, { apis: [] });
    expect(() => new WorkloadRoute(chart, 'route', { workload: named(chart), port: 80, gateway: { name: 'a' } })).toThrow(/gateway: Forbidden: needs gateway\.networking\.k8s\.io\/v1/);
  });
});
