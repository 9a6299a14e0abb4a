import { IConstruct } from 'constructs';
import { InvalidInput } from '../base/errors/invalid-input';
import { Finding, severityOf } from '../base/findings/finding';
import { PlainObject } from '../base/plain';
import { Cluster } from '../kubernetes/cluster';
import { Manifest, ObjectWithOrigin } from '../kubernetes/manifest';
import { readFile } from '../lint/input/documents';
import { objectsIn, unreadable } from '../lint/input/objects';
import { inputFiles, UnusableInput } from '../lint/input/paths';
import { readInput } from '../lint/input/read-input';
import { inOrder, Outcome } from '../lint/report/outcome';
import { placeOf } from '../lint/report/text';
import { clusterFor } from '../lint/run/check-data';
import { CheckOptions } from '../lint/run/check-finding';
import { check } from '../lint/run/lint';
import { renderTree } from '../lint/synth/rendered-tree';
import { examine, isAtOrBelow, withoutErrors } from '../lint/synth/validate-at-synth';

/** Objects, wherever they come from, and how to ask the checks about them. */
export interface Loaded {
  readonly objects: readonly Manifest[];
  /** What the checks find, acknowledged findings left out. */
  findings(): readonly Finding[];
  /** The same for a cluster of another minor. */
  findingsOn(minor: string): readonly Finding[];
}

/** The objects at a construct and below it, as a synth of its app would write them; throws the report with which that would end. */
export function objectsOf(scope: IConstruct): Loaded {
  const { root } = scope.node;
  const tree = renderTree(root);
  withoutErrors(root, tree);
  const below = ({ findings }: Outcome) => findings.filter(({ construct }) => isAtOrBelow(scope, construct));
  return {
    objects: tree.objects.filter(({ origin }) => isAtOrBelow(scope, origin.construct)),
    findings: () => below(examine(root, tree)),
    findingsOn: minor => below(examine(root, tree, minor)),
  };
}

/** Objects as data. */
export function objectsOfData(given: readonly unknown[], options: CheckOptions): Loaded {
  const { objects, problems } = objectsIn(given);
  refuseUnreadable('fromManifests(manifests)', problems.map(({ detail }) => unreadable(detail)), []);
  return loaded(objects.map(({ body }) => ({ body, origin: {} })), options);
}

/** The documents of a text. */
export function objectsOfYaml(text: string, options: CheckOptions): Loaded {
  const { objects, findings } = readFile(GIVEN, Buffer.from(text, 'utf8'));
  refuseUnreadable('fromYaml(text)', findings, []);
  return loaded(objects.map(({ body, origin }) => ({ body, origin })), options);
}

/** What a text is called in findings. */
const GIVEN = '(text)';

/** The manifests of a file, or of a folder and the folders in it, as `cdk8s-ai lint` reads them. */
export function objectsOfFolder(folder: string, options: CheckOptions): Loaded {
  try {
    const { objects, findings, unusable } = readInput(inputFiles([folder]));
    refuseUnreadable('fromFolder(path)', findings, unusable);
    return loaded(objects, options);
  } catch (error) {
    throw error instanceof UnusableInput ? unusableInput('fromFolder(path)', [error.message]) : error;
  }
}

/** What cannot be read would be missed: nothing could be said of it. */
function refuseUnreadable(field: string, findings: readonly Finding[], unusable: readonly string[]): void {
  const errors = [...inOrder(findings)].filter(({ class: kind }) => severityOf(kind) === 'error');
  if (errors.length + unusable.length > 0) {
    throw unusableInput(field, [...unusable, ...errors.map(each => [placeOf(each), each.message.replace(/^Invalid value: /, '')].filter(text => text !== '').join('  '))]);
  }
}

function unusableInput(field: string, details: readonly string[]): InvalidInput {
  return new InvalidInput(details.map(detail => ({
    field: `SynthesizedObjects.${field}`, reason: 'Invalid value', detail, help: 'repair what the message names: what cannot be read, a test would miss',
  })));
}

function loaded(objects: readonly ObjectWithOrigin[], options: CheckOptions): Loaded {
  const cluster = clusterFor(options);
  const found = (on: Cluster) => check(objects, [], { clusters: [on], whole: true }).findings;
  return {
    objects: objects.map(({ body, origin }) => new Manifest(body as PlainObject, origin, cluster)),
    findings: () => found(cluster),
    findingsOn: minor => found({ ...cluster, minor }),
  };
}
