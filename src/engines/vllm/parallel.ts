import { VllmLoadBalancing, VllmOptions } from './options';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { DATA_PARALLEL_RPC_PORT } from '../../knowledge/engines/vllm-flags';
import { NATIVE_MULTI_NODE, Release, isAtLeast } from '../../knowledge/engines/vllm-releases';
import { EngineMemberRole, EngineParallelism, EngineRole, devicesSum } from '../engine-plan';
import { TENSOR_OVER_NODES } from '../notices';

/** What one role runs besides the flags that all have in common. */
export interface VllmWorld {
  /** Words before `vllm serve`; a shell only where an argument has to be computed from the index. */
  readonly shell: string[];
  readonly args: string[];
  readonly advice: Finding[];
  /** `pod i of 2 has the ranks 8 x i to 8 x i + 7 of 16`; absent without data parallelism over pods. */
  readonly ranks?: string;
}

/** Cuts the world over the pods of a group. */
export function planWorld(role: EngineRole, parallelism: EngineParallelism, release: Release, options: Pick<VllmOptions, 'loadBalancing'> = {}): VllmWorld {
  const isHybrid = options.loadBalancing === VllmLoadBalancing.HYBRID;
  if (role.kind === 'single') {
    return alone(isHybrid);
  }
  checkWorld(role, parallelism);
  if (role.pods === 1) {
    return alone(isHybrid);
  }
  const advice = role.kind === 'leader' ? tensorAdvice(role, parallelism) : [];
  if (isHybrid) {
    checkHybrid(role, parallelism);
  }
  if (role.ray) {
    return { shell: [], args: rayArguments(parallelism), advice };
  }
  const ranks = ranksText(role, parallelism);
  if (isAtLeast(release, NATIVE_MULTI_NODE)) {
    return { shell: [], args: nativeArguments(role, localRanks(role, parallelism), isHybrid), advice, ranks };
  }
  if (parallelism.tensor * parallelism.pipeline > role.devicesPerPod) {
    throw forbidden('rendezvous', `vLLM ${release.text} cuts a model over nodes only through Ray; --nnodes, --node-rank and --master-addr came with ${NATIVE_MULTI_NODE}`,
      'use Rendezvous.ray(), which is the default for this version, or a newer vLLM');
  }
  return { ...dataParallelWorld(role, localRanks(role, parallelism), isHybrid), advice, ranks };
}

/** One pod has all ranks. */
function alone(isHybrid: boolean): VllmWorld {
  if (isHybrid) {
    throw forbidden('engine', 'VllmLoadBalancing.HYBRID is for ranks in several pods, and one pod has all of them here', 'leave loadBalancing out, or use a LeaderWorkerGroup with more than one pod');
  }
  return { shell: [], args: [], advice: [] };
}

function checkHybrid(role: EngineMemberRole, { tensor, pipeline, data }: EngineParallelism): void {
  if (role.ray) {
    throw forbidden('rendezvous', 'with VllmLoadBalancing.HYBRID each pod starts its own server, and a Ray cluster has one', 'leave rendezvous out');
  }
  if (data === 1) {
    throw forbidden('engine', `VllmLoadBalancing.HYBRID gives each pod ranks of its own, and one copy of the model (tensor ${tensor} x pipeline ${pipeline}) spans ${role.pods} pods here`,
      'set dataParallel, or leave loadBalancing out');
  }
}

/** Copies of the model in each pod. */
function localRanks(role: EngineMemberRole, { tensor, pipeline }: EngineParallelism): number {
  return role.devicesPerPod / (tensor * pipeline);
}

function ranksText(role: EngineMemberRole, parallelism: EngineParallelism): string | undefined {
  if (parallelism.data === 1) {
    return undefined;
  }
  const local = localRanks(role, parallelism);
  return `${role.pods} pods x ${local} = ${parallelism.data}; ${local === 1 ? 'the pod with index i has rank i' : `the pod with index i has ranks ${local} x i to ${local} x i + ${local - 1}`}`;
}

