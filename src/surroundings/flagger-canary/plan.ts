import { ApiObject } from 'cdk8s';
import { CompanionPlan, companionsOf } from './companions';
import { CheckPlan, checksOf } from './metrics';
import { FlaggerCanaryProps } from './props';
import { FlaggerScaler, scalerOf } from './scaler';
import { FlaggerTarget, objectsAround, targetOf } from './target';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { FLAGGER_DEADLINE_SECONDS, FLAGGER_PRIMARY } from '../../knowledge/flagger';
import { workloadName } from '../../kubernetes/refused/names';
import { Workload } from '../../workloads/handle/workload';
import { ownService, requirePort } from '../served-port';

/** A Canary with what is around it. */
export interface FlaggerCanaryPlan {
  readonly name: string;
  readonly workload: Workload;
  readonly target: FlaggerTarget;
  readonly scaler: FlaggerScaler;
  readonly service: FlaggerServicePlan;
  readonly checks: readonly CheckPlan[];
  readonly companions: readonly CompanionPlan[];
  readonly analysis: AnalysisPlan;
  readonly startSeconds?: number;
  readonly deadlineSeconds: number;
}

/** The Services that Flagger makes, and the one that it takes over. */
export interface FlaggerServicePlan {
  readonly name: string;
  readonly spec: PlainObject;
  /** The workload's own. */
  readonly taken?: ApiObject;
}

/** How a change is tried. */
export interface AnalysisPlan {
  readonly intervalSeconds: number;
  readonly failedChecks: number;
  readonly stepWeight: number;
  readonly maxWeight: number;
  /** Checks without requests, where nothing shares them. */
  readonly checks?: number;
}

/** Two scrapes of Prometheus' usual 15 s. */
const LEAST_INTERVAL = 30;

/** Pure but for what it reads of the app: the objects around the workload as they are now. */
export function planFlaggerCanary(id: string, given: FlaggerCanaryProps): FlaggerCanaryPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const name = attempt(() => workloadName(id, props.name));
    const target = attempt(() => targetOf(workload, props));
    const startSeconds = attempt(() => props.startTime ? wholeSeconds('startTime', props.startTime, 1) : workload.roles[0]?.startSeconds);
    return {
      name,
      workload,
      target,
      scaler: attempt(() => scalerOf(target, props)),
      service: attempt(() => serviceOf(workload, target, props)),
      checks: attempt(() => checksOf(props, workload, target.name)),
      companions: attempt(() => companionsOf(target)),
      analysis: attempt(() => analysisOf(props)),
      startSeconds,
      deadlineSeconds: attempt(() => deadlineOf(target, startSeconds)),
    };
  }, props => checkAddress(props.prometheus));
}

/** Source: flagger pkg/metrics/providers/prometheus.go NewPrometheusProvider (v1.44.0) */
export function checkAddress(address: string): void {
  if (!/^https?:\/\/[^\s/]/.test(address)) {
    throw invalid('prometheus', address, 'is no address of a Prometheus', 'for example http://prometheus.monitoring:9090');
  }
}

/** Flagger writes the name and the number of one port, and takes every other one out of a Service of its name. */
function serviceOf(workload: Workload, target: FlaggerTarget, { port, provider }: FlaggerCanaryProps): FlaggerServicePlan {
  const spec = ownService(workload, port);
  if (spec === undefined) {
    const targetPort = requirePort(workload, port);
    refuseTaken(target);
    return { name: target.name, spec: { port: targetPort, targetPort, portDiscovery: false, ...provider._service } };
  }
  const serving = workload.serving!;
  if (spec.ports.length !== 1) {
    throw forbidden('workload', `the Service ${serving.service.name} has ${spec.ports.length} ports, and Flagger leaves one of them`, 'serve one port, and others by a Service of another name');
  }
  const [own] = spec.ports;
  return {
    name: serving.service.name,
    taken: serving.service._object,
    spec: compact({
      name: serving.service.name === target.name ? undefined : serving.service.name,
      port: own.port,
      portName: own.name,
      targetPort: own.targetPort ?? own.port,
      portDiscovery: false,
      trafficDistribution: spec.trafficDistribution,
      ...provider._service,
    }),
  };
}

/** A Service of its name that the app has is fought over: Flagger writes its selector, and each apply writes it back. */
function refuseTaken(target: FlaggerTarget): void {
  const names = ['', FLAGGER_PRIMARY, '-canary'].map(suffix => `${target.name}${suffix}`);
  const taken = objectsAround(target, 'Service').find(({ name }) => names.includes(name));
  if (taken) {
    throw forbidden('workload', `Flagger makes the Services ${names.join(', ')} itself, and the app has one called ${taken.name}: each apply would take the primary out of it`,
      'leave that Service out, or call it something else');
  }
}

function analysisOf({ interval, failedChecks = 5, stepWeight = 10, maxWeight = 50, provider }: FlaggerCanaryProps): AnalysisPlan {
  const intervalSeconds = interval ? wholeSeconds('interval', interval, LEAST_INTERVAL) : 60;
  wholeNumber('failedChecks', failedChecks, { min: 1 });
  wholeNumber('stepWeight', stepWeight, { min: 1, max: 100 });
  wholeNumber('maxWeight', maxWeight, { min: 1, max: 100 });
  if (stepWeight > maxWeight) {
    throw invalid('stepWeight', stepWeight, `is more than maxWeight ${maxWeight}, so the first step is the last`, 'make it smaller');
  }
  return { intervalSeconds, failedChecks, stepWeight, maxWeight, checks: provider._checks };
}

/**
 * Flagger looks at the change when the pods are ready, and takes it back when they are not by then: with its own deadline, or with that of the Deployment.
 *
 * Source: flagger pkg/canary/deployment_ready.go isDeploymentReady (v1.44.0)
 */
function deadlineOf({ name, deadlineSeconds = FLAGGER_DEADLINE_SECONDS }: FlaggerTarget, startSeconds: number | undefined): number {
  if (startSeconds !== undefined && startSeconds >= deadlineSeconds) {
    throw invalid('startTime', `${startSeconds}s`, `is not less than progressDeadlineSeconds ${deadlineSeconds} of ${name}, by when Flagger takes the change back`,
      'give the Deployment a longer progressDeadline');
  }
  return deadlineSeconds;
}

/** `spec` of the Canary. */
export function renderCanary(plan: FlaggerCanaryPlan, { provider }: FlaggerCanaryProps): PlainObject {
  const { name, target, scaler, service, analysis, deadlineSeconds } = plan;
  const interval = `${analysis.intervalSeconds}s`;
  return {
    provider: provider._name,
    targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: target.name },
    autoscalerRef: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: scaler.name },
    progressDeadlineSeconds: deadlineSeconds,
    // Without it the primary is deleted with the Canary, and nothing serves.
    revertOnDeletion: true,
    service: service.spec,
    analysis: compact({
      interval,
      threshold: analysis.failedChecks,
      iterations: analysis.checks,
      stepWeight: analysis.checks === undefined ? analysis.stepWeight : undefined,
      maxWeight: analysis.checks === undefined ? analysis.maxWeight : undefined,
      metrics: plan.checks.map(check => ({
        name: check.name,
        interval,
        templateRef: { name: templateName(name, check) },
        thresholdRange: check.range,
      })),
    }),
  };
}

/** Name of the MetricTemplate of a check. */
export function templateName(canary: string, { name }: CheckPlan): string {
  return `${canary}-${name}`;
}
