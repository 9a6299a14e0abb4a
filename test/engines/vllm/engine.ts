import { InferenceEngine, VllmOptions } from '../../../src';
import { EngineMemberRole, EnginePlan } from '../../../src/engines/engine-plan';

export const MODEL = 'meta-llama/Llama-3.1-70B-Instruct';

/** An engine with what a test does not care about. */
export function vllm(options: Partial<VllmOptions> = {}): InferenceEngine {
  return InferenceEngine.vllm({ version: '0.18', model: MODEL, ...options });
}

export function single(options: Partial<VllmOptions> = {}): EnginePlan {
  return vllm(options)._plan({ kind: 'single' });
}

export function member(kind: 'leader' | 'worker', options: Partial<VllmOptions>, role: Partial<EngineMemberRole> = {}): EnginePlan {
  return vllm(options)._plan({
    kind, pods: 2, devicesPerPod: 8, leaderAddress: '$(LWS_LEADER_ADDRESS)', workerIndex: '$(LWS_WORKER_INDEX)', ray: false, ...role,
  });
}

/** What follows a flag. */
export function valueOf(plan: EnginePlan, flag: string): string | undefined {
  const index = plan.args.indexOf(flag);
  return index < 0 ? undefined : plan.args[index + 1];
}
