import { Chart, Duration } from 'cdk8s';
import { RouteProtocol, WorkloadRoute, WorkloadRouteProps } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => routes(chart, { workload }),
  'with `port`': (chart, workload) => routes(chart, { workload, port: 8000 }),
  'with `part.role` and `port`': (chart, workload) => routes(chart, { workload, port: 8000, part: { role: workload.workload.roles[0].name } }),
};

/** A route with all that an HTTPRoute may say, behind a Gateway of its own, and one of gRPC, which leads to no InferencePool. */
function routes(chart: Chart, given: Omit<WorkloadRouteProps, 'gateway'>): void {
  new WorkloadRoute(chart, 'around', {
    ...given,
    ownGateway: { className: 'envoy', tlsSecret: 'models-tls' },
    hostnames: ['models.example', '*.models.example'],
    pathPrefix: '/w',
    stripPrefix: true,
    headers: { 'x-model': 'w' },
    requestTimeout: Duration.hours(1),
    attemptTimeout: Duration.minutes(30),
    retry: { attempts: 2, backoff: Duration.seconds(1) },
  });
  if (given.workload.workload._pool === undefined) {
    new WorkloadRoute(chart, 'calls', {
      ...given, gateway: { name: 'public', namespace: 'gateways', listener: 'https' }, protocol: RouteProtocol.GRPC, grpcServices: ['inference.GRPCInferenceService'], headers: { 'x-model': 'w' },
    });
  }
}
