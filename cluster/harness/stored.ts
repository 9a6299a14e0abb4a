import { asStored, isBuiltIn, print, shown } from './compare';
import { keysOf, Path } from './equal-in-meaning';
import { Manifest } from './manifest';

/**
 * Where an object that is applied again differs from what the server made of it, so that `kubectl apply` sends a patch and says `configured` although
 * nothing changes: a value in another spelling (`8` for `"8"`, `1024Mi` for `1Gi`), one that means what its absence means (`readOnly: false`), and a
 * default inside a list that is compared as a whole. Lists of custom resources all are; of built-in kinds those without keys.
 * Source: k8s.io/apimachinery pkg/util/strategicpatch, pkg/util/jsonmergepatch (v0.36)
 */
export function respelled(sent: Manifest, stored: Manifest): string[] {
  const written = asStored(sent);
  return Object.entries(written).flatMap(([key, value]) => new Reapplied(key === 'metadata' || isBuiltIn(sent)).field([key], value, stored, false));
}

class Reapplied {
  constructor(private readonly typed: boolean) {}

  /** Compares the field that a path ends with; `whole` says that a default which was added counts. */
  public field(path: Path, sent: unknown, owner: any, whole: boolean): string[] {
    const key = path[path.length - 1];
    return Object.hasOwn(owner, key) ? this.value(path, sent, owner[key], whole) : [`${print(path)}: not stored: ${shown(sent)}`];
  }

  private value(path: Path, sent: unknown, stored: unknown, whole: boolean): string[] {
    if (Array.isArray(sent) && Array.isArray(stored) && sent.length === stored.length) {
      // Only a list with keys is merged item by item.
      const isMerged = this.typed && !whole && keysOf(path, sent) !== undefined;
      return sent.flatMap((item, index) => this.value([...path, index], item, stored[index], !isMerged));
    }
    if (!isMap(sent) || !isMap(stored)) {
      return JSON.stringify(sent) === JSON.stringify(stored) ? [] : [`${print(path)}: sent ${shown(sent)}, stored ${shown(stored)}`];
    }
    const added = whole ? Object.keys(stored).filter(key => !Object.hasOwn(sent, key)) : [];
    return [
      ...Object.entries(sent).flatMap(([key, value]) => this.field([...path, key], value, stored, whole)),
      ...added.map(key => `${print([...path, key])}: added ${shown(stored[key])}`),
    ];
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
