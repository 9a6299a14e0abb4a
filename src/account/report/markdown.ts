import { runsOf } from './layout';
import { mermaidPieces } from './mermaid';
import { ABOUT_OBJECTS, AlikeFindings, alikeFindings, deviceInWords, findingsInWords, inBrackets, namesInWords, othersInWords, purposeInWords, RESTARTS, runInWords, SECTIONS, sizeInWords, START, STOP, summaryInWords } from './words';
import { severityOf } from '../../base/findings/finding';
import { inOneLine } from '../../base/text/printable';
import { docsOf } from '../../lint/report/release';
import { Account, PodRow, Statement, Timeline, WorkloadAccount } from '../account';
import { countedRange } from '../pods/range';
import { counted } from '../said';

/** The account for a pull request: a table of the workloads, then each of them, its long parts folded. */
export function* markdownPieces(account: Account): Generator<string> {
  const writer = new Writer(account);
  yield `## ${escaped(summaryInWords(account))}\n\n${findingsInWords(account)}; ${counted(account.summary.objects, 'object')}${account.minors.length === 0 ? '' : ` for Kubernetes ${account.minors.join(', ')}`}\n`;
  yield* writer.overview();
  for (const workload of account.workloads) {
    yield* writer.workload(workload);
  }
  yield* writer.others();
}

/** Rows of pods in a table. */
const MOST_ROWS = 50;

class Writer {
  constructor(private readonly account: Account) {}

  public* overview(): Generator<string> {
    const { workloads, loose } = this.account;
    if (workloads.length > 1) {
      yield '\n| workload | what it does | pods | devices | findings |\n| --- | --- | --- | --- | --- |\n';
      for (const workload of workloads) {
        const { name, namespace, pods, devices, findings } = workload;
        yield row(code(`${namespace}/${name}`), escaped(purposeInWords(workload)), pods ? countedRange(pods, 'pod') : 'as nodes or controllers say', escaped(devices.map(deviceInWords).join(', ')), this.countOf(findings));
      }
    }
    yield* this.list(loose);
  }

  public* workload(workload: WorkloadAccount): Generator<string> {
    yield `\n### ${code(`${workload.namespace}/${workload.name}`)} ${escaped(purposeInWords(workload))}\n\n${escaped(sizeInWords(workload))}\n`;
    yield* workload.because.map(each => `\nOne workload: ${escaped(each)}.\n`);
    yield `\n\`\`\`mermaid\n${[...mermaidPieces({ ...this.account, workloads: [workload] })].join('')}\`\`\`\n`;
    yield* this.rows(workload);
    for (const { key, title } of SECTIONS) {
      yield* this.section(title, workload[key]);
    }
    yield '\n<details><summary>Start, stop and restarts</summary>\n';
    yield* this.timelines(START, workload.start);
    yield* this.timelines(STOP, workload.stop);
    yield* this.section(RESTARTS, workload.restarts);
    yield '\n</details>\n';
    yield* this.objects(ABOUT_OBJECTS, workload.objects);
  }

  public* others(): Generator<string> {
    const { objects, kinds } = this.account.others;
    if (kinds.length > 0) {
      yield `\n### Beside the workloads\n\n${kinds.map(({ kind, count }) => `${count} ${escaped(kind)}`).join(', ')}\n`;
      yield* this.objects('About them', objects);
    }
  }

  private* rows({ rows, unlisted }: WorkloadAccount): Generator<string> {
    if (rows.length === 0) {
      return;
    }
    const hasZones = rows.some(({ zone }) => zone !== undefined);
    yield `\n#### Pods\n\n| where | ${hasZones ? 'zone | ' : ''}pods |\n| --- | ${hasZones ? '--- | ' : ''}--- |\n`;
    yield* rows.slice(0, MOST_ROWS).map(each => row(escaped(each.label), ...(hasZones ? [each.zone === undefined ? '' : code(each.zone)] : []), cellsOf(each)));
    const left = rows.length - MOST_ROWS;
    if (left > 0 || unlisted > 0) {
      yield `\n${[...(left > 0 ? [counted(left, 'more row')] : []), ...(unlisted > 0 ? [counted(unlisted, 'more pod')] : [])].join(', ')}\n`;
    }
  }

