import * as fs from 'fs';
import { createRequire } from 'module';
import * as path from 'path';
import { ROOT } from '../../build-tools/examples';

interface Transformer {
  getCacheKey(text: string, file: string, options: { readonly config: object; readonly instrument?: boolean }): string;
}

const { createTransformer } = createRequire(__filename)('../../build-tools/transpile.js') as { createTransformer(): Transformer };

const KEY = { text: 'export const a = 1;', file: '/src/a.ts', testMatch: ['*.test.ts'], instrument: false };

function keyOf(changed: Partial<typeof KEY> = {}): string {
  const { text, file, testMatch, instrument } = { ...KEY, ...changed };
  return createTransformer().getCacheKey(text, file, { config: { rootDir: '/', testMatch }, instrument });
}

describe('what was transpiled once', () => {
  test('serves other tests as well: which ones are run is not in its key', () => {
    expect(keyOf({ testMatch: ['*.slow.test.ts'] })).toBe(keyOf());
  });

  test.each<Partial<typeof KEY>>([{ text: 'export const a = 2;' }, { file: '/src/b.ts' }, { instrument: true }])('is another thing with %p', changed => {
    expect(keyOf(changed)).not.toBe(keyOf());
  });

  test('stands in one place for unit tests and cluster tests: their configurations have the same name and options', () => {
    const read = (file: string) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')) as any;
    const [units, cluster] = [read('package.json').jest, read('cluster/jest.config.json')];
    expect([cluster.id, cluster.transform]).toEqual([units.id, units.transform]);
  });
});
