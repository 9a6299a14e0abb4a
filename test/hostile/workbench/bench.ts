import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { Ended, Guards } from './guards';
import { judge, Run } from './judge';
import { HostileServer } from '../server/hostile-server';
import { PORT, Problem, Trial, Workbench } from '../trial';

/** What is fuzzed: the program, or a variant with a planted defect. */
export interface Subject {
  main(args: readonly string[]): Promise<void>;
}

/** The environment variable that tests set to have mistakes thrown where they are made. */
const FAIL_FAST = 'CDK8S_AI_WORKLOADS_FAIL_FAST';

/** Peak memory in KiB above which the case that caused it is a finding. A process with the compiler and all tables loaded uses 400 MiB. */
const MOST_MEMORY = 1536 * 1024;
/** If the process was that large before, it may still grow by this. */
const LEAST_RISE = 64 * 1024;

/** Runs the program in this process, one run after another, each in a folder of its own. */
export class Bench implements Workbench {
  private readonly root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-')));
  private readonly home = process.cwd();
  private server?: Promise<HostileServer>;
  private count = 0;

  constructor(private readonly subject: Subject, private readonly begun: () => void = () => undefined) {}

  public async close(): Promise<void> {
    await (await this.server)?.close();
    fs.rmSync(this.root, { recursive: true, force: true });
  }

  public async try(trial: Trial): Promise<Problem[]> {
    return (await this.time(trial)).problems;
  }

  /** Runs constructs as a user's program does, with all mistakes reported at synth. */
  public async attempt(what: () => Problem[]): Promise<Problem[]> {
    this.begun();
    const failFast = process.env[FAIL_FAST];
    delete process.env[FAIL_FAST];
    try {
      return what();
    } catch (error) {
      return [{ broken: 'nothing is thrown at the user', detail: String((error as Error).stack ?? error) }];
    } finally {
      if (failFast !== undefined) {
        process.env[FAIL_FAST] = failFast;
      }
    }
  }

  public async time(trial: Trial): Promise<{ readonly spent: number; readonly problems: Problem[] }> {
    const server = trial.script === undefined ? undefined : await (this.server ??= HostileServer.start());
    server?.play(trial.script!);
    const folder = path.join(this.root, String(this.count++));
    layOut(trial, folder, server?.port);
    this.begun();
    const { maxRSS } = process.resourceUsage();
    const before = process.cpuUsage();
    const ran = await this.run(trial, folder);
    const { user, system } = process.cpuUsage(before);
    fs.rmSync(folder, { recursive: true, force: true });
    const problems = judge(trial, { ...ran, requests: server?.requests ?? [], folder });
    return { spent: (user + system) / 1000, problems: [...problems, ...tooMuchMemory(maxRSS)] };
  }

  private async run({ args, stdin = '' }: Trial, folder: string): Promise<Omit<Run, 'requests' | 'folder'>> {
    const output: { [stream in 'stdout' | 'stderr']: string[] } = { stdout: [], stderr: [] };
    const thrown: unknown[] = [];
    const forget = uncaught(error => error instanceof Ended || thrown.push(error));
    const guards = new Guards({ stdin: Buffer.from(stdin as string), print: (to, text) => output[to].push(text) });
    const status = process.exitCode;
    process.exitCode = undefined;
    process.chdir(folder);
    try {
      await this.subject.main(args);
      await new Promise(resolve => setImmediate(resolve)); // What nobody awaits is rejected by now.
      return { ...guards.deeds, ...joined(output), thrown, status: guards.deeds.ended[0] ?? process.exitCode };
    } catch (error) {
      return { ...guards.deeds, ...joined(output), thrown: error instanceof Ended ? thrown : [...thrown, error], status: guards.deeds.ended[0] ?? 1 };
    } finally {
      process.chdir(this.home);
      process.exitCode = status;
      guards.remove();
      forget();
    }
  }
}

/** Writes the files of a trial. */
export function layOut({ files }: Trial, folder: string, port = 1): void {
  fs.mkdirSync(folder, { recursive: true });
  for (const { name, content } of files) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content.replaceAll(PORT, String(port)) : content);
  }
}

function joined({ stdout, stderr }: { readonly [stream in 'stdout' | 'stderr']: string[] }): Pick<Run, 'stdout' | 'stderr'> {
  return { stdout: stdout.join(''), stderr: stderr.join('') };
}

/** Catches errors that would end the process, and removes the listeners that each run adds to the streams. */
function uncaught(keep: (error: unknown) => void): () => void {
  const streams = [process.stdout, process.stderr].map(stream => ({ stream, before: stream.listeners('error') as ((error: Error) => void)[] }));
  const others = ['uncaughtException', 'unhandledRejection'] as const;
  others.forEach(event => process.on(event as 'uncaughtException', keep));
  return () => {
    others.forEach(event => process.removeListener(event, keep));
    streams.forEach(({ stream, before }) => stream.listeners('error').filter(each => !before.includes(each as never)).forEach(each => stream.removeListener('error', each as never)));
  };
}

function tooMuchMemory(before: number): Problem[] {
  const { maxRSS } = process.resourceUsage();
  return maxRSS > MOST_MEMORY && maxRSS - before > LEAST_RISE ? [{ broken: 'memory is bounded', detail: `${Math.round(maxRSS / 1024)} MiB` }] : [];
}
