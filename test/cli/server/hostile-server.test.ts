import * as net from 'net';
import { FakeApiServer, json, Reply } from './api-server';
import { ask, POD, refusal } from './asking';
import { cdk8sAi, folderOf } from '../program';

/* A server that is broken, or wants to harm whoever asks it: each answer ends in a clear error or a bounded finding. */

jest.setTimeout(60_000);

const server = new FakeApiServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.forget());

/** For servers that never answer. Others have all the time that a busy machine needs. */
const SHORT = { answer: 300, run: 60_000 };
const LONG = { answer: 60_000, run: 60_000 };
const origin = () => new URL(server.url).origin;
const withoutOrigin = (text: string) => text.replaceAll(origin(), 'SERVER');
const whereWritten = (reply: Reply): void => {
  server.reply = (request, response, body) => request.method !== 'GET' && reply(request, response, body);
};

describe('an answer that is none', () => {
  const CANNOT = 'UnusableInput: SERVER: the API server cannot be asked: ';

  test.each<[string, Reply, string]>([
    ['never comes', () => true, 'no whole answer within 1 s'],
    ['drips', (_, response) => { drip(response); return true; }, 'no whole answer within 1 s'],
    ['never ends', (_, response) => { flood(response); return true; }, 'its answer has more than 8 MiB'],
    ['breaks off', (_, response) => { response.writeHead(200, { 'content-length': 100 }).write('{'); setTimeout(() => response.destroy(), 20); return true; }, 'the connection ended before the whole answer was there'],
    ['is no connection', (_, response) => { response.destroy(); return true; }, 'socket hang up'],
    ['is a redirect', (_, response) => json(response, 302, {}, { location: 'http://evil.example/' }), 'it answers 302, a redirect to http://evil.example/; none is followed'],
    ['is a redirect to nowhere', (_, response) => json(response, 304, {}), 'it answers 304, a redirect; none is followed'],
    ['is packed', (_, response) => json(response, 200, {}, { 'content-encoding': 'gzip' }), 'its answer is packed as gzip, which nobody asked for'],
    ['is a page', (_, response) => { response.end('<html>\u001b[31m'); return true; }, 'it answers 200 with what is no JSON object: "<html>\\u001b[31m"'],
    ['is a list', (_, response) => json(response, 200, []), 'it answers 200 with what is no JSON object: "[]"'],
    ['is nested deep', (_, response) => { response.end('['.repeat(100_000) + ']'.repeat(100_000)); return true; }, `it answers 200 with what is no JSON object: "${'['.repeat(100)}…"`],
    ['is no UTF-8', (_, response) => { response.end(Buffer.from('{"a":"\xff"}', 'latin1')); return true; }, 'it answers 200 with what is no JSON object: "{\\"a\\":\\"\ufffd\\"}"'],
    ['has headers by the megabyte', (_, response) => json(response, 200, {}, { warning: `299 - "${'x'.repeat(20_000)}"` }), 'Parse Error: Header overflow'],
  ])('%s', async (_, reply, text) => {
    server.reply = reply;
    const patience = text.startsWith('no whole answer') ? SHORT : LONG;
    expect(withoutOrigin(await refusal(ask(server, [POD], { patience })))).toBe(CANNOT + text);
  });

  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'Parse Error: Expected HTTP/'],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 'the connection ended before the whole answer was there'],
    ['endless announcements', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000), 'no whole answer within 1 s'],
  ])('%s', async (_, bytes, text) => {
    const raw = net.createServer(socket => socket.on('error', () => {}).once('data', () => socket.write(bytes)));
    await new Promise<void>(resolve => raw.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(raw.address() as net.AddressInfo).port}`;
    const patience = text.startsWith('no whole answer') ? SHORT : LONG;
    const error = await refusal(ask(server, [POD], { cluster: { server: url }, patience }));
    expect(error.startsWith(CANNOT.replace('SERVER', url) + text)).toBe(true);
    raw.close();
  });

  test('nobody listens', async () => {
    expect(await refusal(ask(server, [POD], { cluster: { server: 'http://127.0.0.1:1' } }))).toBe('UnusableInput: http://127.0.0.1:1: the API server cannot be asked: connect ECONNREFUSED 127.0.0.1:1');
  });

  test('all of them take too long', async () => {
    expect(withoutOrigin(await refusal(ask(server, [POD], { patience: { answer: 1000, run: 0 } })))).toBe(`${CANNOT}it took more than 0 s in all`);
  });
});

/** A byte now and then, for ever. */
function drip(response: import('http').ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
}

function flood(response: import('http').ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => { while (!response.destroyed && response.write(chunk)); };
  response.on('drain', more).on('error', () => {});
  more();
}

describe('a version', () => {
  test.each([{}, { major: {}, minor: {} }, { major: 'NaN', minor: 'NaN' }, { major: 1, minor: 36 }, { major: '', minor: '' }, { major: '1', minor: '9'.repeat(400) }])('%j is of no API server', async version => {
    server.reply = (_, response) => json(response, 200, version);
    expect(withoutOrigin(await refusal(ask(server, [POD])))).toBe('UnusableInput: SERVER: is no API server: what it says of its version has no numbers');
  });

  test('of a provider is one', async () => {
    server.reply = (request, response) => request.url === '/version' && json(response, 200, { major: '1', minor: '34+' });
    expect(await ask(server, [POD])).toMatchObject({ findings: [], unusable: [] });
  });

  test.each([[401, { message: 'Unauthorized' }, 'the API server answers 401: Unauthorized'], [403, {}, 'the API server answers 403: no reason given']])('is not told: %d', async (status, said, text) => {
    server.reply = (_, response) => json(response, status, said);
    expect(withoutOrigin(await refusal(ask(server, [POD])))).toBe(`UnusableInput: SERVER: ${text}`);
  });
});

describe('discovery', () => {
  const NONE = 'SERVER: what the API server says that it serves is no such answer: ';
  const many = Array.from({ length: 10_001 }, () => ({ name: 'pods', kind: 'Pod' }));

  test.each<[string, unknown, string]>([
    ['/api', { versions: ['../x'] }, '"../x" cannot be the name of a version'], ['/api', { versions: [7] }, '7 cannot be the name of a version'],
    ['/api', { versions: [null] }, 'null cannot be the name of a version'], ['/api', { versions: 'v1' }, 'versions is no list of at most 10000 entries'],
    ['/api', { versions: { length: 1, 0: 'v1' } }, 'versions is no list of at most 10000 entries'], ['/api', { versions: [`v1${'x'.repeat(500)}`] }, `"v1${'x'.repeat(97)}… cannot be the name of a version`],
    ['/apis', { groups: ['apps'] }, 'an entry is no object'], ['/apis', { groups: [{ name: '../x' }] }, '"../x" cannot be the name of an API group'],
    ['/apis', { groups: [{}] }, 'nothing cannot be the name of an API group'], ['/apis', { groups: [{ name: '' }] }, '"" cannot be the name of an API group'],
    ['/apis', { groups: [{ name: 'a', versions: [{ version: 'v1/../..' }] }] }, '"v1/../.." cannot be the name of a version'], ['/apis', { groups: [{ name: 'a', versions: {} }] }, 'versions is no list of at most 10000 entries'],
    ['/api/v1', { resources: many }, 'resources is no list of at most 10000 entries'], ['/api/v1', { resources: [null] }, 'an entry is no object'],
    ['/api/v1', { resources: [{ name: 'pods?', kind: 'Pod' }] }, '"pods?" cannot be the name of a resource'], ['/api/v1', { resources: [{ name: '__proto__', kind: 'Pod' }] }, '"__proto__" cannot be the name of a resource'],
    ['/api/v1', { resources: [{ name: ['pods'], kind: 'Pod' }] }, '["pods"] cannot be the name of a resource'], ['/api/v1', { resources: [{ name: 'pods', kind: '../x' }] }, '"../x" cannot be the name of a kind'],
    ['/api/v1', { resources: [{ name: 'pods', kind: 1 }] }, '1 cannot be the name of a kind'], ['/api/v1', { resources: [{ kind: 'Pod' }] }, 'nothing cannot be the name of a resource'],
  ])('%s says %j', async (path, said, text) => {
    server.reply = (request, response) => request.url === path && json(response, 200, said);
    const { findings, unusable } = await ask(server, [POD]);
    expect([findings, unusable.map(withoutOrigin)]).toEqual([[], [NONE + text]]);
    expect(server.seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  test.each(['/api', '/apis', '/api/v1'])('%s may not be seen', async path => {
    server.reply = (request, response) => request.url === path && json(response, 403, { message: 'forbidden' });
    expect((await ask(server, [POD])).unusable.map(withoutOrigin)).toEqual([`SERVER: the API server answers 403 to ${path.slice(1)}: forbidden`]);
    server.reply = (request, response) => request.url === path && json(response, 503, {});
    expect((await ask(server, [POD])).unusable.map(withoutOrigin)).toEqual([`SERVER: the API server answers 503 to ${path.slice(1)}: no reason given`]);
  });

  test('a server without groups, or without a core, serves the rest', async () => {
    server.reply = (request, response) => request.url === '/apis' && json(response, 404, { kind: 'Status' });
    expect((await ask(server, [POD])).findings).toEqual([]);
    server.reply = (request, response) => request.url === '/api/v1' && json(response, 404, {});
    expect((await ask(server, [POD])).findings.map(({ message }) => message)).toEqual(['Not found: "v1": the server does not serve Pod of it']);
  });
});

describe('a server without time', () => {
  const LATER = { kind: 'Status', message: 'later' };
  const writes = () => server.seen.filter(({ method }) => method !== 'GET').length;
  const busy = (status: number, times: number, after: string) => {
    let left = times;
    server.forget();
    whereWritten((_, response) => left-- > 0 && json(response, status, LATER, { 'retry-after': after }));
  };

  test.each([429, 500, 503])('is asked again when it says: %d', async status => {
    busy(status, 9, '0');
    expect([(await ask(server, [POD])).unusable, writes()]).toEqual([[], 10]);
    busy(status, 10, '0');
    const { findings, unusable } = await ask(server, [POD]);
    expect([findings.length + unusable.length, writes()]).toEqual([1, 10]);
  });

  test.each(['100000', '99999999999', '-1', '1.5', 'Fri, 31 Dec 2099 23:59:59 GMT', ''])('is not waited for longer than for an answer, nor for what is no time: %j', async after => {
    busy(429, 1, after);
    expect([(await ask(server, [POD])).unusable, writes()]).toEqual([['Pod ml/a: the API server answers 429 and does not say whether it takes the object: later'], 1]);
  });

  test('that has something against the object is asked once', async () => {
    busy(403, 1, '0');
    expect([(await ask(server, [POD])).findings.length, writes()]).toEqual([1, 1]);
  });
});

test('a server is told who asks', async () => {
  await ask(server, [POD]);
  expect(new Set(server.seen.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['cdk8s-ai/0.0.0']));
});

describe('many requests without an answer', () => {
  const pods = Array.from({ length: 100 }, (_, index) => ({ ...POD, metadata: { name: `a-${index}` } }));

  test('end the asking, and what was asked stays', async () => {
    let answered = 0;
    whereWritten((_, response) => ++answered > 10 && (response.destroy(), true));
    const { unusable } = await ask(server, pods);
    const writes = server.seen.filter(({ method }) => method !== 'GET').length;
    expect(writes).toBeLessThan(30);
    expect(unusable.map(withoutOrigin)).toEqual([
      'SERVER: the API server cannot be asked: socket hang up',
      expect.stringMatching(/^the API server was asked no more after \d+ requests without an answer: it said nothing about \d\d objects$/),
    ]);
  });

  test('one of them ends nothing', async () => {
    whereWritten((request, response) => request.url!.includes('/a-7?') && (response.destroy(), true));
    const { unusable } = await ask(server, pods);
    expect([unusable.length, server.seen.filter(({ method }) => method !== 'GET').length]).toEqual([1, 100]);
  });

  test('an internal error is none', async () => {
    const broken = { get body(): never { throw new TypeError('internal'); }, origin: {} };
    const { Failures } = jest.requireActual<typeof import('../../../src/cli/server/failures')>('../../../src/cli/server/failures');
    await expect(new Failures().forEach([broken], async each => each.body)).rejects.toThrow(TypeError);
  });
});

test('what the files say is told all the same, and the status is 2', async () => {
  server.reply = (_, response) => json(response, 500, {});
  const folder = folderOf({ 'app.json': JSON.stringify({ ...POD, spec: {} }), 'kubeconfig': server.kubeconfig() });
  const run = await cdk8sAi(folder, 'lint', 'app.json', '--server', 'kubeconfig');
  expect(run).toMatchObject({ status: 2, stderr: `cdk8s-ai: ${origin()}: the API server answers 500: no reason given\n`, stdout: expect.stringContaining('spec.containers') });
});
