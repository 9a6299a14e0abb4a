import { inOrder, Outcome, SEVERITIES, countOfSeverity } from './outcome';
import { docsOf } from './release';
import { Finding, Severity, severityOf } from '../../base/findings/finding';
import { inOneLine, printable } from '../../base/text/printable';

/** How parts of a report stand out; plain text where nothing is said. */
export interface Style {
  readonly severity: (severity: Severity, text: string) => string;
  readonly place: (text: string) => string;
  readonly label: (text: string) => string;
}

export const PLAIN: Style = { severity: (_, text) => text, place: text => text, label: text => text };

/** The report that a person reads, piece by piece: the worst first, each finding complete in itself, a count at the end. */
export function* reportInPieces(outcome: Outcome, style: Style = PLAIN): Generator<string> {
  yield* findingsInPieces(outcome.findings, style);
  yield `${renderSummary(outcome)}\n`;
}

/** The findings of it alone. */
export function* findingsInPieces(shown: readonly Finding[], style: Style): Generator<string> {
  for (const finding of inOrder(shown)) {
    yield `${renderFinding(finding, style)}${renderPage(finding, style)}\n\n`;
  }
}

/** The same as one text, for the message of an error: as much of it as such a text holds, and the count at the end. */
export function renderReport(outcome: Outcome): string {
  let text = '';
  let told = 0;
  for (const piece of reportInPieces(outcome)) {
    if (told < outcome.findings.length && text.length + piece.length > LONGEST_REPORT) {
      return `${text}${counted(outcome.findings.length - told, 'finding')} more\n\n${renderSummary(outcome)}`;
    }
    text += piece;
    told++;
  }
  return text.trimEnd();
}

/** Characters: thousands of findings. */
const LONGEST_REPORT = 4_000_000;

/** Where more is said of it; the page of AIW1001 says no more than the message does. */
function renderPage({ id }: Finding, style: Style): string {
  return id === 'AIW1001' ? '' : `\n${labelled('docs', docsOf(id), style).join('\n')}`;
}

/** A finding without its page, as the page itself shows it. */
export function renderFinding(finding: Finding, style: Style = PLAIN): string {
  const severity = severityOf(finding.class);
  return [
    `${style.severity(severity, `${severity}[${finding.id}]`)} ${finding.title}`,
    renderPlace(finding, style),
    ...indent('      ', finding.message),
    ...(finding.kubernetes ? labelled('note', `Kubernetes ${finding.kubernetes.join(', ')}`, style) : []),
    ...(finding.notes ?? []).flatMap(note => labelled('note', note, style)),
    ...(finding.help ? labelled('help', finding.help, style) : []),
  ].filter(line => line !== '').join('\n');
}

/**
 * `--> Serving/Router (Service prod/llm-router)  spec.selector`, `--> Serving/Router (app.ts:12)  container.image` or
 * `--> dist/app.yaml:12 (Service prod/llm-router)  spec.selector`: whatever of it is known.
 */
function renderPlace(finding: Finding, style: Style): string {
  const place = placeOf(finding, style);
  return place === '' ? '' : `  --> ${place}`;
}

/** The same in one line, without the arrow. */
export function placeOf({ object, construct, file, line, field }: Finding, style: Style = PLAIN): string {
  const identity = object && `${object.kind} ${object.namespace ? `${object.namespace}/` : ''}${object.name || '(generated name)'}`;
  const inFile = file && (line === undefined ? file : `${file}:${line}`);
  const source = construct || inFile;
  const beside = identity || (construct ? inFile : undefined);
  const shown = beside && inOneLine(beside);
  const where = source ? `${style.place(inOneLine(source))}${shown ? ` (${shown})` : ''}` : shown;
  return [where, field && inOneLine(field)].filter(part => part !== undefined && part !== '').join('  ');
}

function labelled(label: string, text: string, style: Style): string[] {
  const [first, ...rest] = printable(text).split('\n');
  return [`  ${style.label(`${label}:`)} ${first}`, ...rest.map(line => `  ${' '.repeat(label.length + 2)}${line}`)];
}

function indent(margin: string, text: string): string[] {
  return printable(text).split('\n').map(line => margin + line);
}

/** `2 errors, 1 warning, 0 infos; 1 acknowledged; 41 objects checked`. */
export function renderSummary(outcome: Outcome): string {
  const counts = SEVERITIES.map(severity => counted(countOfSeverity(outcome, severity), severity));
  return [
    counts.join(', '),
    ...(outcome.acknowledged > 0 ? [`${outcome.acknowledged} acknowledged${inParents(outcome.acknowledgedIn ?? [])}`] : []),
    ...(outcome.skipped ? [`${outcome.skipped} skipped`] : []),
    ...(outcome.inBaseline ? [`${outcome.inBaseline} in the baseline`] : []),
    `${counted(outcome.objects, 'object')} checked${outcome.minors ? ` for Kubernetes ${outcome.minors.join(', ')}` : ''}`,
  ].join('; ');
}

/** A configuration of the working folder is expected; one of a folder above is named. */
function inParents(files: readonly string[]): string {
  const above = files.filter(file => file.startsWith('..') || file.startsWith('/'));
  return above.length === 0 ? '' : ` (by ${above.map(inOneLine).join(', ')})`;
}

export function counted(number: number, noun: string, several = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : several}`;
}
