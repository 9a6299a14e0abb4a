import * as fs from 'fs';
import * as path from 'path';
import { moduleDirectory } from '../harness/binaries';
import { Minor, pinnedBy } from '../harness/build/minors';

/** Fields of every type, by the short name of the type. */
export type TypeFields = ReadonlyMap<string, ReadonlySet<string>>;

/** Folder of the Go module of the API types of the minor's own release. An API server that emulates a minor still has the types of its own. */
export function apiModule(minor: Minor): Promise<string> {
  const { version, sum } = pinnedBy(minor, API);
  return moduleDirectory(API, version, sum);
}

const API = 'k8s.io/api';

/** The types of a release of the minor itself. */
export async function apiTypes(minor: Minor): Promise<TypeFields> {
  const folder = await apiModule(minor);
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => path.basename(file) === 'generated.proto');
  return new Map(files.flatMap(file => {
    const group = path.dirname(file).split(path.sep).join('.');
    return [...readProto(fs.readFileSync(path.join(folder, file), 'utf8'))].map(([name, fields]) => [`${group}.${name}`, fields] as const);
  }));
}

/** Messages and their fields. Protobuf calls a field as JSON does, since both are generated from the same Go structure. */
export function readProto(text: string): TypeFields {
  const messages = new Map<string, Set<string>>();
  for (const [, name, body] of text.matchAll(/^message (\w+) \{\n([^]*?)^\}/gm)) {
    const fields = [...body.matchAll(/^  (?:optional|repeated|map<[^>]*>) ?(?:[\w.]+ )?(\w+) = \d+;/gm)].map(([, field]) => field);
    messages.set(name, new Set(fields));
  }
  return messages;
}

/** Positions of the first minor that has a field and of the first later one that has it no more; undefined where that is none of them. */
export interface Lifetime {
  readonly since: number;
  readonly until?: number;
}

/** Types that no module holds have all their fields at all times. */
export function lifetimeOf(minors: readonly TypeFields[], type: string, field: string): Lifetime {
  const has = minors.map(types => types.get(type)?.has(field) === true);
  const end = has.lastIndexOf(true) + 1;
  return { since: Math.max(has.indexOf(true), 0), ...(end > 0 && end < minors.length && { until: end }) };
}
