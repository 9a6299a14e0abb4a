import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Figure, median } from './figure';
import { fleet, isExtension, writeFleet } from './fleet';
import { ROOT } from './library';
import { writePairs } from './manifests';
import { goTool, KUBE_SCORE, KUBECONFORM, schemaFolder } from './other-tools';

const PROGRAM = path.join(ROOT, 'bin/cdk8s-ai');
const [OBJECTS, MANY, MOST] = [4_000, 20_000, 100_000];
const FILES = 200;
const MEGABYTE = 1024 * 1024;

/** Processes that check YAML: against other tools, with growing input, by memory, and for one small file. */
export function measureLint(): Figure[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-lint-'));
  try {
    const [models, web, small] = [fleetFile(folder, OBJECTS), pairsFile(folder, OBJECTS), pairsFile(folder, 2)];
    return [
      ...againstKubeconform(models, web, folder), ...againstKubeScore(web), ...split(folder, models), ...growth(folder, models), ...start(small),
    ];
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function fleetFile(folder: string, objects: number): string {
  const file = path.join(folder, `fleet-${objects}.yaml`);
  writeFleet(file, objects);
  return file;
}

/** The same objects in many files, in a folder. */
function fleetFolder(folder: string): string {
  const inner = path.join(folder, 'fleet');
  fs.mkdirSync(inner);
  const [documents, each] = [fleet(OBJECTS), OBJECTS / FILES];
  for (let file = 0; file < FILES; file++) {
    fs.writeFileSync(path.join(inner, `${String(file).padStart(3, '0')}.yaml`), documents.slice(file * each, (file + 1) * each).join(''));
  }
  return inner;
}

function pairsFile(folder: string, objects: number): string {
  const file = path.join(folder, `pairs-${objects}.yaml`);
  writePairs(file, objects / 2);
  return file;
}

/** Schema validation only, two threads, local schemas. It has none for kinds of extensions, which it passes over. */
function againstKubeconform(models: string, web: string, folder: string): Figure[] {
  const tool = goTool('kubeconform', KUBECONFORM);
  const schemas = tool === undefined ? undefined : schemaFolder(path.join(folder, 'schemas'));
  if (tool === undefined || schemas === undefined) {
    return [];
  }
  const location = path.join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const theirs = (file: string, valid: number) => () =>
    timed(tool, ['-n', '2', '-strict', '-summary', '-ignore-missing-schemas', '-schema-location', location, file], `Valid: ${valid}`);
  const builtIn = fleet(OBJECTS).filter(each => !isExtension(each)).length;
  return [
    { what: `lint of a fleet of ${OBJECTS} objects to kubeconform, which checks their schema`, rounds: compare(9, () => lint(models, OBJECTS), theirs(models, builtIn)), limit: 0.8, unit: 'x' },
    { what: `lint of ${OBJECTS} plain objects to kubeconform`, rounds: compare(9, () => lint(web, OBJECTS), theirs(web, OBJECTS)), limit: 0.8, unit: 'x' },
  ];
}

function againstKubeScore(web: string): Figure[] {
  const tool = goTool('kube-score', KUBE_SCORE);
  if (tool === undefined) {
    return [];
  }
  // Its status is not 0, since it reports recommendations.
  const theirs = () => timed(tool, ['score', web], `web-${OBJECTS / 2 - 1}`);
  return [{ what: `lint of ${OBJECTS} plain objects to kube-score`, rounds: compare(5, () => lint(web, OBJECTS), theirs), limit: 0.05, unit: 'x' }];
}

function split(folder: string, file: string): Figure[] {
  const files = fleetFolder(folder);
  return [{ what: `lint of a fleet of ${OBJECTS} objects in ${FILES} files to the same in one`, rounds: compare(9, () => lint(files, OBJECTS), () => lint(file, OBJECTS)), limit: 1, unit: 'x' }];
}

/** With quadratic work, the time per object would grow five-fold for five times the objects. */
function growth(folder: string, file: string): Figure[] {
  const [many, most] = [fleetFile(folder, MANY), fleetFile(folder, MOST)];
  const each = (of: string, objects: number) => lint(of, objects) / objects;
  const rounds = Array.from({ length: 3 }, () => [each(file, OBJECTS), each(many, MANY), each(most, MOST)]);
  const memory = (of: string) => peakMemory(of) / (3 * fs.statSync(of).size + 150 * MEGABYTE);
  return [
    { what: `lint per object of a fleet, ${MANY} to ${OBJECTS} objects`, rounds: rounds.map(([small, large]) => large / small), limit: 1.2, unit: 'x' },
    { what: `lint per object of a fleet, ${MOST} to ${MANY} objects`, rounds: rounds.map(([, small, large]) => large / small), limit: 1.2, unit: 'x' },
    { what: `peak memory of lint to 3 times the input and 150 MB, ${OBJECTS} objects`, rounds: [1, 2, 3].map(() => memory(file)), limit: 1, unit: 'x' },
    { what: `peak memory of lint to 3 times the input and 150 MB, ${MOST} objects`, rounds: [1, 2, 3].map(() => memory(most)), limit: 1, unit: 'x' },
  ];
}

/** The first run of `lint` keeps its compiled code for those that follow, as with every user who checks twice. */
function start(file: string): Figure[] {
  lint(file, 2);
  const nothing = () => timed(process.execPath, ['-e', '0'], '');
  const rounds = Array.from({ length: 5 }, () => {
    const pairs = Array.from({ length: 9 }, () => [lint(file, 2), nothing()]);
    return median(pairs.map(([ours]) => ours)) / median(pairs.map(([, node]) => node));
  });
  return [{ what: 'lint of one small file to node -e 0', rounds, limit: 1.8, unit: 'x' }];
}

/** One ratio per round; which side runs first alternates. */
function compare(rounds: number, ours: () => number, theirs: () => number): number[] {
  ours();
  theirs();
  return Array.from({ length: rounds }, (_, round) => {
    const first = (round % 2 === 0 ? ours : theirs)();
    const second = (round % 2 === 0 ? theirs : ours)();
    return round % 2 === 0 ? first / second : second / first;
  });
}

function lint(file: string, objects: number): number {
  return timed(process.execPath, [PROGRAM, 'lint', '--no-config', file], `; ${objects} objects checked`);
}

/** Milliseconds of a process. Its output is checked, since a program that fails is fast. */
function timed(program: string, args: readonly string[], says: string): number {
  const began = process.hrtime.bigint();
  const { stdout, error } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * MEGABYTE });
  const milliseconds = Number(process.hrtime.bigint() - began) / 1e6;
  if (error || !stdout.includes(says)) {
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `does not say ${JSON.stringify(says)}: ${stdout.slice(-300)}`}`);
  }
  return milliseconds;
}

/** Bytes, as the process reports at its end. */
function peakMemory(file: string): number {
  const script = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + '\\n'));
    process.argv = ${JSON.stringify([process.execPath, PROGRAM, 'lint', '--no-config', file])};
    require(${JSON.stringify(PROGRAM)});`;
  const { stderr } = spawnSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  const [, kilobytes] = /^peak (\d+)$/m.exec(stderr) ?? [];
  if (kilobytes === undefined) {
    throw new Error(`lint of ${file} did not end: ${stderr.slice(-300)}`);
  }
  return Number(kilobytes) * 1024;
}
