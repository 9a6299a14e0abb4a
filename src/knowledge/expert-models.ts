/*
 * Mixture-of-experts models that people spread over nodes: what decides whether a cut is possible, and what each GPU has to hold.
 */

/** One family of models. */
export interface ExpertModel {
  /** Ids on the Hugging Face Hub. */
  readonly ids: RegExp;
  /** Routed experts of each layer that has any. */
  readonly experts: number;
  /** Bytes of the published checkpoint; absent where they were not added up. */
  readonly weights?: {
    /** Routed experts of all layers: each GPU holds its share. */
    readonly experts: number;
    /** All else: attention, shared experts, dense layers, embeddings. Each copy of the model has it. */
    readonly rest: number;
  };
  readonly source: string;
}

/** Three matrices of 7168 x 2048 an expert, one byte each, in 58 of 61 layers. */
const DEEPSEEK_EXPERT_BYTES = 58 * 256 * 3 * 7168 * 2048;

/** 671.0e9 parameters but for those of experts, one byte each; embedding and head (129280 x 7168 each) have two. */
const DEEPSEEK_REST_BYTES = 671.0e9 - DEEPSEEK_EXPERT_BYTES + 2 * 129280 * 7168;

const MODELS: readonly ExpertModel[] = [
  {
    // The distilled ones (DeepSeek-R1-Distill-Qwen-32B) are dense.
    ids: /^deepseek-ai\/DeepSeek-(V3|R1)(?:[.-](?!Distill)\w+)*$/,
    experts: 256,
    weights: { experts: DEEPSEEK_EXPERT_BYTES, rest: DEEPSEEK_REST_BYTES },
    source: 'deepseek-ai/DeepSeek-V3 inference/configs/config_671B.json: n_layers 61, n_dense_layers 3, dim 7168, moe_inter_dim 2048, n_routed_experts 256, dtype fp8',
  },
  { ids: /^moonshotai\/Kimi-K2(?:[.-]\w+)*$/, experts: 384, source: 'moonshotai/Kimi-K2-Instruct config.json: n_routed_experts 384' },
];

/** What is known of a model by its id. */
export function expertModelOf(id: string): ExpertModel | undefined {
  return MODELS.find(model => model.ids.test(id));
}

/** Bytes of all routed experts, second copies of some of them included. */
export function expertBytes({ experts, weights }: ExpertModel, redundant: number): number {
  return weights === undefined ? 0 : weights.experts * (experts + redundant) / experts;
}

/** `609Gi`. */
export function giText(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30 * 10) / 10}Gi`;
}
