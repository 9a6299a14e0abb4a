import * as fs from 'fs';
import * as path from 'path';
import { APP, cdk8sAi, folderOf } from './program';

/* The problem matcher of docs/editors.md, tried on what the program writes: lines are matched one after the other, as VS Code does. */

interface Pattern { readonly regexp: string; readonly [group: string]: string | number }

function matcherOfDocs(): { readonly task: Record<string, unknown>; readonly patterns: readonly Pattern[] } {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/editors.md'), 'utf8');
  const [, text] = /```json\n([^]*?)```/.exec(page)!;
  const [task] = (JSON.parse(text) as { readonly tasks: readonly { readonly problemMatcher: { readonly pattern: readonly Pattern[] } }[] }).tasks;
  return { task: task.problemMatcher as unknown as Record<string, unknown>, patterns: task.problemMatcher.pattern };
}

function problemsIn(text: string, patterns: readonly Pattern[]): Record<string, string>[] {
  const lines = text.split('\n');
  return lines.flatMap((_, start) => {
    const found: Record<string, string> = {};
    for (const [index, { regexp, ...groups }] of patterns.entries()) {
      const match = new RegExp(regexp).exec(lines[start + index] ?? '');
      if (match === null) {
        return [];
      }
      Object.entries(groups).forEach(([group, number]) => { found[group] = match[number as number]; });
    }
    return [found];
  });
}

test('finds every finding that has a line, with severity, id, file, line and message', async () => {
  const folder = folderOf({ 'a folder/app.yaml': APP, 'b.yaml': 'a: [1\n' });
  const { stdout } = await cdk8sAi(folder, 'lint', '.', '--severity', 'info', '--no-color');
  const problems = problemsIn(stdout, matcherOfDocs().patterns);
  const { findings } = JSON.parse((await cdk8sAi(folder, 'lint', '.', '--format', 'json')).stdout) as { readonly findings: readonly { readonly id: string; readonly file: string; readonly line: number; readonly message: string; readonly severity: string }[] };
  expect(problems.length).toBeGreaterThan(1);
  expect(problems.map(({ code, file, line, severity, message }) => [code, file, Number(line), severity, message]))
    .toEqual(findings.map(({ id, file, line, severity, message }) => [id, file, line, severity, message.split('\n')[0]]));
});
