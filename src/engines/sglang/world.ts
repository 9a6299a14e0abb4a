import { SglangOptions } from './options';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { SGLANG_DIST_PORT, SGLANG_WATCHDOG, SglangRelease, sglangPortsAbove } from '../../knowledge/engines/sglang-releases';
import { EnvVariable, fieldVariable } from '../../pod/container/environment';
import { checkDevicesPerPod } from '../engine-options';
import { EngineMemberRole, EngineParallelism, EngineRole, LostPeer, devicesSum } from '../engine-plan';
import { TENSOR_OVER_NODES } from '../notices';

/** The address that a process tells the others. Source: sglang python/sglang/srt/utils get_local_ip_auto (0.5.1 to 0.5.23) */
export const SGLANG_HOST_IP = 'SGLANG_HOST_IP';

/** What users may not set in a group: it decides where processes meet, and whether those of workers stay. */
export const SGLANG_RESERVED = [SGLANG_HOST_IP, 'HOST_IP', 'SGLANG_BLOCK_NONZERO_RANK_CHILDREN'];

/** What one role runs besides the flags that all have in common. */
export interface SglangWorld {
  readonly args: readonly string[];
  readonly env: readonly EnvVariable[];
  readonly reserved: readonly string[];
  readonly advice: readonly Finding[];
  /** `2 pods x 8 = 16; the pod with index i has ranks 8 x i to 8 x i + 7`. */
  readonly ranks?: string;
  readonly lostPeer?: LostPeer;
}

/** The checked options that a world follows from. */
interface SglangServer {
  readonly options: SglangOptions;
  readonly parallelism: EngineParallelism;
  readonly release: SglangRelease;
  readonly port: number;
}

const ALONE: SglangWorld = { args: [], env: [], reserved: [], advice: [] };

/** Cuts the tensor-parallel ranks over the pods of a group. */
export function planSglangWorld(role: EngineRole, { options, parallelism, release, port }: SglangServer): SglangWorld {
  if (role.kind === 'single') {
    return ALONE;
  }
  if (role.pods === 1) {
    checkDevicesPerPod(parallelism, role);
    return ALONE;
  }
  checkWorld(role, parallelism);
  const groups = options.attentionDataParallel ?? 1;
  checkPorts(port, groups, release);
  return {
    args: ['--nnodes', String(role.pods), '--node-rank', role.workerIndex, '--dist-init-addr', `${meetingHost(role, groups)}:${SGLANG_DIST_PORT}`],
    env: [fieldVariable(SGLANG_HOST_IP, 'status.podIP')],
    reserved: SGLANG_RESERVED,
    advice: role.kind === 'leader' ? tensorAdvice(role, parallelism.tensor, groups) : [],
    ranks: ranksText(role),
    lostPeer: role.kind === 'leader' ? lostPeer(options.args ?? []) : undefined,
  };
}

/**
 * With data-parallel attention the leader binds sockets to the address that it is given. Its own name resolves some time after its start, and the start ends
 * where it does not; its address is there at once. Workers connect, and try until the name is there.
 *
 * Source: sglang python/sglang/srt/server_args.py PortArgs.init_new, python/sglang/srt/managers/tokenizer_manager.py (0.5.3, 0.5.23); sglang#8249, #8338
 */
function meetingHost(role: EngineMemberRole, groups: number): string {
  return role.kind === 'leader' && groups > 1 ? `$(${SGLANG_HOST_IP})` : role.leaderAddress;
}

/** Source: sglang python/sglang/srt/server_args.py check_server_args (0.5.3): multi-node data parallel needs dp attention; tp_size divides by the nodes */
function checkWorld(role: EngineMemberRole, parallelism: EngineParallelism): void {
  const { pods, devicesPerPod } = role;
  if (role.ray) {
    throw forbidden('rendezvous', 'SGLang spans pods by itself (--nnodes, --node-rank, --dist-init-addr)', 'leave it out');
  }
  if (parallelism.data > 1) {
    throw forbidden('engine', `dataParallel ${parallelism.data} are whole copies, which SGLang has in one pod only, and one group has ${pods}`,
      'use groups for copies of the model; attentionDataParallel gives GPUs of one copy requests of their own');
  }
  if (parallelism.tensor !== pods * devicesPerPod) {
    throw invalid('engine', parallelism, `${devicesSum(parallelism)}, but one group has ${pods} pods x ${devicesPerPod} devices = ${pods * devicesPerPod}`,
      "change size, the accelerator's count or tensorParallel of the engine so that both are equal");
  }
}

function checkPorts(port: number, groups: number, release: SglangRelease): void {
  const last = SGLANG_DIST_PORT + (groups > 1 ? sglangPortsAbove(groups, release) : 0);
  if (port >= SGLANG_DIST_PORT && port <= last) {
    throw invalid('engine', port, `the pods of a group meet at port ${SGLANG_DIST_PORT}${last > SGLANG_DIST_PORT ? `, and the leader takes those up to ${last}` : ''}`, 'give the engine another port, or leave it out');
  }
}

function ranksText({ pods, devicesPerPod }: EngineMemberRole): string {
  const own = devicesPerPod === 1 ? 'rank i' : `ranks ${devicesPerPod} x i to ${devicesPerPod} x i + ${devicesPerPod - 1}`;
  return `${pods} pods x ${devicesPerPod} = ${pods * devicesPerPod}; the pod with index i has ${own}`;
}

/** A step that waits for a lost pod ends by the watchdog of the others, which looks again each half of its time. */
function lostPeer(args: readonly string[]): LostPeer {
  const { flag } = SGLANG_WATCHDOG;
  const at = args.findIndex(word => word.replace(/_/g, '-').split('=')[0] === flag);
  const given = at < 0 ? undefined : Number(args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]);
  const limit = given === undefined || Number.isNaN(given) ? SGLANG_WATCHDOG.seconds : given;
  const seconds = Math.ceil(limit * 1.5);
  return { seconds, text: `/health of the leader does not see other pods: the next step that needs the lost one ends within ${limit} x 1.5 = ${seconds} s (${flag}), and the server with it` };
}

/** Attention that is cut over nodes waits for the network in every layer. */
function tensorAdvice({ devicesPerPod, pods }: EngineMemberRole, tensor: number, groups: number): Finding[] {
  const width = tensor / groups;
  return width <= devicesPerPod ? [] : [{
    ...noticed(TENSOR_OVER_NODES),
    field: 'engine',
    message: `Invalid value: ${tensor}: attention is cut over tensor ${tensor} / ${groups} = ${width} GPUs, and a pod has ${devicesPerPod}, so every layer exchanges data over the network`,
    help: `use attentionDataParallel: ${pods}, or up to ${tensor}, unless the nodes share an NVLink domain`,
  }];
}
