import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { build, grid } from './build';
import { RowEnvironment, SweepTable } from '../../../src';
import { readingEntrypoint, referencesIn } from '../../../src/patterns/sweep/references';

/** Runs an entry point with the row of a table, as a container would without the kubelet's own references. */
function words(value: string, command: string[]): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'row-'));
  try {
    const { table } = build({ runs: SweepTable.rows([{ parameters: { LR: value, SEED: '1' } }]), rowEnvironment: RowEnvironment.byShell() });
    const file = path.join(folder, 'row.env');
    fs.writeFileSync(file, table.data['0.env']);
    const { command: [shell, ...args] } = readingEntrypoint(file, [process.execPath, '-e', 'console.log(JSON.stringify([process.env.LR, ...process.argv.slice(1)]))', '--', ...command], [], new Set(['LR', 'SEED']));
    return JSON.parse(execFileSync(shell, args, { encoding: 'utf8' }));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test.each(['0.1', 'a b', '*', '$HOME', '$(id)', '`id`', '"', '\\', ';exit 3', "it's", '', '#x'])('a shell passes the value %j on as it is', value => {
  expect(words(value, ['--lr=$(LR)', '$(LR)/$(SEED)', 'plain', '$HOME `id` "'])).toEqual([value, `--lr=${value}`, `${value}/1`, 'plain', '$HOME `id` "']);
});

test('what the kubelet would not expand stays', () => {
  expect(words('x', ['$$(LR)', '$(HOSTNAME)', '$(LR', '$($(LR))', ''])).toEqual(['x', '$$(LR)', '$(HOSTNAME)', '$(LR', '$($(LR))', '']);
});

test('references end at the first bracket', () => {
  expect(referencesIn('$(A)$$(B)$(C$(D))$(E')).toEqual(['A', 'C$(D']);
});

test('the command becomes the reading one in the manifest', () => {
  const { main } = build({ runs: grid, rowEnvironment: RowEnvironment.byShell() });
  expect(main.command.slice(0, 2)).toEqual(['/bin/sh', '-c']);
  expect(main.command[2]).toBe('set -a\n. /sweep/row.env\nset +a\nexec "${1}" "${2}${LR}"');
});
