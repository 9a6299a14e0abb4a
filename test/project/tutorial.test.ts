import * as fs from 'fs';
import * as path from 'path';
import { blocks, runProgram } from '../../build-tools/readme';
import { cdk8sAi } from '../cli/program';
import { temporaryFolder } from '../hygiene/temporary';
import { withVariables } from '../hygiene/variables';

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
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

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

test('a second group restarts nothing, and another version what the tutorial says', async () => {
  const folder = temporaryFolder('tutorial');
  const versions = { one: PROGRAM, two: PROGRAM.replace('size: 2,', 'groups: 2, size: 2,'), dist: PROGRAM.replace('size: 2,', 'groups: 2, size: 2,').replace("'0.18'", "'0.19'") };
  Object.entries(versions).forEach(([name, source]) => run(source, path.join(folder, name)));
  const change = (after: string, before: string) => cdk8sAi(folder, 'lint', `${after}/`, '--against', `${before}/`, '--kubernetes', '1.34');
  expect((await change('two', 'one')).stdout).toMatch(new RegExp(`^${blocks('growth', TUTORIAL)[0].trim()}`));
  const { stdout } = await change('dist', 'two');
  expect(stdout).toContain(blocks('change', TUTORIAL)[0]);
  expect(stdout.match(/^(?:error|warning)\S+/gm)).toEqual(['warning[AIW4005]', 'warning[AIW4008]']);
});
