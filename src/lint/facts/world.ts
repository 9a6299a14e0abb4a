import { hasFlag } from './command-flags';
import { EngineCommand } from './engine-command';
import { launchPlan, parallelismOf } from './parallelism';

const HEADLESS: ReadonlySet<string> = new Set(['--headless']);
/** Source: torch/distributed/run.py, vllm engine/arg_utils.py, sglang server_args.py; accelerate; DeepSpeed */
const NODE_FLAGS: readonly string[] = ['--nnodes', '-n', '--num-machines', '--num-nodes'];

/** Nodes that a command waits for; undefined where it runs alone, or nobody knows the number. */
export function nodesOf(command: EngineCommand): number | undefined {
  // Most commands run alone, and need not be read further.
  if (!NODE_FLAGS.some(name => command.flags.has(name)) && !command.variables.has('PET_NNODES')) {
    return undefined;
  }
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

/** The name of an engine as people write it. */
export const ENGINE_NAMES: Readonly<Record<EngineCommand['engine'], string>> = {
  vllm: 'vLLM', sglang: 'SGLang', torchrun: 'torchrun', mpirun: 'mpirun', accelerate: 'accelerate', deepspeed: 'DeepSpeed', ray: 'Ray',
};
