import * as fs from 'fs';
import * as path from 'path';
import { folderOf } from '../program';

/** A folder for the PATH with programs of some lines of JavaScript; `argv` are their arguments. */
export function pathWith(programs: { readonly [name: string]: string }): string {
  const folder = folderOf({});
  Object.entries(programs).forEach(([name, script]) => {
    fs.writeFileSync(path.join(folder, name), `#!${process.execPath}\nconst argv = process.argv.slice(2);\n${script}\n`, { mode: 0o755 });
  });
  return folder;
}

/** Runs something with another PATH. */
export async function withPath<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  const before = process.env.PATH;
  process.env.PATH = folder;
  try {
    return await run();
  } finally {
    process.env.PATH = before;
  }
}
