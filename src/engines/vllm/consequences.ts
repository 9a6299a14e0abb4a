import { VllmKvRole, VllmKvTransfer } from './kv-transfer';
import { Release, VllmVersion, isAtLeast } from '../../knowledge/engines/vllm-releases';
import { EngineConsequence, EngineParallelism, EngineRole, LostPeer } from '../engine-plan';

/** Source: vllm vllm/envs.py VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS */
const STEP_SECONDS = 300;

/**
 * The executor watches the processes of its own pod only, and /health asks the engine whether it has failed, not its peers. With Ray the
 * same holds, but a step on a dead actor fails at once.
 *
 * Source: vllm vllm/v1/executor/multiproc_executor.py start_worker_monitor, execute_model; ray_distributed_executor.py; vllm/entrypoints/launcher.py
 * terminate_if_errored; vllm-project/vllm#16259
 */
export function lostPeer(role: EngineRole, { tensor, pipeline }: EngineParallelism, hasSpreadExperts: boolean): LostPeer | undefined {
  if (role.kind !== 'leader' || role.pods === 1) {
    return undefined;
  }
  if (tensor * pipeline <= role.devicesPerPod) {
    return hasSpreadExperts ? EXPERTS_GONE : undefined;
  }
  return role.ray ? {
    text: '/health of the leader does not see other pods: the next step that needs the lost one fails once Ray holds its node for dead, and the server with it',
  } : {
    seconds: STEP_SECONDS,
    text: `/health of the leader does not see other pods: the next step that needs the lost one ends after ${STEP_SECONDS} s (VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS), and the server with it`,
  };
}

/**
 * Each step takes experts of all pods, and with one GPU a rank no executor counts the seconds.
 *
 * Source: vllm vllm/v1/executor/uniproc_executor.py, vllm/v1/worker/dp_utils.py (0.22.1); vllm/config/parallel.py distributed_timeout_seconds: PyTorch's own where it is not given
 */
const EXPERTS_GONE: LostPeer = {
  text: '/health does not see other pods, and every step needs the experts of all of them: the ranks that are left wait in a collective, until a timeout of the library below (minutes) or for ever',
};

/** First version in which a failed load ends the request unless told otherwise, of those that were looked up. Source: vllm vllm/config/kv_transfer.py of 0.20.2 */
const LOAD_FAILS: VllmVersion = '0.20';

/** Source: vllm docs/features/nixl_connector_usage.md, vllm/envs.py VLLM_NIXL_ABORT_REQUEST_TIMEOUT */
const HELD = '480 s (VLLM_NIXL_ABORT_REQUEST_TIMEOUT), in versions with kv_lease_duration 30 s';

/** What becomes of requests and blocks when the other side of a transfer is gone. */
export function kvConsequences(transfer: VllmKvTransfer | undefined, release: Release): EngineConsequence[] {
  switch (transfer?._connector) {
    case undefined:
      return [];
    case 'NixlConnector':
      return [{ topic: 'KV transfer', text: nixlText(transfer!, release) }];
    case 'OffloadingConnector':
      return [{ topic: 'KV offloading', text: 'the blocks are in the memory of the pod: with the container they are gone, and its requests are prefilled again elsewhere' }];
    default:
      return [{ topic: 'KV transfer', text: `what ${transfer!._connector} does when its peer or store is gone is its own; where a load fails, ${loadFails(release)}` }];
  }
}

function nixlText(transfer: VllmKvTransfer, release: Release): string {
  const role = transfer._role;
  return [
    ...(role === VllmKvRole.PRODUCER ? [] : [`a prefiller is lost: blocks that were not fetched yet are gone, and ${loadFails(release)}`]),
    ...(role === VllmKvRole.CONSUMER ? [] : [`a decoder is lost: the blocks of its requests stay on the GPU for ${HELD}`]),
    `instances meet at the address of the pod, port ${transfer._sideChannelPort} (VLLM_NIXL_SIDE_CHANNEL_PORT, plus the data-parallel rank): a new pod has another address,`,
    'which whoever routes requests must learn; a NetworkPolicy must let the other side in',
  ].join('\n');
}

function loadFails(release: Release): string {
  return isAtLeast(release, LOAD_FAILS)
    ? 'the request ends with an error (kv_load_failure_policy: fail); the client must send it again'
    : 'the request ends with an error or is prefilled again, by version and kv_load_failure_policy';
}
