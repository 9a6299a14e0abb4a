/** Lines around a change. */
const CONTEXT = 3;

/** The unified diff of a file in which single lines changed: no fix adds or removes a line. */
export function unifiedDiff(name: string, before: Buffer, after: Buffer): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changed = old.flatMap((line, index) => (line === now[index] ? [] : [index]));
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = hunks.at(-1);
    const [from, to] = [Math.max(0, index - CONTEXT), Math.min(old.length, index + CONTEXT + 1)];
    if (last && from <= last.to) {
      last.to = to;
    } else {
      hunks.push({ from, to });
    }
  }
  return `--- a/${name}\n+++ b/${name}\n${hunks.map(({ from, to }) => hunk(old, now, from, to)).join('')}`;
}

function hunk(old: readonly string[], now: readonly string[], from: number, to: number): string {
  const lines: string[] = [`@@ -${from + 1},${to - from} +${from + 1},${to - from} @@\n`];
  for (let index = from; index < to;) {
    let end = index;
    while (end < to && old[end] !== now[end]) {
      end++;
    }
    const marked = (all: readonly string[], sign: string) => all.slice(index, end).map(line => marking(line, sign));
    lines.push(...end > index ? [...marked(old, '-'), ...marked(now, '+')] : [marking(old[index], ' ')]);
    index = Math.max(end, index + 1);
  }
  return lines.join('');
}

function marking(line: string, sign: string): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
