import { boundedFinding } from '../../base/findings/bounded';
import { Finding, Severity, severityOf } from '../../base/findings/finding';
import type { InputFile } from '../input/paths';

/** The result of one run. */
export interface Outcome {
  /** Findings that nobody acknowledged. */
  readonly findings: readonly Finding[];
  readonly acknowledged: number;
  /** Configurations that acknowledge some of them. */
  readonly acknowledgedIn?: readonly string[];
  /** Findings that the run was asked to leave out. */
  readonly skipped?: number;
  /** Findings that are known since before. */
  readonly inBaseline?: number;
  readonly objects: number;
  /** Minors that were asked about. */
  readonly minors?: readonly string[];
  /** Files of the input, for reports that say what to write in them. */
  readonly files?: readonly InputFile[];
  /** Files that could not be read at all, with the reason. */
  readonly unusable?: readonly string[];
}

/** Findings that mean that something was not checked: a rule failed, or input could not be read. */
const INCOMPLETE: ReadonlySet<string> = new Set(['AIW0004', 'AIW0005']);

/** Whether everything was checked; if not, the absence of findings proves nothing. */
export function isComplete({ findings, unusable = [] }: Outcome): boolean {
  return unusable.length === 0 && !findings.some(({ id }) => INCOMPLETE.has(id));
}

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Findings in report order: by severity, then as found; each cut to a readable length. */
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
