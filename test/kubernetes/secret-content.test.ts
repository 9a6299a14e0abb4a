import { DEFAULT_CLUSTER } from '../../src/kubernetes/cluster';
import { readFile } from '../../src/lint/input/documents';
import { renderJson } from '../../src/lint/report/json';
import { check } from '../../src/lint/run/lint';

function report(fields: string): string {
  const text = `apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: ml}\n${fields}\n`;
  const { objects, findings } = readFile('secret.yaml', Buffer.from(text));
  return [...renderJson(check(objects, findings, { clusters: [DEFAULT_CLUSTER] }))].join('');
}

describe('a report does not repeat what a Secret holds', () => {
  test.each<[what: string, fields: string, told: string]>([
    ['text that is no base64', 'data: {token: "hunter2: !!"}', 'must be text in base64'],
    ['a number', 'stringData: {token: 20262026}', 'must be a string'],
    ['a word that is no text', 'stringData: {token: {inner: hunter2}}', 'must be a string'],
    ['a list', 'stringData: [hunter2]', 'must be an object'],
    ['text instead of a map', 'data: hunter2', 'must be an object'],
    ['JSON that is none', 'type: kubernetes.io/dockerconfigjson\ndata: {.dockerconfigjson: aHVudGVyMg==}', 'dockerconfigjson'],
    ['a name that is wrong', 'stringData: {"a b": hunter2}', 'data[a b]'],
  ])('%s', (_, fields, told) => {
    const text = report(fields);
    expect(text).toContain(told);
    expect(text).not.toMatch(/hunter2|aHVudGVyMg|20262026/);
  });

  test('what is wrong elsewhere in it is shown', () => {
    expect(report('immutable: hunter2')).toContain('hunter2');
  });
});
