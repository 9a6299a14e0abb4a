import { Construct } from 'constructs';
import { RETRY_NEEDS_RELEASE, STREAM_CUT } from './notices';
import { advise } from '../base/findings/construct-checks';
import { noticed } from '../base/findings/notice';
import { PlainObject } from '../base/plain';
import { Workload } from '../workloads/handle/workload';

/** What a route says of time. */
export interface RouteTimes {
  /** 0 is without end. */
  readonly requestSeconds?: number;
  readonly backendSeconds?: number;
  readonly retry?: PlainObject;
}

/** Says what a gateway would cut off that the pods would end, and what an older one drops. */
export function adviseOnTimes(route: Construct, times: RouteTimes, workloads: readonly Workload[]): void {
  const cut = workloads.flatMap(workload => cutsOf(times, workload))[0];
  if (cut) {
    const { field, seconds, name, longest } = cut;
    advise(route, {
      ...noticed(STREAM_CUT),
      field,
      message: `Invalid value: "${seconds}s": ${name} has answers of ${longest} s (longestStream of its engine), and the gateway ends one after ${seconds} s`,
      help: `give at least ${longest} s, or 0 for no end; or shorten longestStream`,
    });
  }
  if (times.retry) {
    advise(route, {
      ...noticed(RETRY_NEEDS_RELEASE),
      field: 'retry',
      message: 'the definitions of the cluster must be of Gateway API 1.7, or of the experimental channel before: others drop it in silence',
      help: 'kubectl get crd httproutes.gateway.networking.k8s.io -o yaml: look for gateway.networking.k8s.io/bundle-version and channel',
    });
  }
}

interface Cut {
  readonly field: string;
  readonly seconds: number;
  readonly name: string;
  readonly longest: number;
}

function cutsOf({ requestSeconds = 0, backendSeconds = 0 }: RouteTimes, { name, _longestStreamSeconds: longest }: Workload): Cut[] {
  return longest === undefined ? [] : [{ field: 'requestTimeout', seconds: requestSeconds }, { field: 'attemptTimeout', seconds: backendSeconds }]
    .filter(({ seconds }) => seconds > 0 && seconds < longest).map(limit => ({ ...limit, name, longest }));
}
