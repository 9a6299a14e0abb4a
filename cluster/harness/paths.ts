import * as os from 'os';
import * as path from 'path';

/** Folder of the cluster tests: the Go modules and the list of custom resources are in it. */
export const CLUSTER = path.resolve(__dirname, '..');

/**
 * What is built or downloaded once and kept between runs, outside the tree: `$CDK8S_AI_WORKLOADS_CACHE`, or `cdk8s-ai-workloads` in
 * `$XDG_CACHE_HOME` or `~/.cache`. Nothing else is written there and everything in it can be made again, so `rm -rf` of it is the way to free
 * the disk or to start over. Folders of older pins stay, so that switching branches builds nothing twice; `npm run cluster:build -- --prune` removes
 * them alone.
 *
 *     programs/<module>-<hash>/   programs, named by what they are built from (build/programs.ts)
 *     custom-resources-<hash>.json, modules.json     what was read from Go modules (crds.ts, build/modules.ts)
 *     installed-<hash>.json       what an API server makes of those definitions (installed-definitions.ts)
 *     answers/<tests>-<hash>.jsonl.gz   what API servers answered to tests (remembered/)
 *     measured-<hash>.json        what they answered to the survey (measured-tables/remembered-survey.ts)
 *     generated/<module>-<hash>/  definitions that controller-gen made (controller-gen.ts)
 *     logs/<program>.log          output of the last failed build
 *     lock                        held while building
 *     runs/                       folders of running clusters, and logs of those that failed
 */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment.CDK8S_AI_WORKLOADS_CACHE;
  if (own) {
    return path.resolve(own);
  }
  return path.join(environment.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'cdk8s-ai-workloads');
}
