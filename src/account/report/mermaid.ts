import { runsOf } from './layout';
import { namesInWords, purposeInWords, runInWords } from './words';
import { cut } from '../../base/text/cut';
import { inOneLine } from '../../base/text/printable';
import { Account, PodRow, WayAccount, WorkloadAccount } from '../account';
import { counted } from '../said';

/**
 * A flowchart of what reaches what: clients, routes, Services, the pods of each workload in their groups and zones, and what they keep.
 *
 * Source: mermaid packages/mermaid/src/diagrams/flowchart/parser/flow.jison (v11): a text in quotes takes everything but quotes, and #35; stands for a sign
 */
export function* mermaidPieces(account: Account): Generator<string> {
  yield 'flowchart LR\n';
  if (account.workloads.length === 0) {
    yield `  nothing[${quoted('no workloads')}]\n`;
  }
  for (const [index, workload] of account.workloads.entries()) {
    yield* new Chart(workload, `w${index}`).lines();
  }
}

/** Rows that are drawn one by one; of more, alike ones are drawn as one. */
const MOST_ROWS = 4;
/** Words of a label; more do not fit into a box. */
const LONGEST = 60;

class Chart {
  private count = 0;
  /** The box of whoever calls a Service that nothing here sends to. */
  private clients?: string;
  private readonly edges: string[] = [];
  /** Boxes, with the part and the rows that they stand for. */
  private readonly boxes: { readonly box: string; readonly part: string; readonly rows: readonly number[] }[] = [];

  constructor(private readonly workload: WorkloadAccount, private readonly id: string) {}

  public* lines(): Generator<string> {
    const { workload, id } = this;
    const title = [`${workload.namespace === '' ? '' : `${workload.namespace}/`}${workload.name}`, purposeInWords(workload)];
    yield `  subgraph ${id} [${quoted(...title)}]\n`;
    for (const { title: row, first, numbers } of drawnRows(workload.rows)) {
      yield* this.row(row, first, numbers);
    }
    yield* workload.rows.length === 0 ? this.parts() : [];
    yield '  end\n';
    yield* this.ways();
    yield* this.claims();
    yield* this.control();
    yield* this.edges.map(edge => `  ${edge}\n`);
  }

  private* row(title: string, { cells }: PodRow, number: readonly number[]): Generator<string> {
    const isGroup = title !== '';
    const margin = isGroup ? '      ' : '    ';
    if (isGroup) {
      yield `    subgraph ${this.next()} [${quoted(title)}]\n`;
    }
    for (const { part, cells: own } of runsOf(cells)) {
      const box = this.box(part, number);
      yield `${margin}${box}[${quoted(runInWords(part, own), isAlike(title) ? '' : namesInWords(own), this.devicesOf(part))}]\n`;
    }
    yield isGroup ? '    end\n' : '';
  }

  private* parts(): Generator<string> {
    for (const { name } of this.workload.parts) {
      yield `    ${this.box(name, [])}[${quoted(name, this.devicesOf(name))}]\n`;
    }
  }

  private* ways(): Generator<string> {
    for (const way of this.workload.ways) {
      const service = this.next();
      yield `  ${service}[${quoted(`${way.kind} ${way.name}`, way.isHeadless ? 'names of pods' : portsOf(way))}]\n`;
      const to = way.isHeadless ? [this.id] : this.reached(way);
      this.edges.push(...to.map(box => `${service} ${way.isHeadless ? '-.-' : '-->'} ${box}`));
      for (const { kind, name, hosts } of way.from) {
        const source = this.next();
        yield `  ${source}([${quoted(`${kind} ${name}`, hosts[0] ?? '')}])\n`;
        this.edges.push(`${source} --> ${service}`);
      }
      if (way.from.length === 0 && !way.isHeadless) {
        yield this.clients === undefined ? `  ${this.clients = this.next()}([${quoted('clients')}])\n` : '';
        this.edges.push(`${this.clients} --> ${service}`);
      }
    }
  }

  private reached({ parts, rows }: WayAccount): string[] {
    const reached = this.boxes.filter(each => parts.includes(each.part) && (each.rows.length === 0 || each.rows.some(row => rows.includes(row))));
    return reached.map(({ box }) => box);
  }

