import { Finding, FindingClass } from '../../base/findings/finding';
import { MOST_OF_RULE, TooMany, tooMany, LimitedFindings } from '../../base/findings/limited-findings';
import { cut, LONGEST_TEXT } from '../../base/text/cut';
import { Complaint, findingOn } from '../../kubernetes/complaint';
import { Manifest } from '../../kubernetes/manifest';
import { Facts } from '../facts/facts';

export type Report = (subject: Manifest, complaint: Complaint) => void;

/** What is said of a rule, for readers. */
export interface RuleText {
  /** Never changes and is never given to another rule: acknowledgements name it. */
  readonly id: string;
  /** The bad thing in lower case, so that it reads well after the word "error". */
  readonly title: string;
  readonly class: FindingClass;
  /** Why it matters, in a sentence or two: what the cluster does. */
  readonly reason: string;
  /** Where the statement comes from: a file of Kubernetes or another project with its version, a KEP, an issue, a measurement. */
  readonly source: string;
  /** What to do about it in general; a finding's own help is about its case. */
  readonly remedy: string;
  /** What it reports on: kinds (`Service`), or words for readers (`every carrier of pods`). Where it names kinds alone, it is not asked where none of them is. */
  readonly appliesTo: readonly string[];
  /** When a finding is surer or less sure than the class says, in words: `warning when the pods may be made elsewhere`. */
  readonly but?: string;
  /** What of it `lint --fix` writes, in words: `a name that is nearly right`. */
  readonly fixable?: string;
}

/** One concern. It reads what it is given, reports on its subject, changes nothing and keeps nothing between runs. */
export interface RuleOver<Subject> extends RuleText {
  readonly check: (subject: Subject, report: Report) => void;
}

/** A rule over final objects. */
export type Rule = RuleOver<Facts>;

const KIND = /^[A-Z]\w+$/;

/** Whether a rule can report on objects of these kinds. The build loads no more of a rule than this asks for. */
export function applies({ appliesTo }: RuleText, kinds: ReadonlySet<string>): boolean {
  return appliesTo.some(each => kinds.has(each) || !KIND.test(each));
}

/** Runs rules. A rule that breaks on strange input says so; it does not take the report of the others with it. */
export function findingsOfRules<Subject>(rules: readonly RuleOver<Subject>[], checked: Subject): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const said = new Map<Manifest, string | Set<string>>();
    const told = new LimitedFindings(`${rule.id} (${rule.title})`, MOST_OF_RULE);
    const report: Report = (subject, complaint) => {
      const kind = complaint.class ?? rule.class;
      if (told.isFull(kind) || isNew(said, subject, complaint)) {
        told.add(kind, () => findingOn(subject, { ...complaint, class: kind, help: complaint.help ?? rule.remedy, id: rule.id, title: rule.title }));
      }
    };
    try {
      rule.check(checked, report);
    } catch (error) {
      told.add('risky', () => (error instanceof TooMany ? tooMany(`${rule.id} (${rule.title}) stopped: ${error.message}`) : brokenRule(rule, error)));
    }
    told.list().forEach(finding => findings.push(finding));
  }
  return findings;
}

/** One template may make pods of several roles (leader and workers of a LeaderWorkerSet); what is wrong in it is said once. */
function isNew(said: Map<Manifest, string | Set<string>>, subject: Manifest, { field, message }: Complaint): boolean {
  const text = `${cut(field, LONGEST_TEXT)}\n${cut(message, LONGEST_TEXT)}`;
  const known = said.get(subject);
  if (known === undefined || known === text) {
    said.set(subject, text);
    return known === undefined;
  }
  const several = typeof known === 'string' ? new Set([known]) : known;
  said.set(subject, several);
  const before = several.size;
  return several.add(text).size > before;
}

function brokenRule(rule: RuleText, error: unknown): Finding {
  return {
    id: 'AIW0004',
    title: 'a rule could not run',
    class: 'risky',
    message: `Internal error: ${rule.id} (${rule.title}): ${error instanceof Error ? error.message : String(error)}`,
    help: 'the other rules ran; please report this with the manifest',
  };
}
