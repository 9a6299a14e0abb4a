import * as fc from 'fast-check';
import { APP, fixtureBody } from '../given/fixtures';
import { options } from '../given/options';
import { anything, change, changed } from '../given/values';
import { text } from '../given/words';
import { Body, Reply, Rubbish, Script, TOPICS } from '../server/script';
import { PORT, programKind } from '../trial';

/** API servers with false, broken or endless answers, queried about hostile objects. */

const list = fc.record({
  kind: fc.constant('APIResourceList'),
  resources: fc.array(fc.record({
    name: fc.oneof(fc.constantFrom('services', 'deployments', 'services/status', 'pods', '../../api/v1/namespaces/default/pods/x/proxy', 'services?watch=true#', 'a/b', '..', ''), text),
    kind: fc.oneof(fc.constantFrom('Service', 'Deployment', 'Pod'), text),
    namespaced: fc.oneof(fc.boolean(), anything),
    verbs: anything,
    group: text,
    version: text,
    singularName: text,
  }, { requiredKeys: ['name', 'kind'] }), { maxLength: 4 }),
});
const cause = fc.record({ field: fc.oneof(text, anything), message: fc.oneof(text, anything), reason: text });
const status = fc.record({
  kind: fc.constant('Status'),
  reason: fc.oneof(text, anything),
  message: fc.oneof(text, anything),
  code: anything,
  details: fc.oneof(fc.record({ causes: fc.oneof(fc.array(cause, { maxLength: 4 }), anything), kind: fc.constantFrom('namespaces', 'x') }), anything),
});
const version = fc.record({ major: fc.oneof(fc.constant('1'), anything), minor: fc.oneof(fc.constantFrom('34', '36+', '29'), anything), gitVersion: text });
const value = fc.oneof(list, status, version, anything, fixtureBody);

const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 8, arbitrary: value.map((each): Body => ({ is: 'json', value: each })) },
  { weight: 4, arbitrary: fc.nat(20).map((without): Body => ({ is: 'echo', without })) },
  { weight: 2, arbitrary: fc.oneof(fc.uint8Array({ maxLength: 100 }), text.map(each => new Uint8Array(Buffer.from(each)))).map((bytes): Body => ({ is: 'bytes', bytes })) },
  { weight: 1, arbitrary: fc.constantFrom<Body>({ is: 'broken', after: 0 }, { is: 'broken', after: 10 }, { is: 'json', value: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) }) },
);
const HEADERS = [
  ['Location', '/elsewhere'], ['Location', `http://127.0.0.1:${PORT}/api/v1/namespaces`], ['Content-Encoding', 'gzip'], ['Content-Encoding', 'br'], ['Content-Type', 'text/html; charset=utf-16'], ['Content-Length', '5'], ['Content-Length', '99999'],
  ['Warning', '299 - "::error::x"'], ['Warning', '299 - "a\\u001b[2J##[error]x"'], ['Warning', '299 - "\\\\n"'], ['Warning', '299 - "unclosed'], ['Warning', '199 x "a", 299 y "b"'], ['Set-Cookie', 'a=b'], ['Retry-After', '100000'], ['Connection', 'close'], ['Transfer-Encoding', 'chunked'],
] as const;
const latin = text.map(each => each.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''));
const header = fc.oneof({ weight: 3, arbitrary: fc.constantFrom<readonly [string, string]>(...HEADERS) }, { weight: 2, arbitrary: latin.map((each): readonly [string, string] => ['Warning', `299 - "${each}"`]) });
const reply: fc.Arbitrary<Reply> = fc.record({
  status: fc.oneof(
    fc.constantFrom(200, 200, 201, 400, 401, 403, 404, 409, 422, 500, 503),
    fc.constantFrom(204, 206, 300, 301, 302, 303, 304, 307, 308, 418, 599, 999),
  ),
  headers: fc.array(header, { maxLength: 2 }),
  body,
});
const rubbish: fc.Arbitrary<Rubbish> = fc.constantFrom(
  '', 'x', '\x16\x03\x01\x02\x00\x01', 'HTTP/1.1 200\r\n\r\n', 'HTTP/1.1 200 \x1b[2J::error::x\r\n\r\n{}', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nx',
  'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50), 'HTTP/1.1 200 OK\r\nA: ' + 'x'.repeat(100_000), 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff\r\nx', 'HTTP/9.9 200 OK\r\n\r\n',
  'SSH-2.0-x\r\n', 'HTTP/1.1 200 OK\r\n\r\n{"a": 1}', 'HTTP/1.1 -1 x\r\n\r\n', 'HTTP/1.1 200 OK\r\n' + 'A: b\r\n'.repeat(5000) + '\r\n',
).map(raw => ({ raw }));
const answer = fc.oneof<fc.Arbitrary<Reply | Rubbish>[]>({ weight: 8, arbitrary: reply } as never, { weight: 1, arbitrary: rubbish } as never);

const script: fc.Arbitrary<Script> = fc.record(Object.fromEntries(TOPICS.map(topic => [topic, fc.option(answer, { nil: undefined, freq: topic === 'version' ? 6 : 2 })])) as { [key: string]: fc.Arbitrary<Reply | Rubbish | undefined> });
const ENORMOUS: readonly Script[] = TOPICS.flatMap((topic): Script[] => [
  { [topic]: { status: 200, headers: [], body: { is: 'big', bytes: 3_000_000 } } }, { [topic]: { status: 200, headers: [], body: { is: 'endless' } } }, { [topic]: { status: 500, headers: [], body: { is: 'endless' } } },
]);
const scripts = fc.oneof({ weight: 60, arbitrary: script }, { weight: 1, arbitrary: fc.constantFrom(...ENORMOUS) });

/** Names and namespaces, which become part of the request path. */
const ADDRESSES = ['v1', 'apps/v1', '../api/v1/namespaces/default/pods/http:webpod:80/proxy/admin#', 'v1?dryRun=', 'v1#', 'apps/v1/../..', '/', '//127.0.0.1:1', 'http://127.0.0.1:1/x', '\\\\x', 'v1/namespaces/x', 'apps%2fv1', 'a/b/c', '.', '..', 'v1\r\nx: y', 'v1 HTTP/1.1'];
const part = fc.oneof(fc.constantFrom(...ADDRESSES), text);
const placed = fc.record({ apiVersion: part, kind: fc.oneof(fc.constantFrom('Service', 'Deployment'), text), metadata: fc.record({ name: part, namespace: part, generateName: part }, { requiredKeys: [] }), spec: anything });
const spoilt = fc.tuple(fixtureBody, fc.array(change, { maxLength: 2 })).map(([real, changes]) => changes.reduce<unknown>(changed, real));
const objects = fc.array(fc.oneof<fc.Arbitrary<unknown>[]>(placed, spoilt, fixtureBody), { maxLength: 3 });

const config = JSON.stringify({
  'current-context': 'c', 'contexts': [{ name: 'c', context: { cluster: 'k', user: 'u' } }], 'clusters': [{ name: 'k', cluster: { server: `http://127.0.0.1:${PORT}/prefix` } }], 'users': [{ name: 'u', user: { token: 'secret' } }],
});

export const server = programKind(fc.record({ script: scripts, objects, options }).map(({ script: said, objects: given, options: chosen }) => ({
  args: ['lint', 'app.yaml', 'more.json', '--server', 'config', ...chosen],
  files: [{ name: 'config', content: config }, { name: 'app.yaml', content: APP }, { name: 'more.json', content: given.map(each => JSON.stringify(each)).join('\n') || '{}' }],
  script: said,
})), 40);
