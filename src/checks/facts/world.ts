import { EngineCommand, flagOf, hasFlag } from './engine-command';
import { launchPlan, parallelismOf } from './parallelism';

const HEADLESS: ReadonlySet<string> = new Set(['--headless']);
const RANK: ReadonlySet<string> = new Set(['--node-rank']);

/** Nodes that a command waits for; undefined where it runs alone, or nobody knows the number. */
export function nodesOf(command: EngineCommand): number | undefined {
  const plan = launchPlan(command);
  const nodes = plan ? plan.nodes?.least : isServer(command) ? parallelismOf(command)?.nodes?.value : undefined;
  return nodes !== undefined && nodes > 1 ? nodes : undefined;
}

/** Engines that answer requests. */
export function isServer({ engine }: EngineCommand): boolean {
  return engine === 'vllm' || engine === 'sglang';
}

/** A worker of an engine over several nodes that answers no request itself. Source: vllm vllm/entrypoints/cli/serve.py (run_headless) */
export function isHeadless(command: EngineCommand): boolean {
  return command.engine === 'vllm' && hasFlag(command, HEADLESS);
}

/** Its rank among the nodes, where the command says it. */
export function rankOf(command: EngineCommand): string | undefined {
  return flagOf(command, RANK)?.value;
}

/** The name of an engine as people write it. */
export const ENGINE_NAMES: Readonly<Record<EngineCommand['engine'], string>> = {
  vllm: 'vLLM', sglang: 'SGLang', torchrun: 'torchrun', mpirun: 'mpirun', accelerate: 'accelerate', deepspeed: 'DeepSpeed', ray: 'Ray',
};
