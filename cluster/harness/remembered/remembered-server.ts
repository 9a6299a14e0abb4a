import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { Answers } from './answers';
import { RememberingClient } from './remembering-client';
import { ApiServer, ApiServerOptions, serverOf, startApiServer } from '../api-server';
import { binaries } from '../binaries';
import { customResourceDefinitions } from '../crds';
import { CLUSTER } from '../paths';

/** What decides besides the programs in which state a server starts. */
const SOURCES = ['api-server.ts', 'installed-definitions.ts', 'definitions.ts', 'remembered/remembered-server.ts', 'remembered/changes.ts'];

/** An API server that is asked, and of which nothing else is needed. */
export type AskedServer = Pick<ApiServer, 'minor' | 'client' | 'stop'>;

/** How a server is started that is asked: a real one, or one whose answers are remembered. */
export type StartServer = (options: ApiServerOptions) => Promise<AskedServer>;

/**
 * An API server whose answers are kept between runs, for tests that send dry runs: the same program in the same state answers the same. It starts with the first
 * request of which nobody knows the answer. The key of an answer has the program, the options, the definitions, the request and what was changed before on
 * this server; a test that changed asks again. `ASK_AGAIN=1` asks everything again.
 *
 * Not for tests of controllers, of time or of the server itself.
 * @param file the file of tests. Its servers with the same options share what is remembered.
 */
export async function rememberedServer(file: string, options: ApiServerOptions): Promise<AskedServer> {
  const answers = new Answers(`${nameOf(file)}-${await keyOf(options)}`);
  const client = new RememberingClient(options.minor, answers, !process.env.ASK_AGAIN, () => startApiServer(options));
  const stop = async () => {
    answers.save();
    await client.stop();
  };
  return { minor: options.minor, client, stop };
}

function nameOf(file: string): string {
  return path.relative(CLUSTER, file).replace(/^tests\/|(\.test)?\.ts$/g, '').replace(/\W+/g, '-');
}

async function keyOf(options: ApiServerOptions): Promise<string> {
  const names = ['etcd', serverOf(options)] as const;
  const programs = await binaries(undefined, names);
  const stats = names.map(each => programs.path(each)).map(program => {
    const { size, mtimeMs } = fs.statSync(program);
    return [program, size, mtimeMs];
  });
  const definitions = options.crds === false ? undefined : await customResourceDefinitions();
  const hash = createHash('sha256').update(JSON.stringify([stats, options, definitions]));
  SOURCES.forEach(source => hash.update(fs.readFileSync(path.join(CLUSTER, 'harness', source))));
  return hash.digest('hex').slice(0, 16);
}
