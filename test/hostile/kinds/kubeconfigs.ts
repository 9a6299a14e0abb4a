import * as fc from 'fast-check';
import { APP } from '../given/fixtures';
import { options } from '../given/options';
import { anything, mostly } from '../given/values';
import { text } from '../given/words';
import { PORT, programKind } from '../trial';

/** Hostile kubeconfigs. Servers are on the loopback interface; guards stop connections elsewhere. */

const ROOT = `http://127.0.0.1:${PORT}`;
const SERVERS = [
  ROOT, `${ROOT}/prefix`, `${ROOT}/prefix/?a=b#c`, `${ROOT}/a/../..`, `http://user:secret@127.0.0.1:${PORT}`, `https://127.0.0.1:${PORT}`, 'http://127.0.0.1:1', 'http://[::1]:1', 'http://name.invalid', 'https://name.invalid:6443', 'ftp://127.0.0.1',
  'file:///etc/passwd', 'data:text/plain,x', 'unix:///var/run/x.sock', 'javascript:1', 'http://', '127.0.0.1:6443', '//127.0.0.1', 'http://127.0.0.1:99999', 'http://\u202ex', 'HTTP://127.0.0.1:1', 'ws://127.0.0.1', 'https://127.0.0.1:0',
];
const server = mostly(fc.oneof(
  { weight: 2, arbitrary: fc.constant(ROOT) },
  { weight: 3, arbitrary: fc.constantFrom(...SERVERS) },
  { weight: 1, arbitrary: text },
));
const file = mostly(fc.constantFrom('token', 'empty', 'none', '.', '..', 'big', 'pem', '/dev/null'), 4);
const data = mostly(fc.constantFrom('', 'x', '!!!', 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCng=', 'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCng=', 'AAAA'), 4);
const exec = mostly(fc.record({
  command: mostly(fc.constantFrom('./plugin', 'plugin', '/bin/true', 'sh', 'node')),
  args: mostly(fc.array(text, { maxLength: 2 })),
  apiVersion: mostly(fc.constantFrom('client.authentication.k8s.io/v1')),
  env: mostly(fc.array(fc.record({ name: fc.constantFrom('LD_PRELOAD', 'NODE_OPTIONS', 'PATH', '__proto__'), value: text }), { maxLength: 2 })),
}, { requiredKeys: [] }));

const user = mostly(fc.record({
  'token': mostly(text),
  'tokenFile': file,
  'username': mostly(text),
  'password': mostly(text),
  'client-certificate': file,
  'client-key': file,
  'client-certificate-data': data,
  'client-key-data': data,
  'exec': exec,
  'auth-provider': anything,
  'as': mostly(text),
  'as-groups': mostly(fc.array(text, { maxLength: 2 })),
  'impersonate-user': text,
}, { requiredKeys: [] }));
const cluster = mostly(fc.record({
  'server': server, 'certificate-authority': file, 'certificate-authority-data': data, 'tls-server-name': mostly(text), 'insecure-skip-tls-verify': mostly(fc.boolean()), 'proxy-url': mostly(fc.constantFrom('http://127.0.0.1:1', 'socks5://x')),
}, { requiredKeys: ['server'] }).chain(full => fc.constantFrom(full, { server: full.server })));

const config = fc.record({ user, cluster, namespace: mostly(text, 1), current: mostly(fc.constant('c'), 20) }).map(given => ({
  'apiVersion': 'v1',
  'kind': 'Config',
  'current-context': given.current,
  'contexts': [{ name: 'c', context: { cluster: 'k', user: 'u', namespace: given.namespace } }],
  'clusters': [{ name: 'k', cluster: given.cluster }],
  'users': [{ name: 'u', user: given.user }],
}));
const content = fc.oneof(
  { weight: 12, arbitrary: config.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: anything.map(each => JSON.stringify(each)) },
  { weight: 1, arbitrary: text },
);

const FILES = [
  { name: 'app.yaml', content: APP }, { name: 'token', content: 'a\r\nx-injected: b' }, { name: 'empty', content: '' }, { name: 'big', content: 'x'.repeat(100_000) },
  { name: 'pem', content: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }, { name: 'plugin', content: '#!/bin/sh\necho {}\n' },
];

export const kubeconfigs = programKind(fc.record({ content, options }).map(({ content: written, options: chosen }) => (
  { args: ['lint', 'app.yaml', '--server', 'config', ...chosen], files: [...FILES, { name: 'config', content: written }], script: {} })), 50);
