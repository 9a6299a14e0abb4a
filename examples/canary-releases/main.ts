/*
 * A change of a retrieval index that reaches one pod first.
 *
 * The scenario: an article on the pod index label, which patches the template of a StatefulSet, deletes pod 0 by hand and then restarts the rest.
 *
 * - With its patch the controller replaces all pods at once, the highest index first: pod 0 is the last one, and its deletion changes nothing about that.
 * - Here the highest index is the canary, a partition keeps the others as they are, and a Service reaches the canary alone.
 * - The way on and the way back are steps with the pods that each replaces: `canary.explain()`.
 */
import { App, Chart } from 'cdk8s';
import { IndexCanary, KubernetesVersion, Memory, Target, ZonePartitionedStatefulSet } from 'cdk8s-ai-workloads';

export function build(app: App): IndexCanary {
  const chart = new Chart(app, 'retrieval', { namespace: 'search' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'] });
  const shards = new ZonePartitionedStatefulSet(chart, 'Shards', {
    zones: [{ zone: 'eu-1a', replicas: 4 }],
    container: { image: 'registry.example.com/retrieval:2.1.0', portNumber: 8080, cpu: '2', memory: Memory.of('8Gi') },
    claims: [{ name: 'index', size: '100Gi', mountPath: '/var/lib/index' }],
  });
  // From commit to commit: [], [3], [2, 3] … and without it when all have the change.
  return new IndexCanary(chart, 'ShardsCanary', { workload: shards, indexes: [3], podsPerStep: 1, port: 8080 });
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/canary-releases' });
  const canary = build(app);
  app.synth();
  console.log(canary.explain());
}
