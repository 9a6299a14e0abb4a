import { execFile } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { promisify } from 'util';
import { binaries, SetupError } from './binaries';
import { goEnvironment } from './build/go';
import { planOf } from './build/programs';
import { cacheFolder } from './paths';

/** Folder with the definitions that controller-gen makes of a Go package; made at the first call. The go.mod of controller-gen pins the package's module too. */
export async function generatedDefinitions(goPackage: string): Promise<string> {
  const { output, moduleFolder } = planOf('controller-gen');
  const folder = path.join(cacheFolder(), 'generated', path.basename(path.dirname(output)), goPackage);
  if (!fs.existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}.tmp`;
    const program = (await binaries(undefined, ['controller-gen'])).path('controller-gen');
    await promisify(execFile)(program, ['crd', `paths=${goPackage}`, `output:crd:dir=${unfinished}`], { cwd: moduleFolder, env: goEnvironment() }).catch((error: Error) => {
      throw new SetupError(`controller-gen could not read ${goPackage}: ${error.message}`);
    });
    put(unfinished, folder);
  }
  return folder;
}

/** Renames a folder, unless another process was first. */
function put(made: string, folder: string): void {
  try {
    fs.renameSync(made, folder);
  } catch (error) {
    fs.rmSync(made, { recursive: true });
    if (!fs.existsSync(folder)) {
      throw error;
    }
  }
}
