import { countOf, inOrder, Outcome } from './outcome';
import { docsOf } from './release';
import { Finding, severityOf } from '../finding';

/** The report for programs. Its form is documented in docs/command-line.md and only grows. */
export function renderJson(outcome: Outcome): string {
  const minors = outcome.minors ?? [];
  return `${JSON.stringify({
    findings: inOrder(outcome.findings).map(jsonOf),
    summary: {
      objects: outcome.objects,
      errors: countOf(outcome, 'error'),
      warnings: countOf(outcome, 'warning'),
      infos: countOf(outcome, 'info'),
      acknowledged: outcome.acknowledged,
    },
    // `kubernetes` is the newest one where several were asked about.
    target: { kubernetes: minors.at(-1), minors },
    unusable: outcome.unusable ?? [],
  }, undefined, 2)}\n`;
}

function jsonOf(finding: Finding): object {
  const { id, title, object, field, message, notes = [], help, file, line, construct, kubernetes } = finding;
  const severity = severityOf(finding.class);
  return { id, title, class: finding.class, severity, object, field, message, notes, help, docs: docsOf(id), file, line, construct, kubernetes };
}
