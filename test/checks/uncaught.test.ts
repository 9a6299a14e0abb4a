import { spawnSync } from 'child_process';
import * as path from 'path';

/** Runs the app of the fixture in a process of its own, as `node main.js` would. */
function run(way: string): { status: number | null; stdout: string; stderr: string } {
  const environment = { ...process.env, TS_NODE_PROJECT: path.join(__dirname, '../tsconfig.json'), NODE_NO_WARNINGS: '1' };
  delete (environment as NodeJS.ProcessEnv).JEST_WORKER_ID;
  return spawnSync(process.execPath, ['-r', 'ts-node/register/transpile-only', path.join(__dirname, 'fixtures/failing-app.ts'), way],
    { encoding: 'utf8', env: environment, cwd: path.join(__dirname, '../..') });
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
