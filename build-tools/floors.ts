/*
 * Looks at what imports what (.dependency-cruiser.cjs) and draws the floors into docs/architecture.md. With --check it draws nothing, and the status is 1 when
 * the page is not as it would be drawn. Imports that are forbidden end it with status 1 either way.
 */
import * as fs from 'fs';
import * as path from 'path';
import { cruise, drawn, violationsIn } from './floors/imports';

const PAGE = path.join(__dirname, '../docs/architecture.md');

function main(isCheck: boolean): void {
  const imports = cruise(path.join(__dirname, '..'));
  const violations = violationsIn(imports);
  violations.forEach(violation => console.error(violation));
  const text = fs.readFileSync(PAGE, 'utf8');
  const fresh = drawn(text, imports);
  if (!isCheck && fresh !== text) {
    fs.writeFileSync(PAGE, fresh);
  }
  const state = fresh === text ? 'is fresh' : isCheck ? 'differs, run npm run floors' : 'written';
  console.log(`${imports.modules.length} modules, ${violations.length} forbidden imports; docs/architecture.md: ${state}`);
  process.exitCode = violations.length > 0 || (isCheck && fresh !== text) ? 1 : 0;
}

main(process.argv.includes('--check'));
