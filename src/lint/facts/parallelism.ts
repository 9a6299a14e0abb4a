import { FlagValue, commandFlag, hasCommandFlag } from './command-flags';
import { EngineCommand, literalVariable } from './engine-command';
import { rememberedOf } from '../../base/remembered';
import { Cuts, Setting } from '../../knowledge/engines/engine';

/** How an engine that serves cuts its model: numbers are undefined where they are not known. */
export interface CutOverDevices {
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

/** What a command of an engine that serves says; undefined where flags may be missing that decide it. Many rules ask. */
export const parallelismOf = rememberedOf(readParallelism);

function readParallelism(command: EngineCommand): CutOverDevices | undefined {
  const cuts = command.engine.serves?.cuts;
  if (!cuts || !command.isComplete || hasCommandFlag(command, cuts.uncounted)) {
    return undefined;
  }
  const [tensor, pipeline] = [toldSetting(command, { flags: cuts.tensor, variable: cuts.tensorVariable }), commandFlag(command, cuts.pipeline)];
  if (cuts.takesAll && !tensor) {
    return undefined;
  }
  const data = cuts.dataWithinTensor && hasCommandFlag(command, cuts.dataWithinTensor) ? undefined : commandFlag(command, cuts.data);
  const numbers = { tensor: numberOf(tensor), pipeline: numberOf(pipeline), data: numberOf(data) };
  const backends = cuts.backends?.map(each => commandFlag(command, each)) ?? [];
  return {
    ...numbers,
    dataLocal: dataLocal(command, cuts),
    nodes: countOf(commandFlag(command, cuts.nodes)),
    onRay: backends.some(each => each !== undefined && each.value !== 'mp' && each.value !== 'uni'),
    text: sumOf(numbers),
    field: (tensor ?? pipeline ?? data)?.field ?? command.field,
  };
}

function dataLocal(command: EngineCommand, { dataLocal: copies, dataRank: rank }: Cuts): number | undefined {
  const local = copies && commandFlag(command, copies);
  return local ? countOf(local)?.value ?? NaN : rank && hasCommandFlag(command, rank) ? 1 : undefined;
}

/** Without a flag there is no cut. */
function numberOf(flag: FlagValue | undefined): number | undefined {
  return flag === undefined ? 1 : countOf(flag)?.value;
}

export function countOf(flag: FlagValue | undefined): Count | undefined {
  return flag && { value: /^\d{1,6}$/.test(flag.value ?? '') ? Number(flag.value) : undefined, field: flag.field };
}

function sumOf({ tensor, pipeline, data }: Pick<CutOverDevices, 'tensor' | 'pipeline' | 'data'>): string {
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

/** Undefined for what is no launcher, and for one whose numbers stand elsewhere. */
export function launchPlan(command: EngineCommand): LaunchPlan | undefined {
  const { nodes, processes } = command.engine.launches ?? {};
  return nodes || processes ? {
    nodes: nodes && nodesOf(toldSetting(command, nodes), nodes.mayBeRange === true),
    processes: processes && countOf(toldSetting(command, processes)),
  } : undefined;
}

/** What a command is told by flag or by a literal variable: the flag wins. */
export function toldSetting(command: EngineCommand, { flags, variable }: Setting): FlagValue | undefined {
  const given = commandFlag(command, flags);
  const literal = given === undefined && variable !== undefined ? literalVariable(command.placed, variable) : undefined;
  return given ?? (literal && { name: variable!, index: -1, ...literal });
}

function nodesOf(told: FlagValue | undefined, mayBeRange: boolean): LaunchPlan['nodes'] {
  const range = /^(\d{1,6})(?::(\d{1,6}))?$/.exec(told?.value ?? '');
  const isCount = range !== null && (mayBeRange || range[2] === undefined);
  return told && isCount ? { least: Number(range[1]), most: Number(range[2] ?? range[1]), field: told.field } : undefined;
}
