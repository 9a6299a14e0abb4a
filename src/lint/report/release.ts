import * as fs from 'fs';
import * as path from 'path';

/** Where the project lives. */
export const HOME = 'https://github.com/cdk8s-ai-workloads/cdk8s-ai-workloads';

/** Version in unreleased sources; their pages are those of the main branch. */
const UNRELEASED = '0.0.0';

/** Root folder of the package. Searched for, since the bundled command line is one file in another folder than the sources. */
export function packageFolder(): string {
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)) {
      return folder;
    }
  }
}

let known: string | undefined;

/** Version of the package. */
export function version(): string {
  return known ??= (JSON.parse(fs.readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')) as { readonly version: string }).version;
}

/** Page of a rule or notice in the release that reports it, for a browser. The installed program prints it as well: `cdk8s-ai explain ID`. */
export function docsOf(id: string): string {
  return `${HOME}/blob/${version() === UNRELEASED ? 'main' : `v${version()}`}/${pageOf(id)}`;
}

/** The same page as a file of the package. */
export function pageOf(id: string): string {
  return `docs/rules/${id}.md`;
}
