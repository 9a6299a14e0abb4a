import { Lifetime, VllmVersion } from './vllm-releases';

/** How tokens reach the experts of other GPUs and come back. */
export interface All2AllBackend extends Lifetime {
  readonly name: string;
  /** What GPUs of different nodes talk through, where ordinary sockets are not enough. */
  readonly fabric?: 'RDMA' | 'NVLink';
  /** Whether its kernels have the same number of experts on each GPU, or do not start. */
  readonly isEven?: boolean;
  /** What took its place, or came before it. */
  readonly instead: string;
  readonly source: string;
}

const CONFIG = 'vllm vllm/config/parallel.py All2AllBackend (0.14 to 0.22.1), vllm/envs.py VLLM_ALL2ALL_BACKEND (0.10 to 0.12)';
const DEEP_EP = 'deepseek-ai/DeepEP README, csrc/deep_ep.cpp: num_experts % num_ranks == 0';

/** Backends that versions between the oldest and the newest of the data take. `naive` is for tests, and is left out. */
export const ALL2ALL_BACKENDS = [
  { name: 'allgather_reducescatter', since: '0.11', instead: 'the default of this version: leave all2AllBackend out', source: CONFIG },
  { name: 'deepep_high_throughput', fabric: 'RDMA', isEven: true, instead: 'another one', source: `${CONFIG}; ${DEEP_EP}` },
  { name: 'deepep_low_latency', fabric: 'RDMA', isEven: true, instead: 'another one', source: `${CONFIG}; ${DEEP_EP}` },
  // Removed: the name falls back to the default with a warning. Source: vllm vllm/config/parallel.py of 0.17.0
  { name: 'pplx', until: '0.17', fabric: 'RDMA', instead: 'VllmAll2AllBackend.DEEPEP_LOW_LATENCY', source: CONFIG },
  { name: 'flashinfer_all2allv', since: '0.11', fabric: 'NVLink', instead: 'VllmAll2AllBackend.DEEPEP_LOW_LATENCY', source: CONFIG },
  { name: 'mori', since: '0.16', fabric: 'RDMA', instead: 'another one', source: `${CONFIG}; whether 0.15 has it was not looked up` },
  { name: 'nixl_ep', since: '0.18', fabric: 'RDMA', instead: 'VllmAll2AllBackend.DEEPEP_LOW_LATENCY', source: CONFIG },
] as const satisfies readonly All2AllBackend[];

/** First version of those looked up that reads no variable any more. Source: vllm vllm/envs.py of 0.14.0 and 0.16.0 */
export const ALL2ALL_VARIABLE_GONE: VllmVersion = '0.16';

/** First version in which several API servers can stand before the ranks of one node. Source: vllm vllm/entrypoints/cli/serve.py of 0.10.0 and 0.11.0 */
export const HYBRID_API_SERVERS: VllmVersion = '0.11';
