import type { Fix, Log, Location, ReportingDescriptor, Result } from 'sarif';
import { inOrder, isComplete, Outcome } from './outcome';
import { docsOf, HOME } from './release';
import type { sarifFixes } from './sarif-fixes';
import { uriOf } from './uri';
import { withItems } from './with-items';
import { Finding, Severity, severityOf } from '../../base/findings/finding';
import { inOneLine, printable } from '../../base/text/printable';

/** The description of an id in a list of rules. */
export interface Described {
  readonly id: string;
  readonly title: string;
  readonly class: Finding['class'];
  readonly reason: string;
  readonly remedy: string;
}

const LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = { error: 'error', warning: 'warning', info: 'note' };

/** The report as SARIF 2.1.0, which code hosts show beside changed lines; in pieces. */
export function renderSarif(outcome: Outcome, known: readonly Described[], version: string): Iterable<string> {
  const fixes = fixesOf(outcome);
  const places = new Map(known.map((each, index) => [each.id, index]));
  const logWith = (results: unknown): Log => ({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'cdk8s-ai', informationUri: HOME, semanticVersion: version, rules: known.map(descriptor) } },
      columnKind: 'utf16CodeUnits',
      invocations: [{
        executionSuccessful: isComplete(outcome),
        toolExecutionNotifications: (outcome.unusable ?? []).map(text => ({ level: 'error', message: { text: messageText([text]) } })),
      }],
      results: results as Result[],
    }],
  });
  return withItems(logWith, inOrder(outcome.findings), finding => resultOf(finding, places.get(finding.id), finding.fix && fixes?.get(finding.fix)));
}

/** Fixes at their places; loaded where there are any, since it reads files again. */
function fixesOf({ findings, files }: Outcome): ReturnType<typeof sarifFixes> | undefined {
  if (files === undefined || !findings.some(({ fix }) => fix !== undefined)) {
    return undefined;
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./sarif-fixes') as typeof import('./sarif-fixes')).sarifFixes(findings, files);
}

/**
 * Joins sentences as lines. SARIF reads `[text](target)` as a link; if a name contains that, only the text is left.
 *
 * Source: SARIF 2.1.0, 3.11.6 Messages with embedded links
 */
function messageText(sentences: readonly string[]): string {
  return sentences.map(sentence => printable(sentence).replaceAll('](', ']\\u0028').replaceAll('\n', '\n  ')).join('\n');
}

function descriptor({ id, title, class: kind, reason, remedy }: Described): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: reason },
    help: { text: remedy },
    helpUri: docsOf(id),
    defaultConfiguration: { level: LEVELS[severityOf(kind)] },
    properties: { class: kind },
  };
}

function resultOf(finding: Finding, ruleIndex: number | undefined, fix: Fix | undefined): Result {
  const { id, message, notes = [], help, kubernetes } = finding;
  return {
    ruleId: id,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[severityOf(finding.class)],
    message: { text: messageText([`${finding.title}: ${message}`, ...notes.map(note => `note: ${note}`), ...(help ? [`help: ${help}`] : [])]) },
    locations: [locationOf(finding)],
    ...(fix && { fixes: [fix] }),
    properties: { class: finding.class, ...(kubernetes && { kubernetes }) },
  };
}

function locationOf({ file, line, object, field, construct }: Finding): Location {
  const name = object && `${object.kind}/${object.namespace ? `${object.namespace}/` : ''}${object.name}`;
  const logical = [construct, name, field].filter(each => each !== undefined && each !== '').join(' ');
  return {
    ...(file !== undefined && {
      physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(line !== undefined && line >= 1 && { region: { startLine: line } }) },
    }),
    ...(logical !== '' && { logicalLocations: [{ fullyQualifiedName: inOneLine(logical), kind: 'object' }] }),
  };
}
