import { EngineCommand } from './engine-command';
import { imageName } from './images';
import { asText } from '../../base/reading';
import { CommandLine } from '../../knowledge/engines/engine';
import { FlagTable, TableRelease } from '../../knowledge/engines/flags/flag-table';
import { flagTable } from '../../knowledge/engines/flags/tables';

/** What is known of the command line of one engine where it stands. */
export interface EngineRelease {
  readonly line: CommandLine;
  readonly table: FlagTable;
  /** What its image is built of, where the tag tells. */
  readonly release?: TableRelease;
  /** Whether the project itself made the image, so that nobody has added a flag. */
  readonly isPublished: boolean;
}

/** Release candidates and nightly builds have flags that the release before has not. */
const VERSION = /^v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)(?:\.post\d+)?(?=$|[-+])(?!.*(?:rc|dev|nightly))/;

/** Undefined where the flags of the engine were not read, or another of its programs has flags of its own. */
export function engineRelease({ engine, starter, placed }: EngineCommand): EngineRelease | undefined {
  const line = engine.commandLine;
  if (!line?.starters.includes(starter)) {
    return undefined;
  }
  const table = flagTable(line.table);
  const name = imageName(asText(placed.container.image));
  const isPublished = name !== undefined && line.published.test(name.repository);
  const version = isPublished || (name !== undefined && line.built?.test(name.repository)) ? VERSION.exec(name.tag)?.[1] : undefined;
  return { line, table, release: version === undefined ? undefined : table.release(version), isPublished };
}
