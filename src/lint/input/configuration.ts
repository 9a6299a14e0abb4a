import { SettingsReader, Configuration } from './configuration-reader';
import { glob, isGlob } from './glob';
import { contentOf, UnusableInput } from './paths';
import { fileMatcher, placesFrom } from './relative';
import { Finding } from '../../base/findings/finding';
import { readStrictly } from '../../kubernetes/yaml/read-strictly';
import { Accepted, STALE } from '../acknowledgements/accepted-findings';
import { NOTHING_OUTSIDE, Outside } from '../run/outside';

export const NO_CONFIGURATION: Configuration = { kubernetes: [], cluster: {}, outside: [], acknowledge: [], ignore: [] };

/** Limit in bytes. */
const LARGEST = 1024 * 1024;

/** Reads a configuration. Unknown settings are errors with their line, since a misspelt one would silently change nothing. */
export function readConfiguration(file: string): Configuration {
  const documents = readStrictly(contentOf(file, LARGEST));
  if (documents.length > 1) {
    throw new UnusableInput(`${file}:${documents[1].line}: a configuration is one document`);
  }
  const [document] = documents;
  if (document === undefined) {
    return { ...NO_CONFIGURATION, file };
  }
  if ('error' in document) {
    throw new UnusableInput(`${file}:${document.line}: ${document.error}`);
  }
  return new SettingsReader(file, field => document.lineOf(field)).read(document.value);
}

/** The declared outside objects, as the rules query them. */
export function outsideOf(configuration: Configuration): Outside {
  if (configuration.outside.length === 0) {
    return NOTHING_OUTSIDE;
  }
  // Indexed by name: most entries name one object, and there may be thousands of entries and of references.
  const named = new Map<string, Declared[]>();
  const globs = new Map<string, Declared[]>();
  for (const { kind, name, namespace = '**' } of configuration.outside) {
    const [list, key] = isGlob(name) ? [globs, kind] : [named, `${kind}/${name}`];
    list.set(key, list.get(key) ?? []).get(key)!.push({ isName: glob(name), isNamespace: glob(namespace) });
  }
  return {
    has: (kind, place, name) => [named.get(`${kind}/${name}`), globs.get(kind)].some(found => found?.some(each => each.isName(name) && each.isNamespace(place))),
  };
}

interface Declared {
  readonly isName: (name: string) => boolean;
  readonly isNamespace: (place: string) => boolean;
}

/** The acknowledgements of the configuration. */
export function acceptedBy({ acknowledge, file }: Configuration): Accepted[] {
  const places = placesFrom(file);
  return acknowledge.map(({ id, reason, object, file: files, field, line }) => {
    const [kind, ...rest] = object?.split('/') ?? [];
    const name = rest.length > 0 ? glob(rest.at(-1)!) : () => true;
    const place = rest.length > 1 ? glob(rest[0]) : () => true;
    const inFile = files === undefined ? () => true : fileMatcher(files, places);
    const covers = (finding: Finding) => (finding.file === undefined ? files === undefined : inFile(finding.file))
      && (kind === undefined || (finding.object?.kind === kind && name(finding.object.name) && place(finding.object.namespace)));
    return { id, reason, file, covers, stale: () => stale(id, reason, field, file, line) };
  });
}

function stale(id: string, reason: string, field: string, file?: string, line?: number): Finding {
  return {
    ...STALE,
    field,
    message: `Invalid value: ${JSON.stringify(id)}: no such finding in this input (reason given: ${JSON.stringify(reason)})`,
    help: 'remove it: what it accepted is gone, or is not in what was read',
    file,
    line,
  };
}

/** Whether a file found in a folder is skipped. */
export function ignoredBy({ ignore, file }: Configuration): (found: string) => boolean {
  const places = placesFrom(file);
  const patterns = ignore.map(pattern => fileMatcher(pattern, places));
  return found => patterns.some(matches => matches(found));
}
