import * as fs from 'fs';
import * as path from 'path';
import { temporaryFolder } from '../../test/hygiene/temporary';
import { ApiServer } from '../harness/api-server';
import { Answer, Query } from '../harness/client';
import { Answers } from '../harness/remembered/answers';
import { RememberingClient } from '../harness/remembered/remembering-client';

/* The memory by itself: what stands for the API server here keeps objects, and counts what it is asked. */

const DRY: Query = { dryRun: 'All' };
const CONFIG_MAPS = '/api/v1/namespaces/ml/configmaps';
const NAMESPACES = '/api/v1/namespaces';
const answer = (status: number, body: unknown = {}): Answer => ({ status, body, warnings: [] });
const named = (name: string, more: object = {}) => ({ metadata: { name }, ...more });

let started = 0;

/** Takes objects of namespaces that are there, and knows each by an identity of its own. */
class FakeServer {
  readonly asked: string[] = [];
  readonly objects = new Map<string, any>();
  /** Answers that come first, whatever is asked. */
  readonly next: (Answer | 'breaks')[] = [];
  readonly client = { rediscover: () => undefined, request: async (...sent: any[]) => this.answer(...sent as [string, string, string?, Query?]) };
  isStopped = false;

  async stop(): Promise<void> {
    this.isStopped = true;
  }

  private answer(method: string, address: string, text?: string, query: Query = {}): Answer {
    this.asked.push(`${method} ${address}${query.dryRun ? ' (dry)' : ''}`);
    const next = this.next.shift();
    if (next === 'breaks') {
      throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    }
    return next ?? this.said(method, address, text, query);
  }

  private said(method: string, address: string, text: string | undefined, query: Query): Answer {
    const body = text === undefined ? undefined : JSON.parse(text);
    const object = method === 'POST' ? `${address}/${body.metadata.name}` : address;
    const namespace = /^\/api\/v1\/namespaces\/[^/]+(?=\/)/.exec(object)?.[0];
    if (namespace !== undefined && !this.objects.has(namespace)) {
      return answer(404);
    }
    const before = this.objects.get(object);
    if (method === 'GET') {
      return before === undefined ? answer(404) : answer(200, before);
    }
    if (method === 'POST' && before !== undefined) {
      return answer(409);
    }
    if (method === 'PUT' && body.metadata.uid !== before?.metadata.uid) {
      return answer(409, { message: 'another object' });
    }
    const now = { ...body, metadata: { ...body.metadata, uid: before?.metadata.uid ?? `uid-${started}-${this.objects.size}`, managedFields: ['long'] } };
    if (query.dryRun !== 'All') {
      this.objects.set(object, { ...now, metadata: { ...now.metadata, managedFields: undefined } });
    }
    return answer(method === 'POST' ? 201 : 200, now);
  }
}

const environment = process.env.CDK8S_AI_WORKLOADS_CACHE;
let sessions: FakeServer[];

beforeEach(() => {
  process.env.CDK8S_AI_WORKLOADS_CACHE = temporaryFolder('remembered');
  sessions = [];
});

afterEach(() => {
  if (environment === undefined) {
    delete process.env.CDK8S_AI_WORKLOADS_CACHE;
  } else {
    process.env.CDK8S_AI_WORKLOADS_CACHE = environment;
  }
});

interface Session {
  readonly client: RememberingClient;
  /** Undefined until a request without a stored answer starts it. */
  server(): FakeServer | undefined;
}

/** One run of a file of tests. */
async function run<T>(work: (session: Session) => Promise<T>, remembers = true): Promise<T> {
  const answers = new Answers('tests');
  let server: FakeServer | undefined;
  const client = new RememberingClient('1.36', answers, remembers, async () => {
    started++;
    server = new FakeServer();
    sessions.push(server);
    return server as unknown as ApiServer;
  });
  try {
    return await work({ client, server: () => server });
  } finally {
    answers.save();
    await client.stop();
  }
}

const statusOf = ({ status }: Answer) => status;
const makeNamespace = (client: RememberingClient, name = 'ml') => client.request('POST', NAMESPACES, named(name)).then(statusOf);
const dryRun = (client: RememberingClient, body: object, address = CONFIG_MAPS) => client.request('POST', address, body, DRY);

