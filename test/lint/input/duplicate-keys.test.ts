import { readFile } from '../../../src/lint/input/documents';

const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {one: "1"}\ndata: {two: "2"}\n';
const read = (text: string, isFound = false) => readFile('a.yaml', Buffer.from(text), isFound);

describe('a key that stands twice in a mapping', () => {
  test('is one warning with the lost value, and the object has the last one', () => {
    const { objects, findings } = read(CONFIG);

    expect(objects.map(({ body }) => body.data)).toEqual([{ two: '2' }]);
    expect(findings).toMatchObject([{
      id: 'AIW0013', class: 'risky', line: 5, message: 'Duplicate value: "data": the mapping has this key twice; kubectl keeps the value of line 5 and drops {"one":"1"}',
    }]);
  });

  test('is reported for each key and each document, in YAML and JSON', () => {
    const json = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "name": "b"},\n"data": {"c": "1", "c": "2"}}';

    expect(read(`${CONFIG}---\n${CONFIG}`).findings.map(({ id, line }) => [id, line])).toEqual([['AIW0013', 5], ['AIW0013', 11]]);
    expect(read(json).findings.map(({ id, line }) => [id, line])).toEqual([['AIW0013', 1], ['AIW0013', 2]]);
    expect(read(json).objects.map(({ body }) => [body.metadata, body.data])).toEqual([[{ name: 'b' }, { c: '2' }]]);
  });

  test('shows nothing of a Secret', () => {
    const [finding] = read(CONFIG.replace('ConfigMap', 'Secret')).findings;

    expect(finding.message).toContain('drops a redacted value');
    expect(finding.message).not.toContain('one');
  });

  test('is nothing in the settings of another program', () => {
    expect(read('a: 1\na: 2\n', true).findings.map(({ id }) => id)).toEqual(['AIW0008']);
  });

  test('leaves a key that YAML and JSON read differently an error', () => {
    expect(read('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {1: a, "1": b}\n').findings.map(({ id }) => id)).toEqual(['AIW0005']);
  });
});
