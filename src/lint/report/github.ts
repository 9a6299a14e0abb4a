import { inOrder, Outcome } from './outcome';
import { docsOf } from './release';
import { placeOf, renderSummary } from './text';
import { Finding, Severity, severityOf } from '../../base/findings/finding';
import { inOneLine, printable } from '../../base/text/printable';

const COMMANDS: { readonly [severity in Severity]: string } = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Commands of a workflow on GitHub, which shows each beside the line of a change: `::error file=app.yaml,line=12,title=AIW2103 …::message`. What others wrote
 * cannot begin a command, since no line break of it is left.
 *
 * Source: actions/toolkit packages/core/src/command.ts escapeData, escapeProperty (@actions/core 1.11)
 */
export function* renderGithub(outcome: Outcome, shown: readonly Finding[]): Generator<string> {
  for (const finding of inOrder(shown)) {
    yield commandOf(finding);
  }
  for (const text of outcome.unusable ?? []) {
    yield `::error title=cdk8s-ai::${data(inOneLine(text))}\n`;
  }
  yield `${renderSummary(outcome)}\n`;
}

function commandOf(finding: Finding): string {
  const { id, title, file, line, message, notes = [], help } = finding;
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(file === undefined || line === undefined ? [] : [`line=${line}`]),
    `title=${property(`${id} ${title}`)}`,
  ];
  const place = placeOf({ ...finding, file: undefined });
  const said = [...(place === '' ? [] : [place]), message, ...notes.map(note => `note: ${note}`), ...(help ? [`help: ${help}`] : []), docsOf(id)];
  return `::${COMMANDS[severityOf(finding.class)]} ${properties.join(',')}::${data(said.map(printable).join('\n'))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(inOneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
