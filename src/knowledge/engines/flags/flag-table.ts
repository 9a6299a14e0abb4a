import { Answers } from '../../../base/remembered';

/** A release of an engine, as a table counts it. */
export interface TableRelease {
  /** As an image says it: `0.10.2`. */
  readonly text: string;
  /** Place of its row among the releases. */
  readonly place: number;
}

/** From one place to another one, that included; without an end to the newest. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** What releases of one engine take: flags with their dashes, and variables. A name that one patch of a minor has counts as one of all. */
export class FlagTable {
  private readonly releases: readonly string[];
  private readonly spans: ReadonlyMap<string, readonly Span[]>;
  /** Names by release: each flag of a command line asks for them. */
  private readonly known = new Answers<readonly string[]>();

  /**
   * @param releases their names, the oldest first: `0.4 0.5`; empty where they were read together.
   * @param rows a line a name: `--model 0-`, `--task 2-8`.
   */
  constructor(releases: string, rows: string) {
    this.releases = releases.split(' ');
    this.spans = new Map(rows.trim().split('\n').map(row => {
      const [name, ...spans] = row.split(' ');
      return [name, spans.map(spanOf)] as const;
    }));
  }

  /** The release that a version belongs to; undefined for one that was not read. */
  public release(version: string): TableRelease | undefined {
    const parts = version.split('.');
    const place = Math.max(this.releases.indexOf(parts.slice(0, 3).join('.')), this.releases.indexOf(parts.slice(0, 2).join('.')));
    return place < 0 ? undefined : { text: version, place };
  }

  /** Whether a release has a name; without a release, whether any has. */
  public has(name: string, release?: TableRelease): boolean {
    const spans = this.spans.get(name);
    return spans !== undefined && (release === undefined || spans.some(({ from, to }) => from <= release.place && release.place <= to));
  }

  /** All names of a release, or of all of them. */
  public names(release?: TableRelease): readonly string[] {
    return this.known.to(String(release?.place), () => [...this.spans.keys()].filter(name => this.has(name, release)));
  }

  /** `it went with 0.12`, `it came with 0.16`: why a release lacks what others have. */
  public absence(name: string, release: TableRelease): string {
    const spans = this.spans.get(name) ?? [];
    const before = spans.filter(({ to }) => to < release.place).at(-1);
    return before ? `it went with ${this.releases[before.to + 1]}` : `it came with ${this.releases[spans[0].from]}`;
  }
}

function spanOf(text: string): Span {
  const [from, to] = text.split('-');
  return { from: Number(from), to: to === '' ? Infinity : Number(to) };
}
