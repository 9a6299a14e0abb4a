import { ChildProcess, execFileSync, spawn } from 'child_process';
import { randomInt } from 'crypto';
import * as fs from 'fs';
import * as net from 'net';
import * as path from 'path';
import { COLLECT_LESS } from './collect-less';
import { cacheFolder } from './paths';

/** A program to start. */
export interface Start {
  /** Also the name of its log: `<name>.log`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Note {
  readonly type: 'ready' | 'started' | 'exited' | 'dismissed' | 'stopped' | 'lingering';
  readonly name?: string;
  readonly reason?: string;
}

/** What a keeper leaves in its folder while it runs. */
export interface RunRecord {
  readonly keeper: number;
  readonly lingers: boolean;
  readonly running: { readonly [name: string]: number };
}

const KEPT_RUNS = 10;

/** A folder with logs, and the keeper that holds the processes of one control plane. */
export class Processes {
  /** Starts a keeper with a folder of its own. Ends what killed runs left first. */
  static async open(label: string): Promise<Processes> {
    sweep();
    fs.mkdirSync(runsFolder(), { recursive: true });
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(2, 14);
    const folder = fs.mkdtempSync(path.join(runsFolder(), `${stamp}-${label}-`));
    const processes = new Processes(folder);
    await processes.noted(note => note.type === 'ready');
    return processes;
  }

  private readonly keeper: ChildProcess;
  private readonly notes: Note[] = [];
  private readonly listeners = new Set<() => void>();
  private stopped?: Promise<void>;

  private constructor(readonly folder: string) {
    const log = fs.openSync(path.join(folder, 'keeper.log'), 'a');
    // A worker of jest has an owner of its own: without it the worker would go on, and so would the cluster.
    const owners = [process.pid, ...(process.env.JEST_WORKER_ID !== undefined && process.send ? [process.ppid] : [])];
    this.keeper = spawn(process.execPath, [path.join(__dirname, 'keeper.js'), folder, ...owners.map(String)],
      { detached: true, stdio: ['ignore', log, log, 'ipc'], env: { ...COLLECT_LESS, ...process.env } });
    fs.closeSync(log);
    this.keeper.on('message', message => this.note(message as Note));
    this.keeper.on('exit', () => this.note({ type: 'stopped' }));
    this.keeper.unref();
    this.keeper.channel?.unref();
  }

  /** Starts a program; its output goes to its log. */
  async start(start: Start): Promise<void> {
    this.keeper.send({ type: 'start', ...start });
    await this.noted(note => note.name === start.name);
  }

  /** Ends a program and starts it again, without what it remembered. */
  async restart(start: Start): Promise<void> {
    this.keeper.send({ type: 'dismiss', name: start.name });
    await this.noted(note => note.type === 'dismissed' && note.name === start.name);
    this.notes.splice(0, this.notes.length, ...this.notes.filter(note => note.name !== start.name));
    await this.start(start);
  }

  /** Why a program is not running any more, if so: its name, status and the end of its log. */
  failure(): string | undefined {
    const exited = this.stopped ? undefined : this.notes.find(note => note.type === 'exited');
    return exited && `${exited.name} ended with ${exited.reason}\n${this.endOfLog(exited.name!)}\nlogs: ${this.folder}`;
  }

  endOfLog(name: string, lines = 15): string {
    const file = path.join(this.folder, `${name}.log`);
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') : '(no log)';
  }

  /** Ends everything, the last started first. The logs stay; the data does not. */
  stop(): Promise<void> {
    this.stopped ??= (async () => {
      if (this.keeper.connected) {
        this.keeper.send({ type: 'stop' });
        await this.noted(note => note.type === 'stopped');
      }
    })();
    return this.stopped;
  }

  /** Leaves the processes running after this one ends. */
  async linger(): Promise<void> {
    this.keeper.send({ type: 'linger' });
    await this.noted(note => note.type === 'lingering');
    this.keeper.disconnect();
  }

  private note(note: Note): void {
    this.notes.push(note);
    [...this.listeners].forEach(listener => listener());
  }

  private noted(wanted: (note: Note) => boolean): Promise<void> {
    return new Promise(resolve => {
      const look = () => {
        if (this.notes.some(note => wanted(note) || note.type === 'stopped')) {
          this.listeners.delete(look);
          this.keeper.channel?.unref();
          resolve();
        }
      };
      this.listeners.add(look);
      this.keeper.channel?.ref();
      look();
    });
  }
}

export function runsFolder(): string {
  return path.join(cacheFolder(), 'runs');
}

/** Every run whose keeper wrote what it holds. */
export function recordedRuns(): { readonly folder: string; readonly record: RunRecord }[] {
  const names = fs.existsSync(runsFolder()) ? fs.readdirSync(runsFolder()).sort() : [];
  return names.map(name => path.join(runsFolder(), name)).flatMap(folder => {
    try {
      return [{ folder, record: JSON.parse(fs.readFileSync(path.join(folder, 'processes.json'), 'utf8')) as RunRecord }];
    } catch {
      return []; // Ended in order, or still starting.
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends the processes of runs whose keeper was killed, and removes the logs of old runs. */
function sweep(): void {
  for (const { folder, record } of recordedRuns().filter(run => !isAlive(run.record.keeper))) {
    Object.values(record.running).filter(pid => belongsTo(pid, folder)).forEach(pid => process.kill(pid, 'SIGKILL'));
    fs.rmSync(path.join(folder, 'processes.json'), { force: true });
    fs.rmSync(path.join(folder, 'etcd'), { recursive: true, force: true });
  }
  const running = new Set(recordedRuns().map(({ folder }) => folder));
  const finished = fs.existsSync(runsFolder()) ? fs.readdirSync(runsFolder()).sort().map(name => path.join(runsFolder(), name)) : [];
  finished.filter(folder => !running.has(folder) && olderThanAnHour(folder)).slice(0, -KEPT_RUNS)
    .forEach(folder => fs.rmSync(folder, { recursive: true, force: true }));
}

/** The number of a process may have been given to another program since: ours name their folder on the command line. */
function belongsTo(pid: number, folder: string): boolean {
  try {
    return isAlive(pid) && execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

function olderThanAnHour(folder: string): boolean {
  return (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - 3_600_000;
}

/**
 * A port of the loopback address that nobody listens on. It is below those that systems give to whoever names none (Linux: from 32768 on), or a connection,
 * of which a control plane makes many, could take it before it is used. Another listener still may: who can tries again.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return await isFree(port) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
