import { FindingClass } from './finding';

/** The description of a finding that no rule of the linter reports: it comes from the run itself, the schema, the ported validation, or a pattern. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly class: FindingClass;
  /** Why it matters: what the cluster, or the run, does. */
  readonly reason: string;
  /** Where the statement comes from; absent where this library is the source. */
  readonly source?: string;
  readonly remedy: string;
  /** Kinds that it is reported on. */
  readonly appliesTo: readonly string[];
  readonly but?: string;
  /** What of it `lint --fix` writes, in words: `a name that is nearly right`. */
  readonly fixable?: string;
}

/** What every finding of a notice begins with: its maker adds where, what exactly, and what to do. */
export function noticed({ id, title, class: kind }: Notice): Pick<Notice, 'id' | 'title' | 'class'> {
  return { id, title, class: kind };
}
