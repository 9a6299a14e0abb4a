import * as fc from 'fast-check';
import { gateway, part } from './workloads';
import { OwnGateway, RouteOptions, RouteRetry, WorkloadRouteProps } from '../../../../src';
import { Expression, Statement, construct, literal, object, path } from '../../expression';
import { Expressions, Setting, absent, flag, lists, literals, mostly, never, oneOf, rarely, sometimes, struct } from '../combinators';
import { counts, durations } from '../numbers';
import { fresh } from '../references';
import { formed, names, paths } from '../texts';

export function route(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadRouteProps>({
    ...routeOptions(setting),
    name: rarely(literals(names(setting, 'route'))),
    workload,
    part: rarely(part(setting)),
    port: absent(40, counts(setting, 80, 8000)),
    portName: rarely(formed(setting, fc.constantFrom('http', 'grpc'))),
    protocol: rarely(oneOf(...['HTTP', 'GRPC'].map(each => fc.constant(path(`RouteProtocol.${each}`))))),
    grpcServices: rarely(lists(formed(setting, fc.constantFrom('inference.GRPCInferenceService', 'other.Service')), 1, 2)),
  })).map(([id, props]) => [{ value: construct('WorkloadRoute', path('chart'), id, props) }]);
}

export function routeOptions(setting: Setting): { readonly [key in keyof RouteOptions]-?: fc.Arbitrary<Expression | undefined> } {
  return {
    gateway: mostly(setting, gateway(setting), never),
    ownGateway: rarely(struct<OwnGateway>({
      className: literals(names(setting, 'envoy')),
      tlsSecret: sometimes(literals(names(setting, 'tls'))),
      port: rarely(counts(setting, 1, 65535)),
      allNamespaces: rarely(flag),
    })),
    hostnames: sometimes(lists(formed(setting, fc.constantFrom('models.example', '*.models.example')), 1, 2)),
    pathPrefix: rarely(paths(setting, '/v1')),
    stripPrefix: rarely(flag),
    headers: rarely(fc.constantFrom('a', 'b').map(value => object({ 'x-variant': literal(value) }))),
    requestTimeout: rarely(durations(setting, 0, 3600)),
    attemptTimeout: rarely(durations(setting, 0, 600)),
    retry: rarely(struct<RouteRetry>({
      attempts: sometimes(counts(setting, 1, 3)),
      statusCodes: rarely(lists(counts(setting, 500, 504), 1, 2)),
      backoff: rarely(durations(setting, 1, 10)),
    })),
  };
}
