import { spawnSync } from 'child_process';
import { GO } from './go';
import { run } from './language';

/**
 * What there is for .NET: no apps, so the library is compiled, where there is an SDK. Its sources are written anywhere.
 *
 * @returns What was done.
 */
export function packDotnet(folder: string): string {
  const hasSdk = spawnSync('dotnet', ['--version']).status === 0;
  // The SDK takes the other packages from here too: NuGet may not have the versions that are installed.
  const options = hasSdk ? GO.packages : ['--code-only', '.'];
  run('npx', ['jsii-pacmak', '--target', 'dotnet', '--outdir', folder, ...options]);
  return hasSdk ? 'compiled' : 'sources are written; NOT COMPILED, since there is no .NET SDK';
}
