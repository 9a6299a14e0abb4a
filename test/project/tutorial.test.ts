import * as fs from 'fs';
import * as path from 'path';
import { blocks, runProgram } from '../../build-tools/readme';
import { cdk8sAi } from '../cli/program';
import { temporaryFolder } from '../hygiene/temporary';

const TUTORIAL = fs.readFileSync(path.join(__dirname, '../../docs/tutorial.md'), 'utf8');
const [PROGRAM] = blocks('main.ts', TUTORIAL);

/** What the program prints; its manifests stand in the folder. */
function run(source: string, folder: string): string {
  const printed: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation(line => { printed.push(String(line)); });
  try {
    runProgram(source, folder);
    return printed.join('\n');
  } finally {
    log.mockRestore();
  }
}

test('the program explains itself as the tutorial shows', () => {
  expect(run(PROGRAM, temporaryFolder('tutorial'))).toContain(blocks('explain', TUTORIAL)[0]);
});

describe('mistakes', () => {
  beforeAll(() => { delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST; });
  afterAll(() => { process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1'; });

  test('a third pod is refused as the tutorial shows', () => {
    // The program has no file here, so its lines are none of main.ts.
    const withoutLines = (text: string) => text.replace(/^( {2}--> \S+) \(.*\) {2}/gm, '$1  ');
    let message = '';
    try {
      run(PROGRAM.replace('size: 2,', 'size: 3,'), temporaryFolder('tutorial'));
    } catch (error) {
      message = (error as Error).message;
    }
    expect(withoutLines(message)).toContain(withoutLines(blocks('mistake', TUTORIAL)[0]));
  });
});

test('a second group restarts what the tutorial says, and nothing else', async () => {
  const folder = temporaryFolder('tutorial');
  run(PROGRAM, path.join(folder, 'before'));
  run(PROGRAM.replace('size: 2,', 'groups: 2, size: 2,'), path.join(folder, 'dist'));
  const { stdout } = await cdk8sAi(folder, 'lint', 'dist/', '--against', 'before/', '--kubernetes', '1.34');
  // The summary goes to standard error.
  const [report] = blocks('change', TUTORIAL);
  expect(stdout).toContain(report.slice(0, report.indexOf('\n  docs:')));
  expect(stdout.match(/^(error|warning)\[/gm)).toEqual(['warning[']);
});
