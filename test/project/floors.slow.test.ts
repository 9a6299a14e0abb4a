import * as fs from 'fs';
import * as path from 'path';
import { cruise, drawn, violationsIn } from '../../build-tools/floors/imports';

const ROOT = path.resolve(__dirname, '../..');

describe('the sources', () => {
  const imports = cruise(ROOT);

  test('import nothing from a floor above, nothing in a circle, and no package but the peers', () => {
    expect(imports.modules.length).toBeGreaterThan(500);
    expect(violationsIn(imports)).toEqual([]);
  });

  test('have the floors that docs/architecture.md shows; else: npm run floors', () => {
    const page = fs.readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    expect(drawn(page, imports)).toBe(page);
  });
});
