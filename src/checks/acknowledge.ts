import { IConstruct } from 'constructs';
import { Finding } from './finding';
import { forbidden, invalid, required } from './invalid-input';

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

/** Findings without which there is no manifest, or that are about acknowledgements themselves. */
const NOT_A_CHOICE: { readonly [id: string]: string } = {
  AIW0003: 'it says that an acknowledgement is of no use',
  AIW1001: 'it says that the input cannot become a manifest',
  AIW1002: 'it says that the object cannot be rendered',
};

/** Leaves an acknowledgement on a construct. */
export function acknowledgeOn(construct: IConstruct, { id, reason }: Acknowledgement): void {
  ((construct as unknown as Slots)[ACKNOWLEDGED] ??= []).push({ id, reason });
}

/** Refuses what would accept nothing, or what cannot be accepted. */
export function checkAcknowledgement(finding: Acknowledgement): void {
  if (!/^AIW[0-9]{4}$/.test(finding.id)) {
    throw invalid('acknowledge.id', finding.id, 'is not the id of a finding', 'copy it from the report, like AIW2103');
  }
  if (NOT_A_CHOICE[finding.id]) {
    throw forbidden('acknowledge.id', `${finding.id} cannot be accepted: ${NOT_A_CHOICE[finding.id]}`, 'repair what it names');
  }
  if (finding.reason.trim() === '') {
    throw required('acknowledge.reason', 'an acknowledgement without a reason helps nobody', 'say why the finding is right here');
  }
}

/** Acknowledgements made on one construct. */
export function acknowledgementsOf(construct: IConstruct): readonly Acknowledgement[] {
  return (construct as unknown as Slots)[ACKNOWLEDGED] ?? [];
}

/** Findings parted by the acknowledgements of a tree. */
export interface Sifted {
  /** What remains, with a warning for each acknowledgement of nothing. */
  readonly open: Finding[];
  readonly acknowledged: Finding[];
}

/** An acknowledgement with the path of the construct it was made on. */
export interface PlacedAcknowledgement extends Acknowledgement {
  readonly path: string;
}

/** Parts findings: an acknowledgement takes those of its id at or below its construct. */
export function sift(findings: readonly Finding[], acknowledgements: readonly PlacedAcknowledgement[]): Sifted {
  const used = new Set<PlacedAcknowledgement>();
  const open: Finding[] = [];
  const acknowledged: Finding[] = [];
  for (const finding of findings) {
    const takers = acknowledgements.filter(each => each.id === finding.id && isBelow(finding.construct ?? '', each.path));
    takers.forEach(taker => used.add(taker));
    (takers.length > 0 ? acknowledged : open).push(finding);
  }
  const stale = acknowledgements.filter(each => !used.has(each)).map(staleAcknowledgement);
  return { open: [...open, ...stale], acknowledged };
}

function isBelow(path: string, scope: string): boolean {
  return scope === '' || path === scope || path.startsWith(`${scope}/`);
}

function staleAcknowledgement(acknowledgement: PlacedAcknowledgement): Finding {
  return {
    id: 'AIW0003',
    title: 'an acknowledgement matches nothing',
    class: 'risky',
    field: 'acknowledge.id',
    message: `Invalid value: ${JSON.stringify(acknowledgement.id)}: no such finding here (reason given: ${JSON.stringify(acknowledgement.reason)})`,
    help: 'remove it: what it accepted is gone, or lies elsewhere in the tree',
    construct: acknowledgement.path,
  };
}
