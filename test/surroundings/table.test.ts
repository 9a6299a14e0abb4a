import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Duration } from 'cdk8s';
import { ACCELERATOR, ALL, CONTAINER, ENGINE, Make, SURROUNDINGS, classOf, tried } from './ways';
import * as library from '../../src';
import { pageOf } from '../patterns/page';

const UPDATE = 'UPDATE_SURROUNDINGS';
const FOLDER = path.join(__dirname, '../../docs/surroundings');
const MATRIX = '## Which goes with which\n\n';
const WORKLOADS = '## Which workloads\n\n';

const answers = new Map<string, string[][]>();

/** Every workload with the way, or the reason; each is tried once. */
function answersOf(surrounding: string): string[][] {
  const known = answers.get(surrounding) ?? Object.entries(ALL).map(([name, make]) => {
    const { way, refusal } = tried(surrounding, make);
    return [name, way ?? `no: ${refusal}`];
  });
  answers.set(surrounding, known);
  return known;
}

/** The labels that tell its pods apart on their series. */
function labelsOnSeries(make: Make): string {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const { apiObject } = new library.EngineMonitor(chart, 'around', { workload: make(chart), ports: [{ name: 'other' }] });
  const labels = (apiObject.toJson() as { spec: { podTargetLabels?: string[] } }).spec.podTargetLabels ?? [];
  return labels.map(label => `\`${label}\``).join(', ');
}

function drawn(header: readonly string[], rows: readonly string[][]): string {
  return [header, header.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |\n`).join('');
}

function matrix(): string {
  const header = ['workload', ...SURROUNDINGS.map(each => `[${classOf(each)}](${each}.md#which-workloads)`)];
  const columns = SURROUNDINGS.map(each => answersOf(each).map(([, answer]) => answer.replace(/^no: .*$/s, 'no')));
  return drawn(header, Object.keys(ALL).map((name, row) => [name, ...columns.map(column => column[row])]));
}

function tableOf(surrounding: string): string {
  return surrounding === 'engine-monitor'
    ? drawn(['workload', 'goes around it', 'labels of pods on their series'], answersOf(surrounding).map(([name, answer]) => [name, answer, labelsOnSeries(ALL[name])]))
    : drawn(['workload', 'goes around it'], answersOf(surrounding));
}

/** What follows the heading is the table; `UPDATE_SURROUNDINGS=1` writes it. */
function expectTable(file: string, heading: string, table: string): void {
  const page = fs.readFileSync(path.join(FOLDER, file), 'utf8');
  const [before, rest = ''] = page.split(heading);
  if (process.env[UPDATE]) {
    fs.writeFileSync(path.join(FOLDER, file), `${before}${heading}${table}`);
  } else {
    expect({ hasHeading: page.includes(heading), table: rest }).toEqual({ hasHeading: true, table });
  }
}

test(`the page of all has a row for each workload (${UPDATE}=1 writes it)`, () => {
  expectTable('README.md', MATRIX, matrix());
  expect(matrix().split('\n')).toHaveLength(Object.keys(ALL).length + 3);
});

test.each(SURROUNDINGS)(`the page of %s says of each workload how it goes around it, or why not (${UPDATE}=1 writes it)`, surrounding => {
  expectTable(`${surrounding}.md`, WORKLOADS, tableOf(surrounding));
  expect(answersOf(surrounding).some(([, answer]) => !answer.startsWith('no: '))).toBe(true);
});

test('some are refused and some are not, so the table says something', () => {
  expect(new Set(answersOf('workload-autoscaler').map(([, answer]) => answer.split(':')[0]))).toEqual(new Set(['yes', 'with `engine`', 'with `series`', 'no']));
});

const PROGRAMS = SURROUNDINGS.filter(each => each !== 'ordinal-migration').flatMap(each =>
  pageOf(`docs/surroundings/${each}.md`).blocks('ts').map((program, index) => [`${each}, ${index + 1}`, each, program] as const));

/** A page that prepares more than these names has a test of its own beside its surrounding. */
test.each(PROGRAMS)('the program works: %s', (_, surrounding, program) => {
  const app = new App();
  const scope = { app, Duration, chart: new Chart(app, 'prod', { namespace: 'ml' }), engine: ENGINE, accelerator: ACCELERATOR, container: CONTAINER };
  const { chart } = pageOf(`docs/surroundings/${surrounding}.md`).run(program, scope);
  const type = (library as unknown as { readonly [name: string]: new (...args: never[]) => unknown })[classOf(surrounding)];
  expect(chart.node.findAll().filter(each => each instanceof type)).not.toEqual([]);
});
