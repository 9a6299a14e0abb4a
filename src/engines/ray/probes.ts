import { RayVersion, isRayAtLeast } from './version';
import { PlainObject } from '../../base/plain';
import { RAY } from '../frameworks';

/** First minor whose agent answers for all of a node, on the head for the control store too. Source: kuberay common/pod.go supportsUnifiedHealthCheck (v1.6) */
const UNIFIED = 53;

/** Figures of KubeRay, so that a node is given up at the same time there. Source: kuberay utils/constant.go (v1.6) */
const READINESS = { periodSeconds: 5, failureThreshold: 10 };
const LIVENESS = { periodSeconds: 5, failureThreshold: 120 };
const TIMEOUT = { head: 5, worker: 2 };

/** Probes of a Ray node. */
export interface RayProbes {
  readonly readiness: PlainObject;
  readonly liveness: PlainObject;
  readonly startup: PlainObject;
}

/**
 * The agent answers for the raylet, with which it lives and dies. Older heads are ready by their dashboard, which asks the control store. The wait for the
 * head belongs to the start.
 *
 * Source: ray python/ray/dashboard/modules/reporter/healthz_agent.py, healthz_head.py
 */
export function rayProbes(version: RayVersion, role: 'head' | 'worker', waitSeconds: number): RayProbes {
  const isUnified = isRayAtLeast(version, UNIFIED);
  const raylet = { httpGet: { path: isUnified ? '/api/healthz' : '/api/local_raylet_healthz', port: RAY.agentPort } };
  const ready = isUnified || role === 'worker' ? raylet : { httpGet: { path: '/api/gcs_healthz', port: RAY.dashboardPort } };
  const timeoutSeconds = TIMEOUT[role];
  const startSeconds = LIVENESS.periodSeconds * LIVENESS.failureThreshold + waitSeconds;
  return {
    readiness: { ...ready, timeoutSeconds, ...READINESS },
    liveness: { ...raylet, timeoutSeconds, ...LIVENESS },
    startup: { ...raylet, timeoutSeconds, periodSeconds: 5, failureThreshold: Math.ceil(startSeconds / 5) },
  };
}
