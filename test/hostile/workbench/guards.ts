// The module objects themselves, since the namespace objects of `* as` are read-only.
import childProcess from 'child_process';
import fs from 'fs';
import { Socket } from 'net';
import * as path from 'path';

/** Side effects of a run besides printing. */
export interface Deeds {
  /** Files that it wrote or removed. */
  readonly written: string[];
  readonly read: string[];
  /** Programs that it started. */
  readonly started: string[];
  /** Addresses that it connected to. */
  readonly connected: string[];
  /** Arguments of `process.exit`. */
  readonly ended: unknown[];
}

export interface Streams {
  readonly stdin: Buffer;
  readonly print: (to: 'stdout' | 'stderr', text: string) => void;
}

/** Thrown by `process.exit`, to end a run. */
export class Ended extends Error {}

const WRITERS = [
  'writeFile', 'appendFile', 'mkdir', 'mkdtemp', 'rm', 'rmdir', 'unlink', 'rename', 'symlink', 'link', 'copyFile', 'cp', 'truncate', 'ftruncate', 'chmod', 'chown', 'utimes',
];
const STARTERS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'];
const STDIN = 0;

type Functions = Record<string, (...args: unknown[]) => unknown>;

/** Replaces system calls during a run: captures output, records reads, and blocks writing files, starting programs and connections to other machines. */
export class Guards {
  public readonly deeds: Deeds = { written: [], read: [], started: [], connected: [], ended: [] };
  private readonly undo: (() => void)[] = [];
  private offset = 0;

  constructor(private readonly streams: Streams) {
    this.streamsOf(process);
    this.files(fs as unknown as Functions);
    this.programs(childProcess as unknown as Functions);
    this.connections(Socket.prototype as unknown as Functions);
  }

  public remove(): void {
    this.undo.reverse().forEach(each => each());
  }

  private replace(holder: Functions, name: string, make: (original: (...args: unknown[]) => unknown) => (...args: never[]) => unknown): void {
    const original = holder[name];
    if (typeof original === 'function') {
      holder[name] = make(original) as (...args: unknown[]) => unknown;
      this.undo.push(() => {
        holder[name] = original;
      });
    }
  }

  private streamsOf(program: NodeJS.Process): void {
    for (const name of ['stdout', 'stderr'] as const) {
      this.replace(program[name] as unknown as Functions, 'write', () => (chunk: unknown, ...rest: unknown[]) => {
        this.streams.print(name, textOf(chunk));
        const done = rest.find(each => typeof each === 'function') as (() => void) | undefined;
        done && process.nextTick(done);
        return true;
      });
    }
    this.replace(program as unknown as Functions, 'exit', () => (status: unknown) => {
      this.deeds.ended.push(status ?? process.exitCode);
      throw new Ended();
    });
  }

  private files(system: Functions): void {
    for (const name of WRITERS.flatMap(each => [each, `${each}Sync`]).concat('createWriteStream')) {
      this.replace(system, name, () => (file: unknown) => this.refuse(this.deeds.written, `${name} ${String(file)}`));
    }
    for (const name of ['openSync', 'open']) {
      this.replace(system, name, original => (file: unknown, flags: unknown, ...rest: unknown[]) => {
        const isRead = flags === undefined || flags === 'r' || flags === 0 || typeof flags === 'function';
        return isRead ? this.reading(file, () => original(file, flags, ...rest)) : this.refuse(this.deeds.written, `${name} ${String(file)}`);
      });
    }
    this.replace(system, 'writeSync', original => (to: unknown, chunk: unknown, ...rest: unknown[]) => {
      if (to !== process.stdout.fd && to !== process.stderr.fd) {
        return original(to, chunk, ...rest);
      }
      const whole = Buffer.from(chunk as string);
      const bytes = typeof chunk === 'string' ? whole : whole.subarray(Number(rest[0] ?? 0)).subarray(0, rest[1] as number | undefined);
      this.streams.print(to === process.stdout.fd ? 'stdout' : 'stderr', bytes.toString());
      return bytes.length;
    });
    this.replace(system, 'readSync', original => (from: unknown, into: Buffer, ...rest: unknown[]) => (from === STDIN ? this.standardInput(into) : original(from, into, ...rest)));
    this.replace(system, 'readFileSync', original => (file: unknown, ...rest: unknown[]) => (file === STDIN ? this.streams.stdin : this.reading(file, () => original(file, ...rest))));
  }

  private reading(file: unknown, read: () => unknown): unknown {
    this.deeds.read.push(path.resolve(String(file)));
    return read();
  }

  private standardInput(into: Buffer): number {
    const count = this.streams.stdin.copy(into, 0, this.offset);
    this.offset += count;
    return count;
  }

  private programs(system: Functions): void {
    STARTERS.forEach(name => this.replace(system, name, () => (command: unknown) => this.refuse(this.deeds.started, String(command))));
  }

  private connections(socket: Functions): void {
    const { connected } = this.deeds;
    const note = (args: unknown[]) => {
      const given = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { readonly host?: string; readonly path?: string } | number | string;
      const host = typeof given === 'object' ? given.path ?? given.host ?? 'localhost' : String(args[1] ?? 'localhost');
      connected.push(host);
      return host;
    };
    this.replace(socket, 'connect', original => function (this: Socket, ...args: unknown[]) {
      if (['127.0.0.1', '::1', 'localhost'].includes(note(args))) {
        return original.apply(this, args);
      }
      process.nextTick(() => this.destroy(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })));
      return this;
    } as never);
  }

  private refuse(deeds: string[], what: string): never {
    deeds.push(what);
    throw Object.assign(new Error(`EPERM: operation not permitted, ${what}`), { code: 'EPERM' });
  }
}

function textOf(chunk: unknown): string {
  return typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
}
