/*
 * A CockroachDB cluster in three zones: ordinals 0-99, 100-199 and 200-299.
 *
 * The scenario: partitioning StatefulSets across failure domains with non-overlapping ordinal ranges, from the article on the pod index
 * label. On top of it a new version reaches one zone after the other: each stage is one commit of these manifests.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, Locality, Memory, Rollout, Target, ZonePartitionedStatefulSet } from 'cdk8s-ai-workloads';

/** Revisions of the manifests: each brings the new version to one zone more. */
export const stages = 3;

const SQL = 26257;
const HTTP = 8080;

/** The manifests as they are committed at a stage of the roll-out; the last stage when left out. */
export function build(app: App, stage: number = stages): void {
  const chart = new Chart(app, 'database', { namespace: 'databases' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'] });
  const certificates = kplus.Volume.fromSecret(chart, 'Certificates', kplus.Secret.fromSecretName(chart, 'NodeSecret', 'ranges-node'), {
    name: 'certs', defaultMode: 0o400,
  });

  const database = new ZonePartitionedStatefulSet(chart, 'Ranges', {
    // The letter that ends a zone's name is its place: eu-1a has ordinals 0-99, eu-1b 100-199, eu-1c 200-299.
    zones: [
      { zone: 'eu-1a', replicas: 3 },
      { zone: 'eu-1b', replicas: 3 },
      { zone: 'eu-1c', replicas: 3 },
    ],
    reserved: [{ first: 900, last: 909, purpose: 'restore' }],
    container: {
      image: 'cockroachdb/cockroach:v25.2.4',
      command: ['/cockroach/cockroach', 'start'],
      // ZONE is set by the pattern, JOIN below; the kubelet replaces $(NAME) in arguments.
      args: [
        '--certs-dir=/cockroach/certs', '--advertise-host=$(POD_NAME).ranges', '--join=$(JOIN)', '--locality=zone=$(ZONE)',
        '--cache=4GiB', '--max-sql-memory=4GiB',
      ],
      envVariables: { POD_NAME: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.POD_NAME) },
      ports: [{ name: 'sql', number: SQL }, { name: 'http', number: HTTP }],
      readiness: kplus.Probe.fromHttpGet('/health?ready=1', { port: HTTP, scheme: kplus.ConnectionScheme.HTTPS }),
      volumeMounts: [{ path: '/cockroach/certs', volume: certificates, readOnly: true }],
      cpu: '4',
      memory: Memory.of('16Gi'),
    },
    claims: [{ name: 'data', size: '200Gi', mountPath: '/cockroach/cockroach-data', storageClassName: 'ssd-late-binding' }],
    // A node hands its leases over before it stops.
    terminationGracePeriod: Duration.minutes(5),
    minReady: Duration.seconds(30),
    // Zones that the roll-out has not reached keep the previous version.
    rollout: Rollout.staged({ stage, previous: { image: 'cockroachdb/cockroach:v25.2.3' } }),
  });

  // One pod of each zone is enough to find the others. After the first start, once: kubectl exec ranges-eu-1a-0 -- ./cockroach init …
  const seeds = [0, 100, 200].map(ordinal => `${database.pod(ordinal).dns}:${SQL}`);
  database.pods.mainContainer.env.addVariable('JOIN', kplus.EnvValue.fromValue(seeds.join(',')));

  // Clients talk to a node of their own zone; backups always to the same one.
  database.addClientService({ ports: [{ port: SQL }], prefer: Locality.SAME_ZONE });
  database.addOrdinalService(200, [{ port: SQL }], 'ranges-backup');
}

if (require.main === module) {
  for (let stage = 1; stage <= stages; stage++) {
    const app = new App({ outdir: `dist/three-zone-database/stage-${stage}` });
    build(app, stage);
    app.synth();
  }
}
