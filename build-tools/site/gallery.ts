/*
 * The examples as the site shows them. What each of them keeps from happening is said by ids of findings: their pages have what it costs, and the manifests that
 * have the mistake.
 */

/** Examples by what they are about, each with findings that its hand-written counterpart would have. */
export const GALLERY: { readonly [section: string]: { readonly [example: string]: readonly string[] } } = {
  'Serving a model over several nodes': {
    'multi-node-vllm': ['AIW2601', 'AIW2604', 'AIW2717', 'AIW2822'],
    'leader-and-workers': ['AIW2605', 'AIW2716', 'AIW2821', 'AIW2713'],
    'leader-by-index': ['AIW2648', 'AIW2823', 'AIW2656'],
    'leader-worker-set': ['AIW2608', 'AIW2123', 'AIW3504'],
    'preloaded-group': ['AIW2910', 'AIW2913', 'AIW3509'],
    'scaled-groups': ['AIW2631', 'AIW2651', 'AIW2127'],
    'staged-vllm-upgrade': ['AIW3701', 'AIW4005', 'AIW2907'],
    'wide-expert-parallelism': ['AIW2606', 'AIW2612', 'AIW2601'],
  },
  'Serving a model in one pod': {
    'llama-70b-dra': ['AIW2501', 'AIW2801', 'AIW2702', 'AIW3503'],
    'llama-70b-device-plugin': ['AIW1105', 'AIW2602', 'AIW2620'],
    'cpu-inference': ['AIW3107', 'AIW3201'],
    'sglang-serving': ['AIW2702', 'AIW2703', 'AIW2802'],
    'tensorrt-llm-serving': ['AIW2645', 'AIW2907', 'AIW2723'],
    'other-server': ['AIW2731', 'AIW2724', 'AIW3503'],
    'spot-with-floor': ['AIW2711', 'AIW2718', 'AIW2112'],
    'scale-to-zero': ['AIW2805', 'AIW3511', 'AIW2825'],
    'locality-routing': ['AIW2401', 'AIW3401', 'AIW2403'],
  },
  'Prefill and decode apart': {
    'disaggregated-llama': ['AIW2808', 'AIW3307', 'AIW2815'],
    'disaggregated-pools': ['AIW2134', 'AIW2808', 'AIW2833'],
    'disaggregated-set': ['AIW2148', 'AIW2601'],
  },
  'Training and tuning': {
    'indexed-training': ['AIW3101', 'AIW2709', 'AIW2720', 'AIW2603'],
    'spot-training': ['AIW2715', 'AIW2718', 'AIW2719', 'AIW2708'],
    'spot-first-training': ['AIW2715', 'AIW2629', 'AIW2642'],
    'rdma-training': ['AIW3306', 'AIW3206', 'AIW2517'],
    'parameter-server-training': ['AIW2656', 'AIW2706', 'AIW2821'],
    'parameter-server-roles': ['AIW2706', 'AIW2139', 'AIW2705'],
    'ray-cluster': ['AIW2610', 'AIW2158', 'AIW2519', 'AIW2141'],
    'benchmark-sweep': ['AIW2720', 'AIW2901', 'AIW2732'],
  },
  'Devices': {
    'gpu-pod-family': ['AIW2501', 'AIW2512', 'AIW2504', 'AIW2601'],
    'gpus-beside-network-cards': ['AIW2505', 'AIW2506', 'AIW2649'],
    'node-pools': ['AIW2149', 'AIW2616', 'AIW2722'],
    'packed-nodes': ['AIW2617', 'AIW2618', 'AIW2621'],
    'shared-gpus': ['AIW2637', 'AIW2638', 'AIW2627', 'AIW2639'],
  },
  'Data with an identity': {
    'three-zone-database': ['AIW2131', 'AIW3701', 'AIW2641', 'AIW4002'],
    'ordinal-migration': ['AIW3211', 'AIW3212', 'AIW4003'],
    'backed-up-store': ['AIW2142', 'AIW2143', 'AIW2144'],
  },
  'Around models': {
    'observed-llama': ['AIW2825', 'AIW2827', 'AIW2829', 'AIW2127'],
    'model-routes': ['AIW2817', 'AIW2819', 'AIW2121'],
    'model-variants': ['AIW2809', 'AIW2810', 'AIW2823'],
    'canary-releases': ['AIW3510', 'AIW2813', 'AIW2814', 'AIW2836'],
    'network-policies': ['AIW2155', 'AIW2156', 'AIW2157', 'AIW2160'],
    'chaos-experiments': ['AIW2151', 'AIW2152', 'AIW2153'],
  },
};

/** The comment at the head of an example, as Markdown. */
export function headComment(source: string): string {
  const lines = /^\/\*\n([\s\S]*?)\*\//.exec(source)?.[1].split('\n') ?? [];
  return lines.map(line => line.replace(/^ \* ?/, '')).join('\n').trim();
}
