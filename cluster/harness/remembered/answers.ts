import * as fs from 'fs';
import * as path from 'path';
import { gunzipSync, gzipSync } from 'zlib';
import { Answer } from '../client';
import { cacheFolder } from '../paths';

/** A request that the server does not survive has no answer: its connection breaks, each time. */
export type Outcome = Answer | 'breaks';

/** Time after which an unread file is deleted, in milliseconds: two weeks. */
const KEPT = 14 * 24 * 3600 * 1000;

/** So many answers that a run did not need stay, and as many as it needed: a run of some tests must not forget those of the others. */
const UNUSED = 2000;

/** The answers of one server to one file of tests, in a file of the cache: a line each, of the key and the answer. */
export class Answers {
  private readonly file: string;
  /** As they stand in the file, which is quicker than all of them as objects. */
  private readonly lines: Map<string, string>;
  private readonly used = new Map<string, string>();
  private learned = false;

  constructor(name: string) {
    this.file = path.join(folder(), `${name}.jsonl.gz`);
    this.lines = new Map(linesOf(this.file).map(line => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
  }

  get(key: string): Outcome | undefined {
    const line = this.used.get(key) ?? this.lines.get(key);
    if (line === undefined) {
      return undefined;
    }
    this.used.set(key, line);
    return JSON.parse(line) as Outcome;
  }

  set(key: string, outcome: Outcome): void {
    this.used.set(key, JSON.stringify(outcome));
    this.learned = true;
  }

  /** Writes what was learned. */
  save(): void {
    if (!this.learned) {
      return;
    }
    const unused = [...this.lines].filter(([key]) => !this.used.has(key)).slice(0, this.used.size + UNUSED);
    const text = [...this.used, ...unused].map(([key, line]) => `${key} ${line}\n`).join('');
    fs.mkdirSync(folder(), { recursive: true });
    fs.writeFileSync(`${this.file}.${process.pid}.tmp`, gzipSync(text, { level: 1 }));
    fs.renameSync(`${this.file}.${process.pid}.tmp`, this.file);
    this.learned = false;
    forgetOld();
  }
}

function folder(): string {
  return path.join(cacheFolder(), 'answers');
}

function linesOf(file: string): string[] {
  try {
    const text = gunzipSync(fs.readFileSync(file)).toString('utf8');
    fs.utimesSync(file, new Date(), new Date());
    return text.split('\n').filter(Boolean);
  } catch {
    // The file is missing or damaged: the server is asked instead.
    fs.rmSync(file, { force: true });
    return [];
  }
}

function forgetOld(): void {
  for (const name of fs.readdirSync(folder())) {
    const file = path.join(folder(), name);
    // Another process may have been quicker.
    const modified = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (modified < Date.now() - KEPT) {
      fs.rmSync(file, { force: true });
    }
  }
}
