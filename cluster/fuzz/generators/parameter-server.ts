import * as fc from 'fast-check';
import { Expressions, Setting, absent, calls, literals, mostly, never, rarely, sometimes, struct } from './combinators';
import { containers, roleContainers } from './containers';
import { accelerators } from './devices';
import { fabric } from './fabrics';
import { counts, durations, ports } from './numbers';
import { inOrder, invoked, perhaps, podMethods } from './pod-methods';
import { capacity, podFields } from './pods';
import { nodeLabels } from './references';
import { formed, ids, names } from './texts';
import { ParameterServerPortOptions, ParameterServerProps, ParameterServerRole, ParameterServerTasks } from '../../../src';
import { Expression, Statement, construct, literal, path } from '../expression';

/** What has to agree with each other; everything else is drawn on its own. */
interface Shape {
  readonly framework: 'own' | 'tensorFlow' | 'dmlc';
  readonly coordinates: boolean;
  readonly servers: number;
  readonly workers: number;
  readonly devices: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  framework: fc.constantFrom<Shape['framework']>('own', 'tensorFlow', 'dmlc'),
  coordinates: fc.boolean(),
  servers: fc.constantFrom(1, 2, 5),
  workers: fc.constantFrom(1, 3, 16),
  devices: fc.constantFrom(0, 0, 1, 8),
});

export function parameterServers(setting: Setting, constant: string): fc.Arbitrary<Statement[]> {
  return fc.tuple(shapes, ids(setting, 'Ranker', 'Embed2')).chain(([shape, id]) => inOrder(
    run(setting, shape).map(props => [{ name: constant, value: construct('ParameterServer', path('chart'), literal(`${id}${constant === 'first' ? '' : '-b'}`), props) }]),
    podMethods(setting, `${constant}.workers`),
    podMethods(setting, `${constant}.servers`),
    perhaps(40, invoked(`${constant}.explain`)),
    perhaps(30, invoked(`${constant}.address`, literals(mostly(setting, fc.constantFrom('ps', 'worker'), fc.constantFrom('chief', 'nobody', ''))), counts(setting, 0, 0)))));
}

function run(setting: Setting, { framework, coordinates, servers, workers, devices }: Shape): Expressions {
  const differences = struct<ParameterServerRole>(roleFields(setting, devices));
  const stray = mostly<Expression | undefined>(setting, never, differences);
  return struct<ParameterServerProps>({
    ...podFields(setting),
    container: containers(setting),
    accelerator: devices === 0 ? never : accelerators(setting, devices),
    framework: framework === 'own' ? never : calls(`ParameterServerFramework.${framework}`, absent(50, struct<ParameterServerPortOptions>({ port: sometimes(ports(setting)) }))),
    chief: coordinates && framework !== 'dmlc' ? differences : stray,
    scheduler: coordinates && framework === 'dmlc' ? differences : stray,
    ps: struct<ParameterServerTasks>({ ...roleFields(setting, 0), replicas: counts(setting, servers, servers) }),
    worker: struct<ParameterServerTasks>({ ...roleFields(setting, devices), replicas: counts(setting, workers, workers) }),
    name: sometimes(literals(names(setting, 'ranker', 'embed-b'))),
    runId: sometimes(formed(setting, fc.constantFrom('1', 'a-3', '20260101'))),
    restarts: sometimes(counts(setting, 0, 10)),
    workerRestarts: sometimes(counts(setting, 0, 100)),
    capacity: rarely(capacity(setting)),
    ttlAfterFinished: rarely(durations(setting, 0, 86400)),
  });
}

function roleFields(setting: Setting, devices: number) {
  return {
    container: rarely(roleContainers(setting)),
    accelerator: devices === 0 ? never : rarely(accelerators(setting, devices)),
    fabric: rarely(fabric(setting)),
    nodeLabels: rarely(nodeLabels(setting)),
    capacity: rarely(capacity(setting)),
    priorityClassName: rarely(literals(names(setting, 'high', 'low'))),
  };
}
