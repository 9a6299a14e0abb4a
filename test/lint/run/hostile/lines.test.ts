import { DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { Composer } from '../../../../src/kubernetes/yaml/composer';
import { readFile } from '../../../../src/lint/input/documents';
import { check } from '../../../../src/lint/run/lint';

const service = (index: number, selector = 'selector') => `- apiVersion: v1
  kind: Service
  metadata: {name: s${index}, namespace: ml}
  spec:
    ${selector}: {app: a${index}}
    ports: [{port: 80}]
`;
const list = (count: number, selector?: string) => `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: count }, (_, i) => service(i, selector)).join('')}`;

function findingsIn(text: string) {
  const { objects, findings } = readFile('list.yaml', Buffer.from(text));
  return check(objects, findings, { clusters: [DEFAULT_CLUSTER] }).findings;
}

describe('the lines of findings cost no reading of the file for each', () => {
  test('items of two Lists that speak of each other: each List is read for its places once', () => {
    const read = jest.spyOn(Composer.prototype, 'document');
    const findings = findingsIn(`${list(100)}---\n${list(100)}`);
    const reads = read.mock.calls.length;
    read.mockRestore();
    expect(findings.filter(({ id }) => id === 'AIW2101')[99]).toMatchObject({ line: 3 + 600 + 4 + 594 + 3, message: expect.stringContaining('list.yaml:600') });
    expect(reads).toBeLessThanOrEqual(6);
  });

  test('line breaks are looked for once, however many findings a List has', () => {
    const search = jest.spyOn(String.prototype, 'indexOf');
    const findings = findingsIn(list(200, 'selectr'));
    const searches = search.mock.calls.filter(([sought]) => sought === '\n').length;
    search.mockRestore();
    expect(findings.filter(({ id }) => id === 'AIW1101').map(({ line }) => line)).toEqual(Array.from({ length: 200 }, (_, i) => 8 + 6 * i));
    expect(searches).toBeLessThanOrEqual(5 * (3 + 200 * 6));
  });
});
