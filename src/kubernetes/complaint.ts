import { Manifest } from './manifest';
import { boundedWords } from '../base/findings/bounded';
import { Finding, FindingClass } from '../base/findings/finding';

/** What a rule says about one object. */
export interface Complaint {
  /** Path inside the object: `spec.template.spec.containers[0].env[2].value`. */
  readonly field: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  /** Where this case is less sure than the rule. */
  readonly class?: FindingClass;
}

/** A complaint about an object with all that is known of where the object stands. */
export function findingOn(subject: Manifest, what: Complaint & Pick<Finding, 'id' | 'title' | 'class'>): Finding {
  const { construct, file, lineOf } = subject.origin;
  return { ...boundedWords(what), object: subject.reference, construct, ...(file !== undefined && { file, line: lineOf?.(what.field) }) };
}
