import { code, escaped, markdownPieces } from '../../../src/account/report/markdown';
import { accountOfObjects, accountOfText, carrier, groups, service } from '../made';
import { manyGroups } from '../many-groups';

const markdown = (...objects: readonly object[]) => [...markdownPieces(accountOfObjects(...objects))].join('');

test('begins with the whole, and a table of several workloads', () => {
  const text = markdown(carrier('Deployment', { spec: { replicas: 2 }, container: { image: 'a:latest', resources: { limits: { 'nvidia.com/gpu': 1 } } } }), groups());
  expect(text.split('\n').slice(0, 8)).toEqual([
    '## 2 workloads, 10 pods, 66 nvidia.com/gpu',
    '',
    '0 errors, 0 warnings, 4 infos; 2 objects for Kubernetes 1.36',
    '',
    '| workload | what it does | pods | devices | findings |',
    '| --- | --- | --- | --- | --- |',
    '| `ml/web` | runs a | 2 pods | 2 nvidia.com/gpu | 3 infos |',
    '| `ml/llm` | runs registry.example/app | 8 pods | 64 nvidia.com/gpu | 1 info |',
  ]);
});

test('has a picture, tables, and folds what is long', () => {
  const text = markdown(carrier('StatefulSet', { spec: { replicas: 3 }, pod: { nodeSelector: { 'topology.kubernetes.io/zone': 'eu-1a' } } }));
  expect(text).toMatch(/```mermaid\nflowchart LR\n[^`]*```\n/);
  expect(text).toContain('| where | zone | pods |\n| --- | --- | --- |\n| web | `eu-1a` | pods 0 to 2: `web-0 to 2` |\n');
  expect(text).toContain('#### Sums\n\n| | |\n| --- | --- |\n| pods | 3 pods |\n');
  expect(text.indexOf('<details><summary>Start, stop and restarts</summary>')).toBeLessThan(text.indexOf('#### Start of a pod'));
  expect(text).toContain('| main | 0 s | no probe: it counts as ready as soon as it runs |');
});

test('findings stand in their row, those that say the same once', () => {
  const text = markdown(...manyGroups(2, 2));
  expect(text).toMatch(/\| devices of a pod \| 8 nvidia\.com\/gpu<br>\*\*info\*\* \[AIW2626\]\(https:\/\/github\.com\/[^)]*\) taint of accelerator nodes is not tolerated: .* \(`StatefulSet llama-405b-0-leader` `app\.yaml:\d+`\); the same of /);
  expect(text.match(/\[AIW2626\]/g)).toHaveLength(1);
});

test('findings about no object come first, those about objects of no workload last', () => {
  const text = [...markdownPieces(accountOfText('apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {selector: {a: b}, ports: [{port: 1}], trafficDistribution: Nowhere}\n---\na: [\n'))].join('');
  expect(text.indexOf('\n- **error** [AIW0005]')).toBeLessThan(text.indexOf('### Beside the workloads\n\n1 Service\n\n#### About them\n\n- **error**'));
});

test('every table has as many cells in each row as in its head', () => {
  const text = markdown(...manyGroups(2, 2), carrier('Deployment', { name: 'a|b' }), service('x', { app: 'web' }));
  for (const [, table] of text.matchAll(/((?:^\|.*\n)+)/gm)) {
    const cells = table.trimEnd().split('\n').map(row => row.replace(/\\\|/g, '').match(/\|/g)!.length);
    expect(new Set(cells).size).toBe(1);
  }
});

describe('names and texts of strangers', () => {
  test.each([
    ['a', '`a`'], ['a`b', '`` a`b ``'], ['``', '``` `` ```'], ['a|b', '`a\\|b`'], ['a\nb', '`a\\nb`'], ['', '`  `'],
  ])('%j as code', (text, written) => {
    expect(code(text)).toBe(written);
  });

  test.each([
    ['*a* _b_ `c` [d](e) ~f~ {g} \\h', '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\~f\\~ {g\\} \\\\h'],
    ['<b onclick=x>&amp;', '&lt;b onclick=x&gt;&amp;amp;'],
    ['@team of #12', '@<!-- -->team of #<!-- -->12'],
    ['https://a.example www.b.example', 'https<!-- -->://a.example www<!-- -->.b.example'],
    ['a | b\nc', 'a \\| b\\\\nc'],
  ])('%j as text', (text, written) => {
    expect(escaped(text)).toBe(written.replace('{g', '\\{g'));
  });
});
