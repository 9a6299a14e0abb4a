import { inOrder, Outcome } from './outcome';
import { placeOf } from './text';
import { element } from './xml';
import { Finding, severityOf } from '../../base/findings/finding';

/** Findings by file in the form of Checkstyle, which review tools read. Source: checkstyle/checkstyle XMLLogger.java (10.21) */
export function* renderCheckstyle(outcome: Outcome, shown: readonly Finding[]): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<checkstyle version="4.3">\n';
  for (const [file, findings] of byFile(shown)) {
    yield `  ${element('file', { name: file })}>\n`;
    for (const finding of findings) {
      const { id, line, message, help } = finding;
      const place = placeOf({ ...finding, file: undefined, construct: undefined });
      const said = `${finding.title}${place === '' ? '' : ` (${place})`}: ${message}${help ? `; help: ${help}` : ''}`;
      yield `    ${element('error', { line: line ?? 1, severity: severityOf(finding.class), message: said, source: `cdk8s-ai.${id}` })}/>\n`;
    }
    yield '  </file>\n';
  }
  for (const text of outcome.unusable ?? []) {
    yield `  ${element('file', { name: 'cdk8s-ai' })}>\n    ${element('error', { line: 1, severity: 'error', message: text, source: 'cdk8s-ai' })}/>\n  </file>\n`;
  }
  yield '</checkstyle>\n';
}

/** A finding of a construct stands under the path of that. */
function byFile(shown: readonly Finding[]): Map<string, Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const finding of inOrder(shown)) {
    const file = finding.file ?? finding.construct ?? 'cdk8s-ai';
    files.set(file, [...files.get(file) ?? [], finding]);
  }
  return files;
}
