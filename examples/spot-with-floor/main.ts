/*
 * The scenario: a 70B model behind one Service, from an article that lets Karpenter's pool take spot and on-demand nodes and leaves the rest to luck. Two
 * replicas have to answer whatever happens to spot; the load adds and removes the others.
 *
 * What is written by hand otherwise, and what comes of it:
 * - one Deployment over a pool of both kinds: Karpenter takes the cheaper kind, so all replicas are on spot, and all of them may go within two minutes.
 * - a second Deployment that asks for on-demand nodes by a label: AKS has none to ask for, and each cloud another one.
 * - a PodDisruptionBudget for each Deployment and one over both: the eviction API refuses a pod that two budgets match, so no drain ends.
 * - an autoscaler on each, so that a quiet night scales the floor away.
 * - Services that select one of the two, or by a label that a third workload carries too.
 */
import { App, Chart, Duration } from 'cdk8s';
import { Accelerator, Capacity, InferenceEngine, KubernetesVersion, Memory, ModelLoad, OnDemandFloor, SpotInference, Target } from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'spot-with-floor', { namespace: 'serving' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['us-east-1a', 'us-east-1b', 'us-east-1c'], apis: ['monitoring.coreos.com/v1'] });

  const llama = new SpotInference(chart, 'Llama70B', {
    engine: InferenceEngine.vllm({
      version: '0.18',
      model: 'meta-llama/Llama-3.3-70B-Instruct',
      tensorParallel: 4,
      // What is still being answered when a spot node gets its notice has this long, of 120 s in all.
      longestStream: Duration.seconds(90),
    }),
    accelerator: Accelerator.nvidia(4),
    container: { cpu: '16', memory: Memory.of('200Gi') },
    modelLoad: ModelLoad.of({ weights: '141Gi', loadBandwidth: '512Mi' }),
    // Of both parts together: 2 replicas stay, 6 to 14 are on spot.
    autoscaling: { minReplicas: 8, maxReplicas: 16, queueDepth: 8, kvCacheUsage: 0.8 },
    floor: OnDemandFloor.replicas(2),
    capacity: Capacity.spotKarpenter(),
    podMonitor: { labels: { release: 'prometheus' } },
  });

  console.log(llama.explain());
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/spot-with-floor' });
  build(app);
  app.synth();
}
