import { boundedFinding } from '../../base/findings/bounded';
import { Finding, Severity, severityOf } from '../../base/findings/finding';

/** What one run of the checks found. */
export interface Outcome {
  /** Findings that nobody acknowledged. */
  readonly findings: readonly Finding[];
  readonly acknowledged: number;
  readonly objects: number;
  /** Minors that were asked about. */
  readonly minors?: readonly string[];
  /** Files that could not be had at all, with the reason. */
  readonly unusable?: readonly string[];
}

/** Findings that say that not all was checked: a rule could not run, input could not be read. */
const INCOMPLETE: ReadonlySet<string> = new Set(['AIW0004', 'AIW0005']);

/** Whether everything that was asked for was checked. Otherwise the absence of findings says nothing. */
export function isComplete({ findings, unusable = [] }: Outcome): boolean {
  return unusable.length === 0 && !findings.some(({ id }) => INCOMPLETE.has(id));
}

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Findings in the order of a report: the worst first, and as they were found within that; each in a bearable length. */
export function* inOrder(findings: readonly Finding[]): Generator<Finding> {
  for (const severity of SEVERITIES) {
    for (const finding of findings) {
      if (severityOf(finding.class) === severity) {
        yield boundedFinding(finding);
      }
    }
  }
}

export function countOfSeverity(outcome: Outcome, severity: Severity): number {
  return outcome.findings.filter(finding => severityOf(finding.class) === severity).length;
}

/** Whether a severity is as bad as another, or worse. */
export function isAsBadAs(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}
