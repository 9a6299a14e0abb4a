import * as os from 'os';
import * as path from 'path';
import { pointTo, removeRunFolder } from './own-temporary-folder';

export default function (): void {
  const folder = os.tmpdir();
  // With --watch, another run starts in this process.
  pointTo(path.dirname(folder));
  removeRunFolder(folder);
}
