import { Complain, StructureComplaint } from './complaint';
import { defaulted } from './defaulted';
import { StructureNode, NodeId, Nodes } from './node';
import { unfilledPlace } from '../../../knowledge/unfilled-places';
import { Path } from '../../validation/path';

export interface Judged {
  readonly value: unknown;
  readonly node: StructureNode;
  readonly path: Path | undefined;
  readonly nodes: Nodes;
  /** Whether nulls are already dropped and defaults set. */
  readonly isSettled: boolean;
  /** Validates a value against another schema at the same path. */
  readonly complaintsOf: (id: NodeId, value: unknown) => readonly StructureComplaint[];
}

/**
 * anyOf, oneOf, allOf and not. The server reports no field here, only a sentence with the path; it appends the errors of the closest branch, which we omit.
 * Source: kube-openapi pkg/validation/validate/schema_props.go
 */
export function checkJunctors({ value, node, path, nodes, isSettled, complaintsOf }: Judged, complain: Complain): void {
  const plain = isSettled ? value : defaulted(value, node, nodes);
  const wrongs = (id: NodeId): readonly StructureComplaint[] => complaintsOf(id, plain);
  const isRight = (id: NodeId): boolean => wrongs(id).length === 0;
  const say = (what: string) => complain({
    // The server shows no value: a place that is not filled in is shown all the same, since it is the reason.
    id: 'AIW1102', path, reason: 'Invalid value', value: unfilledPlace(JSON.stringify(value)) ?? '', detail: `"${path?.toString() ?? ''}" must ${what}`,
  });
  if (node.anyOf && !node.anyOf.some(isRight)) {
    say('validate at least one schema (anyOf)');
  }
  if (node.oneOf) {
    const right = node.oneOf.filter(isRight).length;
    if (right !== 1) {
      say(`validate one and only one schema (oneOf). Found ${right === 0 ? 'none valid' : `${right} valid alternatives`}`);
    }
  }
  for (const id of node.allOf ?? []) {
    wrongs(id).forEach(complain);
  }
  if (node.not !== undefined && isRight(node.not)) {
    say('not validate the schema (not)');
  }
}
