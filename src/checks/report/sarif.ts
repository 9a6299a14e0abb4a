import type { Log, Location, ReportingDescriptor, Result } from 'sarif';
import { inOrder, Outcome } from './outcome';
import { docsOf, HOME } from './release';
import { Finding, Severity, severityOf } from '../finding';

/** What a rule list says about an id. */
export interface Described {
  readonly id: string;
  readonly title: string;
  readonly class: Finding['class'];
  readonly reason: string;
  readonly remedy: string;
}

const LEVELS: { readonly [severity in Severity]: 'error' | 'warning' | 'note' } = { error: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0, which code hosts show beside the lines of a change. */
export function renderSarif(outcome: Outcome, known: readonly Described[], version: string): string {
  const places = new Map(known.map((each, index) => [each.id, index]));
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'cdk8s-ai', informationUri: HOME, semanticVersion: version, rules: known.map(descriptor) } },
      columnKind: 'utf16CodeUnits',
      invocations: [{
        executionSuccessful: (outcome.unusable ?? []).length === 0,
        toolExecutionNotifications: (outcome.unusable ?? []).map(text => ({ level: 'error', message: { text } })),
      }],
      results: inOrder(outcome.findings).map(finding => resultOf(finding, places.get(finding.id))),
    }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
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

function resultOf(finding: Finding, ruleIndex: number | undefined): Result {
  const { id, message, notes = [], help, kubernetes } = finding;
  return {
    ruleId: id,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: LEVELS[severityOf(finding.class)],
    message: { text: [`${finding.title}: ${message}`, ...notes.map(note => `note: ${note}`), ...(help ? [`help: ${help}`] : [])].join('\n') },
    locations: [locationOf(finding)],
    properties: { class: finding.class, ...(kubernetes && { kubernetes }) },
  };
}

function locationOf({ file, line, object, field, construct }: Finding): Location {
  const name = object && `${object.kind}/${object.namespace ? `${object.namespace}/` : ''}${object.name}`;
  const logical = [construct, name, field].filter(each => each !== undefined && each !== '').join(' ');
  return {
    ...(file !== undefined && {
      physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(line !== undefined && { region: { startLine: line } }) },
    }),
    ...(logical !== '' && { logicalLocations: [{ fullyQualifiedName: logical, kind: 'object' }] }),
  };
}

/** A relative reference as SARIF asks for: forward slashes, and what is no part of a URI escaped. */
function uriOf(file: string): string {
  return file.split(/[\\/]/).map(encodeURIComponent).join('/');
}
