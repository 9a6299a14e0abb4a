import * as fs from 'fs';
import * as path from 'path';
import { Account } from '../../../src/account/account';
import { jsonPieces } from '../../../src/account/report/json';
import { accountOfObjects, accountOfText, carrier, groups, service } from '../made';

const json = (account: Account) => JSON.parse([...jsonPieces(account)].join(''));

test('is the account, as data', () => {
  const account = accountOfObjects(groups(), service('x', { app: 'nobody' }));
  const { workloads, objects, others, summary, findings, target, unusable, loose } = json(account);
  expect(JSON.stringify(workloads)).toBe(JSON.stringify(account.workloads));
  expect(objects).toHaveLength(account.objects.length);
  expect(others).toEqual(account.others);
  expect(summary).toEqual(account.summary);
  expect([target, unusable, loose]).toEqual([{ kubernetes: '1.36', minors: ['1.36'] }, [], []]);
  expect(findings[0]).toMatchObject({ id: expect.any(String), severity: expect.any(String), docs: expect.stringContaining('docs/rules/'), object: { name: expect.any(String) } });
});

test('numbers lead to what they mean', () => {
  const { workloads, objects, findings } = json(accountOfObjects(carrier('Deployment', { container: { image: 'a:latest' } })));
  const [{ objects: own, start }] = workloads;
  expect(objects[own[0]].object).toMatchObject({ kind: 'Deployment', name: 'web' });
  const images = start[0].phases[0].bars.find(({ label }: { label: string }) => label === 'images');
  expect(images.findings.map((number: number) => findings[number].id)).toEqual(['AIW2906']);
});

test('what cannot be read is said in it, and it is JSON all the same', () => {
  const { findings, loose, workloads } = json(accountOfText('a: [\n'));
  expect([findings[0].id, loose, workloads]).toEqual(['AIW0005', [0], []]);
});

test('docs/explain.md names every field', () => {
  const page = fs.readFileSync(path.join(__dirname, '../../../docs/explain.md'), 'utf8');
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(collect);
    } else if (typeof value === 'object' && value !== null) {
      Object.entries(value).forEach(([name, inner]) => {
        names.add(name);
        collect(inner);
      });
    }
  };
  const { findings, objects, ...account } = json(accountOfObjects(
    groups({}, { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: { storageClassName: 's', resources: { requests: { storage: '1Gi' } } } }] }),
    carrier('Deployment', { container: { command: ['vllm', 'serve', 'm'], startupProbe: { httpGet: { port: 1 } } }, pod: { nodeSelector: { 'topology.kubernetes.io/zone': 'a' } } }), service('web', { app: 'web' }),
  ));
  collect(account);
  expect([...names].filter(name => !page.includes(`\`${name}\``))).toEqual([]);
  expect([findings.length > 0, objects.length > 0]).toEqual([true, true]);
});
