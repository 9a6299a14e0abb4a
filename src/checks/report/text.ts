import { Finding, Severity, severityOf } from '../finding';

/** What one run of the checks found. */
export interface Outcome {
  /** Findings that nobody acknowledged. */
  readonly findings: readonly Finding[];
  readonly acknowledged: number;
  readonly objects: number;
}

const ORDER: readonly Severity[] = ['error', 'warning', 'info'];

/** The report that a person reads: the worst first, each finding complete in itself, a count at the end. */
export function renderReport(outcome: Outcome): string {
  const sorted = ORDER.flatMap(severity => outcome.findings.filter(finding => severityOf(finding.class) === severity));
  return [...sorted.map(renderFinding), renderSummary(outcome)].join('\n\n');
}

export function renderFinding(finding: Finding): string {
  return [
    `${severityOf(finding.class)}[${finding.id}] ${finding.title}`,
    renderPlace(finding),
    ...indent('      ', finding.message),
    ...(finding.notes ?? []).flatMap(note => labelled('note', note)),
    ...(finding.help ? labelled('help', finding.help) : []),
  ].filter(line => line !== '').join('\n');
}

/** `--> Serving/Router (Service prod/llm-router)  spec.selector`: whatever of it is known. */
function renderPlace(finding: Finding): string {
  const object = finding.object;
  const identity = object && `${object.kind} ${object.namespace ? `${object.namespace}/` : ''}${object.name || '(generated name)'}`;
  const where = finding.construct ? `${finding.construct}${identity ? ` (${identity})` : ''}` : identity;
  const parts = [where, finding.field].filter(part => part !== undefined && part !== '');
  return parts.length > 0 ? `  --> ${parts.join('  ')}` : '';
}

function labelled(label: string, text: string): string[] {
  const [first, ...rest] = text.split('\n');
  return [`  ${label}: ${first}`, ...rest.map(line => `  ${' '.repeat(label.length + 2)}${line}`)];
}

function indent(margin: string, text: string): string[] {
  return text.split('\n').map(line => margin + line);
}

/** `2 errors, 1 warning, 0 infos; 1 acknowledged; 41 objects checked`. */
export function renderSummary(outcome: Outcome): string {
  const counts = ORDER.map(severity => count(outcome.findings.filter(finding => severityOf(finding.class) === severity).length, severity));
  return [
    counts.join(', '),
    ...(outcome.acknowledged > 0 ? [`${outcome.acknowledged} acknowledged`] : []),
    `${count(outcome.objects, 'object')} checked`,
  ].join('; ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
