import * as os from 'os';
import * as path from 'path';
import { pointTo, removeRunFolder } from './own-temporary-folder';

export default function (): void {
  const folder = os.tmpdir();
  // Under --watch another run begins in this process.
  pointTo(path.dirname(folder));
  removeRunFolder(folder);
}
