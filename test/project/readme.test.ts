import * as fs from 'fs';
import * as path from 'path';
import { newest } from '../../build-tools/changelog';
import { blocks, runProgram } from '../../build-tools/readme';
import { cdk8sAi } from '../cli/program';
import { temporaryFolder } from '../hygiene/temporary';
import { withVariables } from '../hygiene/variables';

const README = fs.readFileSync(path.join(__dirname, '..', '..', 'README.md'), 'utf8');
const CHANGELOG = fs.readFileSync(path.join(__dirname, '..', '..', 'CHANGELOG.md'), 'utf8');

/** Runs the README's program as a newcomer would, in a folder of its own. */
function run(source: string): { yaml: string; printed: string } {
  const folder = temporaryFolder('readme');
  const printed: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation(line => { printed.push(String(line)); });
  try {
    runProgram(source, folder);
    return { yaml: fs.readFileSync(path.join(folder, 'prod.k8s.yaml'), 'utf8'), printed: printed.join('\n') };
  } finally {
    log.mockRestore();
  }
}

test('the first app of the README runs and writes the YAML the README shows', () => {
  const [program] = blocks('first-group');
  const { yaml, printed } = run(program);
  expect(printed).toContain('tensor 8 x pipeline 2 x data 1 = 16 = 2 pods x 8 devices = 16');
  const worker = yaml.slice(yaml.indexOf('name: llama405-0-worker') - 20);
  let from = 0;
  for (const excerpt of blocks('first-group.yaml (excerpts, in this order)')) {
    const at = worker.indexOf(excerpt, from);
    expect({ excerpt, found: at >= 0 }).toEqual({ excerpt, found: true });
    from = at + excerpt.length;
  }
  expect(yaml.match(/^kind: StatefulSet$/gm)).toHaveLength(2);
  expect(yaml.match(/^kind: Service$/gm)).toHaveLength(2);
  expect(yaml.match(/^kind: PodDisruptionBudget$/gm)).toHaveLength(1);
});

describe('the mistakes of the README', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test('give the report the README shows, both in one run', () => {
    const [program] = blocks('first-group');
    const [report] = blocks('first-mistakes');
    // The program has no file here, so its lines are none of main.ts.
    const withoutLines = (text: string) => text.replace(/^( {2}--> \S+) \(.*\) {2}/gm, '$1  ');
    let message = '';
    try {
      run(program.replace('size: 2,', 'size: 3,').replace("weights: '420Gi'", "weights: '420 GB'"));
    } catch (error) {
      message = (error as Error).message;
    }
    expect(withoutLines(message)).toContain(withoutLines(report));
    expect(report.match(/^error/gm)).toHaveLength(2);
  });

  test('name the lines of the app that is shown', () => {
    const lines = blocks('first-group')[0].split('\n');
    const of = (text: string) => lines.findIndex(line => line.includes(text)) + 1;
    const named = [...blocks('first-mistakes')[0].matchAll(/\(main\.ts:(\d+)\)/g)].map(([, line]) => Number(line));
    // A value in a struct is reported where the property stands that has it, one of a construct where that begins.
    expect(named).toEqual([of("weights: '420Gi'"), of('new LeaderWorkerGroup')]);
  });
});

test('the findings of the README are those of a manifest with these mistakes', async () => {
  const folder = temporaryFolder('readme');
  fs.mkdirSync(path.join(folder, 'manifests'));
  fs.copyFileSync(path.join(__dirname, 'readme/llama.yaml'), path.join(folder, 'manifests/llama.yaml'));
  const { stdout } = await cdk8sAi(folder, 'lint', 'manifests/', '--kubernetes', '1.34', '--no-config');
  // A build that is not released leads to the main branch.
  expect(stdout.replaceAll('/blob/main/', `/blob/v${newest(CHANGELOG).version}/`)).toContain(blocks('report')[0]);
});

test('every page the README points to exists', () => {
  const links = [...README.matchAll(/\]\(([^)#]+)\)/g)].map(match => match[1]).filter(link => !link.startsWith('http'));
  const missing = links.filter(link => !fs.existsSync(path.join(__dirname, '..', '..', link)));
  expect(missing).toEqual([]);
});
