import { SizePlan } from './size';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { TORCH } from '../../engines/frameworks';
import { ContainerSpec } from '../../pod/container/container';

/** torchrun's flags that say what the pattern's `PET_` variables say. A flag wins over its variable. Source: torch/distributed/run.py */
const OWNED = ['node_rank', 'master_addr', 'master_port', 'rdzv_backend', 'rdzv_endpoint', 'rdzv_id', 'standalone'];

type Words = readonly string[] | undefined;

interface Flag {
  readonly name: string;
  readonly value?: string;
  readonly field: string;
}

/** Proves that torchrun's own flags agree with the plan. */
export function checkTorchrunFlags(size: SizePlan, command: Words, args: Words): void {
  const nodes = size.minWorkers === undefined ? String(size.workers) : `${size.minWorkers}:${size.workers}`;
  for (const { name, value, field } of torchrunFlags(command, args)) {
    if (OWNED.includes(name)) {
      throw forbidden(field, `--${name} wins over the variable that the pattern sets, and is the same in every pod`, 'remove it');
    }
    if (name === 'nnodes' && value !== nodes && value !== `${nodes}:${nodes}`) {
      throw invalid(field, value ?? '', `--nnodes wins over PET_NNODES=${nodes}, and there are ${size.workers} workers`, 'remove it');
    }
    if (name === 'nproc_per_node' && /^[0-9]+$/.test(value ?? '') && Number(value) !== size.processesPerPod) {
      throw invalid(field, value ?? '', `--nproc_per_node wins over PET_NPROC_PER_NODE, and the world is planned as ${size.sum}`, `remove it, or set processesPerPod: ${value}`);
    }
  }
}

/** Proves that `mpirun -np` is the world size: without it, mpirun fills every slot of the host file. */
export function checkMpirunFlags(size: SizePlan, command: Words, args: Words): void {
  const words = numbered(command, args);
  const launcher = words.findIndex(({ word }) => /(^|\/)(mpirun|mpiexec)$/.test(word));
  // -n is looked at only right after mpirun: further on it may belong to the program.
  const flag = words.findIndex(({ word }, index) => index > launcher && (/^--?np$/.test(word) || (word === '-n' && index === launcher + 1)));
  const value = launcher < 0 || flag < 0 ? undefined : words[flag + 1];
  if (value && /^[0-9]+$/.test(value.word) && Number(value.word) !== size.worldSize) {
    throw invalid(value.field, value.word, `${words[flag].word} is not ${size.sum}`, 'remove it: mpirun fills every slot of the host file');
  }
}

/** Whether the user says how often torchrun's agent starts its processes again. */
export function saysAgentRestarts({ command, args, envVariables }: ContainerSpec): boolean {
  return envVariables?.[TORCH.maxRestarts] !== undefined || torchrunFlags(command, args).some(({ name }) => name === 'max_restarts');
}

/** Flags between the launcher and the script: what follows the script belongs to the script. */
function torchrunFlags(command: Words, args: Words): Flag[] {
  const words = numbered(command, args);
  const launcher = words.findIndex(({ word }) => /(^|\/)torchrun$/.test(word) || /^torch\.distributed\.(run|launch)$/.test(word));
  const rest = words.slice(launcher + 1);
  const script = rest.findIndex(({ word }) => word.endsWith('.py') || word === '-m' || word === '--module');
  if (launcher < 0) {
    return [];
  }
  const flags = script < 0 ? rest : rest.slice(0, script);
  return flags.flatMap(({ word, field }, index) => {
    const match = /^--?([a-z][a-z_-]*)(?:=(.*))?$/.exec(word);
    return match ? [{ name: match[1].replace(/-/g, '_'), value: match[2] ?? flags[index + 1]?.word, field }] : [];
  });
}

/** Every word of the command line with its place in the props. */
function numbered(command: Words, args: Words): { readonly word: string; readonly field: string }[] {
  return [
    ...(command ?? []).map((word, index) => ({ word, field: `container.command[${index}]` })),
    ...(args ?? []).map((word, index) => ({ word, field: `container.args[${index}]` })),
  ];
}