test('what was asked in an earlier run is answered without a server, and without managed fields', async () => {
  const ask = (session: Session) => makeNamespace(session.client).then(() => dryRun(session.client, named('a', { data: { one: '1' } })));
  const first = await run(ask);
  expect(first).toMatchObject({ status: 201, body: { metadata: { name: 'a', uid: expect.any(String) }, data: { one: '1' } } });
  expect(first.body.metadata).not.toHaveProperty('managedFields');
  await run(async session => {
    expect(await ask(session)).toEqual(first);
    expect(session.server()).toBeUndefined();
  });
  expect(sessions.map(({ isStopped }) => isStopped)).toEqual([true]);
});

test('another object starts the server, which gets what was changed from memory before', async () => {
  await run(async ({ client }) => [await makeNamespace(client), await dryRun(client, named('a'))]);
  await run(async ({ client, server }) => {
    expect([await makeNamespace(client), statusOf(await dryRun(client, named('a')))]).toEqual([201, 201]);
    expect(server()).toBeUndefined();
    expect(statusOf(await dryRun(client, named('b')))).toBe(201);
    expect(server()!.asked).toEqual([`POST ${NAMESPACES}`, `POST ${CONFIG_MAPS} (dry)`]);
    // From then on changes reach it at once, from memory or not.
    expect([await makeNamespace(client), await makeNamespace(client, 'other')]).toEqual([409, 201]);
    expect(statusOf(await dryRun(client, named('c'), '/api/v1/namespaces/other/configmaps'))).toBe(201);
  });
});

test('an answer holds for the changes that were made before, of the object, its namespace and what decides about others', async () => {
  const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
  await run(async ({ client }) => {
    expect(statusOf(await dryRun(client, named('a')))).toBe(404);
    await makeNamespace(client);
    await dryRun(client, named('a'));
  });
  const asks = async (change: (client: RememberingClient) => Promise<unknown>) => run(async ({ client, server }) => {
    await makeNamespace(client);
    await change(client);
    const before = server()?.asked.length ?? 0;
    const { status } = await dryRun(client, named('a'));
    return { status, asked: (server()?.asked.length ?? 0) - before };
  });
  expect(await asks(async () => undefined)).toEqual({ status: 201, asked: 0 });
  expect(await asks(client => client.request('POST', CONFIG_MAPS, named('other')))).toEqual({ status: 201, asked: 0 });
  expect(await asks(client => client.request('POST', CONFIG_MAPS, named('a')))).toEqual({ status: 409, asked: 1 });
  expect(await asks(client => client.request('PATCH', `${NAMESPACES}/ml`, named('ml', { labels: {} })))).toEqual({ status: 201, asked: 1 });
  expect(await asks(client => client.request('POST', policies, named('p')))).toEqual({ status: 201, asked: 1 });
  // The same label again is no other state.
  const label = (client: RememberingClient) => client.request('PATCH', `${NAMESPACES}/ml`, named('ml', { labels: {} }));
  expect(await asks(async client => [await label(client), await label(client)])).toEqual({ status: 201, asked: 0 });
});

test('a list is another one after a change in it', async () => {
  await run(async ({ client }) => [await makeNamespace(client), await client.request('GET', CONFIG_MAPS)]);
  await run(async ({ client, server }) => {
    await makeNamespace(client);
    await client.request('GET', CONFIG_MAPS);
    expect(server()).toBeUndefined();
    await client.request('POST', CONFIG_MAPS, named('a'));
    await client.request('GET', CONFIG_MAPS);
    expect(server()!.asked.at(-1)).toBe(`GET ${CONFIG_MAPS}`);
  });
});

test('a request with the identity that an object had in an earlier run reaches the object', async () => {
  const make = async (client: RememberingClient) => {
    await makeNamespace(client);
    return (await client.request('POST', CONFIG_MAPS, named('a'))).body;
  };
  const kept = await run(({ client }) => make(client));
  await run(async ({ client, server }) => {
    expect(await make(client)).toEqual(kept);
    expect(statusOf(await client.request('PUT', `${CONFIG_MAPS}/a`, { ...kept, data: { one: '1' } }, DRY))).toBe(200);
    expect(server()!.objects.get(`${CONFIG_MAPS}/a`).metadata.uid).not.toBe(kept.metadata.uid);
  });
});

