import { Manifest } from './manifest';
import { boundedWords } from '../base/findings/bounded';
import { Finding, FindingClass } from '../base/findings/finding';

/** A problem of one object, as a rule reports it. */
export interface Complaint {
  /** Path inside the object: `spec.template.spec.containers[0].env[2].value`. */
  readonly field: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  /** Overrides the class of the rule, where this case is less certain. */
  readonly class?: FindingClass;
}

/** Makes a finding of a complaint: adds the object and where it comes from. */
export function findingOn(subject: Manifest, what: Complaint & Pick<Finding, 'id' | 'title' | 'class'>): Finding {
  const { construct, file, lineOf } = subject.origin;
  return { ...boundedWords(what), object: subject.reference, construct, ...(file !== undefined && { file, line: lineOf?.(what.field) }) };
}