  private* claims(): Generator<string> {
    for (const { name, size, storageClass, isOfEach, parts } of this.workload.claims) {
      const claim = this.next();
      const what = [size, storageClass].filter(each => each !== undefined).join(' of ');
      yield `  ${claim}[(${quoted(`claim ${name}`, what, isOfEach ? 'one for each pod' : 'one for all')})]\n`;
      const boxes = this.boxes.filter(({ part }) => parts.includes(part)).map(({ box }) => box);
      const from = parts.length === this.workload.parts.length ? [this.id] : boxes;
      this.edges.push(...from.map(box => `${box} -.- ${claim}`));
    }
  }

  private* control(): Generator<string> {
    for (const { topic, text } of this.workload.control.filter(each => DRAWN.has(each.topic))) {
      const box = this.next();
      const [object, rule = ''] = text.split(/, (?=max|min)|(?= keeps )|: |, by /);
      yield `  ${box}{{${quoted(topic, object, rule.trim())}}}\n`;
      this.edges.push(`${box} --- ${this.id}`);
    }
  }

  private box(part: string, rows: readonly number[]): string {
    const box = this.next();
    this.boxes.push({ box, part, rows });
    return box;
  }

  private next(): string {
    return `${this.id}n${this.count++}`;
  }

  private devicesOf(part: string): string {
    const said = this.workload.sums.find(({ topic, parts }) => topic === 'devices of a pod' && (parts === undefined || parts.includes(part)));
    return said === undefined ? '' : `${said.text} each`;
  }
}

const DRAWN: ReadonlySet<string> = new Set(['autoscaler', 'budget', 'queue', 'gang']);

interface DrawnRow {
  /** Empty where the row is the whole workload. */
  readonly title: string;
  /** The row, or the first of those that are alike. */
  readonly first: PodRow;
  readonly numbers: readonly number[];
}

function isAlike(title: string): boolean {
  return title.startsWith('each of ');
}

/** Rows with their titles; of many that are alike the first stands for all. */
function drawnRows(rows: readonly PodRow[]): DrawnRow[] {
  if (rows.length <= MOST_ROWS) {
    return rows.map((first, number) => ({ title: rows.length === 1 && first.group === undefined && first.zone === undefined ? '' : titleOf(first), first, numbers: [number] }));
  }
  const shapes = new Map<string, number[]>();
  rows.forEach((row, number) => {
    const runs = runsOf(row.cells).map(({ part, cells }) => [part, cells.length, cells.map(({ count }) => count)]);
    const shape = JSON.stringify([row.zone, row.group === undefined, runs]);
    const alike = shapes.get(shape) ?? [];
    shapes.set(shape, alike);
    alike.push(number);
  });
  return [...shapes.values()].slice(0, MOST_SHAPES).map(numbers => {
    const alike = numbers.map(number => rows[number]);
    return { title: alike.length === 1 ? titleOf(alike[0]) : eachOf(alike), first: alike[0], numbers };
  });
}

const MOST_SHAPES = 12;

function eachOf(alike: readonly PodRow[]): string {
  const [first, last] = [alike[0], alike[alike.length - 1]];
  return `each of ${counted(alike.length, first.group === undefined ? 'set' : 'group')}: ${first.label} to ${last.label}${first.zone === undefined ? '' : ` in ${first.zone}`}`;
}

function titleOf({ label, zone }: PodRow): string {
  return `${label}${zone === undefined || zone === label ? '' : ` in ${zone}`}`;
}

function portsOf({ ports }: WayAccount): string {
  return ports.length === 0 ? '' : `port${ports.length > 1 ? 's' : ''} ${ports.slice(0, 3).join(', ')}`;
}

/** Lines of a label in quotes. Every sign that could mean something to Mermaid, Markdown or HTML is a code. */
export function quoted(...lines: readonly string[]): string {
  const shown = lines.filter(line => line !== '').map(line => cut(inOneLine(line), LONGEST).replace(/[^A-Za-z0-9 .,:/()_-]/gu, sign => `#${sign.codePointAt(0)};`));
  return `"${shown.join('<br/>')}"`;
}