/** TP x PP x DP = devices x pods, and no copy of the model straddles a pod where another one begins. */
function checkWorld(role: EngineMemberRole, parallelism: EngineParallelism): void {
  const { tensor, pipeline, data } = parallelism;
  const perCopy = tensor * pipeline;
  const devices = role.pods * role.devicesPerPod;
  if (perCopy * data !== devices) {
    throw invalid('engine', parallelism, `${devicesSum(parallelism)}, but one group has ${role.pods} pods x ${role.devicesPerPod} devices = ${devices}`,
      "change size, the accelerator's count or the parallelism of the engine so that both are equal");
  }
  if (data > 1 && role.devicesPerPod % perCopy !== 0 && perCopy % role.devicesPerPod !== 0) {
    throw invalid('engine', parallelism, `a copy of the model takes tensor ${tensor} x pipeline ${pipeline} = ${perCopy} devices, a pod has ${role.devicesPerPod}: some copies would straddle pods`,
      'choose a tensor x pipeline that divides the devices of a pod or is a multiple of them');
  }
  if (data > 1 && perCopy > role.devicesPerPod) {
    throw forbidden('engine', `${data} copies of ${perCopy} devices each, over pods of ${role.devicesPerPod}, would be several worlds in one group: when one pod fails, all copies restart`,
      `use dataParallel 1, size ${perCopy / role.devicesPerPod} and groups: ${data}; the Service balances over the leaders`);
  }
}

function rayArguments(parallelism: EngineParallelism): string[] {
  return [
    // Without it vLLM from 0.11.1 on takes its own executor and finds too few GPUs (vllm#29173, #29447).
    '--distributed-executor-backend', 'ray',
    ...(parallelism.data === 1 ? [] : ['--data-parallel-backend', 'ray']),
  ];
}

/**
 * vLLM's own executor. Start rank and address follow from nnodes, node rank and master address, and so does the local size, which is said where the
 * number of HTTP servers depends on it.
 *
 * Source: vllm vllm/engine/arg_utils.py create_engine_config, vllm/entrypoints/cli/serve.py (0.12.0, 0.18.0, 0.22.1, 0.33.0); vllm#23691
 */
function nativeArguments(role: EngineMemberRole, local: number, isHybrid: boolean): string[] {
  const balanced = local === 1 ? ['--data-parallel-external-lb'] : ['--data-parallel-size-local', String(local), '--data-parallel-hybrid-lb'];
  return [
    '--nnodes', String(role.pods),
    '--node-rank', role.workerIndex,
    '--master-addr', role.leaderAddress,
    ...(isHybrid ? balanced : role.kind === 'worker' ? ['--headless'] : []),
  ];
}

/**
 * Copies of the model, whole in each pod, before vLLM could compute the start rank by itself: the index times the copies of a pod. With one copy
 * a pod the index is the rank; with several the shell multiplies, since the kubelet only replaces.
 */
function dataParallelWorld(role: EngineMemberRole, local: number, isHybrid: boolean): Omit<VllmWorld, 'advice'> {
  const address = ['--data-parallel-address', role.leaderAddress, '--data-parallel-rpc-port', String(DATA_PARALLEL_RPC_PORT)];
  if (isHybrid && local === 1) {
    // Says that others balance. Source: vllm vllm/engine/arg_utils.py of 0.10.0 and 0.11.0, data_parallel_external_lb
    return { shell: [], args: [...address, '--data-parallel-rank', role.workerIndex] };
  }
  const common = ['--data-parallel-size-local', String(local), ...address];
  const own = isHybrid ? '--data-parallel-hybrid-lb' : '--headless';
  if (role.kind === 'leader') {
    return { shell: [], args: isHybrid ? [...common, own] : common };
  }
  if (local === 1) {
    return { shell: [], args: [...common, own, '--data-parallel-start-rank', role.workerIndex] };
  }
  const variable = role.workerIndex.replace(/^\$\((.*)\)$/, '$1');
  return {
    shell: ['/bin/sh', '-c', `exec "$@" ${own} --data-parallel-start-rank $((${variable} * ${local}))`, 'vllm'],
    args: common,
  };
}

/** Tensor parallelism over nodes works, and every layer of every token waits for the network. */
function tensorAdvice(role: EngineMemberRole, { tensor, pipeline }: EngineParallelism): Finding[] {
  if (tensor <= role.devicesPerPod) {
    return [];
  }
  return [{
    ...noticed(TENSOR_OVER_NODES),
    field: 'engine',
    message: `Invalid value: ${tensor}: tensor parallel ${tensor} spans ${Math.ceil(tensor / role.devicesPerPod)} pods of ${role.devicesPerPod} devices, so every layer exchanges data over the network`,
    help: `use tensorParallel: ${role.devicesPerPod}, pipelineParallel: ${(tensor * pipeline) / role.devicesPerPod}, unless the nodes share an NVLink domain`,
  }];
}
