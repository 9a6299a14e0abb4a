import * as fs from 'fs';
import * as path from 'path';
import { cruise, violationsIn } from '../../build-tools/floors/imports';
import { temporaryFolder } from '../hygiene/temporary';

/** What is said of a project with these files. */
function violationsOf(files: { readonly [file: string]: string }): string[] {
  const project = temporaryFolder('floors');
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.writeFileSync(path.join(project, file), text);
  }
  return violationsIn(cruise(project)).map(violation => violation.split('\n')[0]);
}

describe('what is forbidden is found', () => {
  const B = 'export interface B { readonly b: string }\nexport const b = 1;\n';

  test.each<[what: string, files: { readonly [file: string]: string }, found: readonly string[]]>([
    ['a value from above', { 'src/base/a.ts': 'export { b } from \'../lint/b\';', 'src/lint/b.ts': B }, ['base-looks-up: src/base/a.ts -> src/lint/b.ts']],
    ['a type from above', { 'src/pod/x/a.ts': 'import type { B } from \'../../cli/b\';\nexport type A = B;', 'src/cli/b.ts': B },
      ['pod-looks-up: src/pod/x/a.ts -> src/cli/b.ts']],
    ['a module from above that is required', { 'src/given/a.ts': 'export const a = require(\'../patterns/b\');', 'src/patterns/b.ts': B },
      ['given-looks-up: src/given/a.ts -> src/patterns/b.ts']],
    ['a circle of types', { 'src/base/a.ts': 'import { B } from \'./b\';\nexport type A = B;', 'src/base/b.ts': 'import { A } from \'./a\';\nexport interface B { readonly a: A }' },
      ['no-circle: src/base/a.ts -> src/base/b.ts -> src/base/a.ts']],
    ['a folder that is no floor', { 'src/base/a.ts': 'export { b } from \'../other/b\';', 'src/other/b.ts': B }, ['every-folder-is-a-floor: src/base/a.ts -> src/other/b.ts']],
    ['a package that is no peer', { 'src/base/a.ts': 'export * from \'yaml\';' }, ['nothing-but-peers: src/base/a.ts -> yaml']],
    ['what stands below', { 'src/lint/a.ts': 'export { b } from \'../base/b\';', 'src/base/b.ts': B }, []],
  ])('%s', (_, files, found) => {
    expect(violationsOf(files).sort()).toEqual(found);
  }, 60_000);
});
