import * as fs from 'fs';
import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { parseAllDocuments } from 'yaml';
import { Manifest } from './tally';

/** All manifests in the YAML files below a folder, read by another parser than the one that wrote them. */
export function readManifests(folder: string): Manifest[] {
  return yamlFiles(folder).flatMap(file => {
    const documents = parseAllDocuments(fs.readFileSync(file, 'utf8'), { version: '1.1' });
    return [...documents].map((document, index) => {
      const place = `${file}, document ${index + 1}`;
      if (document.errors.length > 0) {
        throw new Error(`${place}: ${document.errors[0].message}`);
      }
      return asManifest(document.toJS(), place);
    });
  });
}

/** Throws unless the files hold exactly these objects, in any order. */
export function mustHoldExactly(written: readonly Manifest[], objects: readonly Manifest[], folder: string): void {
  const left = new Map(objects.map(object => [keyOf(object), object]));
  for (const manifest of written) {
    const object = left.get(keyOf(manifest));
    if (!object) {
      throw new Error(`${folder}: ${keyOf(manifest)} was written but is not in the app, or was written twice`);
    }
    if (!isDeepStrictEqual(manifest, JSON.parse(JSON.stringify(object)))) {
      throw new Error(`${folder}: ${keyOf(manifest)} reads back different from what the app holds`);
    }
    left.delete(keyOf(manifest));
  }
  if (left.size > 0) {
    throw new Error(`${folder}: not written: ${[...left.keys()].join(', ')}`);
  }
}

export function keyOf(manifest: Manifest): string {
  return [manifest.apiVersion, manifest.kind, manifest.metadata.namespace ?? '', manifest.metadata.name].join(' ');
}

function asManifest(value: any, place: string): Manifest {
  if (!value?.apiVersion || !value.kind || !value.metadata?.name) {
    throw new Error(`${place}: not an object with apiVersion, kind and metadata.name`);
  }
  return value;
}

function yamlFiles(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => path.join(folder, file));
}
