import { Construct } from 'constructs';
import { Beside } from './beside';
import { PAST_CANARY, STOPPED_BY_CANARY } from './notices';
import { labelsText } from './texts';
import { advise } from '../base/findings/construct-checks';
import { Finding } from '../base/findings/finding';
import { noticed } from '../base/findings/notice';
import { Labels } from '../base/labels';
import { FLAGGER_PRIMARY } from '../knowledge/flagger';
import { Workload } from '../workloads/handle/workload';

/*
 * What leads to a Deployment that a FlaggerCanary drives, and past it.
 */

/** A canary, and how Flagger tells the pods that it stops from those of the primary. */
interface DrivingCanary {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  /** Whether it shares requests by a route that it writes itself. */
  readonly hasRoute: boolean;
}

/** Something that sends requests to a workload. */
interface Leading {
  readonly construct: Construct;
  readonly field: string;
  /** What it leads to: `Service llama`. */
  readonly to: string;
  /** Labels of the pods; absent where it is the workload's own Service, which Flagger takes over. */
  readonly selector?: Labels;
}

const INSTEAD = 'leave it out, and give its Gateway and hosts to the canary: FlaggerProvider.gatewayApi({ gateways, hostnames })';

const PAIRS = new Beside<DrivingCanary, Leading>(tellOf);

/** Called by what has one Deployment alone behind it. */
export function noteCanary({ apiObjects }: Workload, canary: DrivingCanary): void {
  PAIRS.noteOne(apiObjects, canary);
}

/** Of a workload of several objects the canary is around one role, which the Service of the whole does not lead to. */
export function noteLeading({ apiObjects }: Workload, leading: Leading): void {
  if (apiObjects.length === 1) {
    PAIRS.noteOther(apiObjects, leading);
  }
}

function tellOf(canary: DrivingCanary, leading: Leading): void {
  const finding = findingOf(canary, leading);
  if (finding) {
    advise(leading.construct, { field: leading.field, ...finding });
  }
}

/**
 * The primary has all labels of the pods but the one by which Flagger tells them.
 *
 * Source: flagger pkg/router/kubernetes_default.go Reconcile, gateway_api.go Reconcile, pkg/canary/util.go makePrimaryLabels, deployment_controller.go ScaleToZero (v1.44.0)
 */
function findingOf({ path, label, value, hasRoute }: DrivingCanary, { to, selector }: Leading): Omit<Finding, 'field'> | undefined {
  if (selector === undefined) {
    return hasRoute ? {
      ...noticed(PAST_CANARY),
      message: `Forbidden: it leads to ${to}, which is the primary's: FlaggerCanary ${path} shares requests by a route of its own, so none that comes this way reaches the new version, and a queue that nobody fills passes its check`,
      help: `${INSTEAD}; acknowledge it where these clients are to get a change only when it is promoted`,
    } : undefined;
  }
  return selector[label] === value ? {
    ...noticed(STOPPED_BY_CANARY),
    message: `Forbidden: ${to} selects ${labelsText(selector)}, pods that FlaggerCanary ${path} stops unless a change is tried: those that serve have ${label}=${value}${FLAGGER_PRIMARY}`,
    help: `${INSTEAD}; or leave the canary out, and share requests between two workloads by ModelVariants`,
  } : {
    ...noticed(PAST_CANARY),
    message: `Forbidden: ${to} selects ${labelsText(selector)}, pods of the primary and of the new version alike: each gets as many requests, whatever share FlaggerCanary ${path} gives it`,
    help: INSTEAD,
  };
}
