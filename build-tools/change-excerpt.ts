/*
 * Shortens fixtures of changes for a docs page: the comment of the first line, and the lines that differ with their context.
 */
import { withoutWant } from './fixture-excerpt';

/** Lines of context around each difference. */
const CONTEXT = 3;

export function changeExcerpt(text: string): string[] {
  const [title, ...rest] = text.trimEnd().split('\n');
  const at = rest.indexOf('# after');
  const [before, after] = [rest.slice(0, at), rest.slice(at + 1)].map(lines => lines.map(withoutWant));
  const lines = differences(before, after);
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(line => !line.startsWith(' ')));
  const shown = lines.flatMap((line, index) => (near[index] ? [line.trimEnd()] : index > 0 && near[index - 1] ? ['  …'] : []));
  return [title.replace(/^# /, ''), '', '```diff', ...(near[0] ? [] : ['  …']), ...shown, '```'];
}

/** A line diff by longest common subsequence. */
function differences(before: readonly string[], after: readonly string[]): string[] {
  const longest = [...before, ''].map(() => new Array<number>(after.length + 1).fill(0));
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      const [skipped, added] = [longest[one + 1][other], longest[one][other + 1]];
      longest[one][other] = before[one] === after[other] ? longest[one + 1][other + 1] + 1 : Math.max(skipped, added);
    }
  }
  const lines: string[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (before[one] === after[other] && one < before.length) {
      lines.push(`  ${before[one++]}`);
      other++;
    } else if (one < before.length && (other >= after.length || longest[one + 1][other] >= longest[one][other + 1])) {
      lines.push(`- ${before[one++]}`);
    } else {
      lines.push(`+ ${after[other++]}`);
    }
  }
  return lines;
}
