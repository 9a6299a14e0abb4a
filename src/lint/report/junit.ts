import { inOrder, isAsBadAs, Outcome } from './outcome';
import { placeOf, renderFinding, renderSummary } from './text';
import { content, element } from './xml';
import { Finding, Severity, severityOf } from '../../base/findings/finding';

/**
 * Findings as the results of tests, which build servers list: what counts for the exit status has failed, the others passed and say what they found. Without
 * findings there is one test, since a report of none counts as a failure on some servers.
 *
 * Source: testmoapp/junitxml, the attributes and elements that Jenkins, GitLab and Azure read
 */
export function* renderJunit(outcome: Outcome, shown: readonly Finding[], severity: Severity): Generator<string> {
  const findings = [...inOrder(shown)];
  const unusable = outcome.unusable ?? [];
  const failures = findings.filter(finding => fails(finding, severity)).length;
  const tests = Math.max(1, findings.length + unusable.length);
  const counts = { name: 'cdk8s-ai lint', tests, failures, errors: unusable.length };
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', counts)}>\n  ${element('testsuite', counts)}>\n`;
  for (const finding of findings) {
    yield caseOf(finding, severity);
  }
  for (const text of unusable) {
    yield `    ${element('testcase', { classname: 'cdk8s-ai', name: 'the input' })}>${element('error', { message: text })}/></testcase>\n`;
  }
  if (findings.length + unusable.length === 0) {
    yield `    ${element('testcase', { classname: 'cdk8s-ai', name: renderSummary(outcome) })}/>\n`;
  }
  yield '  </testsuite>\n</testsuites>\n';
}

function fails(finding: Finding, severity: Severity): boolean {
  return isAsBadAs(severityOf(finding.class), severity);
}

function caseOf(finding: Finding, severity: Severity): string {
  const { id, title, file, line, construct, message } = finding;
  const place = placeOf({ ...finding, file: undefined });
  const start = element('testcase', { classname: construct ?? file ?? 'cdk8s-ai', name: `${id} ${title}${place === '' ? '' : `: ${place}`}`, file, line });
  const text = content(renderFinding(finding));
  const told = fails(finding, severity) ? `${element('failure', { type: severityOf(finding.class), message })}>${text}</failure>` : `<system-out>${text}</system-out>`;
  return `    ${start}>${told}</testcase>\n`;
}
