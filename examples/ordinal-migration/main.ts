/*
 * The two highest members of a database move from the namespace `shared` to `app-team`, with their volumes: stage by stage, no member alive twice.
 *
 * The scenario: migrating a StatefulSet across namespaces, from the article on the pod index label, whose phases scale the one side down and the other up in one apply.
 * That runs my-app-3 and my-app-4 on both sides for a while, and on the new one with empty volumes. Here each stage changes one side, and the volumes change hands
 * between. Of the article's set all five pods may move like this: `firstMoved: 0`.
 */
import * as fs from 'fs';
import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { KubernetesVersion, Memory, MovedVolumes, OrdinalMigration, Target, ZonePartitionedStatefulSet } from 'cdk8s-ai-workloads';

/** Revisions of the manifests: preparation, and three for each ordinal. */
export const stages = 7;

const PORT = 5432;

/** The manifests as they are committed at a stage of the migration; the last stage when left out. */
export function build(app: App, stage: number = stages): OrdinalMigration {
  const [shared, team] = ['shared', 'app-team'].map(namespace => new Chart(app, namespace, { namespace }));
  Target.define(app, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a'] });
  const store = new ZonePartitionedStatefulSet(shared, 'MyApp', {
    zones: [{ zone: 'eu-1a', replicas: 5 }],
    container: {
      image: 'registry.example.com/store:4.2.0',
      // Members name each other with the namespace: they are in two while the migration lasts.
      args: [
        '--advertise=$(POD_NAME).my-app.$(POD_NAMESPACE).svc',
        ...['shared', 'app-team'].map(namespace => `--join=dns:///my-app.${namespace}.svc:${PORT}`),
      ],
      envVariables: {
        POD_NAME: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.POD_NAME),
        POD_NAMESPACE: kplus.EnvValue.fromFieldRef(kplus.EnvFieldPaths.POD_NAMESPACE),
      },
      portNumber: PORT,
      readiness: kplus.Probe.fromTcpSocket({ port: PORT }),
      cpu: '2',
      memory: Memory.of('8Gi'),
    },
    claims: [{ name: 'data', size: '100Gi', mountPath: '/data', storageClassName: 'ssd-late-binding' }],
  });
  return new OrdinalMigration(team, 'ToTheTeam', {
    workload: store,
    firstMoved: 3,
    stage,
    // As kubectl -n shared get pvc -o custom-columns=CLAIM:.metadata.name,VOLUME:.spec.volumeName prints them.
    volumes: MovedVolumes.named({
      'data-my-app-eu-1a-3': 'pvc-3f0c6a1e-5d7b-4a51-9c1c-0a4d7e9b2f63',
      'data-my-app-eu-1a-4': 'pvc-91b2d4c8-77e0-4e2f-8b35-6c2f1d0e5a94',
    }),
  });
}

if (require.main === module) {
  for (let stage = 1; stage <= stages; stage++) {
    const folder = `dist/ordinal-migration/stage-${stage}`;
    const app = new App({ outdir: folder });
    const migration = build(app, stage);
    app.synth();
    // Each is run in its folder; the one that leads back applies the manifests of the stage before.
    fs.writeFileSync(`${folder}/there.sh`, migration.script);
    fs.writeFileSync(`dist/ordinal-migration/stage-${Math.max(1, stage - 1)}/back-from-${stage}.sh`, migration.scriptBack);
  }
}