test('of two creations at once the one that was taken is remembered', async () => {
  await run(({ client }) => Promise.all([makeNamespace(client), makeNamespace(client)]));
  expect(await run(({ client }) => makeNamespace(client))).toBe(201);
});

test('who reads again and again waits, and is answered by the server', async () => {
  const read = async (client: RememberingClient, times: number) => {
    const all = [];
    for (let time = 0; time < times; time++) {
      all.push(statusOf(await client.request('GET', `${CONFIG_MAPS}/a`)));
    }
    return all;
  };
  await run(async ({ client }) => {
    await makeNamespace(client);
    expect(await read(client, 2)).toEqual([404, 404]);
  });
  await run(async ({ client, server }) => {
    await makeNamespace(client);
    expect(await read(client, 3)).toEqual([404, 404, 404]);
    expect(server()).toBeUndefined();
    await read(client, 1);
    server()!.objects.set(`${CONFIG_MAPS}/a`, named('a'));
    expect(await read(client, 1)).toEqual([200]);
  });
  // What came in the end is what the next run gets at once.
  await run(async ({ client, server }) => {
    await makeNamespace(client);
    expect([await read(client, 1), server()]).toEqual([[200], undefined]);
  });
});

describe('a server in trouble', () => {
  const PANIC = { code: 'ECONNRESET' };

  /** Whether the answer of the second run comes from memory, when the first one was answered so. */
  async function isKept(...next: (Answer | 'breaks')[]): Promise<boolean> {
    const ask = (client: RememberingClient) => dryRun(client, named('a')).catch((error: unknown) => expect(error).toMatchObject(PANIC));
    await run(async ({ client, server }) => {
      await makeNamespace(client);
      server()!.next.push(...next);
      await ask(client);
    });
    return run(async ({ client, server }) => {
      await makeNamespace(client);
      await ask(client);
      return server() === undefined;
    });
  }

  test.each([
    ['refuses', [answer(422)], true],
    ['breaks each time', ['breaks', 'breaks'], true],
    ['breaks once', ['breaks', answer(201)], false],
    ['fails each time', [answer(500, { reason: 'InternalError' }), answer(500, { reason: 'InternalError' })], true],
    ['fails once', [answer(500), answer(201)], false],
    ['is not there', [answer(503), answer(503)], false],
    ['has too much to do', [answer(429), answer(429)], false],
  ] as const)('that %s', async (_, next, isRemembered) => {
    expect(await isKept(...next)).toBe(isRemembered);
  });
});

test('a run that remembers nothing asks the server everything', async () => {
  const ask = (session: Session) => makeNamespace(session.client);
  await run(ask);
  await run(async session => {
    await ask(session);
    expect(session.server()!.asked).toEqual([`POST ${NAMESPACES}`]);
  }, false);
});

test('a change that an earlier run made and the server refuses is reported', async () => {
  await run(({ client }) => makeNamespace(client));
  await run(async ({ client, server }) => {
    await client.request('GET', '/version');
    server()!.next.push(answer(403));
    await expect(makeNamespace(client)).rejects.toThrow(/POST \/api\/v1\/namespaces: the server answers .*403.* ASK_AGAIN=1/);
  });
});

test('a run of some tests leaves the answers to others, and a file that cannot be read is written anew', async () => {
  await run(async ({ client }) => [await makeNamespace(client), await dryRun(client, named('a'))]);
  await run(async ({ client }) => [await makeNamespace(client), await dryRun(client, named('b'))]);
  const asked = () => run(async ({ client, server }) => {
    await makeNamespace(client);
    await dryRun(client, named('a'));
    await dryRun(client, named('b'));
    return server()?.asked.length ?? 0;
  });
  expect(await asked()).toBe(0);
  const [file] = fs.readdirSync(path.join(process.env.CDK8S_AI_WORKLOADS_CACHE!, 'answers'), { recursive: true, encoding: 'utf8' });
  fs.writeFileSync(path.join(process.env.CDK8S_AI_WORKLOADS_CACHE!, 'answers', file), 'broken');
  expect([await asked(), await asked()]).toEqual([3, 0]);
});
