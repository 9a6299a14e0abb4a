import * as fs from 'fs';
import * as path from 'path';
import { assets } from './build/assets';
import { go, requireGo } from './build/go';
import { withLock } from './build/lock';
import { BuildPlan, planOf, Program, PROGRAMS } from './build/programs';
import { SetupError } from './build/setup-error';
import { cacheFolder } from './paths';

export { moduleDirectory } from './build/modules';
export { Program } from './build/programs';
export { SetupError } from './build/setup-error';

/** The built programs. */
export interface Binaries {
  /** The file of a program. */
  path(program: Program): string;
}

export type Report = (line: string) => void;

const toStandardError: Report = line => process.stderr.write(`${line}\n`);

/**
 * Builds the programs that are requested (all by default) and not in the cache; otherwise only reads the modules' pins and
 * checks that the programs exist. Throws a `SetupError` that says what this machine lacks.
 */
export async function binaries(report: Report = toStandardError, programs: readonly Program[] = PROGRAMS): Promise<Binaries> {
  const given = await assets(programs);
  const plans = programs.filter(program => given[program] === undefined).map(program => planOf(program));
  if (plans.some(isMissing)) {
    await withLock(path.join(cacheFolder(), 'lock'), pid => report(`waiting for the build of process ${pid}`), () => buildAll(plans, report));
  }
  const files = new Map<Program, string>(Object.entries(given) as [Program, string][]);
  plans.forEach(({ program, output }) => files.set(program, output));
  return {
    path: program => {
      const file = files.get(program);
      if (file === undefined) {
        throw new Error(`${program} was not asked for`);
      }
      return file;
    },
  };
}

/** Builds one program at a time: a build of Kubernetes uses all cores, and its linker 2 GB. */
async function buildAll(plans: readonly BuildPlan[], report: Report): Promise<void> {
  // Another process may have built it while this one waited for the lock.
  const missing = plans.filter(isMissing);
  for (const moduleFolder of new Set(missing.map(plan => plan.moduleFolder))) {
    await requireGo(moduleFolder);
  }
  for (const [index, plan] of missing.entries()) {
    await withProgress(`[${index + 1}/${missing.length}] ${plan.program}`, report, () => build(plan));
  }
}

function isMissing({ output }: BuildPlan): boolean {
  return !fs.existsSync(output);
}

async function build({ program, moduleFolder, goPackage, flags, output }: BuildPlan): Promise<void> {
  fs.mkdirSync(path.dirname(output), { recursive: true });
  // One file name for all builds: the lock excludes others, and the rest of a killed build is overwritten.
  const unfinished = `${output}.unfinished`;
  try {
    const { status, stdout, stderr } = await go(['build', ...flags, '-o', unfinished, goPackage], moduleFolder);
    if (status !== 0) {
      throw new SetupError(failure(program, `${stdout}${stderr}`));
    }
    fs.renameSync(unfinished, output);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

/** Keeps the compiler's output, and shows its end in an error. */
function failure(program: Program, output: string): string {
  const log = path.join(cacheFolder(), 'logs', `${program}.log`);
  fs.mkdirSync(path.dirname(log), { recursive: true });
  fs.writeFileSync(log, output);
  const end = output.trimEnd().split('\n').slice(-20).map(line => `  ${line}`);
  return [`go build of ${program} failed:`, ...end, `All of its output is in ${log}`].join('\n');
}

/** Reports the start, progress and duration of work. */
async function withProgress(what: string, report: Report, work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  report(`${what} …`);
  const still = setInterval(() => report(`${what} … ${duration(Date.now() - start)}`), 30_000);
  try {
    await work();
  } finally {
    clearInterval(still);
  }
  report(`${what} … ${duration(Date.now() - start)}, done`);
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
