/*
 * The scenario: the article about the pod index label again (see parameter-server-training): pod 0 coordinates or serves parameters, the others work; servers
 * have addresses that do not change, some roles need other nodes than others, and pod 0 must not be preempted.
 *
 * Here the roles differ: the chief and the parameter servers run on nodes with much memory, with a higher priority than the workers, which have GPUs on spot
 * capacity. TF_CONFIG follows from role and index, without a shell.
 *
 * What the library prevents of that article's YAML:
 * - servers and workers with one template, so that a server asks for GPUs it never uses. Here each role has its own.
 * - a run that never ends: parameter servers wait for ever. Here the JobSet ends them when the chief has succeeded.
 * - a server that comes back without its parameters while the others go on. Here its loss starts the run again from the checkpoint.
 */
import { App, Chart } from 'cdk8s';
import { Accelerator, Capacity, KubernetesVersion, Memory, ParameterServer, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'parameter-server-roles', { namespace: 'recommendations' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_35, apis: ['jobset.x-k8s.io/v1alpha2'] });

  const lasting = { priorityClassName: 'training-servers', nodeLabels: { pool: 'memory' } };
  new ParameterServer(chart, 'Embeddings', {
    container: { image: 'registry.example/embeddings:2.4', command: ['python', 'train.py'], cpu: '8', memory: Memory.of('64Gi') },
    chief: lasting,
    ps: { ...lasting, replicas: 2, container: { memory: Memory.of('400Gi') } },
    worker: { replicas: 4, accelerator: Accelerator.nvidia(1), capacity: Capacity.spotGke() },
  });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/parameter-server-roles' });
  build(app);
  app.synth();
}
