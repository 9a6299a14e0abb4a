import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { EnginePlan } from './engine-plan';
import { connects } from './entrypoint';
import { ContainerSpec } from '../pod/container/container';
import { StartupProbe } from '../pod/lifecycle/model-load';

const TIMEOUT_SECONDS = 5;

/**
 * How long a container that a probe gave up on may take to stop. Such a kill runs the preStop hook and waits for the drain as well, for the whole
 * grace period of the pod unless the probe has its own: minutes with idle devices, for requests that nobody answers any more.
 *
 * Source: kubernetes/api core/v1 types.go Lifecycle.preStop, Probe.terminationGracePeriodSeconds (v1.36)
 */
export const STOP_SECONDS = 30;

/** A minute without an answer: engines block their HTTP loop for seconds under load, and a restart costs a whole model load. */
const LIVENESS: StartupProbe = { periodSeconds: 10, failureThreshold: 6 };

/** Out of the endpoints within ten seconds, back in after five. */
const READINESS: StartupProbe = { periodSeconds: 5, failureThreshold: 2 };

/** How long a server that hangs goes on before it is restarted: the liveness probe's own figures. */
export const LIVENESS_WITHIN = { ...LIVENESS, timeoutSeconds: TIMEOUT_SECONDS };

/** How long a failure goes on before a probe gives up: `10 x 6 + 5 = 65 s`. */
export function noticedWithin(probe: typeof LIVENESS_WITHIN): { readonly seconds: number; readonly sum: string } {
  const { periodSeconds, failureThreshold, timeoutSeconds } = probe;
  const seconds = periodSeconds * failureThreshold + timeoutSeconds;
  return { seconds, sum: `${periodSeconds} x ${failureThreshold} + ${timeoutSeconds} = ${seconds} s` };
}

/** How long a server that hangs may stay in the endpoints: the readiness probe's own figures. */
export const READINESS_WITHIN = { ...READINESS, timeoutSeconds: TIMEOUT_SECONDS };

/** The three probes of an engine's container. Liveness and readiness begin only when the startup probe has succeeded. */
export function engineProbes(plan: EnginePlan, startup: StartupProbe): Required<Pick<ContainerSpec, 'startup' | 'liveness' | 'readiness'>> {
  const get = (path: string, figures: StartupProbe) => kplus.Probe.fromHttpGet(path, { port: plan.port, ...options(figures) });
  return {
    startup: stopsSoon(get(plan.healthPath, startup)),
    liveness: stopsSoon(get(plan.healthPath, LIVENESS)),
    readiness: get(plan.readinessPath, READINESS),
  };
}

/** How the pods of one template know their part. */
export interface IndexedPods {
  /** Variable with the pod's index; 0 leads. */
  readonly indexVariable: string;
  /** What startup and liveness of the others ask, so that they share the leader's fate; absent where they pass at once. */
  readonly leader?: { readonly addressVariable: string; readonly port: number };
  /** Whether the others answer too, and so are asked as the leader is, after it. */
  readonly allServe?: boolean;
}

/**
 * The same where leader and workers share one template. Workers answer on no port, so they pass at once, or ask for the leader's. Needs python3, which
 * images of engines have.
 */
export function indexedProbes(plan: EnginePlan, startup: StartupProbe, pods: IndexedPods): Required<Pick<ContainerSpec, 'startup' | 'liveness' | 'readiness'>> {
  const { indexVariable, leader, allServe } = pods;
  const own = (path: string) => `exec python3 -c '${answersItself(plan.port, path, TIMEOUT_SECONDS - 1)}'`;
  const alone = (path: string) => (allServe ? own(path) : `[ "$${indexVariable}" != 0 ] || ${own(path)}`);
  const others = (path: string) => (allServe
    ? leaderThenItself(leader!, plan.port, path)
    : connects(leader!.addressVariable, leader!.port, TIMEOUT_SECONDS - 1));
  const together = (path: string) => (leader
    ? `if [ "$${indexVariable}" != 0 ]; then exec python3 -c '${others(path)}'; fi; ${own(path)}`
    : alone(path));
  const run = (script: string, figures: StartupProbe) => kplus.Probe.fromCommand(['/bin/sh', '-c', script], options(figures));
  return {
    startup: stopsSoon(run(together(plan.healthPath), startup)),
    liveness: stopsSoon(run(together(plan.healthPath), LIVENESS)),
    readiness: run(alone(plan.readinessPath), READINESS),
  };
}

function answersItself(port: number, path: string, timeoutSeconds: number): string {
  return `import urllib.request; urllib.request.urlopen("http://127.0.0.1:${port}${path}", timeout=${timeoutSeconds})`;
}

/** For a pod that answers requests and is nothing without its leader: half of the time of a probe for each of the two. */
export function leaderThenItself(leader: { readonly addressVariable: string; readonly port: number }, port: number, path: string): string {
  const half = Math.floor((TIMEOUT_SECONDS - 1) / 2);
  return `${connects(leader.addressVariable, leader.port, half)}; ${answersItself(port, path, half)}`;
}

/** The same probe with a grace period of its own, which cdk8s-plus-28's probes cannot say. */
function stopsSoon(probe: kplus.Probe): kplus.Probe {
  const render = (container: kplus.Container) => ({ ...probe._toKube(container), terminationGracePeriodSeconds: STOP_SECONDS });
  return Object.create(probe, { _toKube: { value: render } });
}

function options(figures: StartupProbe): kplus.ProbeOptions {
  return {
    periodSeconds: Duration.seconds(figures.periodSeconds),
    timeoutSeconds: Duration.seconds(TIMEOUT_SECONDS),
    failureThreshold: figures.failureThreshold,
  };
}
