import { PlacedBar, placedBars, runsOf, WHOLE } from './layout';
import { ABOUT_OBJECTS, alikeFindings, findingsInWords, inBrackets, namesInWords, othersInWords, partsInWords, purposeInWords, RESTARTS, runInWords, SECTIONS, sizeInWords, START, STOP, summaryInWords } from './words';
import { Finding, severityOf } from '../../base/findings/finding';
import { inOneLine } from '../../base/text/printable';
import { PLAIN, Style } from '../../lint/report/text';
import { Account, PodRow, Statement, Timeline, WorkloadAccount } from '../account';
import { counted } from '../said';

/** How a text is written. */
export interface TextOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly style?: Style;
}

/** The account for people at a terminal, piece by piece. */
export function* textPieces(account: Account, options: TextOptions): Generator<string> {
  const writer = new Writer(account, options);
  yield* writer.head();
  for (const workload of account.workloads) {
    yield* writer.workload(workload);
  }
  yield* writer.others();
}

/** Rows of pods that are listed before the rest is only counted. */
const MOST_ROWS = 12;
/** Columns of a timeline. */
const BAR = 24;

class Writer {
  private readonly style: Style;
  private readonly width: number;

  constructor(private readonly account: Account, { width, style = PLAIN }: TextOptions) {
    this.style = style;
    this.width = Math.max(60, Math.min(width, 160));
  }

  public* head(): Generator<string> {
    const { account } = this;
    yield `${inOneLine(summaryInWords(account))}\n${findingsInWords(account)}; ${counted(account.summary.objects, 'object')}${account.minors.length === 0 ? '' : ` for Kubernetes ${account.minors.join(', ')}`}\n`;
    yield* this.findings(account.loose, 2);
  }

  public* workload(workload: WorkloadAccount): Generator<string> {
    const title = `${workload.namespace === '' ? '' : `${workload.namespace}/`}${workload.name}`;
    yield `\n${this.style.place(inOneLine(title))}  ${inOneLine(purposeInWords(workload))}\n${this.wrapped(sizeInWords(workload), 2)}`;
    yield* workload.because.map(each => this.wrapped(`one workload: ${each}`, 2));
    yield* this.rows(workload);
    for (const { key, title: section } of SECTIONS) {
      yield* this.section(section, workload[key]);
    }
    yield* this.timelines(START, workload.start);
    yield* this.timelines(STOP, workload.stop);
    yield* this.section(RESTARTS, workload.restarts);
    yield* this.objects(ABOUT_OBJECTS, workload.objects);
  }

  public* others(): Generator<string> {
    const { objects, kinds } = this.account.others;
    if (kinds.length > 0) {
      const counts = kinds.map(({ kind, count }) => `${count} ${kind}`).join(', ');
      yield `\n${this.style.place('Beside the workloads')}\n${this.wrapped(counts, 2)}`;
      yield* this.objects('About them', objects);
    }
  }

  private* rows({ rows, unlisted }: WorkloadAccount): Generator<string> {
    if (rows.length === 0) {
      return;
    }
    yield `\n  ${this.style.label('Pods')}\n`;
    const shown = rows.length > MOST_ROWS ? rows.slice(0, MOST_ROWS - 1) : rows;
    const labels = shown.map(labelOf);
    const width = Math.min(40, Math.max(...labels.map(label => label.length)));
    yield* shown.map((row, index) => this.beside(labels[index], width, cellsOf(row), 4));
    const left = rows.length - shown.length;
    if (left > 0 || unlisted > 0) {
      const parts = [...(left > 0 ? [`${counted(left, 'more row')}, the last one ${labelOf(rows[rows.length - 1])}`] : []), ...(unlisted > 0 ? [`${counted(unlisted, 'more pod')}`] : [])];
      yield this.wrapped(parts.join('; '), 4);
    }
  }

  private* section(title: string, statements: readonly Statement[]): Generator<string> {
    if (statements.length === 0) {
      return;
    }
    yield `\n  ${this.style.label(title)}\n`;
    const width = Math.min(26, Math.max(...statements.map(({ topic }) => topic.length)));
    for (const statement of statements) {
      yield this.beside(statement.topic, width, `${partsInWords(statement)}${statement.text}`, 4);
      yield* this.findings(statement.findings ?? [], 6);
    }
  }

