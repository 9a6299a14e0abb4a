import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

/** The holder of a lock, as written in the lock file. */
interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Time without a touch of the lock after which its holder counts as dead, and how often a holder touches it. */
const STALE_AFTER = 60_000;
const TOUCH_EVERY = 10_000;

/**
 * Runs work that must not run twice at a time on this cache. The lock of a dead process is taken over: at once if its pid is unused,
 * otherwise (pid reused, or another host or container) after a minute without a touch.
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

/** If somebody deletes the cache, the lock goes with it, which costs at most a second build. */
function sign(file: string): void {
  if (fs.existsSync(file)) {
    fs.utimesSync(file, new Date(), new Date());
  }
}

/** Does not remove the lock if another process has taken it over, for example after this machine slept. */
function release(file: string): void {
  if (read(file)?.holder.pid === process.pid) {
    fs.rmSync(file, { force: true });
  }
}

/** A complete file that is linked into place, so that no lock is ever read without its holder. */
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

/** The live holder of a lock; moves a dead holder's lock away, so that the next attempt can take it. */
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
  // Another process may have replaced the lock since it was read: then it has a live holder and is moved back.
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

/** A file of another format becomes stale by age. */
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
