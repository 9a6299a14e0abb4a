/*
 * Builds the library for other languages, runs the apps of languages/<language> with it in an environment of its own, and compares what they write with what the
 * same apps write in TypeScript, byte for byte, and what they are told of the same mistakes.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { parseArgs } from 'util';
import { App, Chart } from 'cdk8s';
import { followReadme } from './init';
import { MISTAKES } from './mistakes';
import { allApps, ROOT } from '../build-tools/examples';
import { blocks, runProgram } from '../build-tools/readme';
import { cacheFolder } from '../cluster/harness/paths';

const HERE = __dirname;
const { log } = console;

/** A program in another language that has the apps and the mistakes. */
interface Program {
  /** Writes every app into a folder of its own. */
  synth(folder: string): void;
  /** The reports of the mistakes, as a list in JSON. */
  mistakes(): string;
  /** Runs the tests of docs/testing-your-app.md; what they print, and what failing ones are told. */
  testing?(): string;
}

/** A language that programs use the library from. */
interface Language {
  readonly name: string;
  /** What jsii-pacmak makes of npm packages: where a registry has the others, the library alone. */
  readonly packages: readonly string[];
  /** Builds the program of the language's folder with what jsii-pacmak wrote into a folder. */
  build(folder: string): Program;
}

/** Programs of other languages drive a Node.js of their own. */
const ENVIRONMENT = { ...process.env, CDK8S_AI_WORKLOADS_QUIET: '1', JSII_RUNTIME_PACKAGE_CACHE: 'enabled' };

const PYTHON: Language = {
  name: 'python',
  packages: ['.'],
  build: folder => {
    const environment = path.join(cacheFolder(), 'languages', 'python');
    const python = path.join(environment, 'bin', 'python');
    if (!fs.existsSync(python)) {
      run('python3', ['-m', 'venv', environment]);
    }
    const wheels = fs.readdirSync(folder).filter(file => file.endsWith('.whl')).map(file => path.join(folder, file));
    // The version stays the same between builds: without force pip keeps what it has.
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wheels]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--force-reinstall', '--no-deps', ...wheels]);
    const runFile = (file: string, ...args: string[]) => run(python, [path.join(HERE, 'python', file), ...args]);
    return { synth: out => void runFile('synth.py', out), mistakes: () => runFile('mistakes.py'), testing: () => runFile('testing.py') };
  },
};

const GO: Language = {
  name: 'go',
  packages: ['node_modules/constructs', 'node_modules/cdk8s', 'node_modules/cdk8s-plus-28', '.'],
  build: folder => {
    const source = path.join(folder, 'apps');
    fs.cpSync(path.join(HERE, 'go'), source, { recursive: true });
    const modules = fs.readdirSync(folder).filter(name => fs.existsSync(path.join(folder, name, 'go.mod')));
    const paths = modules.map(name => [/^module (\S+)$/m.exec(fs.readFileSync(path.join(folder, name, 'go.mod'), 'utf8'))![1], path.join(folder, name)]);
    const go = (...args: string[]) => run('go', args, { cwd: source, env: { ...ENVIRONMENT, GOFLAGS: '-mod=mod', GOSUMDB: 'off' } });
    go('mod', 'init', 'example.org/apps');
    go('mod', 'edit', ...paths.map(([name, place]) => `-replace=${name}=${place}`));
    go('mod', 'tidy');
    go('build', '-o', 'program', '.');
    const program = (...args: string[]) => run(path.join(source, 'program'), args);
    return { synth: out => void program(out), mistakes: () => program('mistakes') };
  },
};

const JAVA: Language = {
  name: 'java',
  packages: GO.packages,
  build: folder => {
    const source = path.join(folder, 'apps');
    fs.cpSync(path.join(HERE, 'java'), source, { recursive: true });
    const [classes, file, repository] = [path.join(source, 'target', 'classes'), path.join(source, 'classpath'), path.join(cacheFolder(), 'languages', 'java')];
    // A package that was made again has the version of before: Maven would take the one that it keeps.
    ['io/github/cdk8s-ai-workloads', 'org/cdk8s', 'software/constructs'].forEach(group => fs.rmSync(path.join(repository, group), { recursive: true, force: true }));
    const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
    run('mvn', [
      '--batch-mode', '--quiet', `-Dlibrary=${version}`, `-Dpackages=${folder}`, `-Dmaven.repo.local=${repository}`,
      `-Dmdep.outputFile=${file}`, 'compile', 'dependency:build-classpath',
    ], { cwd: source });
    const program = (argument: string) => run('java', ['-cp', [classes, fs.readFileSync(file, 'utf8')].join(path.delimiter), 'org.example.Main', argument]);
    return { synth: out => void program(out), mistakes: () => program('mistakes') };
  },
};

const LANGUAGES: readonly Language[] = [PYTHON, GO, JAVA];

/** What a program prints; its errors are shown when it fails. */
function run(program: string, args: readonly string[], options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024, ...options });
}

