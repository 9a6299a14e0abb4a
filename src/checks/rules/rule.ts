import { Facts } from '../facts/facts';
import { Manifest } from '../facts/manifest';
import { Finding, FindingClass } from '../finding';

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

export type Report = (subject: Manifest, complaint: Complaint) => void;

/** One concern. It reads facts, reports on its subject, changes nothing and keeps nothing between runs. */
export interface Rule {
  /** Never changes and is never given to another rule: acknowledgements name it. */
  readonly id: string;
  /** The bad thing in lower case, so that it reads well after the word "error". */
  readonly title: string;
  readonly class: FindingClass;
  /** Why it matters, in a sentence, with its source. */
  readonly reason: string;
  readonly check: (facts: Facts, report: Report) => void;
}

/** Runs rules over facts. A rule that breaks on strange input says so; it does not take the report of the others with it. */
export function runRules(rules: readonly Rule[], facts: Facts): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const report: Report = (subject, complaint) => {
      findings.push({
        id: rule.id,
        title: rule.title,
        class: complaint.class ?? rule.class,
        object: subject.reference,
        field: complaint.field,
        message: complaint.message,
        notes: complaint.notes,
        help: complaint.help,
        construct: subject.construct,
      });
    };
    try {
      rule.check(facts, report);
    } catch (error) {
      findings.push(brokenRule(rule, error));
    }
  }
  return findings;
}

function brokenRule(rule: Rule, error: unknown): Finding {
  return {
    id: 'AIW0004',
    title: 'a rule could not run',
    class: 'risky',
    message: `Internal error: ${rule.id} (${rule.title}): ${error instanceof Error ? error.message : String(error)}`,
    help: 'the other rules ran; please report this with the manifest',
  };
}
