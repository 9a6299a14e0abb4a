import { spawnSync } from 'child_process';
import * as path from 'path';
import { temporaryFolder } from '../../hygiene/temporary';

/** Runs the app of the fixture in a process of its own, as `node main.js` would. */
function run(way: string, app = 'failing-app'): { status: number | null; stdout: string; stderr: string } {
  const environment = { ...process.env, TS_NODE_PROJECT: path.join(__dirname, '../../tsconfig.json'), NODE_NO_WARNINGS: '1' };
  delete (environment as NodeJS.ProcessEnv).JEST_WORKER_ID;
  delete (environment as NodeJS.ProcessEnv).CDK8S_AI_WORKLOADS_FAIL_FAST;
  return spawnSync(process.execPath, ['-r', 'ts-node/register/transpile-only', path.join(__dirname, `fixtures/${app}.ts`), way, temporaryFolder('app')],
    { encoding: 'utf8', env: environment, cwd: path.join(__dirname, '../../..') });
}

describe('a program whose synth fails', () => {
  test.each(['uncaught', 'rejected'])('prints the report alone and exits with 1: %s', way => {
    const { status, stdout, stderr } = run(way);
    expect(stderr).toMatch(/^error\[AIW2103\] service selects no pods\n  --> prod\/router \(Service ml\/router\)  spec\.selector\n/);
    expect(stderr).toMatch(/2 errors, 0 warnings, 0 infos; 2 objects checked\n$/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).not.toContain('.js:');
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

  test.each(['synth', 'none'])('sees each of them once, with its line, in one run, without a stack: %s', way => {
    const { status, stdout, stderr } = run(way, 'mistaken-app');
    const places = [...stderr.matchAll(/^ {2}--> (\S+) \(test\/lint\/run\/fixtures\/mistaken-app\.ts:(\d+)\) {2}(.*)$/gm)];
    expect(places.map(([, , , field]) => field).sort()).toEqual([...FIELDS].sort());
    expect(stderr.match(/^error\[/gm)).toHaveLength(FIELDS.length);
    expect(stderr.match(/^ {2}help: /gm)).toHaveLength(FIELDS.length);
    expect(stderr).not.toMatch(/^\s+at |triggerUncaughtException/m);
    expect(stdout).toBe('pretrain-1-3.pretrain.ml\n');
    expect(status).toBe(1);
  }, 60_000);

  test('and one that no tree can keep sees it beside them, without a stack', () => {
    const { status, stderr } = run('taken', 'mistaken-app');
    expect(stderr).toMatch(/^ {2}--> \S*mistaken-app\.ts:\d+ {2}LeaderWorkerGroup\(id\)\n {6}Duplicate value: "Small": prod has a construct with this id already$/m);
    expect(stderr.match(/^error\[/gm)).toHaveLength(FIELDS.length + 1);
    expect(stderr).not.toMatch(/^\s+at |triggerUncaughtException/m);
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
