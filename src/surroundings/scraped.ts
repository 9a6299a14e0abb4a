import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Beside } from './beside';
import { CLOSED_TO_PROMETHEUS } from './notices';
import { advise } from '../base/findings/construct-checks';
import { noticed } from '../base/findings/notice';

/*
 * Pods that Prometheus is to ask, behind a policy that lets it in nowhere.
 */

interface ClosingPolicy {
  readonly construct: Construct;
  readonly workload: string;
  /** Whether an engine says the port of its metrics. */
  readonly knowsPort: boolean;
}

const PAIRS = new Beside<ClosingPolicy, string>(({ construct, workload, knowsPort }, monitor) => advise(construct, {
  ...noticed(CLOSED_TO_PROMETHEUS),
  field: 'monitoring',
  message: `Required value: EngineMonitor ${monitor} has Prometheus ask pods of ${workload}, and the policy lets nobody collect metrics`,
  help: `name who does, for example monitoring: [NetworkPeer.namespace('monitoring')]${knowsPort ? '' : ', with metricsPort'}`,
}));

/** A policy that lets in neither Prometheus nor anybody at ports of his choice. */
export function noteClosed(objects: readonly ApiObject[], policy: ClosingPolicy): void {
  PAIRS.noteOne(objects, policy);
}

/** A monitor of these pods, by the path of its construct. */
export function noteScraped(objects: readonly ApiObject[], monitor: string): void {
  PAIRS.noteOther(objects, monitor);
}
