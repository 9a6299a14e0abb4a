import { invalid } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { SecretKey } from '../../pod/container/environment';

/**
 * Credentials of the Redis that keeps the state of the head.
 */
export interface RayRedisOptions {
  /**
   * Its password.
   *
   * @default - none
   */
  readonly password?: SecretKey;

  /**
   * Its user, since Ray 2.41.
   *
   * @default - Redis' own default user
   */
  readonly username?: SecretKey;
}

const ADDRESS = /^(?:rediss?:\/\/)?[A-Za-z0-9.-]{1,253}:[0-9]{1,5}$/;

/**
 * What a new head knows of the one that was lost. Its control store holds actors, placement groups, jobs, and which nodes there are.
 */
export class RayRecovery {
  /**
   * Nothing: a lost head is the end of all that ran. Workers end with it, start again and join the new, empty cluster.
   */
  public static empty(): RayRecovery {
    return new RayRecovery();
  }

  /**
   * What a Redis outside of the cluster kept: workers wait for the new head and go on, detached actors and Ray Serve live on. Drivers on the lost head do not.
   *
   * The Redis must be there, and reachable from the head; the library does not make it.
   *
   * @param address Host and port: `redis.databases:6379`, `rediss://…` with TLS.
   * @param options Its credentials.
   */
  public static redis(address: string, options: RayRedisOptions = {}): RayRecovery {
    if (!ADDRESS.test(address)) {
      throw invalid('RayRecovery.redis(address)', address, 'is not a host with a port', "for example 'redis.databases:6379'; credentials belong in a Secret");
    }
    return new RayRecovery(address, options);
  }

  private constructor(
    /** @internal */ public readonly _redis?: string,
    /** @internal */ public readonly _credentials: RayRedisOptions = {}) {}
}

carriesMistakes(RayRecovery, () => RayRecovery.empty());
