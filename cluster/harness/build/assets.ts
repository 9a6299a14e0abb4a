import { execFile } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { promisify } from 'util';
import { isAtLeast } from './go';
import { Program } from './programs';
import { SetupError } from './setup-error';

/** Requirements on a program that was built elsewhere. */
interface Demand {
  readonly versionIn: RegExp;
  readonly accepts: (version: string) => boolean;
  readonly needed: string;
}

const DEMANDS: Partial<Record<Program, Demand>> = {
  // `--emulated-version` covers the server's own minor and three before it, so only 1.36 serves 1.33 to 1.36.
  // Source: k8s.io/component-base/compatibility/version.go (v0.36).
  'kube-apiserver': {
    versionIn: /Kubernetes v(\d+\.\d+\.\d+)/,
    accepts: version => /^1\.36\./.test(version),
    needed: '1.36: one binary plays all supported minors, and only this one reaches from 1.33 to 1.36',
  },
  // Older ones lack RequestWatchProgress, without which the API server serves no consistent lists from its cache and kwok's watches fail.
  // Source: k8s.io/apiserver/pkg/storage/feature/feature_support_checker.go (v0.36), which counts 3.5.0 to 3.5.12 as lacking it.
  'etcd': {
    versionIn: /etcd Version: (\d+\.\d+\.\d+)/,
    accepts: version => isAtLeast(version, '3.5.13'),
    needed: '3.5.13 or newer: older ones lack RequestWatchProgress, and watches through the API server fail',
  },
};

/** Programs from `KUBEBUILDER_ASSETS`, checked; none if the variable is not set. */
export async function assets(programs: readonly Program[]): Promise<Partial<Record<Program, string>>> {
  const folder = process.env.KUBEBUILDER_ASSETS;
  if (!folder) {
    return {};
  }
  const demanded = programs.flatMap(program => DEMANDS[program] ? [{ program, demand: DEMANDS[program] }] : []);
  const entries = demanded.map(async ({ program, demand }) => [program, await checked(folder, program, demand)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function checked(folder: string, program: Program, demand: Demand): Promise<string> {
  const file = path.join(folder, process.platform === 'win32' ? `${program}.exe` : program);
  const advice = 'Point the variable at another folder, or unset it and have the program built.';
  if (!fs.existsSync(file)) {
    throw new SetupError(`KUBEBUILDER_ASSETS is ${folder}, and there is no ${program} in it.\n${advice}`);
  }
  const answer = await promisify(execFile)(file, ['--version'], { timeout: 30_000 }).then(
    ({ stdout }) => stdout, (error: Error) => { throw new SetupError(`${file} --version failed: ${error.message}\n${advice}`); });
  const version = demand.versionIn.exec(answer)?.[1];
  if (!version || !demand.accepts(version)) {
    const is = version ?? JSON.stringify(answer.trim().split('\n')[0]);
    throw new SetupError(`${file} (from KUBEBUILDER_ASSETS) is ${program} ${is}; needed is ${demand.needed}.\n${advice}`);
  }
  return file;
}
