import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CachePlan } from './model-cache';
import { HUB_CACHE_VARIABLE, HUB_OFFLINE_VARIABLE, PreloadPlan } from './model-preload';
import { duplicate, forbidden, invalid } from '../../base/errors/invalid-input';
import { EnginePlan } from '../../engines/engine-plan';
import { engineProbes } from '../../engines/probes';
import { ContainerSpec, portField } from '../../pod/container/container';
import { Memory } from '../../pod/container/memory';
import { StartupProbe } from '../../pod/lifecycle/model-load';
import { RoleContainer } from '../leader-worker-group/role-container';

/** What goes into the engine's container besides the engine and the user's wishes. */
export interface EngineSurroundings {
  readonly cache?: CachePlan;
  readonly preload?: PreloadPlan;
  readonly preStopSeconds: number;
  readonly startup: StartupProbe;
  /** Memory where the user asked for none. */
  readonly memory?: Memory;
}

/** What the user lays over the engine's container, checked. */
export function checkOverride(
  given: RoleContainer, engine: EnginePlan, factory: string, cache: CachePlan | undefined, isPreloaded: boolean): void {
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
  if (cache) {
    checkCache(given, cache, isPreloaded);
  }
}

/** What would put two volumes on one path, or let the engine look where nobody has put the model. */
function checkCache(given: RoleContainer, cache: CachePlan, isPreloaded: boolean): void {
  if (given.volumeMounts?.some(mount => mount.path === cache.mountPath)) {
    throw duplicate('modelCache.mountPath', cache.mountPath, 'is a mount of the container already, and a path can be mounted once', 'leave that mount out: the cache mounts its volume itself');
  }
  const other = HUB_FOLDERS.find(name => given.envVariables?.[name] !== undefined);
  if (other && isPreloaded) {
    throw forbidden(`container.envVariables[${other}]`, `preload fills ${cache.mountPath}, and the engine would look elsewhere without asking the Hub`, 'leave it out, or set modelCache.mountPath');
  }
}

/** Variables that say where the files of the Hub are. Source: huggingface_hub constants.py */
const HUB_FOLDERS = [HUB_CACHE_VARIABLE, 'HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE', 'TRANSFORMERS_CACHE'];

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
    envVariables: { ...cacheVariables(around), ...given.envVariables },
    memory: given.memory ?? (given.resources?.memory ? undefined : around.memory),
    preStopSleep: Duration.seconds(around.preStopSeconds),
    startup: given.startup ?? probes.startup,
    liveness: given.liveness ?? probes.liveness,
    readiness: given.readiness ?? probes.readiness,
  };
}

/** Only what the user may say otherwise. With a filled cache the engine asks nobody at its start: a Hub that is down stops no replica. */
function cacheVariables({ cache, preload }: EngineSurroundings): { [name: string]: kplus.EnvValue } {
  return {
    ...(cache ? { [HUB_CACHE_VARIABLE]: kplus.EnvValue.fromValue(cache.mountPath) } : {}),
    ...(preload?.offline || cache?.readOnly ? { [HUB_OFFLINE_VARIABLE]: kplus.EnvValue.fromValue('1') } : {}),
  };
}
