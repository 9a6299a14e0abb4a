import * as fs from 'fs';
import * as path from 'path';
import { RenderedObject, writtenAs } from './rendered-object';
import { PlainObject } from '../../../base/plain';
import { asObject, asText } from '../../../base/reading';
import { readFile } from '../documents';
import { FileObject } from '../file-object';
import { contentOf, UnusableInput } from '../paths';

/** Bytes of a file that is looked at for the line of a finding. */
const LARGEST = 4 * 1024 * 1024;

/** What kustomize writes about the file of an object. Source: kustomize api/resource/origin.go, api/internal/utils/annotations.go (v0.19) */
const ORIGIN = 'config.kubernetes.io/origin';

/** Finds the files of which rendered objects were made; each is read once. */
export class Written {
  private readonly files = new Map<string, readonly FileObject[]>();

  /**
   * @param source the kustomization or chart, as reports name it.
   * @param file what it was made from, as reports name it.
   */
  public objectOf(made: PlainObject, source: string, file: string | undefined): RenderedObject {
    if (file === undefined || !isFile(file)) {
      return new RenderedObject(made, source, source);
    }
    return new RenderedObject(made, source, file, writtenAs(made, this.objectsIn(file)));
  }

  private objectsIn(file: string): readonly FileObject[] {
    let found = this.files.get(file);
    if (found === undefined) {
      found = objectsIn(file);
      this.files.set(file, found);
    }
    return found;
  }
}

function objectsIn(file: string): readonly FileObject[] {
  try {
    return readFile(file, contentOf(file, LARGEST)).objects;
  } catch (error) {
    if (error instanceof UnusableInput) {
      return [];
    }
    throw error;
  }
}

function isFile(file: string): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false; // The name may be anything that a chart or annotation says.
  }
}

/** An object without kustomize's word on its file, and that word: a path, from the folder that was built. */
export function withoutOrigin(body: PlainObject): { readonly body: PlainObject; readonly file?: string } {
  const { annotations: given, ...metadata } = asObject(body.metadata);
  const { [ORIGIN]: origin, ...annotations } = asObject(given);
  if (typeof origin !== 'string') {
    return { body };
  }
  // What a generator of a kustomization made is the business of that; what stands on another machine has no path here.
  const [, file] = /^(?:path|configuredIn): (.*)$/m.exec(origin) ?? [];
  const rest = Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations };
  return { body: { ...body, metadata: rest }, file: /^repo: /m.test(origin) ? undefined : asText(file) };
}

/** Which template each line of Helm's output is of: it says so in a comment above each, from the folder around the chart. */
export function templatesOf(output: string, chart: string): (line: number) => string | undefined {
  const folder = path.dirname(chart);
  const heads = output.split('\n').flatMap((text, index): { line: number; file?: string }[] => {
    const [, said] = /^# Source: [^/]+\/(.+)$/.exec(text) ?? [];
    return said === undefined ? [] : [{ line: index + 1, file: path.normalize(said).startsWith('..') ? undefined : path.join(folder, said) }];
  });
  heads.reverse();
  return line => heads.find(head => head.line <= line)?.file;
}
