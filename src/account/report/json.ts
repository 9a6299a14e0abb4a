import { Finding, severityOf } from '../../base/findings/finding';
import { printable } from '../../base/text/printable';
import { docsOf } from '../../lint/report/release';
import { Account } from '../account';

/** The account for programs. docs/explain.md has its form; fields are added, never removed. */
export function* jsonPieces(account: Account): Generator<string> {
  const { findings, workloads, objects, ...rest } = account;
  const lists: readonly (readonly [name: string, items: readonly object[]])[] = [
    ['workloads', workloads],
    ['objects', objects],
    ['findings', findings.map(findingOf)],
  ];
  const { summary, minors, ...others } = rest;
  yield `{\n  "summary": ${indented(summary)},\n  "target": ${indented({ kubernetes: minors.at(-1), minors })},\n`;
  for (const [name, items] of lists) {
    yield `  "${name}": [`;
    for (const [index, item] of items.entries()) {
      yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(item)}`;
    }
    yield items.length === 0 ? '],\n' : '\n  ],\n';
  }
  yield `  "others": ${indented(others.others)},\n  "loose": ${JSON.stringify(others.loose)},\n  "unusable": ${indented(others.unusable.map(text => printable(text)))}\n}\n`;
}

/** As `lint` gives it. */
function findingOf({ message, notes = [], help, ...finding }: Finding): object {
  const said = { message: printable(message), notes: notes.map(printable), help: help && printable(help) };
  return { ...finding, severity: severityOf(finding.class), ...said, docs: docsOf(finding.id) };
}

function indented(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ');
}
