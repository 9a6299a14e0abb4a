import * as fs from 'fs';
import * as path from 'path';
import { pageOf } from '../page';

const { text, blocks, run } = pageOf('docs/patterns/spot-inference.md');
const [smallest, kept] = blocks('ts');

test('the page shows what its program explains', () => {
  expect(text).toContain(`\`\`\`\n${run(smallest).printed}\n\`\`\``);
});

test('the objects of the page are those of its program', () => {
  const [, table] = /## What is whose\n([^]*?)\n\n`llama/.exec(text)!;
  const made = (run(smallest).chart.toJson()).map(({ kind, metadata }) => `${kind} \`${metadata.name}\``);
  expect(made).toHaveLength(4);
  made.forEach(each => expect(table).toContain(each));
});

test('the floor alone is kept off consolidation', () => {
  const annotations = run(`${smallest}\n${kept}`).chart.toJson().filter(({ kind }) => kind === 'Deployment').map(({ metadata, spec }) => [metadata.name, spec.template.metadata.annotations]);
  expect(annotations).toEqual([['llama-on-demand', { 'karpenter.sh/do-not-disrupt': 'true' }], ['llama-spot', undefined]]);
});

test('what it links to is there', () => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(match => match[1].split('#')[0]);
  expect(links.filter(link => !fs.existsSync(path.join(__dirname, '../../../docs/patterns', link)))).toEqual([]);
});
