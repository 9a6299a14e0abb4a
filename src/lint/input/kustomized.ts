import * as path from 'path';
import { isKustomization } from './of-programs';
import { PlainObject } from '../../base/plain';
import { asText, asTexts } from '../../base/reading';

/** What a kustomization says of the manifests that it names. */
export interface Kustomized {
  readonly folder: string;
  /** The namespace that it puts everything into. */
  readonly namespace?: string;
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
  return { folder, namespace: asText(content.namespace), resources };
}

/** The namespaces that kustomizations of the input put files into: the outermost one that says any overrides those that it builds on. */
export class KustomizedNamespaces {
  private readonly namers = new Map<string, Kustomized[]>();
  private readonly own = new Map<string, string | undefined>();
  private readonly known = new Map<string, string | undefined>();

  constructor(kustomizations: readonly Kustomized[]) {
    for (const each of kustomizations) {
      this.own.set(each.folder, each.namespace);
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

  public of(file: string): string | undefined {
    return this.namers.size === 0 ? undefined : this.ofPath(path.resolve(file));
  }

  private ofPath(at: string): string | undefined {
    if (!this.known.has(at)) {
      this.known.set(at, undefined); // Kustomizations that name each other are refused by kustomize.
      const outer = (this.namers.get(at) ?? []).map(({ folder }) => this.ofPath(folder)).find(namespace => namespace !== undefined);
      this.known.set(at, outer ?? this.own.get(at));
    }
    return this.known.get(at);
  }
}
