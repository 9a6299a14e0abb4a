import type { Log } from 'sarif';
import { sarifValidator } from './sarif-schema';
import { Finding } from '../../../src/base/findings/finding';
import { CATALOGUE } from '../../../src/cli/catalogue';
import { InputFile, UnusableInput } from '../../../src/lint/input/paths';
import { renderJson } from '../../../src/lint/report/json';
import { Outcome } from '../../../src/lint/report/outcome';
import { renderSarif } from '../../../src/lint/report/sarif';

const validate = sarifValidator();

function sarif(outcome: Outcome) {
  const log = JSON.parse([...renderSarif(outcome, CATALOGUE, '1.0.0')].join('')) as Log;
  expect(validate(log) || validate.errors).toBe(true);
  const { results, invocations } = log.runs[0];
  return { results: results!, invocation: invocations![0] };
}

const finding: Finding = { id: 'AIW2103', title: 'service selects no pods', class: 'broken', message: 'm' };
const outcome = (...findings: Finding[]): Outcome => ({ findings, acknowledged: 0, objects: 1, minors: ['1.36'] });

test.each<[string, boolean, Outcome]>([
  ['nothing was found', true, outcome()],
  ['there are errors', true, outcome(finding)],
  ['a file could not be had', false, { ...outcome(), unusable: ['gone.yaml: no such file'] }],
  ['a document could not be read', false, outcome({ ...finding, id: 'AIW0005' })],
  ['a rule could not run', false, outcome({ ...finding, id: 'AIW0004', class: 'risky' })],
])('whether the run was successful: %s', (_, isSuccessful, told) => {
  expect(sarif(told).invocation).toMatchObject({
    executionSuccessful: isSuccessful,
    toolExecutionNotifications: (told.unusable ?? []).map(text => ({ level: 'error', message: { text } })),
  });
});

test.each([[0, undefined], [1, { startLine: 1 }], [undefined, undefined]])('a region begins with the first line: %s', (line, region) => {
  expect(sarif(outcome({ ...finding, file: 'a.yaml', line })).results[0].locations![0].physicalLocation!.region).toEqual(region);
});

test('absolute files and those of Windows are URIs', () => {
  const files = ['/srv/a.yaml', 'C:\\a b.yaml', 'a:b.yaml'];
  const { results } = sarif(outcome(...files.map(file => ({ ...finding, file }))));
  expect(results.map(({ locations }) => locations![0].physicalLocation!.artifactLocation!.uri)).toEqual(['file:///srv/a.yaml', 'file:///C:/a%20b.yaml', 'a%3Ab.yaml']);
});

test('a value forges no sentence, no link and no command', () => {
  const { results: [{ message }] } = sarif(outcome({ ...finding, message: 'a\nhelp: run this', notes: ['[here](https://forged.example)'], help: '\u202e::error::' }));
  expect(message.text).toBe('service selects no pods: a\n  help: run this\nnote: [here]\\u0028https://forged.example)\nhelp: \\u202e::error::');
});

test.each([[0], [1], [3]])('a document in pieces is the document: %d findings', count => {
  const told = outcome(...Array.from({ length: count }, (_, index) => ({ ...finding, message: `${index}`, file: 'a.yaml' })));
  for (const pieces of [[...renderJson(told)], [...renderSarif(told, CATALOGUE, '1.0.0')]]) {
    const text = pieces.join('');
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
    expect(pieces).toHaveLength(count + 2);
  }
});

test('sentences of JSON are for people, names are what they are', () => {
  const object = { apiVersion: 'v1', kind: 'Pod', namespace: '', name: 'a\u202e' };
  const json = JSON.parse([...renderJson(outcome({ ...finding, object, message: 'a\u202e', notes: ['\u001b[2J'], help: '##[x]' }))].join(''));
  expect(json.findings[0]).toMatchObject({ object, message: 'a\\u202e', notes: ['\\u001b[2J'], help: '\\u0023#[x]' });
});

describe('fixes', () => {
  const content = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: 1}\n';
  const told: Finding = {
    ...finding, id: 'AIW1102', file: 'a.yaml', line: 4, field: 'data[a]', fix: { field: 'data[a]', quote: true }, object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: '', name: 'c' },
  };
  const fixesIn = (files: readonly InputFile[] | undefined) => sarif({ ...outcome(finding, told), files }).results.map(({ fixes }) => fixes?.length);

  test.each<[string, readonly InputFile[] | undefined, number | undefined]>([
    ['of a file', [{ name: 'a.yaml', read: () => Buffer.from(content) }], 1],
    ['of a file that is another one now', [{ name: 'a.yaml', read: () => Buffer.from(content.replace('name: c', 'name: d')) }], undefined],
    ['of a file that is gone since', [{ name: 'a.yaml', read: () => { throw new UnusableInput('a.yaml: no such file'); } }], undefined],
    ['of what can be read once', [{ name: 'a.yaml', isOnce: true, read: () => { throw new Error('read again'); } }], undefined],
    ['of other files', [{ name: 'b.yaml', read: () => { throw new Error('nobody asked'); } }], undefined],
    ['of no file', undefined, undefined],
  ])('%s', (_, files, count) => {
    expect(fixesIn(files)).toEqual([undefined, count]);
  });

  test('columns count UTF-16 code units, not bytes, and no byte order mark', () => {
    const regionOf = (text: string, line = 4) => {
      const files = [{ name: 'a.yaml', read: () => Buffer.from(text) }];
      return sarif({ ...outcome({ ...told, line }), files }).results[0].fixes![0].artifactChanges[0].replacements[0].deletedRegion;
    };
    expect(regionOf(content)).toMatchObject({ startLine: 4, startColumn: 11, endColumn: 12 });
    expect(regionOf(content.replace('{a: 1}', '{"ä😀": "é", a: 1}'))).toMatchObject({ startLine: 4, startColumn: 23, endColumn: 24 });
    expect(regionOf('\uFEFFdata: {a: 1}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n', 1)).toMatchObject({ startLine: 1, startColumn: 11, endColumn: 12 });
  });
});
