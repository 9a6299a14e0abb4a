/*
 * What the patches of SGLang 0.5 disagree on. Read were the packages of 0.5.1, 0.5.3 to 0.5.12, 0.5.16 and 0.5.20 to 0.5.23.
 */

/** A version of the minor that is known. */
export interface SglangRelease {
  readonly text: string;
  readonly patch: number;
}

/** `0.5.10.post1` is patch 10. */
export function sglangRelease(version: string): SglangRelease {
  return { text: version, patch: Number(version.split('.')[2]) };
}

/** How tokens reach the experts of other GPUs. All of them need RDMA between nodes. */
export interface SglangBackend {
  readonly name: string;
  readonly fabric: 'RDMA';
  /** First patch of 0.5. */
  readonly since: number;
  readonly source: string;
}

const CHOICES = 'sglang python/sglang/srt/server_args.py --moe-a2a-backend';

/** Those that need no other settings beside them. */
export const SGLANG_BACKENDS: readonly SglangBackend[] = [
  { name: 'deepep', fabric: 'RDMA', since: 0, source: `${CHOICES} (0.5.1 to 0.5.23)` },
  { name: 'mooncake', fabric: 'RDMA', since: 4, source: `${CHOICES} (0.5.3, 0.5.4)` },
  { name: 'mori', fabric: 'RDMA', since: 9, source: `${CHOICES} (0.5.8, 0.5.9)` },
  { name: 'nixl', fabric: 'RDMA', since: 10, source: `${CHOICES} (0.5.9, 0.5.10)` },
];

/**
 * First patch with a flag. `--enable-dp-attention` stays until the end of 2026 at least.
 *
 * Source: sglang python/sglang/srt/arg_groups/fields/parallel.py attn_dp_size, enable_dp_attention (0.5.22, 0.5.23); none of it in 0.5.21
 */
const SINCE = { '--attn-dp-size': 22 } as const;

export function hasOf(flag: keyof typeof SINCE, { patch }: SglangRelease): boolean {
  return patch >= SINCE[flag];
}

/** Port at which the pods of a group meet, as LeaderWorkerSet's example has it. Source: kubernetes-sigs/lws docs/examples/sglang/lws.yaml */
export const SGLANG_DIST_PORT = 20000;

/**
 * Ports above it that the leader takes with data-parallel attention: six that are fixed and the handshake at 13; before 0.5.9 one for each group above the first five.
 *
 * Source: sglang python/sglang/srt/server_args.py PortArgs.init_new, DP_ATTENTION_HANDSHAKE_PORT_DELTA (0.5.3, 0.5.9, 0.5.23)
 */
export function sglangPortsAbove(groups: number, { patch }: SglangRelease): number {
  return patch >= 9 ? 13 : 5 + groups;
}

/**
 * Seconds after which a step that does not end takes the server down, and the time in which the watchdog looks again: half of it.
 *
 * Source: sglang python/sglang/srt/server_args.py watchdog_timeout; python/sglang/srt/managers/scheduler.py watchdog_thread (0.5.1, 0.5.3)
 */
export const SGLANG_WATCHDOG = { flag: '--watchdog-timeout', seconds: 300 } as const;
