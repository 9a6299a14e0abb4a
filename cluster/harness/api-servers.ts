import { ApiServerOptions, Minor, MINORS } from './api-server';
import { eachOf } from './eventually';
import { AskedServer, rememberedServer } from './remembered/remembered-server';

/** API servers that are asked, one per minor. Their answers are remembered. */
export class ApiServers {
  /** @param file the file of tests */
  static async start(file: string, options: Omit<ApiServerOptions, 'minor'> = {}, minors: readonly Minor[] = MINORS): Promise<ApiServers> {
    return new ApiServers(await eachOf(minors, 2, minor => rememberedServer(file, { ...options, minor })));
  }

  private constructor(private readonly servers: readonly AskedServer[]) {}

  of(minor: Minor): AskedServer {
    return this.servers.find(server => server.minor === minor)!;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map(server => server.stop()));
  }
}
