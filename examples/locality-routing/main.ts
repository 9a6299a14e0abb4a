/*
 * Same-zone and same-node routing to two echo pods, with a client in zone-a.
 *
 * The scenario: the article on PreferSameNode and PreferSameZone in Kubernetes 1.34, with its fallback: what clients reach as each zone empties, which
 * the explanations print. Its commands are followed with these differences:
 *
 * - Nothing in its Deployment keeps both pods from landing in one zone, or on the third node, which has no zone label: a single ready endpoint there
 *   switches same-zone routing off for everybody. Here the pods are spread over zones, and nodes without a zone are left out.
 * - It names the Service `echo-svc`, then patches and asks `echo`. Here each preference has a Service of its own, so that both can be asked.
 * - It moves all pods to zone-b to see the fallback. The walk-through says beforehand what each zone's clients then reach.
 */
import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, Locality, LocalityService, Memory, Target, ZonalDeployments } from 'cdk8s-ai-workloads';

const ECHO_PORT = 5678;
const ZONES = ['zone-a', 'zone-b'];

/** The scenario: one Deployment of two pods, a Service for each preference, and the client. */
function echo(app: App): LocalityService[] {
  const chart = new Chart(app, 'echo', { namespace: 'echo' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34, zones: ZONES });

  const pods = new kplus.Deployment(chart, 'Echo', {
    metadata: { name: 'echo' },
    replicas: 2,
    securityContext: { user: 65532, group: 65532 },
    containers: [{
      name: 'echo',
      image: 'hashicorp/http-echo:1.0.0',
      args: ['-text=Hello from $(POD_NAME)'],
      envVariables: { POD_NAME: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.POD_NAME) },
      ports: [{ number: ECHO_PORT }],
      readiness: kplus.Probe.fromHttpGet('/', { port: ECHO_PORT }),
      resources: { cpu: { request: kplus.Cpu.millis(50) }, memory: { request: Size.mebibytes(32), limit: Size.mebibytes(32) } },
    }],
  });
  pods.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.in('topology.kubernetes.io/zone', ZONES)));
  pods.scheduling.spread({ topology: kplus.Topology.ZONE, weight: 100 });

  const client = new kplus.Pod(chart, 'Client', {
    metadata: { name: 'client' },
    restartPolicy: kplus.RestartPolicy.NEVER,
    securityContext: { user: 65532, group: 65532 },
    containers: [{ name: 'client', image: 'curlimages/curl:8.16.0', command: ['sleep', 'infinity'], resources: {} }],
  });
  client.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('topology.kubernetes.io/zone', 'zone-a')));

  return [
    // Port 80 leads to 5678, the only port that the pods declare.
    new LocalityService(chart, 'EchoSvc', { target: pods, port: 80 }),
    new LocalityService(chart, 'EchoNode', { target: pods, port: 80, prefer: Locality.SAME_NODE }),
  ];
}

/** The same for a model that is cached in memory: pods in every zone, with an autoscaler for each, so that a busy zone is seen by itself. */
function embeddings(app: App): LocalityService[] {
  const chart = new Chart(app, 'embeddings', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ZONES });

  const pods = new ZonalDeployments(chart, 'Embedder', {
    container: {
      image: 'ghcr.io/huggingface/text-embeddings-inference:cpu-1.8',
      args: ['--model-id=BAAI/bge-small-en-v1.5', '--port=8080'],
      ports: [{ name: 'http', number: 8080 }],
      readiness: kplus.Probe.fromHttpGet('/health', { port: 8080 }),
      cpu: '4',
      memory: Memory.of('4Gi'),
      preStopSleep: Duration.seconds(10),
    },
    autoscaling: {
      minReplicas: 2,
      maxReplicas: 8,
      metrics: [kplus.Metric.resourceCpu(kplus.MetricTarget.averageUtilization(70))],
      scaleDownWindow: Duration.minutes(10),
    },
  });
  return [new LocalityService(chart, 'Embeddings', { target: pods, port: 80 })];
}

/** Every chart of the example. */
export function build(app: App): void {
  echo(app);
  embeddings(app);
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/locality-routing' });
  [...echo(app), ...embeddings(app)].forEach(service => console.log(`${service.explain()}\n`));
  app.synth();
}
