import { reasonOf } from './failure';
import { Format, FORMATS, printForm, tell } from './lint-report';
import { askedIn, configurationOf, INPUT_OPTIONS, noteAll, whatToRead } from './manifest-input';
import { Arguments, oneOf, parse } from './options';
import { readRendered, Rendering, renderingFor } from './render/read-rendered';
import { ProgressLine } from './terminal';
import { UsageError } from './usage';
import { Finding, Severity } from '../base/findings/finding';
import { Configuration } from '../lint/input/configuration-reader';
import { nothingToCheck } from '../lint/input/empty-input';
import { InputFile, UnusableInput } from '../lint/input/paths';
import { Input } from '../lint/input/read-input';
import { countOfSeverity, isAsBadAs, isComplete, Outcome, SEVERITIES } from '../lint/report/outcome';
import { note, writeReport } from '../lint/report/streams';
import { counted } from '../lint/report/text';
import { check, LintOptions } from '../lint/run/lint';
import { lintOptions } from '../lint/run/lint-options';
import { eitherOutside, NOTHING_OUTSIDE } from '../lint/run/outside';
import { problemOfSkip, withoutSkipped } from '../lint/run/skipped';

const OPTIONS = {
  ...INPUT_OPTIONS,
  'format': { type: 'string', default: 'text' },
  'severity': { type: 'string', default: 'error' },
  'each': { type: 'boolean' },
  'whole': { type: 'boolean' },
  'summary': { type: 'boolean' },
  'fix': { type: 'boolean' },
  'write': { type: 'boolean' },
  'skip': { type: 'string', multiple: true },
  'baseline': { type: 'string' },
  'write-baseline': { type: 'boolean' },
  'against': { type: 'string' },
  'server': { type: 'string' },
  'allow-exec-plugin': { type: 'boolean' },
} as const;

type Values = Arguments<typeof OPTIONS>['values'];

/** The server to ask, and what its kubeconfig is allowed to do. */
interface AskedServer {
  readonly kubeconfig: string;
  readonly allowsPlugins: boolean;
}

/** Runs `cdk8s-ai lint`; returns the exit status. */
export async function runLint(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS);
  const format = oneOf('format', values.format, FORMATS);
  const severity = oneOf('severity', values.severity, SEVERITIES);
  checkTogether(values, positionals, format);
  const outcome = await toldWhenItFails(format, severity, async () => {
    const task = taskOf(values, positionals);
    const given = values.fix ? await withFixes(task, values) : await examine(task, values);
    return afterBaseline(withoutSkips(given, values.skip ?? []), severity, values);
  });
  if (values.fix && !values.write) {
    await noteAll(outcome.unusable ?? []);
    return statusOf(outcome, severity);
  }
  await tell(outcome, format, severity, values);
  return statusOf(outcome, severity);
}

/** Options that mean nothing without another, or beside it. */
function checkTogether(values: Values, positionals: readonly string[], format: Format): void {
  if (values.summary && format !== 'text') {
    throw new UsageError(`--summary is for people: leave out --format ${format}`);
  }
  if (values.each && values.against !== undefined) {
    throw new UsageError('--each: files that are alternatives have no common state before: give --against with one of them');
  }
  if (values.each && values.whole) {
    throw new UsageError('--each: every file is an alternative; --whole: none is. Leave one of them out');
  }
  if (values.fix) {
    checkFix(values, positionals, format);
  } else if (values.write) {
    throw new UsageError('--write: what is written is said by --fix');
  }
  if (values['write-baseline'] && values.baseline === undefined) {
    throw new UsageError('--write-baseline: which file is said by --baseline FILE');
  }
  for (const skip of values.skip ?? []) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- few runs skip anything
    const { CATALOGUE } = require('./catalogue') as typeof import('./catalogue');
    const problem = problemOfSkip(skip, id => CATALOGUE.some(each => each.id === id));
    if (problem !== undefined) {
      throw new UsageError(`--skip ${skip}: ${problem}`);
    }
  }
}

