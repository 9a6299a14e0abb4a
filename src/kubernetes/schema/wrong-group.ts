import { groupOf, minorsWith, namedKind, ServedKind, servedKind, servedKinds } from './served';
import { changesBetween, nearestName } from '../../base/text/nearest-name';

/** No kind has a longer name; an edit distance to longer ones would cost time for nothing. */
const LONGEST_NAME = 64;
/** Limit of the edit distance. Groups of other projects differ by more: `networking.gke.io`. */
const MOST_MISTYPED = 2;

/**
 * Whether a built-in kind is written with a wrong API group that was probably meant as the right one: `apps`, `app/v1`, `networking/v1`, `batch.k8s.io/v1`.
 * A kind of the same name in a group of another project is another kind (`serving.knative.dev/v1` has a Service).
 */
export function isInWrongGroup(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion).trim().toLowerCase();
  const places = group.endsWith('.x-k8s.io') ? [] : kindsNamed(kind); // Extensions of Kubernetes' own people: `scheduling.x-k8s.io` has a PodGroup.
  // A group without a dot is no extension. Source: apiextensions-apiserver pkg/apis/apiextensions/validation (v0.36)
  return places.length > 0 && (!group.includes('.') || places.some(each => isNear(group, groupOf(each.apiVersion))));
}

/**
 * `apps.k8s.io` for `apps`, `rbac.k8s.io` and `rbac.authorization` for `rbac.authorization.k8s.io`, or a letter or two. Groups under `x-k8s.io` belong to
 * other projects (`scheduling.x-k8s.io/PodGroup`), though they differ from Kubernetes' own by two letters.
 */
function isNear(group: string, right: string): boolean {
  const [first] = right.split('.');
  return right !== '' && !group.endsWith('.x-k8s.io')
    && (group === `${first}.k8s.io` || right.startsWith(`${group}.`) || changesBetween(group, right) <= MOST_MISTYPED);
}

let byName: Map<string, ServedKind[]> | undefined;

/** Built-in kinds by lower-case name; cached, since an input may have thousands of kinds. */
function kindsNamed(kind: string): readonly ServedKind[] {
  byName ??= servedKinds().reduce((found, each) => {
    const name = each.kind.toLowerCase();
    return found.set(name, [...found.get(name) ?? [], each]);
  }, new Map<string, ServedKind[]>());
  return (kind.length > LONGEST_NAME ? undefined : byName.get(kind.trim().toLowerCase())) ?? [];
}

/** Advice for a version or kind that the minor does not serve; undefined when there is none. */
export function servedInstead(apiVersion: string, kind: string, minor: number): string | undefined {
  const known = servedKind(apiVersion, kind);
  const others = kindsNamed(kind).filter(each => each.apiVersion !== apiVersion || each.kind !== kind);
  const sameGroup = others.filter(each => groupOf(each.apiVersion) === groupOf(apiVersion));
  const replacement = known?.replacement === undefined ? undefined : namedKind(known.replacement);
  const byDefault = [...replacement ? [replacement] : [], ...sameGroup, ...nearestFirst(others, apiVersion)].find(each => each.letters[minor] === 'k');
  const hints = [
    byDefault && writeInstead(byDefault, apiVersion, kind),
    known?.letters.includes('k') && `${apiVersion} ${minorsWith(known.letters, 'k')}`,
    !byDefault && sameGroup.filter(each => each.letters.includes('k')).map(each => `${each.apiVersion} ${minorsWith(each.letters, 'k')}`).join(', '),
    known?.letters[minor] === 'o' && `where the cluster serves ${apiVersion} (--runtime-config), say so with --api ${apiVersion}`,
  ].filter(hint => typeof hint === 'string' && hint !== '');
  return hints.length > 0 ? hints.join('; ') : nearestKind(apiVersion, kind);
}

function writeInstead(right: ServedKind, apiVersion: string, kind: string): string {
  const parts = [right.apiVersion !== apiVersion && `apiVersion: ${right.apiVersion}`, right.kind !== kind && `kind: ${right.kind}`];
  return `write ${parts.filter(part => part !== false).join(' and ')}`;
}

/** Several groups may have a kind of one name, like `Event`. */
function nearestFirst(kinds: readonly ServedKind[], apiVersion: string): readonly ServedKind[] {
  const group = groupOf(apiVersion).trim().toLowerCase();
  const distance = (each: ServedKind) => (isNear(group, groupOf(each.apiVersion)) ? 0 : 1);
  return [...kinds].sort((one, other) => distance(one) - distance(other));
}

function nearestKind(apiVersion: string, kind: string): string | undefined {
  const names = servedKinds().filter(each => each.apiVersion === apiVersion && each.kind !== kind).map(each => each.kind);
  const nearest = kind.length > LONGEST_NAME ? undefined : nearestName(kind, names);
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}
