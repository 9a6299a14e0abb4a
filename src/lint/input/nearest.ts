import * as fs from 'fs';
import * as path from 'path';

/** File name of the configuration. */
export const CONFIGURATION = '.cdk8s-ai.yaml';

/** Path of the configuration in the folder or its nearest ancestor. A module of its own, so that apps without one do not load the reader. */
export function findConfiguration(folder: string): string | undefined {
  for (let each = path.resolve(folder); ; each = path.dirname(each)) {
    const file = path.join(each, CONFIGURATION);
    if (fs.existsSync(file)) {
      return path.relative(process.cwd(), file) || CONFIGURATION;
    }
    if (each === path.dirname(each)) {
      return undefined;
    }
  }
}
