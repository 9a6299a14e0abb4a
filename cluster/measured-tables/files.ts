import * as fs from 'fs';
import * as path from 'path';
import { packedShapes } from './shapes';
import { GatesOf } from './survey';
import { Table } from './table';
import { Tables } from './tables';
import { rowFor } from '../../src/kubernetes/release/measured/rows';

const ROOT = path.resolve(__dirname, '../..');

/** Where each table is committed. What `src/target` reads is part of the library; the rest is for contributors and their tests. */
const FILES: Readonly<Record<keyof Tables, string>> = {
  fields: 'src/kubernetes/release/measured/fields.generated.ts',
  gates: 'src/kubernetes/release/measured/gates.generated.ts',
  apis: 'src/kubernetes/release/measured/apis.generated.ts',
  always: 'cluster/measured-tables/measured/always.json',
  types: 'cluster/measured-tables/measured/types.json',
  kinds: 'cluster/measured-tables/measured/kinds.json',
  served: 'src/kubernetes/schema/served.generated.ts',
  demands: 'cluster/measured-tables/measured/demands.json',
};

/** The types as the library reads them: packed from the tables of types, served kinds and demands. */
const SHAPES = 'src/kubernetes/schema/shapes.generated.ts';

const HEADER = '// Written by `npm run measure` from the answers of API servers. docs/measured-tables.md says how to read it.';

export function writeTables(tables: Tables): void {
  for (const name of Object.keys(FILES) as (keyof Tables)[]) {
    const file = path.join(ROOT, FILES[name]);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, print(name, tables[name]));
  }
  fs.writeFileSync(path.join(ROOT, SHAPES), printShapes(tables));
}

export function committedShapes(): string {
  return fs.readFileSync(path.join(ROOT, SHAPES), 'utf8');
}

/** One type on each line. */
export function printShapes(tables: Tables): string {
  return `${HEADER}\nexport const SHAPES: { readonly [type: string]: string } = ${JSON.stringify(packedShapes(tables), undefined, 2)};\n`;
}

/** The committed tables; one that is not there is empty. */
export function readTables(): Tables {
  return Object.fromEntries(Object.entries(FILES).map(([name, file]) => {
    const whole = path.join(ROOT, file);
    const content = fs.existsSync(whole) ? contentOf(whole) : {};
    return [name, Object.values(content).every(value => typeof value === 'string') ? { all: content } : content];
  })) as unknown as Tables;
}

function contentOf(file: string): object {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const content = require(file) as object;
  return file.endsWith('.ts') ? Object.values(content)[0] as object : content;
}

/** Where a table is committed, and the text of the file. */
export function committedText(name: keyof Tables): string {
  return fs.readFileSync(path.join(ROOT, FILES[name]), 'utf8');
}

/** The gates that committed tables name for a field. */
export function committedAttribution({ fields }: Tables): GatesOf {
  return (kind, field) => rowFor(fields, kind, field)?.split(' ')[1]?.split('+');
}

/** One key on each line, so that a review shows what changed. */
export function print(name: keyof Tables, table: Table): string {
  const isFlat = Object.keys(table).join() === 'all';
  const json = JSON.stringify(isFlat ? table.all : table, undefined, 2);
  if (!FILES[name].endsWith('.ts')) {
    return `${json}\n`;
  }
  const type = isFlat ? '{ readonly [name: string]: string }' : '{ readonly [section: string]: { readonly [path: string]: string } }';
  return `${HEADER}\nexport const ${name.toUpperCase()}: ${type} = ${json};\n`;
}
