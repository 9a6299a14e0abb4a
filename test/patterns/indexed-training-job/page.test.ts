import * as fs from 'fs';
import * as path from 'path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../../src';

const PAGE = fs.readFileSync(path.join(__dirname, '../../../docs/patterns/indexed-training-job.md'), 'utf8');

/** The first fenced block of a language. */
function block(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'm').exec(PAGE)![1];
}

/** Runs the page's program. */
function run(): { yaml: string; printed: string } {
  const printed: string[] = [];
  const scope = { ...library, Chart, app: new App(), console: { log: (line: string) => printed.push(line) } };
  const program = ts.transpileModule(`${block('ts')}\nreturn chart;`, { compilerOptions: { target: ts.ScriptTarget.ES2022 } }).outputText;
  const chart = new Function(...Object.keys(scope), program)(...Object.values(scope));
  return { yaml: Yaml.formatObjects(Testing.synth(chart)).trimEnd(), printed: printed.join('\n') };
}

test('the page shows the manifests that its program writes', () => {
  expect(block('yaml')).toBe(run().yaml);
});

test('the page shows what its program explains', () => {
  expect(block('text')).toBe(run().printed);
});

test.each(['pretrain-1-3.pretrain.ml', 'pretrain-1-0.pretrain.ml', '32'])('the handle gives %s, as the page says', expected => {
  const [, statement] = new RegExp(`^(pretrain\\..*?);\\s+// ${expected}$`, 'm').exec(block('ts'))!;
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  const pretrain = new library.IndexedTrainingJob(chart, 'Pretrain', {
    workers: 4, rendezvous: library.Rendezvous.torchrun(), accelerator: library.Accelerator.nvidia(8), container: { image: 'a' },
  });
  expect(String(new Function('pretrain', `return ${statement}`)(pretrain))).toBe(expected);
});

describe('the table of kept restarts', () => {
  const [spot, other] = [library.Capacity.spotKarpenter(), library.Capacity.onDemand()].map(capacity => {
    const job = new library.IndexedTrainingJob(new Chart(new App(), 'prod'), 'Pretrain', {
      workers: 4, restarts: 1, capacity, rendezvous: library.Rendezvous.torchrun(), container: { image: 'a' },
    });
    return job.explain();
  });

  test.each<[string, RegExp]>([
    ['`backoffLimit` (', /backoffLimit \((\d+) restarts \+ (\d+) disruptions\) x (\d) pods = (\d+)/],
    ['an eviction', /(\d+) \/ 3 = (\d+) of them/],
    ['a pod deleted', /(\d+) \/ 4 = (\d+) of them/],
    ['a program that crashes', /started again \d+ \/ 4 = (\d+) times, with ([\d.]+) h of delays/],
  ])('has the numbers of explain() about %s', (row, pattern) => {
    const cells = PAGE.split('\n').find(line => line.startsWith('|') && line.includes(row))!.split('|').slice(2, 4);
    const numbers = (text: string) => (text.match(/\d[\d.]*/g) ?? []).filter(each => each !== '3' || row !== 'an eviction');
    const explained = (text: string) => pattern.exec(text)!.slice(1);
    expect(cells.map(numbers)).toEqual([spot, other].map(text => {
      const found = explained(text);
      return row === 'a pod deleted' ? [found[0], '4', found[1]] : found;
    }));
  });
});
