import { UNKNOWN } from './shell-arithmetic';
import { isKnown } from './shell-words';

/** One word of a command line and where it stands; every word of a script stands where the script does. */
export interface Word {
  readonly text: string;
  readonly field: string;
}

/** What has flags. */
interface Flagged {
  readonly flags: ReadonlyMap<string, FlagValue>;
}

/** A flag's last value, as parsers of arguments take it; the value is undefined where it is not known. */
export interface FlagValue {
  readonly name: string;
  readonly value?: string;
  readonly field: string;
  /** Its place among the words. */
  readonly index: number;
}

/**
 * Every flag by its name with dashes, as it was given last: `--tp 8`, `--tp=8`, `-tp8`; dashes and underscores are one. A part of a flag whose value is an object,
 * `--hf-overrides.max_position_embeddings=8192`, gives that flag a value that is not known.
 * Source: vLLM docs, cli/serve, JSON CLI Arguments (v0.12)
 */
export function flagsOf(words: readonly Word[]): ReadonlyMap<string, FlagValue> {
  const flags = new Map<string, FlagValue>();
  words.forEach(({ text, field }, index) => {
    if (!text.startsWith('-')) {
      return;
    }
    const equals = text.indexOf('=');
    const name = normal(equals >= 0 ? text.slice(0, equals) : text);
    const dot = name.startsWith('--') ? name.indexOf('.') : -1;
    if (dot > 0) {
      flags.set(name.slice(0, dot), { name: name.slice(0, dot), value: undefined, field, index });
    }
    if (equals >= 0) {
      flags.set(name, { name, value: isKnown(text) ? text.slice(equals + 1) : undefined, field, index });
      return;
    }
    const next = words[index + 1];
    flags.set(name, { name, value: next !== undefined && isKnown(next.text) ? next.text : undefined, field: next?.field ?? field, index });
    const joined = text.length < 9 && text[1] !== '-' ? /^(-[a-z]{2})(\d+)$/.exec(text) : null;
    if (joined) {
      flags.set(joined[1], { name: joined[1], value: joined[2], field, index });
    }
  });
  return flags;
}

/**
 * A flag by any of its names, the last of them that was given.
 *
 * @param names names with their dashes, `-` inside.
 */
export function commandFlag(command: Flagged, names: Iterable<string>): FlagValue | undefined {
  let last: FlagValue | undefined;
  for (const name of names) {
    const flag = command.flags.get(name);
    if (flag && (!last || flag.index > last.index)) {
      last = flag;
    }
  }
  return last;
}

function normal(flag: string): string {
  return flag.startsWith('--') && flag.includes('_') ? flag.replace(/_/g, '-') : flag;
}

/** Whether a flag without a value stands there. */
export function hasCommandFlag(command: Flagged, names: ReadonlySet<string>): boolean {
  return commandFlag(command, names) !== undefined;
}

/** Ends of names of flags that take a value. */
const VALUED = /(?:model|tokenizer|port|host|name|size|local|rank|addr|address|endpoint|id|nodes|node|len|utilization|path|dir|key|backend|conf|type|seqs|tokens|-tp|-pp|-dp)$/;

/** Flags of a file with others. Source: TensorRT-LLM tensorrt_llm/commands/serve.py has the last two as one */
const FILES: ReadonlySet<string> = new Set(['--config-file', '--config', '--extra-llm-api-options']);

/** A word that nobody knows, where no flag awaits a value, may be any flags. */
export function areFlagsKnown(words: readonly Word[]): boolean {
  return words.every(({ text }, index) => !FILES.has(normal(text.split('=', 1)[0]))
    && (!text.startsWith(UNKNOWN) || index === 0 || VALUED.test(words[index - 1].text)));
}