  private* timelines(title: string, timelines: readonly Timeline[]): Generator<string> {
    for (const timeline of timelines) {
      const head = inOneLine(`${title}${inBrackets(timeline.parts)}`);
      yield `\n  ${this.style.label(head)}  ${this.wrapped(timeline.sum, 4, head.length + 4).trimStart()}`;
      const bars = placedBars(timeline);
      const below = [...(timeline.limit ? [timeline.limit] : []), ...timeline.notes];
      const width = Math.min(26, Math.max(0, ...bars.map(({ bar }) => bar.label.length), ...below.map(({ topic }) => topic.length)));
      for (const placed of bars) {
        yield this.beside(placed.bar.label, width, placed.bar.text, 4, `${drawn(placed)} `);
        yield* this.findings(placed.bar.findings ?? [], 6);
      }
      for (const statement of below) {
        yield this.beside(statement.topic, width, statement.text, 4);
        yield* this.findings(statement.findings ?? [], 6);
      }
    }
  }

  private* objects(title: string, numbers: readonly number[]): Generator<string> {
    const found = numbers.flatMap(number => this.account.objects[number].findings);
    yield found.length === 0 ? '' : `\n  ${this.style.label(title)}\n`;
    yield* this.findings(found, 4);
  }

  private* findings(numbers: readonly number[], margin: number): Generator<string> {
    for (const alike of alikeFindings(this.account, numbers)) {
      const { finding } = alike;
      const severity = severityOf(finding.class);
      const head = `${severity}[${finding.id}]`;
      const rest = this.wrapped(`${finding.title}: ${told(finding)}${alike.others.length === 0 ? '' : `; ${othersInWords(alike)}`}`, margin + 2, head.length + 1 + margin);
      yield `${' '.repeat(margin)}${this.style.severity(severity, head)} ${rest.trimStart()}`;
    }
  }

  /** A topic and what is said of it, in two columns. */
  private beside(topic: string, width: number, text: string, margin: number, drawing = ''): string {
    const head = inOneLine(topic).padEnd(width);
    const column = margin + width + 2;
    const lines = wrap(inOneLine(text), this.width - column, Math.max(0, head.length - width) + drawing.length);
    return lines.map((line, index) => (index === 0 ? `${' '.repeat(margin)}${this.style.label(head)}  ${drawing}${line}` : `${' '.repeat(column)}${line}`)).join('\n') + '\n';
  }

  private wrapped(text: string, margin: number, taken = margin): string {
    return wrap(inOneLine(text), this.width - margin, taken - margin).map(line => `${' '.repeat(margin)}${line}\n`).join('');
  }
}

/** Words in lines of at most so many columns; a word that is longer stands alone, and `s` stays with its number. */
export function wrap(text: string, width: number, taken = 0): string[] {
  const lines: string[] = [];
  let line = '';
  let room = width - taken;
  for (const word of text.split(/ (?!(?<=\d )s(?!\w))/)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      [line, room] = ['', width];
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** `[   ====      ]`: dots where nobody knows how long it takes. */
function drawn({ bar, from, to }: PlacedBar): string {
  const start = Math.min(BAR - 1, Math.floor(from * BAR / WHOLE));
  const end = Math.max(start + 1, Math.round(to * BAR / WHOLE));
  const sign = bar.seconds === undefined ? '.' : bar.kind === 'hook' ? '>' : bar.kind === 'spare' ? '-' : '=';
  return `[${' '.repeat(start)}${sign.repeat(end - start)}${' '.repeat(Math.max(0, BAR - end))}]`;
}

function labelOf({ label, zone }: PodRow): string {
  return `${label}${zone === undefined || zone === label ? '' : ` in ${zone}`}`;
}

function cellsOf({ cells }: PodRow): string {
  return runsOf(cells).map(({ part, cells: own }) => {
    const names = namesInWords(own);
    return `${runInWords(part, own)}${names === '' ? '' : `: ${names}`}`;
  }).join('; ');
}

function told({ object, message, file, line, field }: Finding): string {
  const place = [object && `${object.kind} ${object.name}`, file && `${file}${line === undefined ? '' : `:${line}`}`, field].filter(each => each !== undefined);
  return `${message}${place.length === 0 ? '' : ` (${place.join(' ')})`}`;
}
