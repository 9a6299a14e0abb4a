import { spawnSync } from 'child_process';
import * as path from 'path';
import { temporaryFolder } from '../../hygiene/temporary';

/** What Node and ts-node say of any error that nobody catches: the line that it came from, and the version of Node. */
const OF_NODE = /^\S+:\d+\n.*\n +\^\n\n?|\n*Node\.js v.*\n$/gm;

/** Runs the app of the fixture in a process of its own, as `node main.js` would. */
function run(way: string, app = 'failing-app'): { status: number | null; stdout: string; stderr: string } {
  const environment = { ...process.env, TS_NODE_PROJECT: path.join(__dirname, '../../tsconfig.json'), NODE_NO_WARNINGS: '1' };
  delete (environment as NodeJS.ProcessEnv).JEST_WORKER_ID;
  delete (environment as NodeJS.ProcessEnv).CDK8S_AI_WORKLOADS_FAIL_FAST;
  return spawnSync(process.execPath, ['-r', 'ts-node/register/transpile-only', path.join(__dirname, `fixtures/${app}.ts`), way, temporaryFolder('app')],
    { encoding: 'utf8', env: environment, cwd: path.join(__dirname, '../../..') });
}

describe('a program whose synth fails', () => {
  test.each(['uncaught', 'rejected'])('prints the line that asked for the synth and the report, and exits with 1: %s', way => {
    const { status, stdout, stderr } = run(way);
    const [title, frame, ...report] = stderr.replace(OF_NODE, '').trimEnd().split('\n');
    expect(title).toBe('ValidationFailed: the checks of cdk8s-ai-workloads found errors');
    expect(frame).toMatch(/^ {4}at .*failing-app\.ts:\d+:\d+\)?$/);
    expect(report.slice(0, 3)).toEqual(['', 'error[AIW2103] service selects no pods', '  --> prod/router (Service ml/router)  spec.selector']);
    expect(report.at(-1)).toBe('2 errors, 0 warnings, 0 infos; 2 objects checked');
    expect(report.join('\n')).not.toMatch(/^\s+at /m);
    expect(report.join('\n')).not.toContain('.js:');
    expect(stderr.match(/service selects no pods/g)).toHaveLength(2);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  }, 60_000);

  test('that catches the error goes on', () => {
    expect(run('caught')).toEqual(expect.objectContaining({ status: 0, stdout: 'caught ValidationFailed\n', stderr: '' }));
  }, 60_000);

  test('that throws an error of its own instead sees that one', () => {
    const { status, stderr } = run('replaced');
    expect(stderr).toContain('an error of the app');
    expect(stderr).not.toContain('AIW2103');
    expect(status).not.toBe(0);
  }, 60_000);
});

describe('a program with eight mistakes', () => {
  const FIELDS = ['zones[1]', 'replicas', 'engine', 'container.memory', 'rendezvous', 'accelerator: Accelerator.nvidia(count)', 'zones[0].replicas', 'group(index)'];

  test.each(['synth', 'none'])('sees each of them once, with its line, in one run, without calls inside the library: %s', way => {
    const { status, stdout, stderr } = run(way, 'mistaken-app');
    const places = [...stderr.matchAll(/^ {2}--> (\S+) \(test\/lint\/run\/fixtures\/mistaken-app\.ts:(\d+)\) {2}(.*)$/gm)];
    expect(places.map(([, , , field]) => field).sort()).toEqual([...FIELDS].sort());
    expect(stderr.match(/^error\[/gm)).toHaveLength(FIELDS.length);
    expect(stderr.match(/^ {2}help: /gm)).toHaveLength(FIELDS.length);
    expect(stderr.match(/^\s+at .*/gm) ?? []).toEqual(way === 'synth' ? [expect.stringMatching(/mistaken-app\.ts:38:/)] : []);
    expect(stdout).toBe('pretrain-1-3.pretrain.ml\n');
    expect(status).toBe(1);
  }, 60_000);

  test('and one that no tree can keep sees it beside them, with its line and without a stack', () => {
    const { status, stderr } = run('taken', 'mistaken-app');
    expect(stderr).toMatch(/^InvalidInput: LeaderWorkerGroup\(id\): Duplicate value: "Small": prod has a construct with this id already\n {2}help: .*\n {4}at .*mistaken-app\.ts:41:/m);
    expect(stderr.match(/^error\[/gm)).toHaveLength(FIELDS.length);
    expect(stderr.match(/^\s+at /gm)).toHaveLength(1);
    expect(status).toBe(1);
  }, 60_000);

  test('that dies of an error of its own says its mistakes beside it', () => {
    const { status, stderr } = run('dies', 'mistaken-app');
    expect(stderr).toContain('an error of the app');
    expect(stderr.match(/^error\[AIW1001\]/gm)).toHaveLength(FIELDS.length);
    expect(status).toBe(1);
  }, 60_000);

  test('that catches the report has told them, and ends as it likes', () => {
    expect(run('caught', 'mistaken-app')).toEqual(expect.objectContaining({ status: 0, stderr: '' }));
  }, 60_000);
});
