import * as os from 'os';
import type { Config } from 'jest';
import { makeRunFolder, pointTo } from './own-temporary-folder';

/** Jest's cache folder: a jest process that a test starts would otherwise make its own in this run's temporary folder. */
export const JEST_CACHE = 'CDK8S_AI_WORKLOADS_JEST_CACHE';

/** Set before jest's workers start, which inherit the environment, as do their child processes. */
export default function (_: unknown, { cacheDirectory }: Pick<Config, 'cacheDirectory'>): void {
  process.env[JEST_CACHE] = cacheDirectory;
  pointTo(makeRunFolder(os.tmpdir()));
  // Otherwise Node writes its compile cache into the temporary folder.
  Object.assign(process.env, { DISABLE_V8_COMPILE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' });
}