function checkFix(values: Values, positionals: readonly string[], format: Format): void {
  if (positionals.length === 0 || positionals.includes('-')) {
    throw new UsageError('--fix: it changes files: name them, or their folder');
  }
  const other = (['server', 'against', 'render'] as const).find(each => values[each] !== undefined);
  if (other !== undefined) {
    throw new UsageError(`--fix: what it changes is checked without --${other}: fix first, then ask`);
  }
  if (!values.write && (format !== 'text' || values['write-baseline'] || values.summary)) {
    throw new UsageError('--fix shows a diff: leave out --format, --summary and --write-baseline, or add --write');
  }
}

function withoutSkips(outcome: Outcome, skips: readonly string[]): Outcome {
  const findings = withoutSkipped(outcome.findings, skips);
  return { ...outcome, findings, skipped: outcome.findings.length - findings.length };
}

/** Shows what would be fixed, or fixes it; returns what is found then. What is skipped or in the baseline is left as it is. */
async function withFixes(task: Task, values: Values): Promise<Outcome> {
  const before = await examine(task, values);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- few runs fix anything
  const { applyFixes } = require('./fix') as typeof import('./fix');
  // What was checked last is what is written.
  let after = before;
  const isChanged = await applyFixes({
    files: task.files,
    wanted: outsideBaseline(withoutSkips(before, values.skip ?? []).findings, values.baseline),
    before: before.findings,
    writes: values.write === true,
    checkAgain: async content => {
      const files = task.files.map(file => ({ ...file, read: (most?: number) => content.get(file.name) ?? file.read(most) }));
      after = await examine({ ...task, files }, values);
      return after.findings;
    },
  });
  return isChanged ? after : before;
}

/* eslint-disable-next-line @typescript-eslint/no-require-imports -- few runs have one */
const baselines = () => require('../lint/run/baseline') as typeof import('../lint/run/baseline');

function outsideBaseline(findings: readonly Finding[], file: string | undefined): readonly Finding[] {
  return file === undefined ? findings : baselines().compareWithBaseline(findings, baselines().readBaseline(file)).open;
}

/** Leaves out what the baseline knows, or writes it anew first. */
async function afterBaseline(outcome: Outcome, severity: Severity, { baseline: file, 'write-baseline': writes }: Values): Promise<Outcome> {
  if (file === undefined) {
    return outcome;
  }
  const { baselineOf, compareWithBaseline, readBaseline, renderBaseline } = baselines();
  const entries = writes ? baselineOf(outcome.findings, severity) : readBaseline(file);
  const { open, known, gone } = compareWithBaseline(outcome.findings, entries);
  if (writes) {
    writeReport(file, renderBaseline(entries));
    await note(`${file}: holds ${counted(known, 'finding')} now`);
  } else if (gone > 0) {
    await note(`${file}: ${counted(gone, 'finding')} of it ${gone === 1 ? 'is' : 'are'} gone`, '--write-baseline writes it without them, so that they do not come back unseen');
  }
  return { ...outcome, findings: open, inBaseline: known };
}

/** On failure, reports for programs still say the reason, since the next step of a pipeline needs the file. */
async function toldWhenItFails(format: Format, severity: Severity, examined: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await examined();
  } catch (error) {
    if (format !== 'text') {
      await printForm(format, { findings: [], acknowledged: 0, objects: 0, unusable: [reasonOf(error)] }, severity);
    }
    throw error;
  }
}

/** What a run looks at, and by which options. */
interface Task {
  readonly configuration: Configuration;
  readonly options: LintOptions;
  readonly files: readonly InputFile[];
  readonly missing: readonly string[];
}

function taskOf(values: Values, positionals: readonly string[]): Task {
  const configuration = configurationOf(values);
  const options = lintOptions(askedIn(values), configuration);
  return { configuration, options, ...whatToRead(positionals, configuration, values.ignore) };
}

