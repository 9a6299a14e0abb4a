import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { committedAttribution, readTables } from './files';
import { Measured } from './measurements';
import { survey } from './survey';
import { Tables, tablesOf } from './tables';
import { MEASURED_MINORS, serverOf } from '../harness/api-server';
import { binaries } from '../harness/binaries';
import { CLUSTER, cacheFolder } from '../harness/paths';

/** What decides about the answers besides the programs: what asks, what starts the servers, and the gates that are known. */
const SOURCES = [
  'measured-tables', 'harness/api-server.ts', 'harness/build', 'harness/client.ts', 'harness/crds.ts', 'harness/definitions.ts', 'harness/installed-definitions.ts',
  'custom-resources.json', '../src/kubernetes/release/measured',
];

/**
 * The tables as the API servers answer. The same programs that are asked in the same way answer the same, so what they said is kept in the cache and asked again
 * when a program or one of the sources changes, or with `MEASURE_AGAIN=1`.
 */
export async function rememberedTables(): Promise<Tables> {
  const file = path.join(cacheFolder(), `measured-${await keyOfSurvey()}.json`);
  if (!process.env.MEASURE_AGAIN && fs.existsSync(file)) {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Tables;
  }
  const measured: Measured = await survey(() => {}, committedAttribution(readTables()));
  const tables = JSON.parse(JSON.stringify(tablesOf(measured))) as Tables;
  fs.writeFileSync(`${file}.${process.pid}.tmp`, JSON.stringify(tables));
  fs.renameSync(`${file}.${process.pid}.tmp`, file);
  return tables;
}

async function keyOfSurvey(): Promise<string> {
  const names = ['etcd', ...new Set(MEASURED_MINORS.map(minor => serverOf({ minor })))] as const;
  const programs = await binaries(undefined, names);
  const hash = createHash('sha256').update(JSON.stringify([MEASURED_MINORS, names.map(name => statsOf(programs.path(name)))]));
  for (const file of SOURCES.flatMap(source => filesOf(path.join(CLUSTER, source)))) {
    hash.update(`${path.relative(CLUSTER, file)}\n`).update(fs.readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function statsOf(program: string): unknown[] {
  const { size, mtimeMs } = fs.statSync(program);
  return [program, size, mtimeMs];
}

function filesOf(source: string): string[] {
  return fs.statSync(source).isFile() ? [source]
    : fs.readdirSync(source, { recursive: true, encoding: 'utf8' }).map(file => path.join(source, file)).filter(file => fs.statSync(file).isFile()).sort();
}
