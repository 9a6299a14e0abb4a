import * as fs from 'fs';
import * as path from 'path';
import { Finding } from '../../../../src/base/findings/finding';
import { Cluster } from '../../../../src/kubernetes/cluster';
import { inputFiles } from '../../../../src/lint/input/paths';
import { lint } from '../../../../src/lint/run/lint';
import { MINORS } from '../../../../src/lint/run/lint-options';

/** Manifests of an article that people copy from, with what is to be found in them at each minor. */
export interface Seed {
  readonly name: string;
  readonly file: string;
  readonly gpusPerNode?: number;
  /** `<line> <id>` by minor, sorted. */
  readonly wanted: ReadonlyMap<string, readonly string[]>;
}

export function seeds(): Seed[] {
  return fs.readdirSync(__dirname).filter(name => name.endsWith('.yaml')).sort().map(name => {
    const file = path.join(__dirname, name);
    const text = fs.readFileSync(file, 'utf8');
    const [, gpus] = /^# gpusPerNode: (\d+)$/m.exec(text) ?? [];
    const wanted = new Map(MINORS.map(minor => [minor, wants(text, minor)]));
    return { name, file, gpusPerNode: gpus === undefined ? undefined : Number(gpus), wanted };
  });
}

/** `# want AIW2103, AIW2103`, and `# want[1.33, 1.34] AIW1105` for what only these minors are to find. */
function wants(text: string, minor: string): string[] {
  return text.split('\n').flatMap((line, index) => [...line.matchAll(/# want(?:\[([\d., ]+)\])? (AIW\d{4}(?:, AIW\d{4})*)/g)]
    .filter(([, minors]) => minors === undefined || minors.split(', ').includes(minor))
    .flatMap(([, , ids]) => ids.split(', ').map(id => `${index + 1} ${id}`))).sort();
}

/** What the program says of files, through everything that it does with them. */
export function findingsIn(files: readonly string[], minors: readonly string[], gpusPerNode?: number): readonly Finding[] {
  const clusters = minors.map((minor): Cluster => ({ minor, featureGates: {}, gpusPerNode }));
  return lint(inputFiles(files), { clusters }).findings;
}

export function found(seed: Seed, minor: string): string[] {
  return findingsIn([seed.file], [minor], seed.gpusPerNode).map(({ line, id }) => `${line} ${id}`).sort();
}
