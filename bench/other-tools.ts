import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { builtInKinds, writeSchemas } from './kubernetes-schemas';
import { cacheFolder } from '../cluster/harness/paths';

/** Tools of other projects are built once. */
const CACHE = path.join(cacheFolder(), 'bench');
const KUBERNETES = 'k8s.io/kubernetes@v1.36.3';
/** The kinds of the fleet and of the pairs: what has no schema is passed over, and counts as nothing. */
const KINDS = [
  ['io.k8s.api.apps.v1.Deployment', 'deployment-apps-v1.json'],
  ['io.k8s.api.core.v1.Service', 'service-v1.json'],
  ['io.k8s.api.core.v1.PersistentVolumeClaim', 'persistentvolumeclaim-v1.json'],
  ['io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler', 'horizontalpodautoscaler-autoscaling-v2.json'],
  ['io.k8s.api.policy.v1.PodDisruptionBudget', 'poddisruptionbudget-policy-v1.json'],
  ['io.k8s.api.batch.v1.Job', 'job-batch-v1.json'],
] as const;

export const KUBECONFORM = 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0';
export const KUBE_SCORE = 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0';

/** Path of a tool written in Go; undefined, with a note, if it cannot be built. */
export function goTool(name: string, module: string): string | undefined {
  const program = path.join(CACHE, name);
  if (!fs.existsSync(program)) {
    const { status, error } = spawnSync('go', ['install', module], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, GOBIN: CACHE } });
    if (error || status !== 0) {
      console.error(`not measured: ${name}: go install ${module}: ${error?.message ?? `status ${status}`}`);
      return undefined;
    }
  }
  return program;
}

/** Folder of JSON schemas made from the OpenAPI in Kubernetes' Go module, of the kinds that are measured or of all. */
export function schemaFolder(folder: string, kinds: 'measured' | 'all' = 'measured'): string | undefined {
  const { stdout, error } = spawnSync('go', ['mod', 'download', '-json', KUBERNETES], { encoding: 'utf8' });
  const module = error ? undefined : (JSON.parse(stdout) as { readonly Dir?: string }).Dir;
  if (module === undefined) {
    console.error(`not measured: kubeconform: no schemas, since go mod download ${KUBERNETES} fails: ${error?.message ?? stdout}`);
    return undefined;
  }
  const openApi = path.join(module, 'api/openapi-spec/swagger.json');
  writeSchemas(openApi, folder, kinds === 'all' ? builtInKinds(openApi) : KINDS);
  return folder;
}
