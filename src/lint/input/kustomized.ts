import * as path from 'path';
import { isKustomization } from './of-programs';
import { Kustomizing } from '../../base/findings/origin';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, asTexts } from '../../base/reading';

/** What a kustomization says of the manifests that it names. */
export interface Kustomized {
  /** Its folder; of Flux' own objects the file that holds it, since they stand where they like. */
  readonly folder: string;
  /** The namespace that it puts everything into. */
  readonly namespace?: string;
  /** Whether its labels go into selectors and the templates of pods. */
  readonly addsSelectors: boolean;
  /** Kinds that its patches are for, as far as it says so itself. */
  readonly patchedKinds: readonly string[];
  /** Files of patches that say themselves what they are for. */
  readonly patches: readonly string[];
  /** Paths of files, and of folders with kustomizations of their own. */
  readonly resources: readonly string[];
}

/** Source: kustomize api/types/kustomization.go (v0.19) */
export function kustomizedBy(file: string, content: PlainObject): Kustomized | undefined {
  if (!isKustomization(path.basename(file), content)) {
    return undefined;
  }
  const folder = path.resolve(path.dirname(file));
  const resources = ['resources', 'bases', 'components'].flatMap(key => asTexts(content[key])).map(each => path.resolve(folder, each));
  return {
    folder,
    resources,
    namespace: asText(content.namespace),
    addsSelectors: Object.keys(asObject(content.commonLabels)).length > 0 || asList(content.labels).some(each => each.includeSelectors === true),
    ...patchesOf([...asList(content.patches), ...asList(content.patchesJson6902), ...namedPatches(content)], folder),
  };
}

/**
 * The same of an object that Flux builds a folder by. Its path begins where the repository does: at the nearest folder around the object that has it, as
 * `hasFolder` knows.
 *
 * Source: fluxcd/kustomize-controller api/v1/kustomization_types.go (v1.7)
 */
export function kustomizedByFlux(file: string, body: PlainObject, hasFolder: (folder: string) => boolean): Kustomized | undefined {
  const { apiVersion, kind, spec } = body;
  const { path: built, targetNamespace, patches } = asObject(spec);
  if (kind !== 'Kustomization' || !String(apiVersion).startsWith('kustomize.toolkit.fluxcd.io/') || typeof built !== 'string') {
    return undefined;
  }
  const folder = around(path.resolve(file)).map(each => path.join(each, built)).find(hasFolder);
  return folder === undefined ? undefined : {
    folder: path.resolve(file),
    resources: [path.resolve(folder)],
    namespace: asText(targetNamespace),
    addsSelectors: false,
    ...patchesOf(asList(patches), ''),
  };
}

/** The folders that a place is in, the nearest first. */
function around(place: string): string[] {
  const folders: string[] = [];
  for (let above = path.dirname(place); above !== (folders.at(-1) ?? place); above = path.dirname(above)) {
    folders.push(above);
  }
  return folders;
}

/** Files, or the patches themselves; once `patches` was such a list too. */
function namedPatches({ patches, patchesStrategicMerge }: PlainObject): PlainObject[] {
  return [...asTexts(patches), ...asTexts(patchesStrategicMerge)].map(patch => (patch.includes('\n') ? { patch } : { path: patch }));
}

/** A patch names its target, or is one that looks like what it is for. */
function patchesOf(patches: readonly PlainObject[], folder: string): Pick<Kustomized, 'patchedKinds' | 'patches'> {
  const kindOf = ({ target, patch }: PlainObject) => asText(asObject(target).kind) ?? /^kind: ["']?(\w+)/m.exec(asText(patch) ?? '')?.[1];
  return {
    patchedKinds: patches.flatMap(each => kindOf(each) ?? []),
    patches: patches.flatMap(each => (kindOf(each) === undefined ? asText(each.path) ?? [] : [])).map(each => path.resolve(folder, each)),
  };
}

/** What kustomizations of the input make of files: all those that name a file, and those that name them in turn. */
export class Kustomizations {
  private readonly namers = new Map<string, Kustomized[]>();
  private readonly own = new Map<string, Kustomized>();
  private readonly known = new Map<string, Kustomizing>();

  /** @param kindsIn kinds of the documents of a file; `*` of one that is not here. */
  constructor(kustomizations: readonly Kustomized[], private readonly kindsIn: (file: string) => readonly string[]) {
    for (const each of kustomizations) {
      this.own.set(each.folder, each);
      for (const resource of each.resources) {
        const known = this.namers.get(resource);
        if (known === undefined) {
          this.namers.set(resource, [each]);
        } else {
          known.push(each);
        }
      }
    }
  }

  public of(file: string): Kustomizing | undefined {
    if (this.namers.size === 0) {
      return undefined;
    }
    const place = path.resolve(file);
    return this.namersOf(place).length === 0 ? undefined : this.ofPath(place, 0);
  }

  private ofPath(at: string, depth: number): Kustomizing {
    const known = this.known.get(at);
    if (known !== undefined || depth > DEEPEST) {
      return known ?? NOTHING;
    }
    this.known.set(at, NOTHING); // Kustomizations that name each other are refused by kustomize.
    const own = this.own.get(at);
    const outer = this.namersOf(at).map(({ folder }) => this.ofPath(folder, depth + 1));
    const made = {
      // The outermost one that says any overrides those that it builds on.
      namespace: outer.map(({ namespace }) => namespace).find(namespace => namespace !== undefined) ?? own?.namespace,
      addsSelectors: own?.addsSelectors === true || outer.some(({ addsSelectors }) => addsSelectors),
      patchedKinds: new Set([...own === undefined ? [] : this.patchedBy(own), ...outer.flatMap(({ patchedKinds }) => [...patchedKinds])]),
    };
    this.known.set(at, made);
    return made;
  }

  private patchedBy({ patchedKinds, patches }: Kustomized): readonly string[] {
    return [...patchedKinds, ...patches.flatMap(this.kindsIn)];
  }

  /** Those that name a place; of a folder without a kustomization Flux builds all that is below. */
  private namersOf(place: string): readonly Kustomized[] {
    const named = this.namers.get(place);
    if (named !== undefined) {
      return named;
    }
    const built = around(place).find(folder => this.own.has(folder) || this.namers.has(folder));
    return built === undefined || this.own.has(built) ? [] : this.namers.get(built)!;
  }
}

/** No repository has more kustomizations that build on each other. */
const DEEPEST = 200;

const NOTHING: Kustomizing = { addsSelectors: false, patchedKinds: new Set() };
