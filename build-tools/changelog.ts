/*
 * What a release is called and what stands in its notes, out of CHANGELOG.md: people write both, since commit messages tell neither.
 *
 *     changelog.ts version       prints the version of the newest entry, for projen's bump
 *     changelog.ts notes FILE    writes that entry to FILE, for the notes of the release
 */
import * as fs from 'fs';
import * as path from 'path';

export interface Entry {
  readonly version: string;
  readonly notes: string;
}

const HEADING = /^## (\d+\.\d+\.\d+)$/gm;

/** The newest entry of a changelog. @throws Where there is none, it is empty or is not newer than the one below. */
export function newest(text: string): Entry {
  const [first, second] = [...text.matchAll(HEADING)];
  if (first === undefined) {
    throw new Error('CHANGELOG.md has no entry: write one, with a heading such as "## 0.1.0"');
  }
  const notes = text.slice(first.index + first[0].length, second?.index).trim();
  if (notes === '') {
    throw new Error(`CHANGELOG.md: the entry ${first[1]} is empty: say what the release means for those who use it`);
  }
  if (second !== undefined && !isNewer(first[1], second[1])) {
    throw new Error(`CHANGELOG.md: the newest entry ${first[1]} is not newer than ${second[1]} below it`);
  }
  return { version: first[1], notes };
}

export function isNewer(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map(each => each.split('.').map(Number));
  const at = ours.findIndex((number, index) => number !== theirs[index]);
  return at >= 0 && ours[at] > theirs[at];
}

/** @param tag The newest tag of the repository, `v0.1.0`. @throws Where that version is out already. */
function toRelease(tag?: string): Entry {
  const entry = newest(fs.readFileSync(path.join(__dirname, '..', 'CHANGELOG.md'), 'utf8'));
  const last = tag?.replace(/^v/, '');
  if (last !== undefined && last !== '' && !isNewer(entry.version, last)) {
    throw new Error(`CHANGELOG.md: ${entry.version}, its newest entry, is not newer than ${last}, which is out: write the entry of the next release`);
  }
  return entry;
}

function main([what, file]: readonly string[]): void {
  try {
    if (what === 'version') {
      console.log(toRelease(process.env.LATEST_TAG).version);
    } else if (what === 'notes' && file !== undefined) {
      fs.writeFileSync(file, `${toRelease().notes}\n`);
    } else {
      throw new Error('usage: changelog.ts version | changelog.ts notes FILE');
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (require.main === module) {
  main(process.argv.slice(2));
}
