import { execFile, spawn } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { Binaries, binaries, Report } from './binaries';

/** A series that a query selects, and the labels by which it does. */
export interface QuerySelector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** A query as Prometheus reads it. */
export interface ParsedQuery {
  readonly type: string;
  readonly selectors: readonly QuerySelector[];
  /** Labels that are grouped by or matched on. */
  readonly grouping: readonly string[];
}

/** Of promtool, in bytes. */
const MOST_SAID = 64 * 1024 * 1024;

/** What Prometheus' and Grafana's own code says. */
export class Telemetry {
  static async build(report?: Report): Promise<Telemetry> {
    return new Telemetry(await binaries(report, ['promtool', 'telemetry']));
  }

  private constructor(private readonly programs: Binaries) {}

  /** Each query as Prometheus' parser reads it, or what it says against it. */
  queries(texts: readonly string[]): Promise<(ParsedQuery | string)[]> {
    return this.ask('query', texts);
  }

  /** Each dashboard as Grafana's SDK reads it, strictly, or what it says against it. */
  dashboards(texts: readonly string[]): Promise<({ readonly title: string } | string)[]> {
    return this.ask('dashboard', texts);
  }

  /** What `promtool check rules` says against groups of rules; nothing where all is well. */
  async checkRules(folder: string, groups: unknown): Promise<string> {
    const file = written(folder, 'rules.json', { groups });
    return this.promtool(['check', 'rules', '--lint=all', '--lint-fatal', file]);
  }

  /** What `promtool test rules` says against them; nothing where all tests pass. Numbers are equal up to what arithmetic of 64 bits leaves open. */
  async testRules(folder: string, groups: unknown, tests: readonly unknown[]): Promise<string> {
    return this.testEachOf(folder, [{ groups, tests }]);
  }

  /** The same of rules that are tested apart, in one process. Each test evaluates all rules that it is given, so to give a few at a time is faster. */
  async testEachOf(folder: string, parts: readonly { readonly groups: unknown; readonly tests: readonly unknown[] }[]): Promise<string> {
    const files = parts.map(({ groups, tests }, index) => {
      written(folder, `rules-${index}.json`, { groups });
      return written(folder, `tests-${index}.json`, { rule_files: [`rules-${index}.json`], evaluation_interval: '1m', fuzzy_compare: true, tests });
    });
    return this.promtool(['test', 'rules', ...files]);
  }

  private promtool(args: readonly string[]): Promise<string> {
    return new Promise(resolve => execFile(this.programs.path('promtool'), args, { maxBuffer: MOST_SAID }, (error, stdout, stderr) => resolve(error ? `${stdout}${stderr}`.trim() : '')));
  }

  private async ask<T>(method: string, texts: readonly string[]): Promise<(T | string)[]> {
    const child = spawn(this.programs.path('telemetry'), [], { stdio: ['pipe', 'pipe', 'inherit'] });
    let answered = '';
    child.stdout.on('data', chunk => answered += String(chunk));
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    child.stdin.end(texts.map((text, id) => JSON.stringify({ id, method, text })).join('\n'));
    const status = await ended;
    if (status !== 0) {
      throw new Error(`telemetry ended with ${status}`);
    }
    return answered.trimEnd().split('\n').map(line => JSON.parse(line) as { readonly result?: T; readonly error?: string }).map(({ result, error }) => error ?? result!);
  }
}

function written(folder: string, name: string, content: unknown): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}
