import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../../../src/base/findings/finding';
import { DEFAULT_CLUSTER } from '../../../src/kubernetes/cluster';
import { findingsOfChange } from '../../../src/lint/changes/findings';
import { readFile } from '../../../src/lint/input/documents';

export const CHANGES_FOLDER = path.join(__dirname, '../../../src/lint/changes');

/** Manifests as they are, a line `# after`, and the same as they shall be; expectations stand as comments on either side. */
export interface ChangeFixture {
  readonly name: string;
  readonly text: string;
  /** `<line> <id>`, sorted. */
  readonly wanted: readonly string[];
}

export function changeFixturesOf(rule: string): ChangeFixture[] {
  const folder = path.join(CHANGES_FOLDER, rule, 'fixtures');
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter(file => file.endsWith('.yaml')).sort().map(name => {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    const wanted = text.split('\n').flatMap((line, index) => (/# want (AIW\d{4}(?:, AIW\d{4})*)$/.exec(line)?.[1].split(', ') ?? []).map(id => `${index + 1} ${id}`));
    return { name, text, wanted: wanted.sort() };
  }) : [];
}

/** What is said of the change, with lines of the fixture. */
export function findingsOfFixture({ name, text }: ChangeFixture): Finding[] {
  const [before, after] = text.split(/^# after\n/m);
  // Lines of the second part stand where they stand in the file.
  const parts = [before, `${'\n'.repeat(before.split('\n').length)}${after}`];
  const [deployed, input] = parts.map(part => readFile(name, Buffer.from(part), false).objects);
  return findingsOfChange(deployed, input, DEFAULT_CLUSTER);
}
