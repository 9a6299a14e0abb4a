import { execFileSync } from 'child_process';
import * as path from 'path';
import floors from './floors.json';

const ROOT = path.join(__dirname, '../..');
const CONFIGURATION = path.join(ROOT, '.dependency-cruiser.cjs');
const PROGRAM = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const [BEGIN, END] = ['<!-- floors: npm run floors -->', '<!-- /floors -->'];

/** The part of dependency-cruiser's output that is used. */
export interface Imports {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly comment?: string;
      readonly cycle?: readonly { readonly name: string }[];
    }[];
  };
}

/** The imports of the sources, types included. Run as a program, since the library is an ES module. */
export function cruise(project: string): Imports {
  const [asked, most] = [['src', '--config', CONFIGURATION, '--output-type', 'json'], 64 * 1024 * 1024];
  return JSON.parse(execFileSync(process.execPath, [PROGRAM, ...asked], { cwd: project, encoding: 'utf8', maxBuffer: most })) as Imports;
}

/** Forbidden imports, a line each, with what to do. */
export function violationsIn({ summary }: Imports): string[] {
  return summary.violations.map(({ from, to, rule, comment, cycle }) => {
    const places = cycle === undefined ? [from, to] : [from, ...cycle.map(({ name }) => name)];
    return `${rule.name}: ${places.join(' -> ')}${comment === undefined ? '' : `\n  help: ${comment}`}`;
  });
}

/** The page with its table of floors updated, the highest first. */
export function drawn(page: string, { modules }: Imports): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before) {
    throw new Error(`docs/architecture.md has no place for the floors: ${BEGIN} and ${END}`);
  }
  const rows = [...floors].reverse().map(({ name, holds }) => {
    const own = modules.filter(({ source }) => floorOf(source) === name);
    const below = new Set(own.flatMap(({ dependencies }) => dependencies.map(({ resolved }) => floorOf(resolved))));
    const needed = floors.map(floor => floor.name).filter(other => other !== name && below.has(other)).reverse();
    return `| \`${name}\` | ${holds} | ${needed.length === 0 ? 'nothing' : needed.join(', ')} |`;
  });
  return [page.slice(0, before) + BEGIN, '| floor | what it holds | imports from |', '| --- | --- | --- |', ...rows, page.slice(after)].join('\n');
}

function floorOf(file: string): string | undefined {
  const [top, name, ...rest] = file.split('/');
  return top === 'src' && rest.length > 0 ? name : undefined;
}
