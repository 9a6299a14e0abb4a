import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { EnginePlan } from '../../engines/engine-plan';
import { engineProbes } from '../../engines/probes';
import { ContainerSpec, portField } from '../../pod/container/container';
import { Memory } from '../../pod/container/memory';
import { StartupProbe } from '../../pod/lifecycle/model-load';
import { RoleContainer } from '../leader-worker-group/role-container';

/** What goes into the engine's container besides the engine and the user's wishes. */
export interface EngineSurroundings {
  readonly preStopSeconds: number;
  readonly startup: StartupProbe;
  /** Memory where the user asked for none. */
  readonly memory?: Memory;
}

/** What the user lays over the engine's container, checked. */
export function checkOverride(given: RoleContainer, engine: EnginePlan, factory: string): void {
  const line = given.command ? 'command' : given.args ? 'args' : undefined;
  if (line) {
    throw forbidden(`container.${line}`, 'the command line is the engine\'s: GPUs, port, drain and metrics are taken from the same options',
      `give further flags to the engine: InferenceEngine.${factory}({ args: [...] })`);
  }
  if (given.lifecycle?.preStop) {
    throw forbidden('container.lifecycle.preStop', 'a container has one preStop hook, and this one sleeps until endpoints have forgotten the pod; the engine drains at the stop signal that follows',
      'leave it out; set preStopSleep for another sleep');
  }
  const ports = [...portOf(given), ...given.ports ?? []];
  const twin = ports.findIndex(port => port.number === engine.port || port.name === engine.portName);
  if (twin >= 0) {
    throw invalid(portField('container', given, twin), ports[twin].number, `${engine.portName} (${engine.port}) is the engine's own port, and is declared`, 'leave it out');
  }
}

function portOf({ portNumber, port }: RoleContainer): kplus.ContainerPort[] {
  const number = portNumber ?? port;
  return number === undefined ? [] : [{ number }];
}

/** The engine's container with the user's differences laid over it. */
export function engineContainer(given: RoleContainer, engine: EnginePlan, around: EngineSurroundings): ContainerSpec {
  const override = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RoleContainer;
  const { portNumber, port, ...rest } = override;
  const probes = engineProbes(engine, around.startup);
  return {
    ...rest,
    image: given.image ?? engine.image,
    command: engine.command && [...engine.command],
    args: [...engine.args],
    ports: [{ number: engine.port, name: engine.portName }, ...portOf(given), ...given.ports ?? []],
    envVariables: given.envVariables,
    memory: given.memory ?? (given.resources?.memory ? undefined : around.memory),
    preStopSleep: Duration.seconds(around.preStopSeconds),
    startup: given.startup ?? probes.startup,
    liveness: given.liveness ?? probes.liveness,
    readiness: given.readiness ?? probes.readiness,
  };
}
