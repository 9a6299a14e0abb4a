import * as fc from 'fast-check';
import { Expressions, Setting, absent, lists, literals, mostly, never, rarely, sometimes, struct, values } from './combinators';
import { containers } from './containers';
import { accelerators } from './devices';
import { counts, durations, ports } from './numbers';
import { inOrder, invoked, metrics, perhaps, podMethods } from './pod-methods';
import { disruptionBudget, podFields } from './pods';
import { labels, metadata, namespaces } from './references';
import { locality, servingPorts } from './services';
import { formed, ids, names } from './texts';
import { chosenZones } from './zones';
import { LocalityServiceProps, ZonalAutoscaling, ZonalDeploymentsProps } from '../../../src';
import { Expression, Statement, construct, list, literal, object, path } from '../expression';

/** What stands behind the Service. */
type Behind = 'zonal' | 'deployment' | 'selector';

const PORT = 8080;

export function localityServices(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  const behind = fc.constantFrom<Behind>('zonal', 'zonal', 'deployment', 'selector');
  return fc.tuple(behind, chosenZones(setting), ids(setting, 'Front', 'EchoSvc')).chain(([kind, zones, id]) => inOrder(
    workload(setting, kind, zones, constant),
    service(setting, kind, zones, constant).map(props => [{ name: constant, value: construct('LocalityService', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    perhaps(40, invoked(`${constant}.explain`))));
}

function workload(setting: Setting, kind: Behind, zones: readonly string[], constant: string): fc.Arbitrary<Statement[]> {
  const name = `${constant}Pods`;
  switch (kind) {
    case 'selector': return fc.constant([]);
    case 'deployment': return fc.integer({ min: 1, max: 6 }).map(replicas => [{ name, value: plainDeployment(constant, replicas) }]);
    default: return inOrder(
      zonal(setting, zones).map(props => [{ name, value: construct('ZonalDeployments', path('chart'), literal(`Echo-${constant}`), props) }]),
      podMethods(setting, `${name}.pods`),
      perhaps(20, invoked(`${name}.explain`)),
      perhaps(20, invoked(`${name}.zone`, formed(setting, fc.constantFrom(...zones, 'nowhere'), fc.constantFrom('', 'nowhere', 'constructor')))));
  }
}

/** A workload that this library did not make. */
function plainDeployment(constant: string, replicas: number): Expression {
  const container = object({ image: literal('registry.example/echo:1'), ports: list([object({ number: literal(PORT), name: literal('http') })]), resources: object({}) });
  return construct('kplus.Deployment', path('chart'), literal(`Echo-${constant}`), object({ replicas: literal(replicas), containers: list([container]) }));
}

function service(setting: Setting, kind: Behind, zones: readonly string[], constant: string): Expressions {
  return fc.boolean().chain(several => struct<LocalityServiceProps>({
    name: sometimes(literals(names(setting, 'front', 'echo-svc'))),
    metadata: rarely(metadata(setting, { namespace: mostly<Expression | undefined>(setting, never, namespaces(setting)) })),
    target: kind === 'selector' ? never : fc.constant(path(`${constant}Pods`)),
    selector: kind === 'selector' ? labels(setting) : mostly<Expression | undefined>(setting, never, labels(setting)),
    port: several ? mostly<Expression | undefined>(setting, never, ports(setting)) : ports(setting),
    targetPort: several ? never : absent(60, counts(setting, PORT, PORT)),
    targetPortName: mostly<Expression | undefined>(setting, never, values('http', '', 'x')),
    ports: several ? servingPorts(setting, PORT) : mostly<Expression | undefined>(setting, never, servingPorts(setting, PORT)),
    prefer: setting.zones?.length === 0 ? locality(setting) : sometimes(locality(setting)),
    strictNodeLocal: mostly<Expression | undefined>(setting, never, values(true, false)),
    clientAffinity: rarely(durations(setting, 1, 3600)),
    zones: rarely(lists(formed(setting, fc.constantFrom(...zones, 'eu-1a')), 0, 2)),
    replicas: kind === 'selector' ? counts(setting, 1, 9) : mostly<Expression | undefined>(setting, never, counts(setting, 0, 9)),
  }));
}

function zonal(setting: Setting, zones: readonly string[]): Expressions {
  return fc.tuple(fc.boolean(), fc.constantFrom(0, 0, 0, 2)).chain(([scales, devices]) => struct<ZonalDeploymentsProps>({
    ...podFields(setting),
    container: containers(setting, { port: never, portNumber: absent(10, counts(setting, PORT, PORT)) }),
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    name: sometimes(literals(names(setting, 'echo', 'backend'))),
    zones: setting.zones?.length ? sometimes(fc.constant(list(zones.map(literal)))) : fc.constant(list(zones.map(literal))),
    replicas: scales ? mostly<Expression | undefined>(setting, never, counts(setting, 1, 3)) : sometimes(counts(setting, 1, 5)),
    autoscaling: scales ? autoscaling(setting) : mostly<Expression | undefined>(setting, never, autoscaling(setting)),
    disruptionBudget: sometimes(disruptionBudget(setting, true)),
  }));
}

function autoscaling(setting: Setting): Expressions {
  return struct<ZonalAutoscaling>({
    minReplicas: sometimes(counts(setting, 1, 3)),
    maxReplicas: counts(setting, 3, 10),
    metrics: mostly(setting, lists(metrics(setting), 1, 2), lists(metrics(setting), 0, 1)),
    scaleDownWindow: sometimes(durations(setting, 0, 3600)),
  });
}
