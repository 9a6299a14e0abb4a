import { commandFlag } from './command-flags';
import { EngineCommand } from './engine-command';
import { launchingOf, servingOf } from './world';

/** Source: pkg/apis/core/v1/defaults.go SetDefaults_PodSpec (v1.36) */
export const DEFAULT_GRACE_SECONDS = 30;

/** Time that an engine takes itself after the stop signal, and where it is told. */
export interface EngineDrain {
  readonly seconds: number;
  readonly field: string;
  /** `--shutdown-timeout`. */
  readonly flag: string;
}

/** What an engine that serves leaves running requests; undefined where it is told nothing. */
export function engineDrain(command: EngineCommand): EngineDrain | undefined {
  const flag = servingOf(command).drain;
  const told = flag === undefined ? undefined : commandFlag(command, new Set([flag]));
  return told !== undefined && /^\d{1,6}$/.test(String(told.value)) ? { seconds: Number(told.value), field: told.field, flag: flag! } : undefined;
}

/** Seconds until a launcher kills its workers, NaN where a variable or an unknown flag may say it; undefined for what does not. */
export function launcherWait(command: EngineCommand): number | undefined {
  const { killsAfter } = launchingOf(command);
  if (killsAfter === undefined) {
    return undefined;
  }
  const flag = commandFlag(command, killsAfter.flags);
  const value = String(flag ? flag.value : command.variables.get(killsAfter.variable) ?? killsAfter.seconds);
  return /^\d{1,6}$/.test(value) ? Number(value) : NaN;
}
