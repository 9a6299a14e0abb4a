import { countOfSeverity, inOrder, Outcome } from './outcome';
import { docsOf } from './release';
import { withItems } from './with-items';
import { Finding, severityOf } from '../../base/findings/finding';
import { printable } from '../../base/text/printable';

/** The report for programs, in pieces. Its schema is documented in docs/command-line.md; fields are added, never removed. */
export function renderJson(outcome: Outcome): Iterable<string> {
  const minors = outcome.minors ?? [];
  return withItems(items => ({
    findings: items,
    summary: {
      objects: outcome.objects,
      errors: countOfSeverity(outcome, 'error'),
      warnings: countOfSeverity(outcome, 'warning'),
      infos: countOfSeverity(outcome, 'info'),
      acknowledged: outcome.acknowledged,
    },
    // `kubernetes` is the newest one where several were asked about.
    target: { kubernetes: minors.at(-1), minors },
    unusable: (outcome.unusable ?? []).map(text => printable(text)),
  }), inOrder(outcome.findings), jsonOf);
}

/** Names are unchanged; sentences are made safe to print, since people may see them in a terminal. */
function jsonOf(finding: Finding): object {
  const { id, title, object, field, message, notes = [], help, fix, file, line, construct, kubernetes } = finding;
  const severity = severityOf(finding.class);
  const said = { message: printable(message), notes: notes.map(printable), help: help && printable(help) };
  return { id, title, class: finding.class, severity, object, field, ...said, fix, docs: docsOf(id), file, line, construct, kubernetes };
}
