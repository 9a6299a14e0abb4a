import { commandFlag, hasCommandFlag } from './command-flags';
import { EngineCommand } from './engine-command';
import { entryScript, writtenWords } from './entry-script';
import { launchPlan, parallelismOf } from './parallelism';
import { toldModel } from './told-model';
import { asText } from '../../base/reading';
import { Launching, Serving, Setting } from '../../knowledge/engines/engine';
import { isStarter } from '../../knowledge/engines/engines';
import { isTinyModel } from '../../knowledge/models';

/** Nodes that a command waits for; undefined where it runs alone, or nobody knows the number. */
export function nodesOf(command: EngineCommand): number | undefined {
  // Most commands run alone, and need not be read further.
  if (!mayHaveNodes(command)) {
    return undefined;
  }
  const nodes = command.engine.serves ? parallelismOf(command)?.nodes?.value : launchPlan(command)?.nodes?.least;
  return nodes !== undefined && nodes > 1 ? nodes : undefined;
}

function mayHaveNodes(command: EngineCommand): boolean {
  const { serves, launches } = command.engine;
  const setting = serves?.cuts ? { flags: serves.cuts.nodes } : launches?.nodes;
  return setting !== undefined && isGiven(command, setting);
}

/** Whether a setting is given, also where nobody can say what it is. */
export function isGiven(command: EngineCommand, { flags, variable }: Setting): boolean {
  return hasCommandFlag(command, flags) || (variable !== undefined && command.variables.has(variable));
}

/** Engines that answer requests. */
export function isServer({ engine }: EngineCommand): boolean {
  return engine.serves !== undefined;
}

/** What is known of an engine that serves, and of a launcher: nothing where it is none. */
export function servingOf({ engine }: EngineCommand): Partial<Serving> {
  return engine.serves ?? {};
}

export function launchingOf({ engine }: EngineCommand): Partial<Launching> {
  return engine.launches ?? {};
}

/** Whether it is what the container starts, so that its exit code is that of the container: no script stands before it. */
export function isFirstProcess({ placed, engine }: EngineCommand): boolean {
  return entryScript(placed) === undefined && writtenWords(placed).slice(0, 3).some(({ text }) => isStarter(engine, text));
}

/** The flag with which a worker of an engine over several nodes answers no request itself. */
export function headlessFlag(command: EngineCommand): string | undefined {
  const flag = servingOf(command).headless;
  return flag !== undefined && hasCommandFlag(command, new Set([flag])) ? flag : undefined;
}

/** Whether it is told that it is the first of its nodes. */
export function isFirstNode(command: EngineCommand): boolean {
  const { nodeRank } = servingOf(command).cuts ?? {};
  return nodeRank !== undefined && commandFlag(command, nodeRank)?.value === '0';
}

/** What compilation, graph capture and warm-up take alone, without a byte of weights. The patterns of this library reckon with the same. */
export const LEAST_LOAD_SECONDS = 180;

/** Whether it answers requests of others: a part of a model over several nodes does so at the first of them alone, and not where it is told to be headless. */
export function answersRequests(command: EngineCommand): boolean {
  return isServer(command) && headlessFlag(command) === undefined && (nodesOf(command) === undefined || isFirstNode(command));
}

/** Whether it answers, and not before minutes have passed. */
export function isSlowToAnswer(command: EngineCommand): boolean {
  return isServer(command) && servingOf(command).needsNoDevice !== true && headlessFlag(command) === undefined && !isForProcessor(command);
}

/** Whether it needs `LEAST_LOAD_SECONDS` and more before it answers, which a model does not whose name says that it is tiny. */
export function needsMinutesToLoad(command: EngineCommand): boolean {
  return isSlowToAnswer(command) && !isTinyModel(toldModel(command) ?? '');
}

/** Models for the processor are small, and nothing is compiled or captured for minutes. */
function isForProcessor({ engine, placed }: EngineCommand): boolean {
  const image = asText(placed.container.image);
  return image !== undefined && engine.image?.forProcessor?.test(image) === true;
}

/** Variables that say how many processes there are, with the one that says which of them this is. */
export const WORLDS: ReadonlyMap<string, string> = new Map([['WORLD_SIZE', 'RANK'], ['JAX_NUM_PROCESSES', 'JAX_PROCESS_ID']]);
