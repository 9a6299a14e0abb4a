import * as fs from 'fs';
import * as path from 'path';
import { isObject, PlainObject } from '../../../base/plain';
import { asList, asTexts } from '../../../base/reading';
import { readDocuments } from '../../../kubernetes/yaml/read';
import { KUSTOMIZATIONS } from '../of-programs';
import { partsOfKustomization } from '../parts-of-others';
import { contentOf, UnusableInput } from '../paths';

/** A kustomization of a folder. */
interface ReadKustomization {
  readonly file: string;
  readonly content: PlainObject;
  readonly isComponent: boolean;
}

/** All that a kustomization is made of, by absolute paths. */
export interface Reached {
  readonly folders: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** What it names that is on another machine. */
  readonly remote: ReadonlySet<string>;
}

/** Bytes of a kustomization; folders that one may build on. What is beyond is not followed. */
const LARGEST = 1024 * 1024;
const MOST_FOLDERS = 5_000;

/** Fields that name files and folders of manifests, or of what changes them. `bases` is the older name of folders among the resources. */
const BUILT_ON = ['resources', 'bases', 'components', 'generators', 'transformers', 'validators', 'crds'];

/**
 * An address rather than a path, as far as one that is no file can be told by its form.
 *
 * Source: kustomize api/internal/git/repospec.go, api/internal/loader/fileloader.go IsRemoteFile (v0.19)
 */
const ADDRESS = /^(?:[a-z+]+:\/\/|git::|[\w.-]+@[\w.-]+:|(?:[\w-]+\.)+[a-z]+[:/][^/]+\/)|\?ref=/i;

/** The kustomizations of a run and what each is made of; each file is read once. */
export class WalkedKustomizations {
  private readonly read = new Map<string, ReadKustomization | undefined>();
  private readonly reached = new Map<string, Reached>();

  /** The kustomization of a folder, if it has one that can be read. */
  public at(folder: string): ReadKustomization | undefined {
    if (!this.read.has(folder)) {
      this.read.set(folder, readIn(folder));
    }
    return this.read.get(folder);
  }

  public from(folder: string): Reached {
    const known = this.reached.get(folder) ?? this.walk(folder);
    this.reached.set(folder, known);
    return known;
  }

  /** Without recursion, so that neither depth nor a circle matters. */
  private walk(start: string): Reached {
    const [folders, files, remote] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const pending = [start];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const kustomization = folders.has(folder) || folders.size >= MOST_FOLDERS ? undefined : this.at(folder);
      if (kustomization === undefined) {
        continue;
      }
      folders.add(folder);
      files.add(kustomization.file);
      for (const entry of namedIn(kustomization.content)) {
        const place = path.resolve(folder, entry);
        if (ADDRESS.test(entry) && !fs.existsSync(place)) {
          remote.add(entry);
        } else if (this.at(place)) {
          pending.push(place);
        } else {
          files.add(place);
        }
      }
    }
    return { folders, files, remote };
  }
}

/** Paths and addresses; an entry of several lines is the thing itself. */
function namedIn(content: PlainObject): string[] {
  const environments = ['configMapGenerator', 'secretGenerator'].flatMap(key => asList(content[key]).flatMap(({ env, envs }) => [...asTexts([env]), ...asTexts(envs)]));
  return [...BUILT_ON.flatMap(key => asTexts(content[key])), ...partsOfKustomization(content), ...environments].filter(each => !/[\n\0]/.test(each));
}

function readIn(folder: string): ReadKustomization | undefined {
  for (const name of KUSTOMIZATIONS) {
    const file = path.join(folder, name);
    const content = contentOfFile(file);
    if (content) {
      return { file, content, isComponent: content.kind === 'Component' };
    }
  }
  return undefined;
}

/** The first document of a small file, if it is a map. */
export function contentOfFile(file: string): PlainObject | undefined {
  try {
    // A pipe would be waited for.
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      return undefined;
    }
    const [document] = readDocuments(contentOf(file, LARGEST), LARGEST);
    return document !== undefined && 'value' in document && isObject(document.value) ? document.value : undefined;
  } catch (error) {
    if (error instanceof UnusableInput || (error as NodeJS.ErrnoException).code !== undefined) {
      return undefined;
    }
    throw error;
  }
}
