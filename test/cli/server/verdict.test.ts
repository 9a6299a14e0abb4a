import { FakeApiServer, json, Reply } from './api-server';
import { ask, POD } from './asking';
import { PlainObject } from '../../../src/base/plain';
import { NOTICES } from '../../../src/cli/catalogue';
import { MOST_FINDINGS } from '../../../src/cli/server/ask';
import { MOST_OF_ONE } from '../../../src/cli/server/verdict';

/* What a server says of an object becomes findings: no more than somebody reads, and none where it says nothing of it. */

jest.setTimeout(60_000);

const server = new FakeApiServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.forget());

const whereWritten = (reply: Reply): void => {
  server.reply = (request, response, body) => request.method !== 'GET' && reply(request, response, body);
};
const short = ({ findings, unusable }: { findings: readonly { id: string; field?: string; message: string }[]; unusable: readonly string[] }) => ({
  findings: findings.map(({ id, field, message }) => [id, field, message]), unusable,
});
const status = (code: number, said: object): Reply => (_, response) => json(response, code, { kind: 'Status', ...said });

test('an object that it takes has no finding; it may add to it and write values otherwise', async () => {
  whereWritten((_, response, body) => {
    const object = JSON.parse(body) as PlainObject;
    return json(response, 201, { ...object, spec: { ...object.spec as object, added: true, containers: [{ name: 'a', image: 'docker.io/a:1', terminationMessagePath: '/x' }] }, status: {} });
  });
  expect(short(await ask(server, [{ ...POD, status: { phase: 'x' } }]))).toEqual({ findings: [], unusable: [] });
});

test('what it does not keep is dropped; what says nothing, and a list that it changed, are not', async () => {
  const object = { ...POD, spec: { 'gone': 1, 'list': [{ a: 1 }], 'other': [1, 2], 'x.y/z': 'text', 'constructor': { a: 1 }, 'none': null, 'empty': {}, 'zero': 0, 'no': false, 'blank': '', 'kept': { inner: { a: 1 } } } };
  whereWritten((_, response) => json(response, 200, { ...POD, spec: { list: [{}], other: [1], kept: { inner: 'text' } } }));
  const { findings } = short(await ask(server, [object]));
  expect(findings.map(([id, field]) => [id, field])).toEqual(['spec.gone', 'spec.list[0].a', 'spec[x.y/z]', 'spec.constructor', 'spec.kept.inner.a'].map(field => ['AIW1302', field]));
});

test('what no server gives back is not dropped: the texts of a Secret, the namespace of a kind that lives in none', async () => {
  whereWritten((_, response, body) => {
    const { stringData, ...object } = JSON.parse(body) as PlainObject;
    const { namespace, ...metadata } = object.metadata as PlainObject;
    return json(response, 200, { ...object, metadata });
  });
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', namespace: 'ml' }, stringData: { password: 'x' } };
  const priority = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'a', namespace: 'ml' }, value: 1 };
  expect(short(await ask(server, [secret, priority]))).toEqual({ findings: [], unusable: [] });
  expect(short(await ask(server, [{ ...POD, stringData: { a: 'x' } }])).findings.map(([, field]) => field)).toEqual(['stringData']);
});

const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db', namespace: 'ml' }, data: { number: 1234567 }, stringData: { text: 'hunter2 and "more"', list: ['battery'], short: 'db' } };
test.each<[string, string]>([
  ['failed to create typed patch object (ml/db; /v1, Kind=Secret): .data.short: expected string, got &value.valueUnstructured{Value:7}', 'failed to create typed patch object (ml/db; /v1, Kind=Secret): .data.short: expected string, …'],
  ['a policy wants another than "hunter2 and \\"more\\""', 'a policy wants another than "…'], ['must not be battery or 1234567', 'must not be …'], [`${'x'.repeat(990)}hunter2`, `${'x'.repeat(990)}…`],
  ['secrets "db" is forbidden', 'secrets "db" is forbidden'],
])('what a Secret holds is not repeated: %s', async (message, told) => {
  const heard = async (object: object) => short(await ask(server, [object])).findings;
  whereWritten(status(500, { message }));
  expect(await heard(SECRET)).toEqual([['AIW1301', '', `Status 500: ${told}`.slice(0, 1_000) + (told.length > 900 ? '…' : '')]]);
  whereWritten(status(422, { details: { causes: [{ field: 'data', message }] } }));
  expect(await heard(SECRET)).toEqual([['AIW1301', 'data', told]]);
  expect(await heard({ ...SECRET, kind: 'ConfigMap' })).toEqual([['AIW1301', 'data', message]]);
  whereWritten((_, response, body) => json(response, 200, JSON.parse(body), { warning: `299 - ${JSON.stringify(message)}` }));
  expect((await heard(SECRET)).filter(([id]) => id === 'AIW1303')).toEqual([['AIW1303', '', told]]);
});

