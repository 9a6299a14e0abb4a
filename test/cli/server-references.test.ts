import * as http from 'http';
import { AddressInfo } from 'net';
import { cdk8sAi, folderOf } from './program';

/* `lint --server` where an account may not look everything up; what a real server answers is in cluster/tests/live-server.test.ts. */

const asked: { readonly url: string; readonly accept?: string }[] = [];
let server: http.Server;
let kubeconfig: string;

beforeAll(done => {
  server = http.createServer((request, response) => {
    asked.push({ url: request.url!, accept: request.headers.accept });
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/version') {
      answer(200, { major: '1', minor: '36' });
    } else if (request.url === '/api/v1') {
      answer(200, { resources: [{ name: 'pods', kind: 'Pod', namespaced: true }, { name: 'secrets', kind: 'Secret', namespaced: true }] });
    } else if (request.method === 'PATCH') {
      answer(200, {});
    } else {
      answer(request.url!.includes('/secrets/') ? 403 : 404, { kind: 'Status' });
    }
  }).listen(0, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    kubeconfig = JSON.stringify({
      'current-context': 'a',
      'contexts': [{ name: 'a', context: { cluster: 'a' } }],
      'clusters': [{ name: 'a', cluster: { server: url } }],
    });
    done();
  });
});

afterAll(done => { server.close(done); });

test('what may not be looked up is said, and the files keep the last word; only metadata is asked for', async () => {
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: ours, namespace: ml}\n---\n';
  const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: llm, namespace: ml}\nspec:\n  containers: [{name: main, image: "a:1", envFrom: [{secretRef: {name: theirs}}]}]\n';
  const run = await cdk8sAi(folderOf({ 'app.yaml': secret + pod, 'kubeconfig': kubeconfig }), 'lint', 'app.yaml', '--format', 'json', '--severity', 'info', '--server', 'kubeconfig');
  expect(run.stderr).toBe('cdk8s-ai: the account may not look up Secret in ml (status 403): what is said of them is what the files say\n');
  expect(JSON.parse(run.stdout).findings.some(({ message }: { message: string }) => message.includes('theirs'))).toBe(true);
  const looks = asked.filter(({ url }) => url.includes('/secrets/theirs') && !url.includes('dryRun'));
  expect(looks).toEqual([{ url: '/api/v1/namespaces/ml/secrets/theirs', accept: expect.stringContaining('as=PartialObjectMetadata') }]);
});
