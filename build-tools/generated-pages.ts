import * as fs from 'fs';
import * as path from 'path';
import { ROOT } from './examples';

/**
 * Writes the pages of a folder that is generated whole, and removes those of what is gone. A check writes nothing, and the status is 1 when a page is not as it would be written.
 *
 * @param folder Below the root of the project.
 */
export function writePages(folder: string, pages: ReadonlyMap<string, string>, isCheck: boolean): void {
  const place = path.join(ROOT, folder);
  const present = fs.existsSync(place) ? fs.readdirSync(place) : [];
  const gone = present.filter(file => !pages.has(file));
  const changed = [...pages].filter(([file, text]) => !present.includes(file) || fs.readFileSync(path.join(place, file), 'utf8') !== text);
  if (!isCheck) {
    fs.mkdirSync(place, { recursive: true });
    gone.forEach(file => fs.rmSync(path.join(place, file)));
    changed.forEach(([file, text]) => fs.writeFileSync(path.join(place, file), text));
  }
  [...changed.map(([file]) => file), ...gone].forEach(file => console.log(`${isCheck ? 'differs' : 'wrote'}: ${folder}/${file}`));
  console.log(`${pages.size} pages, ${changed.length} changed, ${gone.length} gone`);
  process.exitCode = isCheck && changed.length + gone.length > 0 ? 1 : 0;
}
