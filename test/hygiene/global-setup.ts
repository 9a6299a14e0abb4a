import * as os from 'os';
import type { Config } from 'jest';
import { makeRunFolder, pointTo } from './own-temporary-folder';

/** Where this run of jest keeps compiled files: a run that a test starts would make a cache of its own, in the temporary folder of this one. */
export const JEST_CACHE = 'CDK8S_AI_WORKLOADS_JEST_CACHE';

/** Before the workers of jest start, which inherit the environment, as does whatever they start. */
export default function (_: unknown, { cacheDirectory }: Pick<Config, 'cacheDirectory'>): void {
  process.env[JEST_CACHE] = cacheDirectory;
  pointTo(makeRunFolder(os.tmpdir()));
  // They keep compiled code there, a file for each folder that a program was started in.
  Object.assign(process.env, { DISABLE_V8_COMPILE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' });
}
