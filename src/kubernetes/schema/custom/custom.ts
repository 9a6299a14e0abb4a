import type { CustomChange, VersionTraits } from './against';
import { CustomKindRow, CustomReleaseRow } from './custom-kind';
import { isFilledIn } from './filled-in';
import { Nodes, PackedNodes, PaidNodes, Structure } from './node';
import { isOlderThanAll, preferredVersion } from './version-order';
import type { Work } from './work';
import { PlainObject } from '../../../base/plain';
import { ObjectProblem, ReportProblem } from '../../problem';

// The modules that do the work are loaded when the first custom resource is met: most input has none.

/** Checks an object against the schema of a version of its kind. */
export function checkAgainst(structure: Structure, body: PlainObject, traits: VersionTraits, report: ReportProblem): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require('./against') as typeof import('./against')).checkNodes(structure, body, traits, report);
}

/** The same structure, with each look at a node charged to a budget of work. */
export function paidBy(work: Work, { nodes, root }: Structure): Structure {
  return { nodes: new PaidNodes(nodes, work), root };
}

/** Compiles the `openAPIV3Schema` of a definition in the input. */
export function compileStructure(openAPIV3Schema: unknown): Structure {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./compile') as typeof import('./compile')).compileNodes(openAPIV3Schema);
}

/** A custom kind whose definition is built in here. */
export interface CustomKind {
  /** Versions of all known releases; a version is served if one release serves it. */
  readonly versions: readonly CustomVersion[];
  readonly namespaced: boolean;
  /** Module and version of the first release: `sigs.k8s.io/lws v0.8.0`. */
  readonly source: string;
  /** Number of CEL rules in all versions of that release; they are not evaluated here. */
  readonly celRules: number;
}

export interface CustomVersion {
  readonly name: string;
  readonly served: boolean;
}

interface Table {
  readonly kinds: Readonly<Record<string, CustomKindRow>>;
  readonly nodes: Nodes;
}

let loaded: Table | undefined;

/** Loaded when the first custom resource is met. */
function table(): Table {
  if (!loaded) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { KINDS, NODES } = require('./structures.generated') as typeof import('./structures.generated');
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    loaded = { kinds: KINDS, nodes: new PackedNodes(NODES, () => (require('./rules.generated') as typeof import('./rules.generated')).RULES) };
  }
  return loaded;
}

/** The definition of a kind; undefined for a kind that is not known here. */
export function customKind(group: string, kind: string): CustomKind | undefined {
  const row = rowOf(group, kind);
  return row && {
    versions: versionsOf(row),
    namespaced: row.namespaced,
    source: row.releases[0].source,
    celRules: Object.values(row.releases[0].versions).reduce((sum, { celRules }) => sum + celRules, 0),
  };
}

function versionsOf({ releases }: CustomKindRow): CustomVersion[] {
  const names = new Set(releases.flatMap(({ versions }) => Object.keys(versions)));
  return [...names].map(name => ({ name, served: releases.some(release => isServed(release, name)) }));
}

/** All kinds that are known here, as `GROUP/KIND`. */
export function customKinds(): string[] {
  return Object.keys(table().kinds);
}

/** A kind under its right name, in the version that Kubernetes prefers. */
export interface CustomName {
  readonly group: string;
  readonly apiVersion: string;
  readonly kind: string;
}

let named: Map<string, CustomName[]> | undefined;

/** The known kinds of a name, whatever its case; several groups may have one, like `PodGroup`. Cached, since an input may have thousands of kinds. */
export function customKindsNamed(kind: string): readonly CustomName[] {
  named ??= customKinds().reduce((found, name) => {
    const [group, right] = name.split('/');
    const version = preferredVersion(versionsOf(table().kinds[name]).filter(({ served }) => served).map(each => each.name));
    const all = found.get(right.toLowerCase()) ?? [];
    return version === undefined ? found : found.set(right.toLowerCase(), [...all, { group, apiVersion: `${group}/${version}`, kind: right }]);
  }, new Map<string, CustomName[]>());
  return named.get(kind.toLowerCase()) ?? [];
}

