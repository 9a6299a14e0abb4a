/*
 * All of a release but the upload, in a copy of the last commit: `npm run release:dry [-- python go java]`. Languages that are named are packed and tried; without names, all whose tools are here.
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { newest } from './changelog';
import { ROOT } from './examples';

const LANGUAGES: Readonly<Record<string, string>> = { python: 'python3', go: 'go', java: 'mvn' };
const STARTED = Date.now();

let [passed, failed] = [0, 0];

/** One step, which ends the release where nothing can go on without it. */
function step<T>(what: string, work: () => T): T | undefined {
  try {
    const result = work();
    passed++;
    console.log(`ok  ${what} (${Math.round((Date.now() - STARTED) / 1000)} s)`);
    return result;
  } catch (error) {
    failed++;
    console.log(`FAILED  ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** What a program prints. @throws With the end of what it said, where its status is not 0. */
function run(folder: string, program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, CI: 'true' } });
  if (error !== undefined || status !== 0) {
    const output = `${stdout ?? ''}${stderr ?? ''}`;
    const said = `${[program, ...args].join(' ')} ${error?.message ?? `ended with ${status}`}\n${output.trim().split('\n').slice(-15).join('\n')}`;
    throw Object.assign(new Error(said), { output });
  }
  return stdout;
}

function isHere(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

function expect(what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) {
    throw new Error(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
  }
}

function onlyFile(folder: string, ending: string): string {
  const found = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith(ending));
  expect(`the number of ${ending} files in ${path.basename(folder)}`, found.length, 1);
  return path.join(folder, found[0]);
}

/** Known vulnerabilities of what a user installs. A mirror may have no such endpoint, which is said. */
function audit(folder: string): void {
  try {
    run(folder, 'npm', 'audit', '--omit=dev', '--audit-level=high');
  } catch (error) {
    if (!String(error).includes('audit endpoint returned an error')) {
      throw error;
    }
    console.log('NOT RUN  npm audit: the registry does not answer it');
  }
}

/** The package of npm in a folder of its own, with the peers that npm chooses: its app, its program. */
function tryNpm(dist: string, folder: string, version: string): void {
  const tarball = onlyFile(path.join(dist, 'js'), '.tgz');
  run(dist, 'npm', 'publish', '--dry-run', tarball);
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', tarball);
  expect('the version of the program', run(folder, 'npx', '--no-install', 'cdk8s-ai', '--version').trim(), version);
  audit(folder);
  // Nothing that ships with the library brings something else along: its dependencies are its peers.
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules/cdk8s-ai-workloads/package.json'), 'utf8')) as { dependencies?: object };
  expect('the number of dependencies beside the peers', Object.keys(dependencies ?? {}).length, 0);
}

/** What a package manager says of a dependency that its registry does not have. */
const ABSENT = /^.*(?:Could not find artifact|Could not resolve dependencies|(?:403 Forbidden|404 Not Found)$).*$/m;
const DEPENDENCIES = ['constructs', 'cdk8s', 'cdk8s-plus-28'];

/** The package of a language. A registry may have not the versions that the package names, which nobody could then install: that is said, and they are made here. */
function pack(copy: string, language: string): void {
  try {
    run(copy, 'npx', 'projen', `package:${language}`);
  } catch (error) {
    const [absent] = ABSENT.exec((error as { output?: string }).output ?? '') ?? [];
    if (absent === undefined) {
      throw error;
    }
    console.log(`NOT IN ITS REGISTRY  ${language}: ${absent.replace(/^.*#STD\w+> /, '').trim()}`);
    run(copy, 'npx', 'jsii-pacmak', '--target', language, '--outdir', 'dist', ...DEPENDENCIES.map(name => `node_modules/${name}`), '.');
  }
}

/** What PyPI asks of metadata, by its own tool. */
function checkWheel(dist: string, folder: string, version: string): void {
  run(path.dirname(folder), 'python3', '-m', 'venv', folder);
  run(folder, path.join('bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', 'twine');
  const files = [onlyFile(path.join(dist, 'python'), '.whl'), onlyFile(path.join(dist, 'python'), '.tar.gz')];
  run(folder, path.join('bin', 'python'), '-m', 'twine', 'check', '--strict', ...files);
  expect('the name of the wheel', path.basename(files[0]), `cdk8s_ai_workloads-${version}-py3-none-any.whl`);
}

/** What Maven Central asks for beside the jar: sources, documentation, a pom with licence, authors and repository. */
function checkJar(dist: string, version: string): void {
  const base = path.join(dist, 'java', 'io', 'github', 'cdk8s-ai-workloads', 'cdk8s-ai-workloads', version, `cdk8s-ai-workloads-${version}`);
  const missing = ['.jar', '-sources.jar', '-javadoc.jar', '.pom'].filter(ending => !fs.existsSync(`${base}${ending}`));
  expect('what is missing beside the jar', missing.join(', '), '');
  const pom = fs.readFileSync(`${base}.pom`, 'utf8');
  expect('what is missing in the pom', ['<licenses>', '<developers>', '<scm>', '<url>', '<description>'].filter(tag => !pom.includes(tag)).join(', '), '');
}

function checkGoModule(dist: string, version: string): void {
  const module = path.join(dist, 'go', 'cdk8saiworkloads');
  expect('the path of the Go module', /^module (\S+)$/m.exec(fs.readFileSync(path.join(module, 'go.mod'), 'utf8'))?.[1], 'github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go/cdk8saiworkloads');
  expect('the version of the Go module', fs.readFileSync(path.join(module, 'version'), 'utf8').trim(), version);
}

function release(folder: string, languages: readonly string[]): void {
  const [copy, changelog] = [path.join(folder, 'copy'), fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')];
  step('a copy of the last commit', () => {
    run(folder, 'git', 'clone', '--quiet', ROOT, copy);
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  });
  const version = step('the version and the notes', () => {
    run(copy, 'npx', 'projen', 'bump');
    const said = fs.readFileSync(path.join(copy, 'dist', 'version.txt'), 'utf8').trim();
    expect('the version', said, newest(changelog).version);
    expect('the notes', fs.readFileSync(path.join(copy, 'dist', 'changelog.md'), 'utf8').trim(), newest(changelog).notes);
    return said;
  });
  if (version === undefined || step('compiled', () => run(copy, 'npx', 'projen', 'compile')) === undefined) {
    return;
  }
  const dist = path.join(copy, 'dist');
  if (step('packed for npm', () => run(copy, 'npx', 'projen', 'package:js')) !== undefined) {
    step('npm: the package is installed alone, and its program runs', () => tryNpm(dist, path.join(folder, 'npm'), version));
  }
  const checks: Readonly<Record<string, () => void>> = {
    python: () => checkWheel(dist, path.join(folder, 'twine'), version), go: () => checkGoModule(dist, version), java: () => checkJar(dist, version),
  };
  for (const language of languages) {
    if (step(`packed for ${language}`, () => { pack(copy, language); return true; }) !== undefined) {
      step(`${language}: metadata`, checks[language]);
      step(`${language}: apps that use the package`, () => run(copy, 'npx', 'ts-node', '--transpile-only', '--project', 'build-tools/tsconfig.json', 'languages/test.ts', '--packages', dist, language));
    }
  }
}

function main(): void {
  const asked = process.argv.slice(2);
  const unknown = asked.filter(name => LANGUAGES[name] === undefined);
  if (unknown.length > 0) {
    console.error(`unknown language ${unknown.join(', ')}: known are ${Object.keys(LANGUAGES).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const languages = (asked.length > 0 ? asked : Object.keys(LANGUAGES)).filter(name => {
    const here = isHere(LANGUAGES[name]);
    here || console.log(`NOT RUN  ${name}: there is no ${LANGUAGES[name]}`);
    return here;
  });
  console.log('NOT RUN  dotnet: its sources are made by the workflow, and there is no SDK here to compile them');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'release-'));
  try {
    release(folder, languages);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
