import * as fs from 'fs';
import * as path from 'path';
import { addressIn, addressInFile, isAddress } from './addresses';
import { isObject, PlainObject } from '../../../base/plain';
import { readDocuments } from '../../../kubernetes/yaml/read';
import { goList, goTexts } from '../go-keys';
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
  /** What its program reads and lint does not, so that what it names is unknown. */
  readonly unread: ReadonlySet<string>;
}

/** Bytes of a kustomization; folders that one may build on. What is beyond is not followed. */
const LARGEST = 1024 * 1024;
const MOST_FOLDERS = 5_000;

/** Fields that name files and folders of manifests, or of what changes them. `bases` is the older name of folders among the resources. */
const BUILT_ON = ['resources', 'bases', 'components', 'generators', 'transformers', 'validators', 'crds'];

/** Fields that name plugins: configurations that have paths of their own, in files, in folders of such files, or written there. */
const PLUGINS = ['generators', 'transformers', 'validators'];

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

  /** Without recursion, so that neither depth nor a circle matters. A folder that plugins are made of is looked at as a whole. */
  private walk(start: string): Reached {
    const reached = { folders: new Set<string>(), files: new Set<string>(), remote: new Set<string>(), unread: new Set<string>() };
    const looked = new Set<string>();
    const pending: Pending[] = [{ folder: start, isPlugin: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const key = `${String(next.isPlugin)} ${next.folder}`;
      if (looked.size >= 2 * MOST_FOLDERS) {
        reached.unread.add(next.folder);
      } else if (!looked.has(key)) {
        looked.add(key);
        this.visit(next, reached, pending);
      }
    }
    return reached;
  }

  private visit({ folder, isPlugin }: Pending, { folders, files, remote, unread }: Sets, pending: Pending[]): void {
    const kustomization = this.at(folder);
    if (kustomization === undefined) {
      return;
    }
    folders.add(folder);
    files.add(kustomization.file);
    const plugins = new Set(PLUGINS.flatMap(key => goTexts(kustomization.content, key)));
    const inline = isPlugin ? addressIn(kustomization.content) : [...plugins].map(inlineAddress).find(each => each !== undefined);
    if (inline !== undefined) {
      remote.add(inline);
    }
    for (const entry of namedIn(kustomization.content)) {
      const place = path.resolve(folder, entry);
      const ofPlugin = isPlugin || plugins.has(entry);
      if (isAddress(entry, place)) {
        remote.add(entry);
      } else if (this.at(place)) {
        pending.push({ folder: place, isPlugin: ofPlugin });
      } else {
        files.add(place);
        if (hasKustomization(place)) {
          unread.add(entry);
        }
        const address = ofPlugin ? addressInFile(place) : undefined;
        if (address !== undefined) {
          (address === '' ? unread : remote).add(address || entry);
        }
      }
    }
  }
}

interface Pending {
  readonly folder: string;
  readonly isPlugin: boolean;
}

interface Sets {
  readonly folders: Set<string>;
  readonly files: Set<string>;
  readonly remote: Set<string>;
  readonly unread: Set<string>;
}

/** Whether a folder has a kustomization that was not read here and that its program may read. */
function hasKustomization(folder: string): boolean {
  return KUSTOMIZATIONS.some(name => fs.existsSync(path.join(folder, name)));
}

/** A plugin that is written in the kustomization, as no path is. */
function inlineAddress(text: string): string | undefined {
  return /[\n{:]/.test(text) ? addressIn(text) : undefined;
}

/** Paths and addresses; an entry of several lines is the thing itself. */
function namedIn(content: PlainObject): string[] {
  const environments = ['configMapGenerator', 'secretGenerator'].flatMap(key => goList(content, key).flatMap(each => ['env', 'envs'].flatMap(field => goTexts(each, field))));
  return [...BUILT_ON.flatMap(key => goTexts(content, key)), ...partsOfKustomization(content), ...environments].filter(each => !/[\n\0]/.test(each));
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