async function examine({ configuration, options, files, missing }: Task, values: Values): Promise<Outcome> {
  const progress = new ProgressLine();
  const rendering = values.render ? renderingFor(options, progress) : undefined;
  const input = await readRendered(files, rendering, progress);
  const deployed = values.against === undefined ? undefined : await readDeployed(values.against, configuration, values['allow-empty'] === true, rendering);
  const given = { ...options, each: values.each, whole: values.whole, deployed: deployed?.objects };
  const live = values.server === undefined ? undefined : await askLive({ kubeconfig: values.server, allowsPlugins: values['allow-exec-plugin'] === true }, input, given, progress);
  progress.show(`checking ${counted(input.objects.length, 'object')}`);
  const others = [...input.findings, ...deployed?.findings ?? [], ...live?.findings ?? []];
  const outcome = {
    ...check(input.objects, others, live?.options ?? given),
    files,
    unusable: [...missing, ...input.unusable, ...deployed?.unusable ?? [], ...live?.unusable ?? []],
  };
  const nothing = values['allow-empty'] ? [] : nothingToCheck(input, outcome.unusable);
  progress.clear();
  return { ...outcome, unusable: [...outcome.unusable, ...nothing] };
}

/** Reads the deployed objects. Nothing to read is an error: every object would count as new, and no change would be found. */
async function readDeployed(
  asked: string, configuration: Configuration, mayBeEmpty: boolean, rendering: Rendering | undefined,
): Promise<Pick<Input, 'findings' | 'unusable'> & { readonly objects?: Input['objects'] }> {
  const { files, missing } = whatToRead([asked], configuration);
  if (missing.length > 0) {
    return { findings: [], unusable: missing.map(text => `--against ${text}`) };
  }
  const input = await readRendered(files, rendering);
  const nothing = mayBeEmpty ? [] : nothingToCheck(input, input.unusable);
  return { ...input, unusable: [...input.unusable, ...nothing.map(text => `--against: ${text}`)] };
}

/** What a live server adds to the run. */
interface Live {
  readonly findings: readonly Finding[];
  readonly unusable: readonly string[];
  /** The options, with what the server knows added. */
  readonly options: LintOptions;
}

/** Asks a live server about the objects, and which objects they refer to exist there. The rules run once before, to find the references that they miss. */
async function askLive(asked: AskedServer, { objects }: Input, given: LintOptions, progress: ProgressLine): Promise<Live> {
  // Loaded late: few runs ask a server.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { askServer } = require('./server/ask') as typeof import('./server/ask');
  const { readKubeconfig } = require('./server/kubeconfig') as typeof import('./server/kubeconfig');
  const { Missed } = require('./server/references') as typeof import('./server/references');
  /* eslint-enable @typescript-eslint/no-require-imports */
  const declared = given.outside ?? NOTHING_OUTSIDE;
  const missed = new Missed(declared);
  let options = given;
  try {
    const access = await readKubeconfig(asked.kubeconfig, { allowsPlugins: asked.allowsPlugins, say: text => void note(text) });
    options = { ...given, clusters: given.clusters.map(cluster => ({ ...cluster, namespace: access.namespace })) };
    check(objects, [], { ...options, outside: missed });
    const { findings, outside, notes, unusable } = await askServer(access, {
      objects, references: missed.references, progress: done => progress.show(`asked the API server about ${done} of ${counted(objects.length, 'object')}`),
    });
    await noteAll(notes);
    return { findings, unusable, options: { ...options, outside: eitherOutside(declared, outside) } };
  } catch (error) {
    if (!(error instanceof UnusableInput)) {
      throw error;
    }
    // The findings of the files are still reported.
    return { findings: [], unusable: [error.message], options };
  }
}

function statusOf(outcome: Outcome, severity: Severity): number {
  if (!isComplete(outcome)) {
    return 2;
  }
  return SEVERITIES.some(each => isAsBadAs(each, severity) && countOfSeverity(outcome, each) > 0) ? 1 : 0;
}
