import * as http from 'http';
import { AddressInfo } from 'net';
import { answerTo } from '../harness/client';

/** Answers on a connection as often as it is told, and then breaks it, as a server does that has just taken it for idle. */
async function served(times: number, ask: (send: () => http.ClientRequest) => Promise<void>): Promise<number> {
  const asked = new WeakMap<object, number>();
  let arrived = 0;
  const server = http.createServer((request, response) => {
    arrived++;
    const before = asked.get(request.socket) ?? 0;
    asked.set(request.socket, before + 1);
    before < times ? response.end('{"kind":"Pod"}') : request.socket.destroy();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await ask(() => http.request({ agent, port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' }));
    return arrived;
  } finally {
    agent.destroy();
    server.close();
  }
}

test('a request on a connection that the server ends is sent again on another', async () => {
  const arrived = await served(1, async send => {
    for (const _ of [1, 2, 3]) {
      expect(await answerTo(send, '{}')).toMatchObject({ status: 200, body: { kind: 'Pod' } });
    }
  });
  expect(arrived).toBe(5);
});

test('one on a new connection that breaks is a failure: the server may have broken by it', async () => {
  const arrived = await served(0, async send => {
    await expect(answerTo(send, '{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
  expect(arrived).toBe(1);
});
