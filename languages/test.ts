/*
 * Builds the library for other languages, runs the apps of languages/<language> with it in an environment of its own, and compares what they write with what the
 * same apps write in TypeScript, byte for byte, and what they are told of the same mistakes.
 */
import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import { MISTAKES } from './mistakes';
import { allApps, ROOT } from '../build-tools/examples';
import { blocks, runProgram } from '../build-tools/readme';
import { cacheFolder } from '../cluster/harness/paths';

const HERE = __dirname;
const { log } = console;

/** A language that programs use the library from. */
interface Language {
  readonly name: string;
  /** Installs the library from what jsii-pacmak wrote, and returns how to run a program of the language's folder. */
  install(packages: string): (program: string, ...args: string[]) => string;
}

/** Programs of other languages drive a Node.js of their own; what it says of itself is no output of the app. */
const ENVIRONMENT = { ...process.env, CDK8S_AI_WORKLOADS_QUIET: '1', JSII_RUNTIME_PACKAGE_CACHE: 'enabled', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' };

const PYTHON: Language = {
  name: 'python',
  install: packages => {
    const environment = path.join(cacheFolder(), 'languages', 'python');
    const python = path.join(environment, 'bin', 'python');
    if (!fs.existsSync(python)) {
      run('python3', ['-m', 'venv', environment]);
    }
    const wheels = fs.readdirSync(path.join(packages, 'python')).filter(file => file.endsWith('.whl')).map(file => path.join(packages, 'python', file));
    // The version stays the same between builds: without force pip keeps what it has.
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...wheels]);
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--force-reinstall', '--no-deps', ...wheels]);
    return (program, ...args) => run(python, [path.join(HERE, 'python', program), ...args]);
  },
};

const LANGUAGES: readonly Language[] = [PYTHON];

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 * 1024 });
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

function test(language: Language, folder: string, expected: ReadonlyMap<string, string>, told: readonly string[]): void {
  const packages = path.join(folder, 'packages', language.name);
  run('npx', ['jsii-pacmak', '--target', language.name, '--outdir', packages, '.']);
  const program = language.install(packages);
  const out = path.join(folder, 'out', language.name);
  program('synth.py', out);
  for (const [file, text] of filesIn(out)) {
    const ours = expected.get(file);
    check(`${language.name} ${file}`, ours === undefined ? 'TypeScript writes no such file' : firstDifference(ours, text));
  }
  const theirs = JSON.parse(program('mistakes.py')) as string[];
  told.forEach((report, index) => check(`${language.name} mistake ${index + 1}`,
    report === '' ? 'TypeScript takes it' : firstDifference(withoutLines(report), withoutLines(theirs[index] ?? ''))));
}

function main(): void {
  process.env.CDK8S_AI_WORKLOADS_QUIET = '1';
  const asked = process.argv.slice(2);
  const unknown = asked.filter(name => !LANGUAGES.some(each => each.name === name));
  if (unknown.length > 0) {
    console.error(`unknown language ${unknown.join(', ')}: known are ${LANGUAGES.map(({ name }) => name).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'languages-'));
  try {
    const [expected, told] = [written(path.join(folder, 'typescript')), reports()];
    LANGUAGES.filter(({ name }) => asked.length === 0 || asked.includes(name)).forEach(language => test(language, folder, expected, told));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
