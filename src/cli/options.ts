import { parseArgs, ParseArgsConfig } from 'util';
import { UsageError } from './usage';
import { nearestName } from '../base/text/nearest-name';

type Definitions = NonNullable<ParseArgsConfig['options']>;

/** Type of an option's value: a string, a list of them if it may be repeated, or a boolean. */
type ValueOf<Option extends Definitions[string]> = Option extends { readonly type: 'boolean' } ? boolean | undefined
  : Option extends { readonly multiple: true } ? string[] | undefined
    : Option extends { readonly default: string } ? string : string | undefined;

export interface Arguments<Options extends Definitions> {
  readonly values: { readonly [Name in keyof Options]: ValueOf<Options[Name]> };
  readonly positionals: readonly string[];
}

/** Parses the arguments of a command. An unknown option is an error that suggests the nearest one. */
export function parse<const Options extends Definitions>(args: readonly string[], options: Options): Arguments<Options> {
  const known = Object.keys(options).filter(name => options[name].type !== undefined);
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as unknown as Arguments<Options>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, typed] = /'(--?[^' ]+)/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && typed !== undefined) {
      const near = nearestName(typed.replace(/^-+/, '').replace(/=.*/, ''), known);
      throw new UsageError(`unknown option ${typed}`, near && `did you mean --${near}?`);
    }
    // Node's message goes on with how to pass an argument that starts with a dash; its first sentence says what is wrong.
    throw new UsageError(message.split('\n')[0].split('. ')[0]);
  }
}

export function oneOf<const Choice extends string>(option: string, value: string, choices: readonly Choice[]): Choice {
  const found = choices.find(choice => choice === value);
  if (found === undefined) {
    throw new UsageError(`--${option} ${value}: takes ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
  }
  return found;
}

export function wholeNumberOf(option: string, value: string | undefined): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (!/^[0-9]{1,9}$/.test(value)) {
    throw new UsageError(`--${option} ${value}: takes a whole number`);
  }
  return Number(value);
}

/** Parses options of the form `Name=true`. */
export function switches(option: string, values: readonly string[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(values.map(value => {
    const [, name, state] = /^([A-Za-z][A-Za-z0-9]*)=(true|false)$/.exec(value) ?? [];
    if (name === undefined) {
      throw new UsageError(`--${option} ${value}: takes a name with true or false: DRADeviceTaints=true`);
    }
    return [name, state === 'true'];
  }));
}
