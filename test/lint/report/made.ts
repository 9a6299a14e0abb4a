import { Finding, FindingClass } from '../../../src/base/findings/finding';

/** A finding with nothing but what each has. */
export function finding(more: Partial<Finding> = {}): Finding {
  return { id: 'AIW2103', title: 'service selects no pods', class: 'broken', message: 'matches no pod', ...more };
}

/** One of each class, in another order than that of a report. */
export function ofEachClass(): Finding[] {
  return (['advice', 'risky', 'lossy', 'dropped', 'broken', 'rejected'] as FindingClass[]).map(kind => finding({ class: kind, title: kind }));
}
