import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { inputFiles } from '../../../src/lint/input/paths';

describe('hidden folders', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hidden-'));
  for (const file of ['a/pod.yaml', 'a/.parts/pod.yaml', '.github/pod.yaml', '.git/pod.yaml', 'node_modules/pod.yaml']) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), '');
  }
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const read = (asked: string) => inputFiles([path.join(folder, asked)]).map(({ name }) => path.relative(folder, name));

  test.each([
    ['', ['a/pod.yaml']],
    ['.github', ['.github/pod.yaml']],
    ['{.github,a}/*.yaml', ['.github/pod.yaml', 'a/pod.yaml']],
  ])('of %j the files are %j', (asked, files) => {
    expect(read(asked)).toEqual(files);
  });
});
