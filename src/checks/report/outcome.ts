import { Finding, Severity, severityOf } from '../finding';

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

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Findings in the order of a report: the worst first, and as they were found within that. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  return SEVERITIES.flatMap(severity => findings.filter(finding => severityOf(finding.class) === severity));
}

export function countOf(outcome: Outcome, severity: Severity): number {
  return outcome.findings.filter(finding => severityOf(finding.class) === severity).length;
}

/** Whether a severity is as bad as another, or worse. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}