  private* section(title: string, statements: readonly Statement[]): Generator<string> {
    if (statements.length > 0) {
      yield `\n#### ${title}\n\n| | |\n| --- | --- |\n`;
      yield* statements.map(statement => this.statement(statement));
    }
  }

  private statement({ topic, text, parts, findings }: Statement): string {
    return row(`${escaped(topic)}${escaped(inBrackets(parts))}`, `${escaped(text)}${this.inCell(findings)}`);
  }

  private* timelines(title: string, timelines: readonly Timeline[]): Generator<string> {
    for (const { parts, phases, sum, limit, notes } of timelines) {
      yield `\n#### ${title}${escaped(inBrackets(parts))}\n\n${escaped(sum)}\n\n| | at most | |\n| --- | ---: | --- |\n`;
      for (const { label, seconds, text, findings } of phases.flatMap(({ bars }) => bars)) {
        yield row(escaped(label), seconds === undefined ? '?' : `${seconds} s`, `${escaped(text)}${this.inCell(findings)}`);
      }
      for (const { topic, text, findings } of [...(limit ? [limit] : []), ...notes]) {
        yield row(escaped(topic), '', `${escaped(text)}${this.inCell(findings)}`);
      }
    }
  }

  private* objects(title: string, numbers: readonly number[]): Generator<string> {
    const found = numbers.flatMap(number => this.account.objects[number].findings);
    yield found.length === 0 ? '' : `\n#### ${title}\n`;
    yield* this.list(found);
  }

  private* list(numbers: readonly number[]): Generator<string> {
    yield numbers.length === 0 ? '' : '\n';
    yield* alikeFindings(this.account, numbers).map(each => `- ${this.finding(each)}\n`);
  }

  private inCell(numbers: readonly number[] = []): string {
    return alikeFindings(this.account, numbers).map(each => `<br>${this.finding(each)}`).join('');
  }

  /** `**warning** [AIW2703](…) stopping takes longer than the grace period: … (app.yaml:12)`. */
  private finding(alike: AlikeFindings): string {
    const { id, title, class: kind, message, object, file, line } = alike.finding;
    const places = [object && `${object.kind} ${object.name}`, file && `${file}${line === undefined ? '' : `:${line}`}`].filter(each => each !== undefined);
    const place = places.length === 0 ? '' : ` (${places.map(code).join(' ')})`;
    return `**${severityOf(kind)}** [${id}](${docsOf(id)}) ${escaped(title)}: ${escaped(message)}${place}${alike.others.length === 0 ? '' : `; ${escaped(othersInWords(alike))}`}`;
  }

  private countOf(numbers: readonly number[]): string {
    const counts = new Map<string, number>();
    numbers.forEach(number => {
      const severity = severityOf(this.account.findings[number].class);
      counts.set(severity, (counts.get(severity) ?? 0) + 1);
    });
    return [...counts].map(([severity, count]) => counted(count, severity)).join(', ');
  }
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function cellsOf({ cells }: PodRow): string {
  return runsOf(cells).map(({ part, cells: own }) => {
    const names = namesInWords(own);
    return `${escaped(runInWords(part, own))}${names === '' ? '' : `: ${code(names)}`}`;
  }).join('<br>');
}

/** A name or value as code: nothing in it is Markdown, nobody is notified by it, and it stays in its cell of a table. */
export function code(text: string): string {
  const shown = inOneLine(text).replaceAll('|', '\\|');
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || shown.trim() === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/**
 * Text that means nothing to Markdown. A comment breaks what a code host makes a link or a notification of: @names, #numbers, addresses.
 *
 * Source: GitHub Flavored Markdown 0.29 (autolinks, tables), CommonMark 0.31 (backslash escapes)
 */
export function escaped(text: string): string {
  return inOneLine(text)
    .replace(/[\\`*_{}[\]~|]/g, sign => `\\${sign}`)
    .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    .replace(/(@|#)(?=\w)/g, '$1<!-- -->')
    .replace(/(https?|ftp|mailto|xmpp):(?=\S)/gi, '$1<!-- -->:')
    .replace(/\bwww\./gi, 'www<!-- -->.');
}
