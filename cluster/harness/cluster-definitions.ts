import { ApiClient } from './client';
import { crdSources, customResourceDefinitions } from './crds';
import { installDefinitions } from './definitions';
import { eachOf } from './eventually';
import { Manifest } from './manifest';

/*
 * Which custom resources a cluster has. All 60 definitions cost a cluster 8 s of processor time: its controllers watch every kind, so the API server builds
 * the API of each. So a cluster starts with those that its controllers read, and gets the others with the first object of their kind.
 */

/** Definitions that are installed from a Go module, by the option of a cluster that runs its controller. */
const MODULES = {
  leaderWorkerSet: ['sigs.k8s.io/lws'],
  disaggregatedSet: ['sigs.k8s.io/lws'],
  jobSet: ['sigs.k8s.io/jobset'],
  kubeRay: ['github.com/ray-project/kuberay/ray-operator'],
  karpenter: ['sigs.k8s.io/karpenter'],
} as const;

/** Definitions that must be there before the controllers start: the garbage collector looks for new kinds every 30 s only. */
export function definitionsOfControllers(options: { readonly [option in keyof typeof MODULES]?: unknown }): string[] {
  const running = (Object.keys(MODULES) as (keyof typeof MODULES)[]).filter(option => options[option]);
  const modules = running.flatMap((option): readonly string[] => MODULES[option]);
  return crdSources().filter(({ module }) => modules.includes(module)).map(({ name }) => name);
}

/** Installs the definitions of objects whose kind the server does not serve yet. */
export async function installDefinitionsOf(client: ApiClient, objects: readonly Manifest[]): Promise<void> {
  const served = await eachOf(objects, 4, ({ apiVersion, kind }) => client.serves(apiVersion, kind));
  const missing = objects.filter((_, index) => !served[index]);
  if (missing.length > 0) {
    const isMissing = ({ spec }: Manifest) => missing.some(({ apiVersion, kind }) => apiVersion.split('/')[0] === spec.group && kind === spec.names.kind);
    await installDefinitions(client, (await customResourceDefinitions()).filter(isMissing));
  }
}