function rowOf(group: string, kind: string): CustomKindRow | undefined {
  const { kinds } = table();
  const name = `${group}/${kind}`;
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

export interface CustomCheck extends Pick<VersionTraits, 'unevaluated'> {
  readonly source?: string;
}

/**
 * Checks a custom resource against its definition; returns false if kind or version are not known here. A version newer than all known ones is unknown;
 * an older one, or one that is not served, is reported. `source` selects one release, of which alone is spoken then; without it an object is valid if one release accepts it.
 */
export function checkCustomResource(body: PlainObject, report: ReportProblem, { source, unevaluated }: CustomCheck = {}): boolean {
  const { apiVersion, kind } = body;
  const slash = typeof apiVersion === 'string' ? apiVersion.indexOf('/') : -1;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || slash < 0) {
    return false;
  }
  const [group, version] = [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  const row = rowOf(group, kind);
  if (!row) {
    return false;
  }
  const releases = row.releases.filter(each => source === undefined || each.source === source);
  const serving = releases.filter(each => isServed(each, version));
  if (serving.length === 0) {
    return releases.length > 0 && reportUnserved(body, { ...row, releases }, report);
  }
  refusals(body, version, serving, unevaluated).filter(problem => !isFilledIn(group, kind, problem)).forEach(report);
  return true;
}

/**
 * What the rules of a known kind that compare an object with what it was say of a change. Nothing where both are not of one version, which the server converts
 * before it compares; and nothing that one of the releases takes.
 */
export function checkCustomUpdate(change: CustomChange, report: ReportProblem, { source: only, unevaluated }: CustomCheck = {}): void {
  const { previous, next } = change;
  const [group, version] = String(next.apiVersion).split('/');
  const row = previous.apiVersion === next.apiVersion && version !== undefined ? rowOf(group, String(next.kind)) : undefined;
  const releases = row?.releases.filter(each => (only === undefined || each.source === only) && isServed(each, version)) ?? [];
  const told = releases.map(({ source, versions }) => {
    const { root, status: ignoresStatus } = versions[version];
    const problems: ObjectProblem[] = [];
    checkTransitionOf({ nodes: table().nodes, root }, change, { source, ignoresStatus, unevaluated }, problem => problems.push(problem));
    return problems;
  });
  told.reduce((fewest, each) => each.length < fewest.length ? each : fewest, told[0] ?? []).forEach(report);
}

/** The same by the schema of a definition. */
export function checkTransitionOf(structure: Structure, change: CustomChange, traits: VersionTraits, report: ReportProblem): void {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  (require('./against') as typeof import('./against')).checkTransition(structure, change, traits, report);
}

function isServed({ versions }: CustomReleaseRow, version: string): boolean {
  return Object.hasOwn(versions, version) && versions[version].served;
}

/** The problems from the release that has the fewest: it is the likeliest to be the one in use. */
function refusals(body: PlainObject, version: string, releases: readonly CustomReleaseRow[], unevaluated?: VersionTraits['unevaluated']): readonly ObjectProblem[] {
  let fewest: readonly ObjectProblem[] | undefined;
  for (const { source, versions } of releases) {
    const { root, status: ignoresStatus, replicas } = versions[version];
    const problems: ObjectProblem[] = [];
    checkAgainst({ nodes: table().nodes, root }, body, { source, ignoresStatus, replicas, unevaluated }, problem => problems.push(problem));
    if (problems.length === 0) {
      return problems;
    }
    fewest = fewest && fewest.length <= problems.length ? fewest : problems;
  }
  return fewest ?? [];
}

/** Beside the version itself, what the version that is served would refuse of the object: who writes the new version has a new shape to write as well. */
function reportUnserved(body: PlainObject, row: CustomKindRow, report: ReportProblem): boolean {
  const apiVersion = String(body.apiVersion);
  const [group, version] = apiVersion.split('/');
  const versions = versionsOf(row);
  const served = versions.filter(each => each.served).map(({ name }) => name);
  if (!versions.some(({ name }) => name === version) && !isOlderThanAll(version, served)) {
    return false;
  }
  report({
    id: 'AIW1106',
    class: 'rejected',
    field: 'apiVersion',
    message: `Unsupported value: ${JSON.stringify(apiVersion)}: not served by ${row.releases[0].source}`,
    help: `use ${served.map(name => `${group}/${name}`).join(' or ')}`,
  });
  const instead = preferredVersion(served);
  if (instead !== undefined) {
    const now = `${group}/${instead}`;
    refusals({ ...body, apiVersion: now }, instead, row.releases.filter(each => isServed(each, instead)))
      .forEach(problem => report({ ...problem, message: `${problem.message}, in ${now}` }));
  }
  return true;
}
