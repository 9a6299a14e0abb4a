import { spawnSync } from 'child_process';
import * as path from 'path';
import { APP, DEPLOYMENT, folderOf, SERVICE } from './program';

/*
 * How the program ends when what it writes to does: real processes with real pipes, since Node treats files, pipes and terminals differently.
 */

const ROOT = path.resolve(__dirname, '../..');
const PROGRAM = `process.env.TS_NODE_PROJECT=${JSON.stringify(path.join(ROOT, 'build-tools/tsconfig.json'))};require(${JSON.stringify(path.join(ROOT, 'node_modules/ts-node/register/transpile-only'))});`
  + `require(${JSON.stringify(path.join(ROOT, 'src/cli/main.ts'))}).main(process.argv.slice(1));`;

/** A command of a shell, in which `$AI` is the program. Gives what is left of its outputs, with the status of the program as the last line of standard error. */
function shell(command: string, folder = folderOf({}), then = '') {
  const AI = '"$NODE" -e "$PROGRAM" --';
  const { stdout, stderr } = spawnSync('bash', ['-c', command.replaceAll('$AI', AI)], {
    cwd: folder, encoding: 'utf8', maxBuffer: 1e9, env: { ...process.env, NODE: process.execPath, PROGRAM: PROGRAM + then },
  });
  const lines = stderr.trimEnd().split('\n');
  return { stdout, stderr: lines.slice(0, -1).join('\n'), status: Number(lines.at(-1)) };
}

jest.setTimeout(240_000);

const MANY = [DEPLOYMENT, ...Array.from({ length: 400 }, (_, index) => SERVICE.replace('router', `router-${index}`))].join('---\n');

test.each([
  ['help', 'without a command'],
  ['lint app.yaml', 'of lint'],
])('a full disk is said and ends with 2: %s', args => {
  expect(shell(`$AI ${args} > /dev/full; echo $? >&2`, folderOf({ 'app.yaml': APP })))
    .toEqual({ stdout: '', stderr: 'cdk8s-ai: standard output cannot be written: ENOSPC: no space left on device, write', status: 2 });
});

test('a reader that has seen enough does not change what was found', () => {
  expect(shell('$AI lint app.yaml --format json | true; echo ${PIPESTATUS[0]} >&2', folderOf({ 'app.yaml': MANY }))).toEqual({ stdout: '', stderr: '', status: 1 });
});

test('a slow reader gets all of a large report', () => {
  const { stdout, status } = shell('$AI lint app.yaml --format json | { sleep 1; cat; }; echo ${PIPESTATUS[0]} >&2', folderOf({ 'app.yaml': MANY }));
  expect(stdout.length).toBeGreaterThan(100_000);
  expect((JSON.parse(stdout) as { findings: unknown[] }).findings.length).toBeGreaterThanOrEqual(400);
  expect(status).toBe(1);
});

test.each(['2> /dev/full', '2>&-', '2> >(true)'])('nobody has to read the complaints: %s', redirection => {
  expect(shell(`{ $AI nonsense ${redirection}; echo $? >&3; } 3>&2`)).toEqual({ stdout: '', stderr: '', status: 2 });
});

test.each([
  ['an event', 'setTimeout(() => { throw new RangeError("Invalid string length"); })'],
  ['a forgotten promise', 'Promise.reject(new RangeError("Invalid string length"))'],
])('what %s throws is no finding', (_, then) => {
  const { stderr, status } = shell('$AI --version; echo $? >&2', undefined, then);
  expect(stderr).toMatch(/^cdk8s-ai: internal error: RangeError: Invalid string length\n {2}nothing is known of the input; please report this: .*$/);
  expect(status).toBe(2);
});
