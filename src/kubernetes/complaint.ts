import { Manifest } from './manifest';
import { boundedWords } from '../base/findings/bounded';
import { Finding, FindingClass } from '../base/findings/finding';
import { Fix } from '../base/findings/fix';
import { Origin } from '../base/findings/origin';

/** A problem of one object, as a rule reports it. */
export interface Complaint {
  /** Path inside the object: `spec.template.spec.containers[0].env[2].value`. */
  readonly field: string;
  /** `Reason: value: detail`, as the API server words it. */
  readonly message: string;
  readonly notes?: readonly string[];
  readonly help?: string;
  /** What to write instead, where that is certain. */
  readonly fix?: Fix;
  /** Overrides the class of the rule, where this case is less certain. */
  readonly class?: FindingClass;
}

/**
 * Makes a finding of a complaint: adds the object and where it comes from. Its line is looked up when somebody reads it, since that reads the document again, and most
 * findings are counted and not printed.
 */
export function findingOn(subject: Manifest, what: Complaint & Pick<Finding, 'id' | 'title' | 'class'>): Finding {
  const { origin, reference } = subject;
  const { construct, file } = origin;
  const finding = { ...boundedWords(what), object: reference, construct };
  return file === undefined ? finding : new FindingInFile(origin, what.field, { ...finding, file }) as unknown as Finding;
}

/** Its line is a property of its own, so that a copy has it too. The getter is one for all: with one each, a finding took 1.5 kB instead of 0.7. */
class FindingInFile {
  private static readonly LINE: PropertyDescriptor & ThisType<FindingInFile> = {
    enumerable: true,
    configurable: true,
    get() { return this.#line ??= this.#origin.lineOf?.(this.#field); },
  };

  readonly #origin: Origin;
  readonly #field: string;
  #line?: number;

  /** @param field the whole path: that of the finding may be cut. */
  constructor(origin: Origin, field: string, finding: Finding) {
    this.#origin = origin;
    this.#field = field;
    Object.assign(this, finding);
    Object.defineProperty(this, 'line', FindingInFile.LINE);
  }
}
