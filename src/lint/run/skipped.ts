import { Finding } from '../../base/findings/finding';
import { NOT_ACCEPTABLE } from '../acknowledgements/accepted-findings';

/** An id of a finding (`AIW2103`), or a kind (`Service`). */
export type Skip = string;

const ID = /^AIW\d{4}$/;
const KIND = /^[A-Z][A-Za-z0-9]*$/;

/** Why a skip cannot be; undefined where it can. */
export function problemOfSkip(skip: Skip, known: (id: string) => boolean): string | undefined {
  if (!ID.test(skip)) {
    return KIND.test(skip) ? undefined : 'takes the id of a finding (AIW2103) or a kind (Service)';
  }
  return known(skip) ? NOT_ACCEPTABLE[skip] : 'there is no finding of this id; cdk8s-ai rules lists them';
}

/** The findings that are left. What says that not everything was checked is never left out. */
export function withoutSkipped(findings: readonly Finding[], skips: readonly Skip[]): readonly Finding[] {
  const skipped = new Set(skips);
  const isSkipped = ({ id, object }: Finding) => !(id in NOT_ACCEPTABLE) && (skipped.has(id) || (object !== undefined && skipped.has(object.kind)));
  return skipped.size === 0 ? findings : findings.filter(finding => !isSkipped(finding));
}
