import { findingsAbout } from './findings-about';
import { Outside } from './outside';
import { Finding } from '../../base/findings/finding';
import { MOST_OF_OBJECTS, LimitedFindings } from '../../base/findings/limited-findings';
import { Cluster } from '../../kubernetes/cluster';
import { Manifest, ObjectWithOrigin } from '../../kubernetes/manifest';
import { Accepted, awaitingChanges, separateAccepted } from '../acknowledgements/accepted-findings';
import { acknowledgedOn } from '../acknowledgements/on-objects';
import { ReadFile, readFile } from '../input/documents';
import { Limits, ownLimits } from '../input/limits';
import { InputFile, UnusableInput } from '../input/paths';
import { Outcome } from '../report/outcome';

/** Options of a run. */
export interface LintOptions {
  /** One cluster per minor, the oldest first; they differ in nothing else. */
  readonly clusters: readonly Cluster[];
  readonly outside?: Outside;
  readonly accepted?: readonly Accepted[];
  /** The deployed objects; if given, changes to them are checked too. */
  readonly deployed?: readonly ObjectWithOrigin[];
}

/** Progress of reading. */
export interface Progress {
  readonly files: number;
  readonly bytes: number;
  readonly objects: number;
}

/** The input of a run. */
export interface Input {
  readonly objects: readonly ObjectWithOrigin[];
  /** Findings for what could not be read. */
  readonly findings: readonly Finding[];
  /** Files that could not be read at all, with the reason. */
  readonly unusable: readonly string[];
  /** Names of all files that were read. */
  readonly files: readonly string[];
  /** Files that hold no document, or only comments. */
  readonly empty: readonly string[];
}

/** Reads files. What cannot be parsed becomes a finding; a file that cannot be read becomes an entry of `unusable`. */
export function readInput(files: readonly InputFile[], progress?: (done: Progress) => void, limits: Limits = ownLimits()): Input {
  const unusable: string[] = [];
  const read: ReadFile['objects'][] = [];
  const told = new LimitedFindings('the reading', MOST_OF_OBJECTS);
  const empty: string[] = [];
  let [bytes, objects] = [0, 0];
  for (const file of files) {
    try {
      const content = file.read(limits.run - bytes);
      const { objects: inFile, findings } = readFile(file.name, content, file.isFound, { ...limits, objects: limits.objects - objects });
      read.push(inFile);
      findings.forEach(finding => told.add(finding.class, () => finding));
      if (inFile.length === 0 && findings.length === 0) {
        empty.push(file.name);
      }
      bytes += content.length;
      objects += inFile.length;
      progress?.({ files: read.length, bytes, objects });
      if (objects >= limits.objects && file !== files.at(-1)) {
        unusable.push(`${file.name}: with it the input has ${limits.objects.toLocaleString('en')} documents and items: the other files are not read; check less at once`);
        break;
      }
    } catch (error) {
      if (!(error instanceof UnusableInput)) {
        throw error;
      }
      unusable.push(error.message);
    }
  }
  const names = files.map(each => each.name);
  return { objects: read.flat(), findings: told.list(), unusable, files: names, empty };
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
  const runs = options.clusters.map(cluster => {
    const manifests = objects.map(({ body, origin }) => new Manifest(body, origin, cluster));
    const found = findingsAbout(manifests, { outside: options.outside, isWhole: true });
    return { cluster, manifests, findings: [...found, ...changed(objects, cluster, options)] };
  });
  const { accepted, findings } = acknowledgedOn(runs[0]?.manifests ?? []);
  const all = [...others, ...findings, ...merged(runs.map(({ cluster, findings: found }) => ({ minor: cluster.minor, found })))];
  const given = [...accepted, ...options.accepted ?? []];
  const { open, acknowledged } = separateAccepted(all, options.deployed ? [...given, ...acceptedBefore(options.deployed)] : awaitingChanges(given));
  return { findings: open, acknowledged: acknowledged.length, objects: objects.length, minors: options.clusters.map(each => each.minor) };
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
