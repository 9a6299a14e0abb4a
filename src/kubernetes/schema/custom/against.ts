import { Complain, messageOf, StructureComplaint } from './complaint';
import { checkMetadataShape } from './metadata';
import { movedTo } from './moved-fields';
import { StructureNode, Structure, Unevaluated } from './node';
import { Unread, StructureWalk, complaintsAbout } from './walk';
import { PlainObject } from '../../../base/plain';
import { ObjectProblem, PROBLEMS, ReportProblem } from '../../problem';
import { Path } from '../../validation/path';

/** What a CustomResourceDefinition says of a version beside its schema. */
export interface VersionTraits {
  /** Module and version of the definition; named in messages, since the cluster may have another one. */
  readonly source: string;
  /** The status is a subresource: the server ignores it when the object is created. */
  readonly ignoresStatus?: boolean;
  /** `specReplicasPath` of the scale subresource, with or without a dot in front. */
  readonly replicas?: string;
  /** Takes rules in CEL that are not evaluated here. */
  readonly unevaluated?: Unevaluated;
}

/** An object before and after. */
export interface CustomChange {
  readonly previous: PlainObject;
  readonly next: PlainObject;
}

/** Limit for one object, as for built-in kinds: nobody reads more. */
const MOST_PROBLEMS = 100;
const APART: ReadonlySet<string> = new Set(['metadata']);
const APART_WITH_STATUS: ReadonlySet<string> = new Set(['metadata', 'status']);

/** Checks an object against the schema of a version. */
export function checkNodes(structure: Structure, body: PlainObject, traits: VersionTraits, report: ReportProblem): void {
  let told = 0;
  let isBlocked = false;
  const complain: Complain = complaint => {
    isBlocked ||= blocksRules(complaint);
    return ++told <= MOST_PROBLEMS && report(problemOf(complaint, body, traits));
  };
  const root = structure.nodes.at(structure.root);
  const { metadata, status } = body;
  new StructureWalk(structure.nodes, complain, true, traits.ignoresStatus ? APART_WITH_STATUS : APART).value(body, structure.root, undefined);
  if (traits.ignoresStatus && status !== undefined && status !== null) {
    checkUnread(structure, root, status, complain);
  }
  checkMetadata(structure, root, metadata, complain);
  if (traits.replicas) {
    checkReplicas(body, traits.replicas, complain);
  }
  if (root.ruled && !isBlocked) {
    ruleCheck().checkRules(structure, judged(body, traits), complain, traits.unevaluated ?? NOBODY);
  }
}

const NOBODY = () => undefined;

/** What rules see of an object that somebody sends. */
function judged(body: PlainObject, { ignoresStatus }: VersionTraits): PlainObject {
  const { status: _, ...rest } = body;
  return ignoresStatus ? rest : body;
}

/**
 * What the rules that compare with `oldSelf` say of a change. Nothing where one of the two does not have the types of its schema: that is told of it by itself,
 * and the server does not come to the rules.
 */
export function checkTransition(structure: Structure, { previous, next }: CustomChange, traits: VersionTraits, report: ReportProblem): void {
  const isRuled = structure.nodes.at(structure.root).ruled !== undefined;
  if (!isRuled || [previous, next].some(body => hasWrongTypes(structure, body, traits))) {
    return;
  }
  let told = 0;
  const complain: Complain = complaint => ++told <= MOST_PROBLEMS && report(problemOf(complaint, next, traits));
  ruleCheck().checkTransitions(structure, judged(previous, traits), judged(next, traits), complain, traits.unevaluated ?? NOBODY);
}

function hasWrongTypes({ nodes, root }: Structure, body: PlainObject, { ignoresStatus }: VersionTraits): boolean {
  let found = false;
  const look: Complain = complaint => { found ||= blocksRules(complaint); };
  new StructureWalk(nodes, look, true, ignoresStatus ? APART_WITH_STATUS : APART).value(body, root, undefined);
  return found;
}

function problemOf(complaint: StructureComplaint, body: PlainObject, { source }: VersionTraits): ObjectProblem {
  const field = complaint.path?.toString() ?? '';
  const moved = movedTo(body, field, complaint.value);
  return {
    id: complaint.id,
    class: PROBLEMS[complaint.id].class,
    field,
    message: messageOf(complaint),
    ...(moved === undefined && complaint.meant !== undefined && { fix: { field, key: complaint.meant } }),
    help: moved ?? complaint.help ?? (complaint.id === 'AIW1101' ? `the definition of ${source} has no such field` : undefined),
  };
}

/**
 * Whether the server does not come to the rules.
 * Source: apiextensions-apiserver pkg/registry/customresource/strategy.go hasBlockingErr (v0.36)
 */
function blocksRules({ id, reason, detail = '' }: StructureComplaint): boolean {
  // Of choices, what is wrong with the closest one is not told here, and mostly it is a type.
  return id !== 'AIW1102' || reason.startsWith('Too ') || /must be of type|must (?:not )?validate/.test(detail);
}

/** Loaded when the first object comes to the rules of its definition: most kinds have none. */
function ruleCheck(): typeof import('./rules/check-rules') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./rules/check-rules') as typeof import('./rules/check-rules');
}

/** The values of an ignored status are not validated, but strict decoding reports its unknown fields. */
function checkUnread({ nodes }: Structure, { properties }: StructureNode, status: unknown, complain: Complain): void {
  if (properties && Object.hasOwn(properties, 'status')) {
    new StructureWalk(nodes, complaint => complaint.id === 'AIW1101' && complain(complaint)).value(status, properties.status, Path.root('status'));
  }
}

/** The server decodes metadata first, as ObjectMeta; the schema may restrict only the name further. */
function checkMetadata({ nodes }: Structure, { properties }: StructureNode, metadata: unknown, complain: Complain): void {
  if (metadata === undefined || metadata === null) {
    return;
  }
  const isDescribed = properties !== undefined && Object.hasOwn(properties, 'metadata');
  if (isDescribed) {
    complaintsAbout(nodes, properties.metadata, metadata, Path.root('metadata')).forEach(complain);
  }
  if (!isDescribed || (typeof metadata === 'object' && !Array.isArray(metadata))) {
    checkMetadataShape(metadata, complain);
  }
}

/** Source: apiextensions-apiserver pkg/registry/customresource/validator.go, ValidateScaleSpec (v0.36) */
function checkReplicas(body: Unread, replicas: string, complain: Complain): void {
  let value: unknown = body;
  let path: Path | undefined;
  for (const name of replicas.replace(/^\./, '').split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      return;
    }
    value = (value as Unread)[name];
    path = path ? path.child(name) : Path.root(name);
  }
  if (typeof value === 'number' && value < 0) {
    complain({ id: 'AIW1102', path, reason: 'Invalid value', value, detail: 'should be a non-negative integer' });
  }
}
