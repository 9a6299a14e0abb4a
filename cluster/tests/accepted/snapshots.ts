import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from '../../../build-tools/examples';
import { Minor } from '../../harness/api-server';
import { Manifest } from '../../harness/manifest';
import { recorded } from '../recorded';

/** What one `toMatchSnapshot` was given. */
export interface SnapshotRecord {
  readonly file: string;
  readonly test: string;
  /** Its API objects; `minor` is that of the target which they were written for, absent where no target was defined. */
  readonly objects: readonly { readonly minor?: Minor; readonly object: Manifest }[];
}

/** Runs the unit tests that have snapshots and returns what they compare with them. Throws when they fail. */
export function recordSnapshots(): Promise<SnapshotRecord[]> {
  return recorded(path.join(__dirname, 'record-snapshots.ts'), ['--testNamePattern', testNames(), '--runTestsByPath', ...snapshotFiles().map(testOf)]);
}

/** How many API objects the .snap files hold: counted in their text, as a check on what was recorded. */
export function countInSnapshots(): number {
  return snapshotFiles().reduce((sum, file) => sum + (fs.readFileSync(file, 'utf8').match(TOP_OF_OBJECT)?.length ?? 0), 0);
}

/** Keys are sorted, so an object's kind is followed by its metadata. The kind in a reference is followed by a name; claim templates stand deeper. */
const TOP_OF_OBJECT = /^( {2,6})"kind": "\w+",\n\1"metadata": (Object )?\{/gm;

function snapshotFiles(): string[] {
  const folder = path.join(ROOT, 'test');
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.snap')).sort().map(name => path.join(folder, name));
}

/** Only the tests with snapshots run: a pattern of their names, which the files number. */
function testNames(): string {
  const names = snapshotFiles().flatMap(file => [...fs.readFileSync(file, 'utf8').matchAll(/^exports\[`(.*) \d+`\]/gm)].map(([, name]) => name));
  return `^(${names.map(name => name.replace(/[^\w ]/g, '.')).join('|')})$`;
}

/** `a/__snapshots__/b.test.ts.snap` belongs to `a/b.test.ts`. */
function testOf(snapshots: string): string {
  return path.join(path.dirname(path.dirname(snapshots)), path.basename(snapshots, '.snap'));
}
