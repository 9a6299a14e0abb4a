import { execFileSync, spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { temporaryFolder } from '../hygiene/temporary';

/*
 * The kit as users have it: out of the tarball, with Jest and the compiler. `npm run test:slow` compiles it before.
 */

const ROOT = path.resolve(__dirname, '../..');
const PAGE = fs.readFileSync(path.join(ROOT, 'docs/testing-your-app.md'), 'utf8');

function blockOf(marker: string): string {
  return new RegExp(`<!-- ${marker.replace(/[.]/g, '\\.')} -->\n\`\`\`\\w+\n([\\s\\S]*?)\n\`\`\``).exec(PAGE)![1];
}

/** A project with the package in it; what the package needs beside it, it finds in ours. */
function project(): string {
  const folder = temporaryFolder('kit-project');
  const [tarball] = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, 'cdk8s-ai-workloads'), { recursive: true });
  execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', path.join(modules, 'cdk8s-ai-workloads'), '--strip-components', '1']);
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')).filter(each => !each.startsWith('.'))) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  fs.writeFileSync(path.join(folder, 'page.test.ts'), blockOf('test: testing-your-app.test.ts'));
  fs.writeFileSync(path.join(folder, 'matchers.test.ts'), blockOf('test: matchers.test.ts'));
  fs.writeFileSync(path.join(folder, 'globals.test.ts'), [
    "import { expect, test } from '@jest/globals';", "import 'cdk8s-ai-workloads/testing/jest-globals';",
    "test('globals', () => { expect([{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }]).toContainObject({ kind: 'Service' }); });",
  ].join('\n'));
  fs.writeFileSync(path.join(folder, 'fails.test.ts'), [
    "import 'cdk8s-ai-workloads/testing/jest';",
    "test('fails', () => expect([{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } }]).toContainObject({ kind: 'Service', metadata: { name: 'b' } }));",
  ].join('\n'));
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'project', private: true }));
  fs.writeFileSync(path.join(folder, 'jest.config.json'), JSON.stringify({ cacheDirectory: '<rootDir>/cache', transform: { '\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json', diagnostics: false }] } }));
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'node16', strict: true, noEmit: true, skipLibCheck: false, types: ['jest', 'node'], isolatedModules: true },
    files: ['page.test.ts', 'matchers.test.ts', 'globals.test.ts'],
  }));
  return folder;
}

let folder: string;
beforeAll(() => { folder = project(); });

function jest(...files: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--ci', '--config', 'jest.config.json', ...files], {
    cwd: folder, encoding: 'utf8', env: { ...process.env, JEST_WORKER_ID: undefined },
  });
  return { status, output: `${stdout}${stderr}` };
}

test('the tests on the page pass, with the matchers of Jest and of its globals', () => {
  const { status, output } = jest('page', 'matchers', 'globals');
  expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
  expect(output).toContain('Tests:       6 passed');
}, 120_000);

test('a test that fails is told with the difference and the line of the test', () => {
  const { status, output } = jest('fails');
  expect(status).toBe(1);
  expect(output).toContain('metadata.name: expected "b", found "a"');
  expect(output).toContain('fails.test.ts:2:');
}, 120_000);

test('their types are right, and wrong arguments are found', () => {
  const tsc = (...options: string[]) => spawnSync(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder, ...options], { cwd: folder, encoding: 'utf8' });
  const { stdout } = tsc('--skipLibCheck', 'true');
  expect(stdout).toBe('');
  const file = path.join(folder, 'matchers.test.ts');
  const right = fs.readFileSync(file, 'utf8');
  try {
    fs.writeFileSync(file, `${right}\nexpect(build(2)).toBeAcceptedBy('1.34');\nexpect(build(2)).toContainObjects({});\n`);
    expect(tsc('--skipLibCheck', 'true').stdout.match(/error TS\d+/g)).toEqual(['error TS2345', 'error TS2551']);
  } finally {
    // Tests run in any order, and another runs this file.
    fs.writeFileSync(file, right);
  }
}, 120_000);

test('Vitest gets the same matchers by the one call that it has for it', () => {
  const [own, found] = [path.join(folder, 'node_modules/vitest'), path.join(folder, 'found.mjs')];
  fs.mkdirSync(own);
  fs.writeFileSync(path.join(own, 'package.json'), JSON.stringify({ name: 'vitest', type: 'module', exports: './index.js' }));
  fs.writeFileSync(path.join(own, 'index.js'), 'export const expect = { extend: matchers => console.log(Object.keys(matchers).join(" ")) };');
  fs.writeFileSync(found, "import 'cdk8s-ai-workloads/testing/vitest';");
  expect(execFileSync(process.execPath, [found], { cwd: folder, encoding: 'utf8' }))
    .toBe('toContainObject toBeAcceptedBy toHaveNoFindings toRestartNothingAgainst toLoseNothingAgainst\n');
}, 60_000);
