import * as fs from 'fs';
import * as path from 'path';
import * as fc from 'fast-check';
import { Found, Job } from './job';
import { kindOf } from './kinds';
import { Kind, keyOf, Problem, Trial, Workbench } from './trial';
import { layOut } from './workbench/bench';

/** Time limit in milliseconds for the search for a smaller example. */
const LONGEST_SEARCH = 40_000;
const LONGEST_SHOWN = 3000;

/** A case that violates a property of the program. */
class Broken extends Error {
  constructor(public readonly problem: Problem) {
    super(problem.broken);
  }
}

export interface Watcher {
  readonly case: (number: number) => void;
  readonly failing: (found: Found) => void;
}

/** Runs a batch of cases until one violates a property in a new way, and then searches for a smaller case with the same violation. */
export async function runBatch(job: Job, bench: Workbench, watcher: Watcher): Promise<{ readonly cases: number; readonly found?: Found }> {
  const kind = kindOf(job.kind);
  const known = new Set(job.known);
  let [cases, sought, until] = [0, undefined as string | undefined, Infinity];
  const property = fc.asyncProperty(kind.arbitrary, async value => {
    if (Date.now() > until) {
      return; // As if it kept all promises: then fast-check looks no further.
    }
    watcher.case(cases);
    const problems = await kind.examine(value, bench);
    const problem = problems.find(each => (sought === undefined ? !known.has(keyOf(each)) : keyOf(each) === sought));
    if (problem !== undefined) {
      if (sought === undefined) {
        [sought, until] = [keyOf(problem), Date.now() + LONGEST_SEARCH];
        watcher.failing({ problem, seed: job.seed, path: job.path ?? String(cases), input: shown(kind, value) });
      }
      throw new Broken(problem);
    }
    cases += sought === undefined ? 1 : 0;
  });
  const single = job.path !== undefined && { path: job.path, endOnFailure: true };
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed: job.seed, numRuns: single ? 1 : job.runs ?? kind.batch, ...single,
  });
  if (!failed || counterexample === null) {
    return { cases };
  }
  const problem = errorInstance instanceof Broken ? errorInstance.problem : { broken: 'the fuzzer works', detail: String((errorInstance as Error).stack) };
  return { cases: cases + 1, found: { problem, seed: job.seed, path: counterexamplePath!, input: shown(kind, counterexample[0]) } };
}

/** The input of one case; also writes its files, where a folder is given. */
export async function showCase({ kind: name, seed, path: place, show }: Job): Promise<string> {
  const kind = kindOf(name);
  let input: string | undefined;
  await fc.check(fc.asyncProperty(kind.arbitrary, async value => {
    if (input !== undefined) {
      return;
    }
    input = shown(kind, value);
    if (show?.folder !== undefined) {
      kind.trials(value).forEach((trial, index) => keep(trial, path.join(show.folder!, index === 0 ? '' : String(index))));
    }
  }), { seed, path: place, numRuns: 1, endOnFailure: true });
  return input!;
}

/** Writes arguments and standard input beside the files. */
function keep(trial: Trial, folder: string): void {
  layOut(trial, folder);
  fs.writeFileSync(path.join(folder, 'arguments.json'), `${JSON.stringify(trial.args)}\n`);
  if (trial.stdin !== undefined) {
    fs.writeFileSync(path.join(folder, 'standard-input'), trial.stdin);
  }
}

function shown(kind: Kind, value: unknown): string {
  if (kind.described !== undefined) {
    return kind.described(value);
  }
  const [trial] = kind.trials(value);
  const parts = [
    `cdk8s-ai ${trial.args.map(quoted).join(' ')}`,
    ...trial.files.map(({ name, content }) => `${quoted(name)}: ${quoted(content)}`),
    ...(trial.stdin === undefined ? [] : [`standard input: ${quoted(trial.stdin)}`]),
    ...(trial.script === undefined ? [] : [`server: ${fc.stringify(trial.script)}`]),
  ];
  return parts.map(each => (each.length > LONGEST_SHOWN ? `${each.slice(0, LONGEST_SHOWN)}… (${each.length} characters)` : each)).join('\n');
}

/** As JSON in ASCII, which any terminal can show; bytes that are not valid UTF-8 are marked as such. */
function quoted(content: string | Buffer): string {
  const text = content.toString();
  const isText = typeof content === 'string' || Buffer.from(text).equals(content);
  const safe = JSON.stringify(isText ? text : content.toString('latin1')).replace(/[\x7f-\uffff]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${isText ? '' : '(bytes) '}${/^"[\w./=:,-]+"$/.test(safe) ? safe.slice(1, -1) : safe}`;
}
