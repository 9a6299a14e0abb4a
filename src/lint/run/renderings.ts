import { Outside } from './outside';
import { Finding } from '../../base/findings/finding';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../facts/facts';
import { podIndex } from '../facts/pod-index';
import type { Selector } from '../facts/selector';

/** Objects that are checked together. */
export interface Together {
  /** The kustomization or chart that they were rendered from. */
  readonly rendered?: string;
  readonly manifests: readonly Manifest[];
}

/** All as one, or those of each file; what was rendered from a kustomization or chart is always an input of its own: overlays are alternatives. */
export function inputsOf(manifests: readonly Manifest[], isEach: boolean): readonly Together[] {
  const inputs = new Map<string, { rendered?: string; manifests: Manifest[] }>();
  for (const manifest of manifests) {
    const { rendered, file } = manifest.origin;
    const key = JSON.stringify([rendered, isEach && rendered === undefined ? file : undefined]);
    const known = inputs.get(key);
    if (known) {
      known.manifests.push(manifest);
    } else {
      inputs.set(key, { rendered, manifests: [manifest] });
    }
  }
  return inputs.size === 0 ? [{ manifests }] : [...inputs.values()];
}

/** What the other inputs have: one folder makes the Secret that another refers to, and which of them are applied together nobody says. */
export function inOthers(inputs: readonly Together[]): (input: Together) => Outside {
  const places = new Map<string, Set<Together>>();
  for (const input of inputs) {
    for (const each of input.manifests) {
      const key = keyOf(each.kind, each.place, each.name);
      places.set(key, (places.get(key) ?? new Set()).add(input));
    }
  }
  const pods = podsOf(inputs);
  const holdersOf = ({ kind, place, name }: Manifest) => places.get(keyOf(kind, place, name))!;
  return input => ({
    selects: (place, selector) => pods(place, selector).some(carrier => {
      // Inputs that make one object are alternatives, which are never applied together.
      const holders = holdersOf(carrier);
      return !holders.has(input) && [...holders].some(other => !input.manifests.some(each => holdersOf(each).has(other)));
    }),
    has: (kind, place, name) => {
      const holders = places.get(keyOf(kind, place, name));
      return holders !== undefined && (holders.size > 1 || !holders.has(input));
    },
  });
}

/** Finds the workloads of all inputs whose pods a selector selects; most runs ask for none. */
function podsOf(inputs: readonly Together[]): (place: string, selector: Selector) => readonly Manifest[] {
  let all: Facts | undefined;
  return (place, selector) => {
    all ??= new Facts(inputs.flatMap(({ manifests }) => manifests));
    return all.get(podIndex).select(place, selector).slice(0, MOST_CARRIERS).map(({ carrier }) => carrier);
  };
}

/** Workloads that one selector is compared with: each is looked up among all objects of an input. */
const MOST_CARRIERS = 10;

function keyOf(kind: string, place: string, name: string): string {
  return `${kind} ${place}/${name}`;
}

/** Findings of one input. */
interface FoundIn {
  readonly rendered?: string;
  readonly findings: readonly Finding[];
}

/** Names the rendering of each finding where its file does not say it, and tells once what several renderings have from one place of one file. */
export function withRenderings(inputs: readonly FoundIn[]): Finding[] {
  const found = new Map<string, { readonly finding: Finding; readonly renderings: string[] }>();
  for (const [number, { rendered, findings }] of inputs.entries()) {
    const counts = new Map<string, number>();
    for (const finding of findings) {
      const key = JSON.stringify([finding.id, finding.class, finding.file, finding.line, finding.field, finding.message, finding.object?.kind]);
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      // What a kustomization itself makes, and files that were not rendered, are told each.
      const place = rendered === undefined || finding.file === rendered ? `${number} ${count} ${key}` : `${count} ${key}`;
      const known = found.get(place);
      if (known) {
        known.renderings.push(rendered!);
      } else {
        found.set(place, { finding, renderings: rendered === undefined || finding.file === rendered ? [] : [rendered] });
      }
    }
  }
  return [...found.values()].map(({ finding, renderings }) => (
    renderings.length === 0 ? finding : { ...finding, notes: [...finding.notes ?? [], sentence(renderings)] }));
}

/** How many renderings are named. */
const NAMED = 3;

function sentence(renderings: readonly string[]): string {
  const rest = renderings.length - NAMED;
  return `rendered by ${renderings.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
