import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { Manifest } from '../../kubernetes/manifest';
import { ByIdentity } from '../facts/by-identity';
import { slashed } from '../input/slashed';
import { ALTERNATIVES } from '../notices/notices';
import { counted } from '../report/text';

/** What cdk8s calls the files of an app, which are applied together. */
const OF_ONE_APP = /\.k8s\.yaml$/;
/** How many files and folders a finding names. */
const NAMED = 5;

/** Files and folders beside each other that make the same objects. */
interface Siblings {
  readonly roots: Set<string>;
  /** The one that is checked with what goes with all of them. */
  readonly first: string;
  /** The first object that two of them make. */
  readonly example: Manifest;
  readonly objects: Set<string>;
}

/**
 * Files of one folder that make the same objects: examples, environments, variants, of which one is applied at a time. Where the paths of two such files part, the two files or
 * folders are alternatives. Everything else is applied with any of them, and is checked with the first: each other one is checked by itself. A file that was named is no alternative of others: somebody asked for all of them.
 */
export class Alternatives {
  private readonly groups = new Map<string, Siblings>();
  private readonly roots = new Set<string>();
  private readonly known = new Map<string, string>();

  constructor(manifests: readonly Manifest[]) {
    // Folders are read file by file, so the file before is the one whose path parts from this one's last.
    const makers = new ByIdentity<string>();
    for (const manifest of manifests) {
      const { file, isFound } = manifest.origin;
      if (file === undefined || isFound !== true || manifest.name === '' || OF_ONE_APP.test(file)) {
        continue;
      }
      const before = makers.get(manifest);
      if (before !== undefined && before !== file) {
        this.part(before, file, manifest);
      }
      makers.set(manifest, file);
    }
  }

  /** The objects in parts that are checked by themselves, in the order of their first ones. */
  public partsOf(manifests: readonly Manifest[]): readonly (readonly Manifest[])[] {
    if (this.roots.size === 0) {
      return [manifests];
    }
    const parts = new Map<string, Manifest[]>();
    for (const manifest of manifests) {
      const root = this.rootOf(manifest.origin.file ?? '');
      const part = parts.get(root);
      if (part === undefined) {
        parts.set(root, [manifest]);
      } else {
        part.push(manifest);
      }
    }
    return [...parts.values()];
  }

  public findings(): Finding[] {
    return [...this.groups.values()].map(({ roots, first, example, objects }) => {
      const names = [...roots].sort();
      const rest = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
      return {
        ...noticed(ALTERNATIVES),
        file: example.origin.file,
        line: example.origin.lineOf?.('metadata.name'),
        message: `${names.slice(0, NAMED).join(', ')}${rest} make ${counted(objects.size, 'object')} of the same name, such as ${example.toString()}: ${first} is checked with the rest, each other one by itself`,
        help: 'nothing, if one of them is applied at a time; --whole takes all for what is applied together',
      };
    });
  }

  private part(one: string, other: string, example: Manifest): void {
    const [left, right] = [one, other].map(file => slashed(file).split('/'));
    const at = left.findIndex((step, index) => step !== right[index]);
    const folder = left.slice(0, at).join('/');
    const [first, second] = [left, right].map(steps => steps.slice(0, at + 1).join('/'));
    const siblings = this.groups.get(folder) ?? { roots: new Set(), first, example, objects: new Set() };
    this.groups.set(folder, siblings);
    siblings.objects.add(`${example.type}\n${example.place}\n${example.name}`);
    for (const root of [first, second]) {
      siblings.roots.add(root);
      if (root !== siblings.first) {
        this.roots.add(root);
      }
    }
  }

  /** The innermost alternative that a file belongs to; empty for what goes with all of them, and for the first. */
  private rootOf(file: string): string {
    let root = this.known.get(file);
    if (root === undefined) {
      const steps = slashed(file).split('/');
      while (steps.length > 0 && !this.roots.has(steps.join('/'))) {
        steps.pop();
      }
      root = steps.join('/');
      this.known.set(file, root);
    }
    return root;
  }
}
