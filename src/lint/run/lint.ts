import { Alternatives } from './alternatives';
import { findingsAboutParts } from './findings-about';
import { eitherOutside, NOTHING_OUTSIDE, Outside } from './outside';
import { inOthers, inputsOf, Together, withRenderings } from './renderings';
import { withUnfilled } from './unfilled';
import { Finding } from '../../base/findings/finding';
import { withLimitedComparisons } from '../../base/text/nearest-name';
import { Cluster } from '../../kubernetes/cluster';
import { DefinitionsOfInput } from '../../kubernetes/definitions';
import { Manifest, ObjectWithOrigin } from '../../kubernetes/manifest';
import { Accepted, awaitingChanges, separateAccepted } from '../acknowledgements/accepted-findings';
import { acknowledgedOn } from '../acknowledgements/on-objects';
import { InputFile } from '../input/paths';
import { readInput } from '../input/read-input';
import { Outcome } from '../report/outcome';

/** Options of a run. */
export interface LintOptions {
  /** One cluster per minor, the oldest first; they differ in nothing else. */
  readonly clusters: readonly Cluster[];
  readonly outside?: Outside;
  readonly accepted?: readonly Accepted[];
  /** Whether every file is an input of its own: alternatives, of which one is applied at a time. @default false */
  readonly each?: boolean;
  /** Whether everything in a folder is applied together, also where files of it make the same object. @default false */
  readonly whole?: boolean;
  /** The deployed objects; if given, changes to them are checked too. */
  readonly deployed?: readonly ObjectWithOrigin[];
}

/** Reads files and checks what is in them. */
export function lint(files: readonly InputFile[], options: LintOptions): Outcome {
  const { objects, findings, unusable } = readInput(files);
  return { ...check(objects, findings, options), unusable };
}

/**
 * Checks objects for every minor; a finding that holds for all minors is reported once.
 *
 * @param others findings from elsewhere: input that could not be read, answers of a live server.
 */
export function check(objects: readonly ObjectWithOrigin[], others: readonly Finding[], options: LintOptions): Outcome {
  return withLimitedComparisons(() => checked(objects, others, options));
}

function checked(objects: readonly ObjectWithOrigin[], others: readonly Finding[], options: LintOptions): Outcome {
  const isOfFolder = foundFiles(objects);
  const runs = options.clusters.map(cluster => {
    const manifests = objects.map(({ body, origin }) => new Manifest(body, origin, cluster));
    return {
      cluster,
      manifests,
      findings: [
        ...withUnfilled(foundIn(manifests, options), isOfFolder, manifests),
        ...changed(objects, cluster, options),
      ],
    };
  });
  const { accepted, findings } = acknowledgedOn(runs[0]?.manifests ?? []);
  const all = [...others, ...findings, ...merged(runs.map(({ cluster, findings: found }) => ({ minor: cluster.minor, found })))];
  const given = [...accepted, ...options.accepted ?? []];
  const { open, acknowledged, files } = separateAccepted(
    all,
    options.deployed ? [...given, ...acceptedBefore(options.deployed)] : awaitingChanges(given),
  );
  return {
    findings: open,
    acknowledged: acknowledged.length,
    ...(files && { acknowledgedIn: files }),
    objects: objects.length,
    minors: options.clusters.map(each => each.minor),
  };
}

/** Looks up whether a file was found in a folder; few runs ask. */
function foundFiles(objects: readonly ObjectWithOrigin[]): (file: string) => boolean {
  let files: ReadonlySet<string | undefined> | undefined;
  return file => (files ??= new Set(objects.filter(({ origin }) => origin.isFound).map(({ origin }) => origin.file))).has(file);
}

function foundIn(manifests: readonly Manifest[], { each, whole, deployed, outside = NOTHING_OUTSIDE }: LintOptions): readonly Finding[] {
  const inputs = inputsOf(manifests, each === true);
  const alternatives = new Alternatives(each || whole || deployed !== undefined ? [] : manifests);
  const parts = inputs.map(input => alternatives.partsOf(input.manifests).map((part): Together => ({ rendered: input.rendered, manifests: part })));
  const isRendered = inputs.some(({ rendered }) => rendered !== undefined);
  const elsewhere = isRendered || parts.some(({ length }) => length > 1) ? inOthers(parts.flat()) : () => NOTHING_OUTSIDE;
  // A definition is there for all: the alternatives are objects of its kind.
  const definitions = inputs.length > 1 ? new DefinitionsOfInput(manifests) : undefined;
  const found = inputs.map(({ rendered, manifests: objects }, index) => ({
    rendered,
    findings: findingsAboutParts(objects, parts[index].map(part => {
      return { objects: part.manifests, context: { outside: eitherOutside(outside, elsewhere(part)), isWhole: true } };
    }), [], definitions),
  }));
  const told = isRendered ? withRenderings(found) : found.flatMap(({ findings }) => findings);
  return [...told, ...definitions?.findings() ?? [], ...alternatives.findings()];
}

/** Acknowledgements on deployed objects: one that is to be removed has its acknowledgement there. */
function acceptedBefore(deployed: readonly ObjectWithOrigin[]): Accepted[] {
  return awaitingChanges(acknowledgedOn(deployed.map(({ body, origin }) => new Manifest(body, origin))).accepted.filter(({ id }) => id.startsWith('AIW40')));
}

function changed(objects: readonly ObjectWithOrigin[], cluster: Cluster, { deployed }: LintOptions): Finding[] {
  if (deployed === undefined) {
    return [];
  }
  // Loaded late: most runs compare nothing.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { findingsOfChange } = require('../changes/findings') as typeof import('../changes/findings');
  return findingsOfChange(deployed, objects, cluster);
}

/** Merges equal findings of several minors; the result names its minors unless it holds for all. */
function merged(runs: readonly { readonly minor: string; readonly found: readonly Finding[] }[]): Finding[] {
  if (runs.length === 1) {
    return [...runs[0].found];
  }
  const groups = new Map<string, { readonly finding: Finding; readonly minors: string[] }>();
  for (const { minor, found } of runs) {
    for (const finding of found) {
      const key = JSON.stringify([finding.id, finding.object, finding.file, finding.line, finding.field, finding.class, ofMinors(finding.message, minor, ['*'])]);
      const known = groups.get(key);
      if (known) {
        known.minors.push(minor);
      } else {
        groups.set(key, { finding, minors: [minor] });
      }
    }
  }
  return [...groups.values()].map(({ finding, minors }) => {
    const told = { ...finding, message: ofMinors(finding.message, minors[0], minors) };
    return minors.length === runs.length ? told : { ...told, kubernetes: minors };
  });
}

/** The message, with the minor that it names replaced where it holds for several. */
function ofMinors(message: string, minor: string, minors: readonly string[]): string {
  return message.replaceAll(`Kubernetes ${minor}`, `Kubernetes ${minors.join(', ')}`);
}
