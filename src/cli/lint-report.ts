import { askedColour, noteAll } from './manifest-input';
import { COLOURED, wantsColour } from './terminal';
import { Finding, Severity, severityOf } from '../base/findings/finding';
import { Outcome } from '../lint/report/outcome';
import { version } from '../lint/report/release';
import { print, printCommands } from '../lint/report/streams';
import { counted, findingsInPieces, PLAIN, renderSummary } from '../lint/report/text';

export const FORMATS = ['text', 'json', 'sarif', 'github', 'junit', 'checkstyle'] as const;
export type Format = typeof FORMATS[number];

/** What the options say about a report for people. */
interface Shown {
  readonly 'summary'?: boolean;
  readonly 'color'?: boolean;
  readonly 'no-color'?: boolean;
}

/** Tells what a run came to, in the form that was asked for. */
export async function tell(outcome: Outcome, format: Format, severity: Severity, values: Shown): Promise<void> {
  await noteAll(outcome.unusable ?? []);
  if (format === 'text') {
    await print(textOf(outcome, severity, values));
  } else {
    await printForm(format, outcome, severity);
  }
}

type Form = (outcome: Outcome, severity: Severity) => Iterable<string>;

/** Reports for programs; their modules are loaded on demand. */
const FORMS: { readonly [format in Exclude<Format, 'text'>]: Form } = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  json: outcome => (require('../lint/report/json') as typeof import('../lint/report/json')).renderJson(outcome),
  sarif: outcome => {
    const { renderSarif } = require('../lint/report/sarif') as typeof import('../lint/report/sarif');
    const { CATALOGUE } = require('./catalogue') as typeof import('./catalogue');
    return renderSarif(outcome, CATALOGUE, version());
  },
  github: (outcome, severity) => (require('../lint/report/github') as typeof import('../lint/report/github')).renderGithub(outcome, shownOf(outcome, severity)),
  junit: (outcome, severity) => (require('../lint/report/junit') as typeof import('../lint/report/junit')).renderJunit(outcome, shownOf(outcome, severity), severity),
  checkstyle: (outcome, severity) => (require('../lint/report/checkstyle') as typeof import('../lint/report/checkstyle')).renderCheckstyle(outcome, shownOf(outcome, severity)),
  /* eslint-enable @typescript-eslint/no-require-imports */
};

/** Prints a report for programs. */
export async function printForm(format: Exclude<Format, 'text'>, outcome: Outcome, severity: Severity): Promise<void> {
  await (format === 'github' ? printCommands : print)(FORMS[format](outcome, severity));
}

/** Infos are listed only on request: a repository that refers to Secrets created elsewhere has many. */
function shownOf({ findings }: Outcome, severity: Severity): readonly Finding[] {
  return severity === 'info' ? findings : findings.filter(finding => severityOf(finding.class) !== 'info');
}

/** From so many findings on, nobody sees any more which rules they are of. */
const LONG = 20;

function* textOf(outcome: Outcome, severity: Severity, values: Shown): Generator<string> {
  const shown = shownOf(outcome, severity);
  const hidden = outcome.findings.length - shown.length;
  const style = wantsColour(askedColour(values)) ? COLOURED : PLAIN;
  if (!values.summary) {
    yield* findingsInPieces(shown, style);
  }
  if (shown.length > 0 && (values.summary || shown.length > LONG)) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- most reports are short
    yield* (require('../lint/report/by-rule') as typeof import('../lint/report/by-rule')).renderByRule(shown, style);
    yield '\n';
  }
  yield `${renderSummary(outcome)}\n`;
  yield hidden > 0 ? `${counted(hidden, 'info')} not listed: --severity info lists them\n` : '';
}