/** Files below a folder, by their paths in it. */
function filesIn(folder: string): Map<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => fs.statSync(path.join(folder, name)).isFile());
  return new Map(files.map(name => [name, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

/** What the apps of the examples, and that of the README, write in TypeScript. */
function written(folder: string): Map<string, string> {
  // Some apps print their explanations.
  console.log = () => undefined;
  for (const { name, build } of allApps()) {
    const app = new App({ outdir: path.join(folder, name) });
    build(app);
    app.synth();
  }
  runProgram(blocks('first-group')[0], path.join(folder, 'first-group'));
  console.log = log;
  return filesIn(folder);
}

/** What TypeScript is told of each mistake. */
function reports(): string[] {
  return MISTAKES.map(mistake => {
    try {
      const app = new App();
      mistake(new Chart(app, 'prod'));
      app.synth();
      return '';
    } catch (error) {
      return String(error);
    }
  });
}

/** Where a construct was made is a line of TypeScript, which other languages do not have. */
function withoutLines(report: string): string {
  return report.replace(/^( {2}--> \S+) \(.*\) {2}/gm, '$1  ');
}

let [passed, failed] = [0, 0];

function check(what: string, problem: string | undefined): void {
  problem === undefined ? passed++ : failed++;
  console.log(`${problem === undefined ? 'ok' : 'FAILED'}  ${what}${problem === undefined ? '' : `: ${problem}`}`);
}

function firstDifference(one: string, other: string): string | undefined {
  const [ours, theirs] = [one.split('\n'), other.split('\n')];
  const line = ours.findIndex((text, index) => text !== theirs[index]);
  return one === other ? undefined : `line ${line + 1} is ${JSON.stringify(theirs[line])}, in TypeScript ${JSON.stringify(ours[line])}`;
}

/** @param packed Where the library is packed already, as `npm run package-all` does it. */
function test(language: Language, folder: string, expected: ReadonlyMap<string, string>, told: readonly string[], packed?: string): void {
  const packages = path.join(folder, 'packages');
  const toPack = language.packages.filter(each => each !== '.' || packed === undefined);
  if (toPack.length > 0) {
    run('npx', ['jsii-pacmak', '--target', language.name, '--outdir', packages, ...toPack]);
  }
  if (packed !== undefined) {
    fs.cpSync(path.join(packed, language.name), path.join(packages, language.name), { recursive: true });
  }
  const program = language.build(path.join(packages, language.name));
  const out = path.join(folder, 'out', language.name);
  program.synth(out);
  for (const [file, text] of filesIn(out)) {
    const ours = expected.get(file);
    check(`${language.name} ${file}`, ours === undefined ? 'TypeScript writes no such file' : firstDifference(ours, text));
  }
  if (program.testing !== undefined) {
    check(`${language.name} tests of an app`, problemOfTests(program.testing()));
  }
  const theirs = JSON.parse(program.mistakes()) as string[];
  told.forEach((report, index) => check(`${language.name} mistake ${index + 1}`,
    report === '' ? 'TypeScript takes it' : firstDifference(withoutLines(report), withoutLines(theirs[index] ?? ''))));
  init(language.name, path.join(packages, language.name), folder, expected);
}

/** A new project, from the empty folder. */
function init(language: string, packages: string, folder: string, expected: ReadonlyMap<string, string>): void {
  try {
    const { manifest, times } = followReadme(language, folder, packages, folder);
    check(`${language} init: ${times}`, firstDifference(expected.get('first-group/prod.k8s.yaml')!, manifest));
  } catch (error) {
    const { message, stdout, stderr } = error as { message: string; stdout?: string; stderr?: string };
    check(`${language} init`, [message, stdout, stderr].filter(Boolean).join('\n'));
  }
}

/** What is missing in the output of tests that all pass, and of two that fail on purpose. */
function problemOfTests(printed: string): string | undefined {
  const expected = [
    /(?:^passed test_\w+\n){4}/m,
    /no object matches \{"kind":"StatefulSet","spec":\{"replicas":7\}\}\n {2}StatefulSet ml\/llm-0-leader differs:\n {4}spec\.replicas: expected 7, found 1\n/,
    /the change restarts pods\n {2}StatefulSet ml\/llm-0-leader: 1 pod with 1 x nvidia\.com\/gpu 8 = 8; what changes: spec\.template\.spec\.containers\[0\]\.image\n/,
  ];
  return expected.every(each => each.test(printed)) ? undefined : printed;
}

function main(): void {
  process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
  const { values: { packages }, positionals: asked } = parseArgs({ allowPositionals: true, options: { packages: { type: 'string' } } });
  const unknown = asked.filter(name => !LANGUAGES.some(each => each.name === name));
  if (unknown.length > 0) {
    console.error(`unknown language ${unknown.join(', ')}: known are ${LANGUAGES.map(({ name }) => name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'languages-'));
  try {
    const [expected, told] = [written(path.join(folder, 'typescript')), reports()];
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
    init('typescript', folder, folder, expected);
    const chosen = LANGUAGES.filter(({ name }) => asked.length === 0 || asked.includes(name));
    chosen.forEach(language => test(language, folder, expected, told, packages && path.resolve(packages)));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