test('a refusal names its fields, or has a reason and a message', async () => {
  whereWritten(status(422, { details: { causes: [{ field: 'spec.a', message: 'Invalid value: 1' }, { field: 'spec.b', reason: 'FieldValueRequired' }, { field: 'spec.c' }, { message: 'no field' }] } }));
  expect(short(await ask(server, [POD]))).toEqual({ findings: [['AIW1301', 'spec.a', 'Invalid value: 1'], ['AIW1301', 'spec.b', 'FieldValueRequired'], ['AIW1301', 'spec.c', 'no reason given']], unusable: [] });
  whereWritten(status(403, { reason: 'Forbidden', message: 'by a policy', details: { causes: 'none' } }));
  expect(short(await ask(server, [POD])).findings).toEqual([['AIW1301', '', 'Forbidden: by a policy']]);
  whereWritten(status(500, { details: { causes: [{ message: 'no field' }] } }));
  expect(short(await ask(server, [POD])).findings).toEqual([['AIW1301', '', 'Status 500: no reason given']]);
});

test('a namespace or a kind that comes with the same input is not missing', async () => {
  whereWritten((request, response) => request.url!.includes('/namespaces/ml/') && json(response, 404, { kind: 'Status', reason: 'NotFound', message: 'namespaces "ml" not found', details: { kind: 'namespaces' } }));
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' } };
  expect(short(await ask(server, [POD])).findings).toEqual([['AIW1301', '', 'NotFound: namespaces "ml" not found']]);
  expect(short(await ask(server, [POD, namespace])).findings).toEqual([]);
  const definition = { apiVersion: 'v1', kind: 'CustomResourceDefinition', metadata: { name: 'x' }, spec: { group: 'x.example', names: { kind: 'Thing' } } };
  const thing = { apiVersion: 'x.example/v1', kind: 'Thing', metadata: { name: 'a' } };
  server.forget();
  const kinds = async (...objects: object[]) => short(await ask(server, objects)).findings.map(([, , message]) => message).filter(message => message!.includes('Thing'));
  expect(await kinds(thing)).toEqual(['Not found: "x.example/v1": the server does not serve Thing of it']);
  expect(await kinds(thing, definition)).toEqual([]);
  expect(await kinds({ ...thing, kind: 'Thing2' }, definition)).toEqual(['Not found: "x.example/v1": the server does not serve Thing2 of it']);
  expect(await kinds(thing, { ...definition, spec: {} }, { ...definition, spec: { group: 'x.example' } })).toEqual(['Not found: "x.example/v1": the server does not serve Thing of it']);
});

test.each<[number, object]>([
  [401, { kind: 'Status', message: 'who?' }], [429, { kind: 'Status', message: 'who?' }], [502, { kind: 'Status', message: 'who?' }], [503, { kind: 'Status', message: 'who?' }],
  [504, { kind: 'Status', message: 'who?' }], [422, { message: 'who?' }], [200, { message: 'who?' }], [200, { apiVersion: 'v1', kind: 'Status', message: 'who?' }], [200, { apiVersion: 'v2', kind: 'Pod', message: 'who?' }],
])('%d with %j is no word about the object', async (code, said) => {
  whereWritten((_, response) => json(response, code, said));
  expect(short(await ask(server, [POD]))).toEqual({ findings: [], unusable: [`Pod ml/a: the API server answers ${code} and does not say whether it takes the object: who?`] });
});

