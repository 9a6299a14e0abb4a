import * as fs from 'fs';
import * as path from 'path';
import { Minor } from '../harness/api-server';
import { moduleDirectory } from '../harness/binaries';

/** Fields of every type, by the short name of the type. */
export type TypeFields = ReadonlyMap<string, ReadonlySet<string>>;

/** The Go module of the API types, at a release of each minor. An API server that emulates a minor still has the types of its own release. */
const MODULES: Readonly<Record<Minor, { readonly version: string; readonly sum: string }>> = {
  1.33: { version: 'v0.33.5', sum: 'h1:YR+uhYj05jdRpcksv8kjSliW+v9hwXxn6Cv10aR8Juw=' },
  1.34: { version: 'v0.34.3', sum: 'h1:D12sTP257/jSH2vHV2EDYrb16bS7ULlHpdNdNhEw2S4=' },
  1.35: { version: 'v0.35.0', sum: 'h1:iBAU5LTyBI9vw3L5glmat1njFK34srdLmktWwLTprlY=' },
  1.36: { version: 'v0.36.3', sum: 'h1:NxB+05W2UGqXWFXcLO0RB5cnqnUPP5v5sVlaOH0Iz4w=' },
  1.37: { version: 'v0.37.2', sum: 'h1:PnxqnUFy93jr2GcpWDkKOm8wfy25kT9wa572MuQS8oc=' },
};

/** Folder of the module of a release of the minor itself. */
export function apiModule(minor: Minor): Promise<string> {
  const { version, sum } = MODULES[minor];
  return moduleDirectory('k8s.io/api', version, sum);
}

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

/** Position of the first minor that has the field; 0 too for types that the module does not hold. */
export function firstWith(minors: readonly TypeFields[], type: string, field: string): number {
  if (!minors.at(-1)!.get(type)?.has(field)) {
    return 0;
  }
  return minors.findIndex(types => types.get(type)?.has(field));
}
