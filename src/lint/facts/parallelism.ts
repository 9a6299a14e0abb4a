import { FlagValue, flagOf, hasFlag } from './command-flags';
import { EngineCommand, literalVariable } from './engine-command';

/** How an engine that serves cuts its model: numbers are undefined where they are not known. */
export interface Parallelism {
  readonly tensor?: number;
  readonly pipeline?: number;
  readonly data?: number;
  /** Copies of the model in this pod, where the engine was told. */
  readonly dataLocal?: number;
  readonly nodes?: Count;
  /** The processes are Ray's: anywhere in the cluster. */
  readonly onRay: boolean;
  /** `tensor 8 x pipeline 2 = 16`. */
  readonly text: string;
  /** Where the largest of the numbers stands. */
  readonly field: string;
}

/** A number and where it stands; undefined where it is not known. */
export interface Count {
  readonly value?: number;
  readonly field: string;
}

const names = (...all: string[]): ReadonlySet<string> => new Set(all);

/** Source: vllm vllm/engine/arg_utils.py; sglang python/sglang/srt/server_args.py. Both parsers take the beginning of a name for it. */
const TENSOR = names('--tensor-parallel-size', '--tensor-parallel', '-tp', '--tp', '--tp-size');
const PIPELINE = names('--pipeline-parallel-size', '--pipeline-parallel', '-pp', '--pp', '--pp-size');
const DATA = names('--data-parallel-size', '-dp', '--dp', '--dp-size');
const DATA_LOCAL = names('--data-parallel-size-local', '-dpl');
const DATA_RANK = names('--data-parallel-rank', '-dpn', '--data-parallel-external-lb', '-dpe');
const DATA_BACKEND = names('--data-parallel-backend', '-dpb');
const BACKEND = names('--distributed-executor-backend');
const NODES = names('--nnodes', '-n');
const ATTENTION = names('--enable-dp-attention');
/** Context and expert parallelism within the tensor-parallel group change nothing; prefill context parallelism multiplies. */
const UNKNOWN_CUTS = names('--prefill-context-parallel-size', '-pcp', '--encoder-only', '--language-only');

/** What a command of vLLM or SGLang says; undefined where flags may be missing that decide it. */
export function parallelismOf(command: EngineCommand): Parallelism | undefined {
  if (!command.isComplete || hasFlag(command, UNKNOWN_CUTS)) {
    return undefined;
  }
  const isVllm = command.engine === 'vllm';
  const [tensor, pipeline] = [flagOf(command, TENSOR), flagOf(command, PIPELINE)];
  // Data-parallel attention of SGLang splits the tensor-parallel ranks; it adds none.
  const data = !isVllm && hasFlag(command, ATTENTION) ? undefined : flagOf(command, DATA);
  const numbers = { tensor: numberOf(tensor), pipeline: numberOf(pipeline), data: numberOf(data) };
  const backend = [flagOf(command, BACKEND), flagOf(command, DATA_BACKEND)];
  return {
    ...numbers,
    dataLocal: isVllm ? dataLocal(command) : undefined,
    nodes: countOf(flagOf(command, NODES)),
    onRay: backend.some(each => each !== undefined && each.value !== 'mp' && each.value !== 'uni'),
    text: sumOf(numbers),
    field: (tensor ?? pipeline ?? data)?.field ?? command.field,
  };
}

function dataLocal(command: EngineCommand): number | undefined {
  const local = flagOf(command, DATA_LOCAL);
  return local ? countOf(local)?.value ?? NaN : hasFlag(command, DATA_RANK) ? 1 : undefined;
}

/** Without a flag there is no cut. */
function numberOf(flag: FlagValue | undefined): number | undefined {
  return flag === undefined ? 1 : countOf(flag)?.value;
}

export function countOf(flag: FlagValue | undefined): Count | undefined {
  return flag && { value: /^\d{1,6}$/.test(flag.value ?? '') ? Number(flag.value) : undefined, field: flag.field };
}

function sumOf({ tensor, pipeline, data }: Pick<Parallelism, 'tensor' | 'pipeline' | 'data'>): string {
  const parts = [['tensor', tensor], ['pipeline', pipeline], ['data', data]].filter(([, value]) => value !== 1);
  const total = (tensor ?? 0) * (pipeline ?? 0) * (data ?? 0);
  return parts.length === 0 ? 'no parallelism = 1' : `${parts.map(part => part.join(' ')).join(' x ')}${parts.length > 1 ? ` = ${total}` : ''}`;
}

/** What a launcher of training is told. */
export interface LaunchPlan {
  /** Fewest and most nodes; the same number twice unless elastic. */
  readonly nodes?: { readonly least: number; readonly most: number; readonly field: string };
  /** Processes on this node; undefined where the launcher counts the devices. */
  readonly processes?: Count;
}

const TORCH_NODES = names('--nnodes');
const TORCH_PROCESSES = names('--nproc-per-node');

/** Source: torch/distributed/run.py: every flag has a variable PET_<NAME>, and the flag wins */
export function torchPlan(command: EngineCommand): LaunchPlan | undefined {
  const nodes = flagOf(command, TORCH_NODES) ?? variableFlag(command, 'PET_NNODES');
  const processes = flagOf(command, TORCH_PROCESSES) ?? variableFlag(command, 'PET_NPROC_PER_NODE');
  const range = /^(\d{1,6})(?::(\d{1,6}))?$/.exec(nodes?.value ?? '');
  return {
    nodes: nodes && range ? { least: Number(range[1]), most: Number(range[2] ?? range[1]), field: nodes.field } : undefined,
    processes: countOf(processes),
  };
}

function variableFlag(command: EngineCommand, name: string): FlagValue | undefined {
  const variable = literalVariable(command.placed, name);
  return variable && { name, index: -1, ...variable };
}

const ACCELERATE_NODES = names('--num-machines');
const DEEPSPEED_NODES = names('--num-nodes');
const DEEPSPEED_PROCESSES = names('--num-gpus');

/** Source: accelerate src/accelerate/commands/launch.py; DeepSpeed deepspeed/launcher/runner.py. `--num_processes` of accelerate is of all machines. */
export function launchPlan(command: EngineCommand): LaunchPlan | undefined {
  switch (command.engine) {
    case 'torchrun': return torchPlan(command);
    case 'accelerate': return { nodes: fixed(flagOf(command, ACCELERATE_NODES)) };
    case 'deepspeed': return { nodes: fixed(flagOf(command, DEEPSPEED_NODES)), processes: countOf(flagOf(command, DEEPSPEED_PROCESSES)) };
    default: return undefined;
  }
}

function fixed(flag: FlagValue | undefined): LaunchPlan['nodes'] {
  const count = countOf(flag);
  return count?.value === undefined ? undefined : { least: count.value, most: count.value, field: count.field };
}
