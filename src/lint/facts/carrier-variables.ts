import { leaderWorkerSize } from './group-carriers';
import { PodSet } from './pod-set';
import { UNKNOWN, Variables } from './shell-arithmetic';

const NONE: Variables = new Map();

/** Variables that a controller sets in the containers of a set. */
export function carrierVariables(pods: PodSet): Variables {
  switch (pods.carrier.type) {
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet': return leaderWorkerVariables(pods);
    case 'batch/Job':
    case 'batch/CronJob':
    case 'jobset.x-k8s.io/JobSet':
      return JOB;
    default:
      return NONE;
  }
}

/** Source: pkg/controller/job/indexed_job_utils.go (v1.36) addCompletionIndexEnvVariables */
const JOB: Variables = new Map([['JOB_COMPLETION_INDEX', UNKNOWN]]);

/** Source: lws pkg/utils/pod/pod_utils.go (v0.9.0) AddLWSVariables; the user's variable of the same name is dropped */
function leaderWorkerVariables(pods: PodSet): Variables {
  const { size } = leaderWorkerSize(pods.carrier);
  // One template for both roles makes pods of any index.
  const index = size === 1 || pods.at('').includes('leaderTemplate') ? '0' : UNKNOWN;
  return new Map([['LWS_LEADER_ADDRESS', UNKNOWN], ['LWS_GROUP_SIZE', String(size)], ['LWS_WORKER_INDEX', index]]);
}
