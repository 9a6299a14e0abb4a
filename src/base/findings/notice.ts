import { FindingClass } from './finding';

/** What can be found and is no rule over facts: said by the run itself, by the schema and the API server's validation, or by a pattern about its own objects. */
export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly class: FindingClass;
  /** Why it matters: what the cluster, or the run, does. */
  readonly reason: string;
  /** Where the statement comes from; absent where this library is the source. */
  readonly source?: string;
  readonly remedy: string;
  /** What it is said of. */
  readonly appliesTo: readonly string[];
  readonly but?: string;
}

/** What every finding of a notice begins with: its maker adds where, what exactly, and what to do. */
export function noticed({ id, title, class: kind }: Notice): Pick<Notice, 'id' | 'title' | 'class'> {
  return { id, title, class: kind };
}
