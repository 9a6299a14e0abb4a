import { IConstruct } from 'constructs';
import { Accepted, NOT_ACCEPTABLE, STALE } from './accepted-findings';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Finding } from '../../base/findings/finding';

/**
 * A finding that somebody has looked at and accepts.
 */
export interface Acknowledgement {
  /** Id of the finding, as the report prints it: `AIW2103`. */
  readonly id: string;

  /** Why it is right here, for the next reader. Must not be empty. */
  readonly reason: string;
}

const ACKNOWLEDGED = Symbol.for('cdk8s-ai-workloads.Checks.acknowledged');

interface Slots {
  [ACKNOWLEDGED]?: Acknowledgement[];
}

/** Stores an acknowledgement on a construct. */
export function acknowledgeOn(construct: IConstruct, { id, reason }: Acknowledgement): void {
  ((construct as unknown as Slots)[ACKNOWLEDGED] ??= []).push({ id, reason });
}

/** Throws if the id is malformed or cannot be accepted, or the reason is empty. */
export function checkAcknowledgement(finding: Acknowledgement): void {
  if (!/^AIW[0-9]{4}$/.test(finding.id)) {
    throw invalid('acknowledge(id)', finding.id, 'is not the id of a finding', 'copy it from the report, like AIW2103');
  }
  if (NOT_ACCEPTABLE[finding.id]) {
    throw forbidden('acknowledge(id)', `${finding.id} cannot be accepted: ${NOT_ACCEPTABLE[finding.id]}`, 'repair what it names');
  }
  if (finding.reason.trim() === '') {
    throw required('acknowledge(reason)', 'an acknowledgement without a reason helps nobody', 'say why the finding is right here');
  }
}

/** Acknowledgements made on one construct. */
export function acknowledgementsOf(construct: IConstruct): readonly Acknowledgement[] {
  return (construct as unknown as Slots)[ACKNOWLEDGED] ?? [];
}

/** An acknowledgement on a construct accepts findings of its id at or below that construct. */
export function acceptedBelow(path: string, { id, reason }: Acknowledgement): Accepted {
  return { id, reason, covers: ({ construct = '' }) => path === '' || construct === path || construct.startsWith(`${path}/`), stale: () => stale(path, id, reason) };
}

function stale(path: string, id: string, reason: string): Finding {
  return {
    ...STALE,
    field: 'acknowledge(id)',
    message: `Invalid value: ${JSON.stringify(id)}: no such finding here (reason given: ${JSON.stringify(reason)})`,
    help: 'remove it: what it accepted is gone, or lies elsewhere in the tree',
    construct: path,
  };
}
