import { customKindsNamed, CustomName } from './custom/custom';
import { groupOf, minorsWith, namedKind, ServedKind, servedKind, servedKinds } from './served';
import { changesBetween, nearestName } from '../../base/text/nearest-name';

/** No kind has a longer name; an edit distance to longer ones would cost time for nothing. */
const LONGEST_NAME = 64;
/** Limit of the edit distance. Groups of other projects differ by more: `networking.gke.io`. */
const MOST_MISTYPED = 2;

/**
 * Whether a built-in kind, or one of a known extension, is written with a wrong API group that was probably meant as the right one: `apps`, `app/v1`, `networking/v1`, `batch.k8s.io/v1`.
 * A kind of the same name in a group of another project is another kind (`serving.knative.dev/v1` has a Service).
 */
export function isInWrongGroup(apiVersion: string, kind: string): boolean {
  const group = groupOf(apiVersion).trim().toLowerCase();
  const places = group.endsWith('.x-k8s.io') ? [] : kindsNamed(kind); // Extensions of Kubernetes' own people: `scheduling.x-k8s.io` has a PodGroup.
  // A group without a dot is no extension. Source: apiextensions-apiserver pkg/apis/apiextensions/validation (v0.36)
  const isOne = (all: readonly { readonly apiVersion: string }[]) => all.length > 0
    && (!group.includes('.') || all.some(each => isNear(group, groupOf(each.apiVersion))));
  return isOne(places) || isOne(extensionsNamed(kind).filter(each => each.group !== group && !mayGraduate(group, each.group)));
}

/** Extensions leave `x-k8s.io` for `k8s.io` when they are stable, and keep their kinds: what is known here may be the older release. */
function mayGraduate(group: string, right: string): boolean {
  return group.endsWith('.k8s.io') && right.endsWith('.x-k8s.io');
}

/** Kinds of known extensions by name. */
function extensionsNamed(kind: string): readonly CustomName[] {
  return kind.length > LONGEST_NAME ? [] : customKindsNamed(kind.trim());
}

/**
 * `apps.k8s.io` for `apps`, `rbac.k8s.io` and `rbac.authorization` for `rbac.authorization.k8s.io`, or a letter or two. Groups under `x-k8s.io` belong to
 * other projects (`scheduling.x-k8s.io/PodGroup`), though they differ from Kubernetes' own by two letters; and who puts letters before a group has copied its kinds (Azure's `azmonitoring.coreos.com`).
 */
function isNear(group: string, right: string): boolean {
  const [first] = right.split('.');
  return right !== '' && !group.endsWith('.x-k8s.io')
    && !group.endsWith(right) && (group === `${first}.k8s.io` || right.startsWith(`${group}.`) || changesBetween(group, right, MOST_MISTYPED) <= MOST_MISTYPED);
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
    !byDefault && known === undefined && onRequest(sameGroup.filter(each => each.letters[minor] === 'o')),
    known?.letters[minor] === 'o' && `where the cluster serves ${apiVersion} (--runtime-config), say so with --api ${apiVersion}`,
  ].filter(hint => typeof hint === 'string' && hint !== '');
  return hints.length > 0 ? hints.join('; ') : ofExtension(apiVersion, kind) ?? nearestKind(apiVersion, kind);
}

/** A version that nobody ever had, of a kind that servers have when they are told to. */
function onRequest(kinds: readonly ServedKind[]): string | undefined {
  const versions = kinds.map(each => each.apiVersion).join(' or ');
  return versions === '' ? undefined : `write apiVersion: ${versions}, where the cluster serves it (--runtime-config), and say so with --api`;
}

/** The extension that the kind is of, where one is known: `NetworkAttachmentDefinition` under `v1`. */
function ofExtension(apiVersion: string, kind: string): string | undefined {
  const group = groupOf(apiVersion).trim().toLowerCase();
  const places = extensionsNamed(kind);
  const near = places.filter(each => isNear(group, each.group));
  const [first, ...others] = near.length > 0 ? near : places;
  return first && [writeInstead(first, apiVersion, kind), ...others.map(each => each.apiVersion)].join(' or ');
}

function writeInstead(right: Pick<ServedKind, 'apiVersion' | 'kind'>, apiVersion: string, kind: string): string {
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
