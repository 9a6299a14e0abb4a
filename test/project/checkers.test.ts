import * as fs from 'fs';
import * as path from 'path';
import { foundIn, mistakes, Part, partsOf, sides } from '../../bench/mistakes';
import { ROOT } from '../../build-tools/examples';

const parts = [
  ...partsOf('rule/fixtures/bad.yaml', '# Why.\nkind: Pod\nspec: # want AIW2999\n---\nkind: Service\n'),
  ...partsOf('rule/fixtures/bad-other.yaml', 'kind: Job # want AIW2000, AIW2999\n---\n# nothing but a comment\n'),
  ...partsOf('rule/fixtures/good.yaml', 'kind: Pod\n'),
  ...partsOf('rule/fixtures/good-other.yaml', 'kind: Deployment\n'),
];

test('the manifests of a rule are those with its mistake, and the mended ones', () => {
  const kinds = (those: readonly Part[]) => those.map(({ text }) => /^kind: (\w+)/m.exec(text)![1]);
  const { bad, good } = sides(parts, 'AIW2999');
  expect([kinds(bad), kinds(good)]).toEqual([['Pod', 'Job'], ['Pod']]);
});

test('what is said of the mended manifest too is nothing found', () => {
  const [pod, service, job, mended, other] = parts;
  const of = (...said: [Part, string[]][]) => foundIn(sides(parts, 'AIW2999'), new Map(said.map(([part, what]) => [part, new Set(what)])));
  expect(of([pod, ['probes', 'tag']], [mended, ['probes']])).toEqual(['tag']);
  expect(of([job, ['deadline']], [other, ['deadline']])).toEqual(['deadline']);
  expect(of([service, ['no pods']])).toEqual([]);
});

test('nearly every rule has a mistake to be found, and something mended to compare with', () => {
  const all = mistakes();
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ good }) => good.length === 0).map(({ id }) => id)).toEqual([]);
});

test('rules that the page names have a page', () => {
  const [, read] = /Read one by one, ([\s\S]*?): fields/.exec(fs.readFileSync(path.join(ROOT, 'docs/compared.md'), 'utf8'))!;
  const ids = read.match(/\d{4}/g)!;
  expect(ids.filter(id => !fs.existsSync(path.join(ROOT, `docs/rules/AIW${id}.md`)))).toEqual([]);
});
