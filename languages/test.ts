/*
 * Builds the library for other languages, runs the apps of languages/<language> with it in an environment of its own, and compares what they write with what the
 * same apps write in TypeScript, byte for byte, and what they are told of the same mistakes.
 */
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { parseArgs } from 'util';
import { App, Chart } from 'cdk8s';
import { followReadme } from './init';
import { MISTAKES } from './mistakes';
import { packDotnet } from './programs/dotnet';
import { GO } from './programs/go';
import { JAVA } from './programs/java';
import { Language, run } from './programs/language';
import { PYTHON } from './programs/python';
import { allApps } from '../build-tools/examples';
import { blocks, runProgram } from '../build-tools/readme';

const { log } = console;

const LANGUAGES: readonly Language[] = [PYTHON, GO, JAVA];

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

/** All that a program said that failed. */
function said(error: unknown): string {
  const { message, stdout, stderr } = error as { message: string; stdout?: string; stderr?: string };
  return [message, stdout, stderr].filter(Boolean).join('\n');
}

/** A new project, from the empty folder. */
function init(language: string, packages: string, folder: string, expected: ReadonlyMap<string, string>): void {
  try {
    const { manifest, times } = followReadme(language, folder, packages, folder);
    check(`${language} init: ${times}`, firstDifference(expected.get('first-group/prod.k8s.yaml')!, manifest));
  } catch (error) {
    check(`${language} init`, said(error));
  }
}

function dotnet(folder: string): void {
  try {
    check(`dotnet ${packDotnet(path.join(folder, 'dotnet'))}`, undefined);
  } catch (error) {
    check('dotnet', said(error));
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
  const known = [...LANGUAGES.map(({ name }) => name), 'dotnet'];
  const unknown = asked.filter(name => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`unknown language ${unknown.join(', ')}: known are ${known.join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'languages-'));
  try {
    const [expected, told] = [written(path.join(folder, 'typescript')), reports()];
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
    init('typescript', folder, folder, expected);
    const isChosen = (name: string) => asked.length === 0 || asked.includes(name);
    LANGUAGES.filter(({ name }) => isChosen(name)).forEach(language => test(language, folder, expected, told, packages && path.resolve(packages)));
    if (isChosen('dotnet')) {
      dotnet(folder);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

main();
