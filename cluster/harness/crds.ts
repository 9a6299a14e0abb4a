import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { JsonPatch } from 'cdk8s';
import { moduleDirectory } from './build/modules';
import { generatedDefinitions } from './controller-gen';
import { Manifest } from './manifest';
import { cacheFolder, CLUSTER } from './paths';
import { readDocuments } from '../../src/kubernetes/yaml/read';

const LIST = path.join(CLUSTER, 'custom-resources.json');

/** Source of a CustomResourceDefinition. */
export interface CrdSource {
  /** Name of the definition: `leaderworkersets.leaderworkerset.x-k8s.io`. */
  readonly name: string;
  /** Go module that contains it, with version and hash (`h1:…`). */
  readonly module: string;
  readonly version: string;
  readonly sum: string;
  /** YAML file in the module. */
  readonly path: string;
  /** Go package of the module that controller-gen makes the definitions from; `path` is then the name of its file. */
  readonly types?: string;
  /** YAML file in the module with a JSON patch that the project's own installation applies. */
  readonly patch?: string;
  /** Whether the test servers install it; the others are used for their schema only. @default true */
  readonly install?: boolean;
  /** Variant of a release, if it has several. */
  readonly channel?: string;
}

/** A module of `custom-resources.json` with the files of its definitions. */
interface ListedModule {
  readonly module: string;
  readonly version: string;
  readonly sum: string;
  readonly install?: boolean;
  readonly channel?: string;
  readonly types?: string;
  readonly why: string;
  readonly definitions: readonly Pick<CrdSource, 'name' | 'path' | 'patch'>[];
}

/** The definitions that test servers install. */
export function crdSources(): CrdSource[] {
  return allCrdSources().filter(({ install = true }) => install);
}

/** All definitions; one may occur in several releases. */
export function allCrdSources(): CrdSource[] {
  const modules = JSON.parse(fs.readFileSync(LIST, 'utf8')) as ListedModule[];
  return modules.flatMap(({ module, version, sum, install, channel, types, definitions }) =>
    definitions.map(definition => ({ ...definition, module, version, sum, install, channel, types })));
}

/** The CustomResourceDefinitions as published: all that are installed, or the named ones. */
export async function customResourceDefinitions(names?: readonly string[]): Promise<Manifest[]> {
  const all = await definitionsOf(crdSources());
  return names ? names.map(name => named(all, name)) : all;
}

/** Read from the Go modules at the first call, later from a cache file named by a hash of the sources. */
export async function definitionsOf(sources: readonly CrdSource[]): Promise<Manifest[]> {
  const file = path.join(cacheFolder(), `custom-resources-${fingerprint(sources)}.json`);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest[] : extract(sources, file);
}

/** Hash of the sources and of this file, which reads them. */
function fingerprint(sources: readonly CrdSource[]): string {
  const hash = createHash('sha256').update(JSON.stringify(sources)).update(fs.readFileSync(__filename));
  return hash.digest('hex').slice(0, 16);
}

function named(all: readonly Manifest[], name: string): Manifest {
  const found = all.find(({ metadata }) => metadata.name === name);
  if (!found) {
    throw new Error(`${name} is not in ${LIST}. In it: ${all.map(({ metadata }) => metadata.name).join(', ')}`);
  }
  return found;
}

async function extract(sources: readonly CrdSource[], file: string): Promise<Manifest[]> {
  const definitions: Manifest[] = [];
  for (const source of sources) {
    definitions.push(await read(source));
  }
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}.tmp`, JSON.stringify(definitions));
  fs.renameSync(`${file}.${process.pid}.tmp`, file);
  return definitions;
}

/** Where the file of a definition is: in its module, or what controller-gen made of the module's types. */
export async function folderOf({ module, version, sum, types }: CrdSource): Promise<string> {
  const directory = await moduleDirectory(module, version, sum);
  return types === undefined ? directory : generatedDefinitions(types);
}

async function read(source: CrdSource): Promise<Manifest> {
  const directory = await folderOf(source);
  const load = (file: string) => documentsIn(path.join(directory, file));
  const documents = load(source.path) as Manifest[];
  const definition = documents.find(({ kind, metadata }) => kind === 'CustomResourceDefinition' && metadata.name === source.name);
  if (definition === undefined) {
    throw new Error(`${source.module} ${source.version} ${source.path} holds ${documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ')}, not ${source.name}`);
  }
  return source.patch ? JsonPatch.apply(definition, ...operations(load(source.patch)[0] as Operation[], source.patch)) : definition;
}

/** The documents of a file as kubectl reads them: some definitions are written by hand, and no other reader takes their texts as Go's does. */
export function documentsIn(file: string): unknown[] {
  return [...readDocuments(fs.readFileSync(file))].map(document => {
    if ('error' in document) {
      throw new Error(`${file}: ${document.error}`);
    }
    return document.value;
  });
}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

function operations(listed: readonly Operation[], file: string): JsonPatch[] {
  return listed.map(({ op, path: at, value }) => {
    if (op !== 'add' && op !== 'remove') {
      throw new Error(`${file}: "${op}" is not known here, only "add" and "remove"`);
    }
    return op === 'add' ? JsonPatch.add(at, value) : JsonPatch.remove(at);
  });
}
