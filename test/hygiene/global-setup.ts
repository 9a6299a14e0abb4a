import * as os from 'os';
import { makeRunFolder, pointTo } from './own-temporary-folder';

/** Before the workers of jest start, which inherit the environment, as does whatever they start. */
export default function (): void {
  pointTo(makeRunFolder(os.tmpdir()));
  // They keep compiled code there, a file for each folder that a program was started in.
  Object.assign(process.env, { DISABLE_V8_COMPILE_CACHE: '1', NODE_DISABLE_COMPILE_CACHE: '1' });
}
