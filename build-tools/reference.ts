/*
 * Writes docs/reference from the assembly of the last build; pages of what is gone go. With --check it writes nothing, and the status is 1 when a page is not
 * as it would be written.
 */
import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from './examples';
import { loadApi } from './reference/assembly';
import { referencePages, sourcesOfExamples } from './reference/pages';
import { CATALOGUE } from '../src/cli/catalogue';

const FOLDER = path.join(ROOT, 'docs/reference');

function main(isCheck: boolean): void {
  const pages = referencePages(loadApi(ROOT), { findings: CATALOGUE, examples: sourcesOfExamples(path.join(ROOT, 'examples')) });
  const present = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : [];
  const gone = present.filter(file => !pages.has(file));
  const changed = [...pages].filter(([file, text]) => !present.includes(file) || fs.readFileSync(path.join(FOLDER, file), 'utf8') !== text);
  if (!isCheck) {
    fs.mkdirSync(FOLDER, { recursive: true });
    gone.forEach(file => fs.rmSync(path.join(FOLDER, file)));
    changed.forEach(([file, text]) => fs.writeFileSync(path.join(FOLDER, file), text));
  }
  [...changed.map(([file]) => file), ...gone].forEach(file => console.log(`${isCheck ? 'differs' : 'wrote'}: docs/reference/${file}`));
  console.log(`${pages.size} pages, ${changed.length} changed, ${gone.length} gone`);
  process.exitCode = isCheck && changed.length + gone.length > 0 ? 1 : 0;
}

main(process.argv.includes('--check'));
