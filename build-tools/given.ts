/*
 * Writes src/given/types.generated.ts, by which what users give is checked at run time. With --check it writes nothing, and the status is 1 when the
 * file is not as it would be written.
 */
import * as fs from 'fs';
import * as path from 'path';
import { readGivenTypes, renderGivenTypes } from './given-types';

const FILE = path.join(__dirname, '../src/given/types.generated.ts');

function main(isCheck: boolean): void {
  const text = renderGivenTypes(readGivenTypes());
  const isFresh = fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === text;
  if (!isCheck && !isFresh) {
    fs.writeFileSync(FILE, text);
  }
  console.log(`src/given/types.generated.ts: ${isFresh ? 'is fresh' : isCheck ? 'differs, run npm run given' : 'written'}`);
  process.exitCode = isCheck && !isFresh ? 1 : 0;
}

main(process.argv.includes('--check'));
