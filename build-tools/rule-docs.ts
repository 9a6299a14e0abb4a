/*
 * Writes docs/rules from the rules, the notices and the fixtures; pages of what is gone go. With --check it writes nothing, and the status is 1 when a page
 * is not as it would be written.
 */
import * as fs from 'fs';
import * as path from 'path';
import { rulePages } from './rule-pages';

const FOLDER = path.join(__dirname, '../docs/rules');

function main(isCheck: boolean): void {
  const pages = rulePages();
  const present = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER) : [];
  const gone = present.filter(file => !pages.has(file));
  const changed = [...pages].filter(([file, text]) => !present.includes(file) || fs.readFileSync(path.join(FOLDER, file), 'utf8') !== text);
  if (!isCheck) {
    fs.mkdirSync(FOLDER, { recursive: true });
    gone.forEach(file => fs.rmSync(path.join(FOLDER, file)));
    changed.forEach(([file, text]) => fs.writeFileSync(path.join(FOLDER, file), text));
  }
  [...changed.map(([file]) => file), ...gone].forEach(file => console.log(`${isCheck ? 'differs' : 'wrote'}: docs/rules/${file}`));
  console.log(`${pages.size} pages, ${changed.length} changed, ${gone.length} gone`);
  process.exitCode = isCheck && changed.length + gone.length > 0 ? 1 : 0;
}

main(process.argv.includes('--check'));
