import * as fs from 'fs';
import * as path from 'path';

/** Version of the package, which stands beside `lib` and `src`. */
export function version(): string {
  return (JSON.parse(fs.readFileSync(path.join(__dirname, '../../package.json'), 'utf8')) as { readonly version: string }).version;
}
