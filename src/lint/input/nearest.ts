import * as fs from 'fs';
import * as path from 'path';

/** Name of the file in which a repository says what its manifests are for. */
export const CONFIGURATION = '.cdk8s-ai.yaml';

/** The nearest configuration of a folder or its ancestors. Apart from what reads it, since most apps have none. */
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
