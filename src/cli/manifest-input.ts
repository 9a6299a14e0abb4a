import { Arguments, switches, wholeNumberOf } from './options';
import { UsageError } from './usage';
import { ignoredBy, NO_CONFIGURATION, readConfiguration } from '../lint/input/configuration';
import { Configuration } from '../lint/input/configuration-reader';
import { InputFile, inputFiles, UnusableInput } from '../lint/input/paths';
import { note } from '../lint/report/streams';
import { Asked, nearestConfiguration } from '../lint/run/lint-options';

/** Options of all commands that read manifests: which ones, and what they are for. */
export const INPUT_OPTIONS = {
  'kubernetes': { type: 'string', multiple: true },
  'feature-gate': { type: 'string', multiple: true },
  'api': { type: 'string', multiple: true },
  'zones': { type: 'string' },
  'spare-gpus': { type: 'string' },
  'gpus-per-node': { type: 'string' },
  'config': { type: 'string' },
  'no-config': { type: 'boolean' },
  'ignore': { type: 'string', multiple: true },
  'render': { type: 'boolean' },
  'allow-empty': { type: 'boolean' },
  'color': { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const;

type Values = Arguments<typeof INPUT_OPTIONS>['values'];

export function configurationOf(values: Values): Configuration {
  return values['no-config'] ? NO_CONFIGURATION : values.config === undefined ? nearestConfiguration() : readConfiguration(values.config);
}

export function askedIn(values: Values): Asked {
  return {
    kubernetes: values.kubernetes,
    featureGates: switches('feature-gate', values['feature-gate'] ?? []),
    apis: values.api,
    zones: values.zones?.split(',').map(each => each.trim()).filter(each => each !== ''),
    spareGpus: wholeNumberOf('spare-gpus', values['spare-gpus']),
    gpusPerNode: wholeNumberOf('gpus-per-node', values['gpus-per-node']),
  };
}

/** The files to read, and an error for each path that does not exist, so that the others are still checked. */
export function whatToRead(
  asked: readonly string[], configuration: Configuration, ignored: readonly string[] = [],
): { readonly files: InputFile[]; readonly missing: string[] } {
  if (asked.length === 0 && process.stdin.isTTY) {
    throw new UsageError('nothing to read', 'name files or folders, or pipe manifests in');
  }
  const [inConfiguration, asArgument] = [ignoredBy(configuration), ignoredBy({ ...NO_CONFIGURATION, ignore: ignored })];
  const isIgnored = (file: string) => inConfiguration(file) || asArgument(file);
  const files = new Map<string, InputFile>();
  const missing: string[] = [];
  for (const path of asked.length === 0 ? ['-'] : asked) {
    try {
      inputFiles([path], isIgnored).forEach(file => files.set(file.name, file));
    } catch (error) {
      if (!(error instanceof UnusableInput)) {
        throw error;
      }
      missing.push(error.message);
    }
  }
  return { files: [...files.values()], missing };
}

/** Says each on a line of standard error. */
export async function noteAll(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await note(text);
  }
}

/** Whether colour was asked for, or refused. */
export function askedColour(values: Partial<Pick<Values, 'color' | 'no-color'>>): boolean | undefined {
  return values.color ? true : values['no-color'] ? false : undefined;
}
