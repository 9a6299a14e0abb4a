import { SEVERITIES } from './outcome';
import { counted, PLAIN, Style } from './text';
import { Finding, Severity, severityOf } from '../../base/findings/finding';
import { inOneLine } from '../../base/text/printable';

interface Row {
  readonly severity: Severity;
  readonly id: string;
  readonly title: string;
  readonly findings: Finding[];
}

/** A line for each rule: how often it found something, in how many files, and where first. The worst first, then the most frequent. */
export function* renderByRule(findings: readonly Finding[], style: Style = PLAIN): Generator<string> {
  const rows = rowsOf(findings);
  const width = (texts: readonly string[]) => Math.max(...texts.map(text => text.length));
  const counts = rows.map(({ severity, findings: { length } }) => counted(length, severity));
  const [left, middle] = [width(counts), width(rows.map(({ title }) => title))];
  for (const [index, { severity, id, title, findings: found }] of rows.entries()) {
    yield `${style.severity(severity, counts[index].padStart(left))}  ${id}  ${title.padEnd(middle)}  ${placesOf(found)}\n`;
  }
}

function rowsOf(findings: readonly Finding[]): Row[] {
  const rows = new Map<string, Row>();
  for (const finding of findings) {
    const severity = severityOf(finding.class);
    const key = `${severity} ${finding.id}`;
    const row = rows.get(key) ?? { severity, id: finding.id, title: finding.title, findings: [] };
    row.findings.push(finding);
    rows.set(key, row);
  }
  return [...rows.values()].sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity)
    || other.findings.length - one.findings.length || (one.id < other.id ? -1 : 1));
}

function placesOf(findings: readonly Finding[]): string {
  const sources = new Set(findings.map(({ construct, file }) => construct ?? file ?? ''));
  const { construct, file, line } = findings[0];
  const first = construct ?? (file === undefined ? '' : line === undefined ? file : `${file}:${line}`);
  return `${sources.size > 1 ? `${counted(sources.size, construct === undefined ? 'file' : 'construct')}, first ` : ''}${inOneLine(first)}`;
}
