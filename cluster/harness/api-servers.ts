import { ApiServer, ApiServerOptions, Minor, MINORS, startApiServer } from './api-server';
import { eachOf } from './eventually';

/** API servers in parallel, one per minor. */
export class ApiServers {
  static async start(options: Omit<ApiServerOptions, 'minor'> = {}, minors: readonly Minor[] = MINORS): Promise<ApiServers> {
    return new ApiServers(await eachOf(minors, 2, minor => startApiServer({ ...options, minor })));
  }

  private constructor(private readonly servers: readonly ApiServer[]) {}

  of(minor: Minor): ApiServer {
    return this.servers.find(server => server.minor === minor)!;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map(server => server.stop()));
  }
}