test('a page of a proxy may have no reason', async () => {
  whereWritten((_, response) => json(response, 502, {}));
  expect(short(await ask(server, [POD])).unusable).toEqual(['Pod ml/a: the API server answers 502 and does not say whether it takes the object: no reason given']);
});

test('warnings are told, as many and as long as somebody reads', async () => {
  const warning = (texts: readonly string[]) => texts.map(text => `299 - "${text}"`).join(', ');
  whereWritten((_, response, body) => json(response, 200, JSON.parse(body), { warning: `${warning(['a \\"b\\"', 'c'])}, 300 - "not this"` }));
  expect(short(await ask(server, [POD])).findings).toEqual([['AIW1303', '', 'a "b"'], ['AIW1303', '', 'c']]);
  whereWritten((_, response, body) => json(response, 200, JSON.parse(body), { warning: warning(Array.from({ length: 100 }, () => 'x'.repeat(100))) }));
  const { findings } = short(await ask(server, [POD]));
  expect([findings.length, findings.at(-1)]).toEqual([MOST_OF_ONE + 1, ['AIW1303', '', 'Too many: the server says 80 more of this object']]);
});

test('refusals by the thousand, of any length, are cut', async () => {
  const causes = Array.from({ length: 1_000 }, (_, index) => ({ field: index === 0 ? '[[[.'.repeat(1_000) : 'spec', message: 'x'.repeat(5_000) }));
  whereWritten(status(422, { details: { causes } }));
  const { findings } = short(await ask(server, [POD]));
  expect(findings).toHaveLength(MOST_OF_ONE + 1);
  expect(findings[0]).toEqual(['AIW1301', `${'[[[.'.repeat(75)}…`, `${'x'.repeat(1_000)}…`]);
  expect(findings.at(-1)).toEqual(['AIW1301', '', 'Too many: the server says 980 more of this object']);
  whereWritten(status(422, { reason: 'x'.repeat(5_000), message: 'x'.repeat(5_000) }));
  expect(short(await ask(server, [POD])).findings).toEqual([['AIW1301', '', `${'x'.repeat(1_000)}…`]]);
});

test('of all objects together it tells no more than is read, and counts the rest', async () => {
  whereWritten(status(422, { details: { causes: Array.from({ length: 100 }, () => ({ field: 'spec', message: 'no' })) } }));
  const objects = Array.from({ length: 500 }, (_, index) => ({ ...POD, metadata: { name: `a-${index}` } }));
  const { findings, notes } = await ask(server, objects);
  expect([findings.length, notes]).toEqual([MOST_FINDINGS, ['the API server said more than is told: 500 of its findings are left out']]);
});

test('an object that no server takes is not sent', async () => {
  let deep: object = {};
  for (let level = 0; level < 9_000; level++) {
    deep = { a: deep };
  }
  const objects = [{ ...POD, spec: deep }, { ...POD, spec: { a: 'x'.repeat(3 * 1024 * 1024) } }];
  expect(short(await ask(server, objects)).findings).toEqual([
    ['AIW1301', '', 'Invalid value: is nested deeper than anything that API servers take, so the server was not asked'],
    ['AIW1301', '', 'Request entity too large: limit is 3145728'],
  ]);
  expect(server.seen.every(({ method }) => method === 'GET')).toBe(true);
});

test('each kind of answer has its own title, class and remedy', async () => {
  const told = async (reply: Reply) => {
    whereWritten(reply);
    return (await ask(server, [POD])).findings.map(({ id, title, class: kind, help }) => ({ id, title, class: kind, help }));
  };
  const noticed = (id: string) => {
    const { title, class: kind, remedy } = NOTICES.find(each => each.id === id)!;
    return [{ id, title, class: kind, help: remedy }];
  };
  expect(await told(status(422, { details: { causes: [{ field: 'spec', message: 'no' }] } }))).toEqual(noticed('AIW1301'));
  expect(await told((_, response) => json(response, 200, { ...POD, spec: {} }))).toEqual(noticed('AIW1302'));
  expect(await told((_, response, body) => json(response, 200, JSON.parse(body), { warning: '299 - "old"' }))).toEqual(noticed('AIW1303'));
});
