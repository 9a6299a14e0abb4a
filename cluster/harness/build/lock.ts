import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** Who holds a lock, as the lock file says it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** How long a holder may not have touched its lock before it counts as dead, and how often it does. */
const STALE_AFTER = 60_000;
const TOUCH_EVERY = 10_000;

/**
 * Does work that must not happen twice at once on this cache. The lock of a process that is gone is taken over: at once when its pid is free, and
 * after a minute without a sign of life when the pid went to another process or belongs to another host or container.
 */
export async function withLock<T>(file: string, waiting: (pid: number) => void, work: () => Promise<T>): Promise<T> {
  await take(file, waiting);
  const touch = setInterval(() => sign(file), TOUCH_EVERY);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    release(file);
  }
}

async function take(file: string, waiting: (pid: number) => void): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const mine = claimFile(file);
  try {
    let told = false;
    while (!tryLink(mine, file)) {
      const holder = breakIfStale(file);
      if (holder && !told) {
        waiting(holder.pid);
        told = true;
      }
      await new Promise(resolve => setTimeout(resolve, holder ? 300 : 10));
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Somebody who deletes the cache meanwhile deletes the lock too. That costs a build at worst. */
function sign(file: string): void {
  if (fs.existsSync(file)) {
    fs.utimesSync(file, new Date(), new Date());
  }
}

/** Leaves a lock alone that another process took over, say after this machine slept. */
function release(file: string): void {
  if (read(file)?.holder.pid === process.pid) {
    fs.rmSync(file, { force: true });
  }
}

/** A complete file to link into place, so that nobody ever reads a lock without its holder. */
function claimFile(file: string): string {
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const holder: Holder = { pid: process.pid, host: os.hostname() };
  fs.writeFileSync(mine, JSON.stringify(holder));
  return mine;
}

function tryLink(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** The live holder of a lock; a dead one's lock is moved away, so that the next try can have it. */
function breakIfStale(file: string): Holder | undefined {
  const seen = read(file);
  if (!seen || !isStale(seen)) {
    return seen?.holder;
  }
  const aside = `${file}.stale.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return undefined;
  }
  // Between the look and the move another process may have broken the same lock and taken it: then this is a live one and goes back.
  const moved = read(aside);
  if (moved && !isStale(moved)) {
    tryLink(aside, file);
  }
  fs.rmSync(aside, { force: true });
  return undefined;
}

function read(file: string): { readonly holder: Holder; readonly touched: number } | undefined {
  try {
    return { holder: parsed(fs.readFileSync(file, 'utf8')), touched: fs.statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

/** What is no lock of ours goes stale by its age. */
function parsed(text: string): Holder {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { pid: 0, host: '' };
  }
}

function isStale({ holder, touched }: { readonly holder: Holder; readonly touched: number }): boolean {
  return Date.now() - touched > STALE_AFTER || (holder.host === os.hostname() && !isAlive(holder.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
