import { baseName } from './entry-script';
import { PlacedContainer } from './pod-set';
import { commandsOfScript } from './shell-words';
import { asNumber, asTexts, isPresent, objectAt } from '../../base/reading';

/** What a hook before the stop signal takes. */
export interface PreStop {
  readonly seconds: number;
  readonly field: string;
  /** Kubernetes' own sleep, rather than a program. */
  readonly isAction: boolean;
}

const NO_VARIABLES: ReadonlyMap<string, string> = new Map();

/** The sleep before a container's stop signal; undefined without one, and for programs whose time nobody knows. */
export function preStopOf({ container, field }: PlacedContainer): PreStop | undefined {
  if (!isPresent(container.lifecycle)) {
    return undefined;
  }
  const hook = objectAt(container, 'lifecycle', 'preStop');
  if (isPresent(hook.sleep)) {
    const seconds = asNumber(objectAt(hook, 'sleep').seconds);
    return seconds === undefined ? undefined : { seconds, field: `${field}.lifecycle.preStop.sleep.seconds`, isAction: true };
  }
  const seconds = sleepOf(asTexts(objectAt(hook, 'exec').command));
  return seconds === undefined ? undefined : { seconds, field: `${field}.lifecycle.preStop.exec`, isAction: false };
}

const LOOP = /\b(for|while|until|if)\b/;

/** Seconds that a command sleeps at least, where it sleeps without conditions. */
function sleepOf(words: readonly string[]): number | undefined {
  const script = words.findIndex(word => /^-[a-z]*c$/.test(word));
  const commands = script > 0 && script + 1 < words.length && !LOOP.test(words[script + 1])
    ? commandsOfScript(words[script + 1], NO_VARIABLES) : script > 0 ? [] : [words];
  const sleeps = commands.flatMap(([program, ...rest]) => (baseName(program ?? '') === 'sleep' ? [rest.reduce((sum, each) => sum + secondsOf(each), 0)] : []));
  return sleeps.length === 0 ? undefined : Math.floor(sleeps.reduce((sum, each) => sum + each, 0));
}

const UNITS: ReadonlyMap<string, number> = new Map([['', 1], ['s', 1], ['m', 60], ['h', 3600]]);

function secondsOf(text: string): number {
  const match = /^(\d{1,6}(?:\.\d+)?)([smh]?)$/.exec(text);
  return match ? Number(match[1]) * UNITS.get(match[2])! : 0;
}
