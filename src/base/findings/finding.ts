import { Fix } from './fix';

/**
 * By certainty and severity: refused by the API server, dropped by it, can never work, loses or moves data when applied, works until something fails,
 * good to know.
 */
export type FindingClass = 'rejected' | 'dropped' | 'broken' | 'lossy' | 'risky' | 'advice';

export type Severity = 'error' | 'warning' | 'info';

/** The first four fail a synth. */
export function severityOf(kind: FindingClass): Severity {
  return kind === 'risky' ? 'warning' : kind === 'advice' ? 'info' : 'error';
}

/** Which object a finding is about. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty where the manifest has none. */
  readonly namespace: string;
  readonly name: string;
}

/** One finding. Every report format renders this. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly class: FindingClass;
  readonly object?: ObjectReference;
  /** Path inside the object: `spec.template.spec.containers[0].env[2].value`. */
  readonly field?: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  /** What to write instead, where that is certain. */
  readonly fix?: Fix;
  /** Construct path; absent for objects without one. */
  readonly construct?: string;
  /** File as the user named it, and the line of the field or of what is nearest to it. */
  readonly file?: string;
  readonly line?: number;
  /** The minors that it holds for, where several were checked and not all have it. */
  readonly kubernetes?: readonly string[];
}
