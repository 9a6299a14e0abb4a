import * as fs from 'fs';
import * as path from 'path';
import { Deeds } from './guards';
import { Told, toldIn } from './told';
import { USAGE } from '../../../src/cli/usage';
import { harmIn, Seen } from '../../cli/server/harmless';
import { Problem, Trial } from '../trial';

/** Everything known about one run of the program. */
export interface Run extends Deeds {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
  /** Uncaught errors. */
  readonly thrown: readonly unknown[];
  readonly requests: readonly Seen[];
  /** The folder it ran in. */
  readonly folder: string;
}

const REPOSITORY = path.join(__dirname, '../../..');

/** Valid exit statuses: the table of docs/command-line.md. */
const STATUSES: readonly number[] = [...fs.readFileSync(path.join(REPOSITORY, 'docs/command-line.md'), 'utf8').matchAll(/^\| ([0-9]+) \|/gm)].map(([, status]) => Number(status));

/** Largest size of a report. */
const LONGEST_OUTPUT = 64 * 1024 * 1024;

/* eslint-disable no-control-regex */
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
const COLOURS = /\x1b\[[0-9]{1,2}m/g;
/* eslint-enable no-control-regex */
/** Commands of GitHub, Azure Pipelines and TeamCity. A runner trims lines first; those of GitLab need a control character. */
const COMMANDS = [/^[^\S\n]*::/m, /##\[/, /##vso\[/i, /##teamcity\[/i];
const STACK = /^[^\S\n]+at (?:async )?(?:new )?[^\n]*(?:\.[jt]s|node:[a-z_/]+|<anonymous>):[0-9]+(?::[0-9]+)?\)?$/m;
const RAW_ERROR = /\b(?:RangeError|TypeError|ReferenceError|ERR_INTERNAL_ASSERTION)\b/;
/** The finding for a rule that threw an error; the other rules still run. */
const BUG = /Internal error: [^\n]*/;

/** The properties that a run violated. */
export function judge(trial: Trial, run: Run): Problem[] {
  const told = toldIn(run.stdout);
  return [...crash(run), ...ending(trial, run, told), ...printing(trial, run, told), ...deeds(trial, run)];
}

function crash({ thrown, stdout, stderr }: Run): Problem[] {
  const output = `${stdout}\n${stderr}`;
  return [
    ...thrown.map(each => ({ broken: 'nothing is thrown at the user', detail: each instanceof Error ? `${each.name}: ${each.message}\n${each.stack?.split('\n').slice(1, 8).join('\n')}` : String(each) })),
    ...matching('no stack trace is printed', output, STACK),
    ...matching('no error of JavaScript is printed', output, RAW_ERROR),
    ...matching('nothing fails inside', stderr, /internal error[^\n]*/),
    ...matching('no check breaks', stdout, BUG),
  ];
}

function ending({ args }: Trial, { status, thrown, stderr }: Run, told: Told | undefined): Problem[] {
  if (thrown.length > 0) {
    return [];
  }
  const severity = args[args.lastIndexOf('--severity') + 1];
  const counts = told && { error: told.errors, warning: told.errors + told.warnings, info: told.errors + told.warnings + told.infos };
  const counted = counts?.[args.includes('--severity') && severity in counts ? severity as keyof typeof counts : 'error'];
  const isLint = args[0] === 'lint';
  return [
    ...problem(!STATUSES.includes(status as number), 'the exit status is documented', `status ${String(status)}`),
    ...problem(status === 1 && !(counted! > 0), 'status 1 means findings', `${JSON.stringify(told)} of the report count ${counted ?? 'nothing'}`),
    ...problem(isLint && status === 0 && counted! > 0, 'status 0 means no findings', `${JSON.stringify(told)} of the report`),
    ...problem(status === 2 && stderr === '' && !['AIW0004', 'AIW0005'].some(id => told?.ids.has(id)), 'status 2 is explained', 'nothing on standard error'),
  ];
}

function printing({ args }: Trial, { stdout, stderr }: Run, told: Told | undefined): Problem[] {
  const isColoured = args.some(each => each.startsWith('--color'));
  const output = [isColoured ? stdout.replace(COLOURS, '') : stdout, stderr].join('\n');
  const forged = told?.isText ? stdout.split('\n').find(line => /^(?:error|warning|info)\[AIW0000\]|^cdk8s-ai: forged/.test(line)) : undefined;
  const strange = stderr === '' || USAGE === stderr ? undefined : stderr.replace(/\n$/, '').split('\n').find(line => !/^cdk8s-ai: |^ {2}/.test(line) || line.startsWith('cdk8s-ai: forged'));
  return [
    ...matching('no control character is printed', output, UNSEEN),
    ...COMMANDS.flatMap(each => matching('no command of a build log is printed', output, each)),
    ...problem(stdout.length + stderr.length > LONGEST_OUTPUT, 'output is bounded', `${stdout.length + stderr.length} characters`),
    ...problem(stdout.startsWith('{') && told === undefined && ['lint', 'explain'].includes(args[0]), 'JSON and SARIF can be parsed', stdout.slice(-200)),
    ...problem(forged !== undefined, 'no line of a report is forged', String(forged)),
    ...problem(strange !== undefined, 'lines on standard error are ours', String(strange)),
  ];
}

/** Whether it is the report that the user has written to a file. */
function isOutput(args: readonly string[], deed: string): boolean {
  const named = args.flatMap((each, index) => (each === '--output' ? args[index + 1] ?? [] : each.startsWith('--output=') ? each.slice('--output='.length) : []));
  return args[0] === 'explain' && named.some(file => deed === `writeFileSync ${file}`);
}

function deeds({ args, script }: Trial, { written, read, started, connected, requests, folder }: Run): Problem[] {
  const isOurs = (file: string) => file.includes('/node_modules/') || [folder, REPOSITORY].some(each => file === each || file.startsWith(`${each}${path.sep}`));
  const foreign = read.filter(file => !isOurs(file));
  const harmful = requests.filter(each => ['/prefix', ''].every(prefix => harmIn(each, prefix) !== undefined));
  return [
    ...written.filter(each => !isOutput(args, each)).map(each => ({ broken: 'no file is written', detail: each })),
    ...started.map(each => ({ broken: 'no program is started', detail: each })),
    ...harmful.map(({ method, url }) => ({ broken: 'requests are dry runs, discovery and looks at metadata', detail: `${method} ${url}` })),
    // A kubeconfig may name files anywhere: its token is read and sent.
    ...problem(script === undefined && foreign.length > 0, 'files are read where they were named', String(foreign[0])),
    ...problem(script === undefined && connected.length > 0, 'nobody is asked without --server', String(connected[0])),
  ];
}

function problem(isBroken: boolean, broken: string, detail: string): Problem[] {
  return isBroken ? [{ broken, detail }] : [];
}

/** Forbidden text in an output, with its context. */
function matching(broken: string, output: string, forbidden: RegExp): Problem[] {
  const found = forbidden.exec(output);
  return found === null ? [] : [{ broken, detail: JSON.stringify(output.slice(Math.max(0, found.index - 100), found.index + 100)).slice(1, -1) }];
}
