import { ApiObject, Chart, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { SERVICE, Store, migrated, objectOf, setOf, volume } from './store';
import { MovedVolumes, OrdinalMigrationProps, Workload, ZonePartitionedStatefulSet } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { MigrationState, checkNeverTwice } from '../../../src/surroundings/ordinal-migration/stages';
import { WORKLOADS } from '../../workloads/handle/every-workload';

const fromManifests = (...ordinals: number[]) => MovedVolumes.fromManifests(ordinals.map(ordinal => volume(ordinal)));

/** What keeps others from pruning an object. */
const KEPT = { 'argocd.argoproj.io/sync-options': 'Prune=false', 'helm.sh/resource-policy': 'keep', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };

/** Ordinals of a side, by its manifests. */
function ordinalsOn(chart: Chart): number[] {
  const { replicas = 0, ordinals } = objectOf(chart, 'StatefulSet')?.spec ?? {};
  return Array.from({ length: replicas }, (_, index) => (ordinals?.start ?? 0) + index);
}

describe('the stages', () => {
  const stages = Array.from({ length: 8 }, (_, stage) => migrated({ stage }));

  test('one side changes at a time, from the highest down; no ordinal is on both, and each is on none only while its volume changes hands', () => {
    expect(stages.map(({ source, target }) => [ordinalsOn(source), ordinalsOn(target)])).toEqual([
      [[0, 1, 2, 3, 4], []], [[0, 1, 2, 3, 4], []],
      [[0, 1, 2, 3], []], [[0, 1, 2, 3], []], [[0, 1, 2, 3], [4]],
      [[0, 1, 2], [4]], [[0, 1, 2], [4]], [[0, 1, 2], [3, 4]],
    ]);
  });

  test('what is alive is said by each', () => {
    expect(stages[5].migration.stages.map(({ stage, name, alive }) => [stage, name, alive])).toEqual([
      [1, '01-prepare', 'db-0 to db-4 in old'],
      [2, '02-give-up-4', 'db-0 to db-3 in old'],
      [3, '03-hand-over-4', 'db-0 to db-3 in old'],
      [4, '04-take-over-4', 'db-0 to db-3 in old; db-4 in new'],
      [5, '05-give-up-3', 'db-0 to db-2 in old; db-4 in new'],
      [6, '06-hand-over-3', 'db-0 to db-2 in old; db-4 in new'],
      [7, '07-take-over-3', 'db-0 to db-2 in old; db-3 to db-4 in new'],
    ]);
  });

  test('a claim is on the side that takes over before its pod is, and names its volume', () => {
    const claims = stages.map(({ target }) => target.toJson().filter((each: any) => each.kind === 'PersistentVolumeClaim').map((each: any) => [each.metadata.name, each.spec.volumeName]));
    const four = ['data-db-4', 'pv-4'];
    expect(claims).toEqual([[], [], [], [four], [four], [four], [['data-db-3', 'pv-3'], four], [['data-db-3', 'pv-3'], four]]);
  });

  test('nothing is written before the first, and the set of the source stays as it was', () => {
    const { source, target, migration } = stages[0];
    expect(target.toJson()).toEqual([]);
    expect(objectOf(source, 'StatefulSet').spec).toEqual(setOf().spec);
    expect([migration.apiObject, migration.script, migration.scriptBack]).toEqual([undefined, '', '']);
  });

  test('the way there: kept, given up, handed over, taken over', () => {
    expect(stages[3].migration.stages.slice(0, 4).map(({ commands }) => commands)).toEqual([
      [
        'kubectl patch pv pv-3 --type merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'',
        'kubectl patch pv pv-4 --type merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'',
        'kubectl get namespace new',
        'kubectl apply -f target.k8s.yaml',
      ],
      ['kubectl apply -f source.k8s.yaml', 'kubectl -n old wait --for=delete pod/db-4 --timeout=330s'],
      [
        'kubectl -n old delete pvc data-db-4 --timeout=5m',
        "kubectl wait --for=jsonpath='{.status.phase}'=Released pv/pv-4 --timeout=5m",
        'kubectl patch pv pv-4 --type merge -p \'{"spec":{"claimRef":{"namespace":"new","name":"data-db-4","uid":null,"resourceVersion":null}}}\'',
        'kubectl apply -f target.k8s.yaml',
        "kubectl -n new wait --for=jsonpath='{.status.phase}'=Bound pvc/data-db-4 --timeout=5m",
      ],
      ['kubectl apply -f target.k8s.yaml', "kubectl -n new wait --for=jsonpath='{.status.readyReplicas}'=1 statefulset/db --timeout=30m"],
    ]);
  });

  test('and the way back from each', () => {
    expect(stages[3].migration.stages.slice(0, 4).map(({ commandsBack }) => commandsBack)).toEqual([
      ['kubectl -n new delete statefulset/db service/db --timeout=5m'],
      ['kubectl apply -f source.k8s.yaml', "kubectl -n old wait --for=jsonpath='{.status.readyReplicas}'=5 statefulset/db --timeout=30m"],
      [
        'kubectl -n new delete pvc data-db-4 --timeout=5m',
        "kubectl wait --for=jsonpath='{.status.phase}'=Released pv/pv-4 --timeout=5m",
        'kubectl patch pv pv-4 --type merge -p \'{"spec":{"claimRef":{"namespace":"old","name":"data-db-4","uid":null,"resourceVersion":null}}}\'',
        "kubectl wait --for=jsonpath='{.status.phase}'=Available pv/pv-4 --timeout=5m",
      ],
      ['kubectl apply -f target.k8s.yaml', 'kubectl -n new wait --for=delete pod/db-4 --timeout=330s'],
    ]);
  });

  test('the scripts are those of the stage', () => {
    const { migration: { script, scriptBack, stages: all } } = stages[3];
    expect(script).toBe(`#!/bin/sh\n# 03-hand-over-4: ${all[2].title}\nset -eu\n${all[2].commands.join('\n')}\n`);
    expect(scriptBack).toContain(all[2].commandsBack.join('\n'));
  });

  test('several move together where that is asked for, and the rest of them at the end', () => {
    const volumes = MovedVolumes.named({ 'data-db-2': 'a', 'data-db-3': 'b', 'data-db-4': 'c' });
    const names = migrated({ firstMoved: 2, atOnce: 2, volumes }).migration.stages.map(({ name }) => name);
    expect(names).toEqual(['01-prepare', '02-give-up-3-4', '03-hand-over-3-4', '04-take-over-3-4', '05-give-up-2', '06-hand-over-2', '07-take-over-2']);
  });

  test('without claims nothing changes hands', () => {
    const bare = migrated({ volumes: undefined, stage: 3 }, { set: setOf({ volumeClaimTemplates: undefined }) });
    expect(bare.migration.stages.map(({ name }) => name)).toEqual(['01-prepare', '02-give-up-4', '03-take-over-4', '04-give-up-3', '05-take-over-3']);
    expect([ordinalsOn(bare.source), ordinalsOn(bare.target)]).toEqual([[0, 1, 2, 3], [4]]);
  });

  test('volumes whose policy is known get it back at the end', () => {
    const { migration } = migrated({ volumes: fromManifests(3, 4) });
    const last = migration.stages.at(-1)!;
    expect([last.name, last.commands[0], last.commandsBack[0]]).toEqual(['08-finish',
      'kubectl patch pv pv-3 --type merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}\'', 'kubectl patch pv pv-3 --type merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'']);
    expect(migration.stages[0].commandsBack).toContain(last.commands[0]);
  });

  test('a set that begins at another number keeps it, and a whole set may move', () => {
    const set = setOf({ replicas: 2, ordinals: { start: 3 } });
    const moved = (stage: number) => migrated({ stage }, { set });
    const sides = [0, 4, 7].map(stage => moved(stage)).map(({ source, target }) => [ordinalsOn(source), ordinalsOn(target)]);
    expect(sides).toEqual([[[3, 4], []], [[3], [4]], [[], [3, 4]]]);
    expect(moved(7).migration.explain()).toMatch(/afterwards +take db and what belongs to it out of the chart of old/);
  });
});

test('the plan holds itself to it: no way between two stages has an ordinal on both sides, or a pod without its volume', () => {
  const state = (sourceEnd: number, handedFirst: number, targetFirst: number): MigrationState =>
    ({ sourceEnd, handedFirst, targetFirst, isPrepared: true, isFinished: false });
  const checked = (...states: MigrationState[]) => () => checkNeverTwice(states, true);
  expect(checked(state(5, 5, 5), state(4, 5, 5), state(4, 4, 5), state(4, 4, 4))).not.toThrow();
  expect(checked(state(5, 5, 5), state(5, 5, 4))).toThrow('on both sides');
  // Both at once: the one may begin before the other has ended.
  expect(checked(state(5, 5, 5), state(4, 4, 4))).toThrow('on both sides');
  // Its volume leaves while it runs, and comes while it runs.
  expect(checked(state(5, 5, 5), state(4, 4, 5))).toThrow('without its volume');
  expect(checked(state(4, 5, 5), state(4, 4, 4))).toThrow('without its volume');
  expect(() => checkNeverTwice([state(4, 5, 5), state(4, 4, 4)], false)).not.toThrow();
});

describe('what the other side gets', () => {
  test('the set as it is, but for its numbers', () => {
    const { target } = migrated({ stage: 4 });
    const { metadata, spec } = objectOf(target, 'StatefulSet');
    expect(metadata).toEqual({ name: 'db', namespace: 'new', labels: { team: 'a' } });
    expect(spec).toEqual({ ...setOf().spec, replicas: 1, ordinals: { start: 4 } });
  });

  test('Services and budgets of its pods, without what a cluster gave them', () => {
    const client = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'client' }, spec: { type: 'NodePort', clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'], selector: { app: 'db' }, ports: [{ port: 80, nodePort: 30080 }] } };
    const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'db' }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'db' } } } };
    const other = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'other' }, spec: { type: 'ExternalName', externalName: 'db.example.com' } };
    const { target } = migrated({ stage: 1 }, { objects: [client, budget, other] });
    expect(target.toJson().map(({ kind, metadata }: any) => `${kind} ${metadata.namespace}/${metadata.name}`)).toEqual(
      ['Service new/db', 'Service new/client', 'PodDisruptionBudget new/db', 'StatefulSet new/db']);
    expect(objectOf(target, 'Service', 'db').spec).toEqual(SERVICE.spec);
    expect(objectOf(target, 'Service', 'client').spec).toEqual({ type: 'NodePort', selector: { app: 'db' }, ports: [{ port: 80 }] });
    expect(objectOf(target, 'PodDisruptionBudget').spec).toEqual(budget.spec);
  });

  test('claims before its StatefulSet, which would otherwise make them first, with new volumes', () => {
    const kinds = migrated({ stage: 7 }).target.toJson().map(({ kind }: any) => kind);
    expect(kinds).toEqual(['Service', 'PersistentVolumeClaim', 'PersistentVolumeClaim', 'StatefulSet']);
  });

  test('claims as its StatefulSet would make them; with the class of the volume where the template leaves it to the cluster', () => {
    const claim = (volumes: MovedVolumes, spec: object = {}) => objectOf(migrated({ stage: 3, volumes }, { set: setOf(spec) }).target, 'PersistentVolumeClaim', 'data-db-4');
    const bare = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, volumeName: 'pv-4' };
    expect(claim(MovedVolumes.named({ 'data-db-3': 'pv-3', 'data-db-4': 'pv-4' }))).toMatchObject({ metadata: { labels: { app: 'db' } }, spec: bare });
    expect(claim(fromManifests(3, 4)).spec).toEqual({ ...bare, storageClassName: 'fast' });
    const classed = { volumeClaimTemplates: [{ metadata: { name: 'data', labels: { a: 'b' } }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '10Gi' } } } }] };
    expect(claim(fromManifests(3, 4), classed)).toMatchObject({ metadata: { labels: { app: 'db', a: 'b' } }, spec: { storageClassName: 'fast' } });
  });

  test('Services that a migration of another zone brought already are not made twice, nor taken away with this one', () => {
    const { source, target } = migrated({ stage: 0 });
    const db = new ZonePartitionedStatefulSet(source, 'Zoned', { name: 'zoned', zones: ['eu-1a', 'eu-1b'].map(zone => ({ zone, replicas: 2 })), container: { image: 'a:1', portNumber: 1 } });
    const { OrdinalMigration } = jest.requireActual<typeof import('../../../src')>('../../../src');
    const [one, two] = ['eu-1a', 'eu-1b'].map((zone, index) => new OrdinalMigration(target, zone, { workload: db, set: `zoned-${zone}`, firstMoved: 100 * index, stage: 1 }));
    expect(target.toJson().filter((each: any) => each.kind === 'Service').map((each: any) => each.metadata.name).sort()).toEqual(['zoned', 'zoned-eu-1a', 'zoned-eu-1b']);
    expect(one.stages[0].commandsBack[0]).toMatch(/service\/zoned /);
    expect(two.stages[0].commandsBack[0]).not.toMatch(/service\/zoned /);
  });
});

describe('another cluster', () => {
  const clusters = { source: 'blue', target: 'green' };
  const there = (stage: number, props: Partial<OrdinalMigrationProps> = {}, store: Store = {}) =>
    migrated({ stage, clusters, volumes: fromManifests(3, 4), ...props }, store);

  test('has the same disk in a volume of the same name, reserved for its claim, and the policy of before at the end', () => {
    const of = (stage: number) => objectOf(there(stage).target, 'PersistentVolume', 'pv-4');
    expect(of(2)).toBeUndefined();
    expect(of(3)).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-4', annotations: { 'pv.kubernetes.io/provisioned-by': 'disk.example', ...KEPT } },
      spec: { ...volume(4).spec, persistentVolumeReclaimPolicy: 'Retain', claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'new', name: 'data-db-4' } },
    });
    expect(of(8).spec.persistentVolumeReclaimPolicy).toBe('Delete');
  });

  test('each command says which; the volume of the source stays released, and nothing is attached there before it changes hands', () => {
    expect(there(0).migration.stages[2].commands).toEqual([
      "kubectl --context 'blue' -n old delete pvc data-db-4 --timeout=5m",
      "kubectl --context 'blue' wait --for=jsonpath='{.status.phase}'=Released pv/pv-4 --timeout=5m",
      "until attached=$(kubectl --context 'blue' get volumeattachments -o jsonpath='{.items[?(@.spec.source.persistentVolumeName==\"pv-4\")].metadata.name}') && [ -z \"$attached\" ]; do sleep 2; done",
      "kubectl --context 'green' apply -f target.k8s.yaml",
      "kubectl --context 'green' -n new wait --for=jsonpath='{.status.phase}'=Bound pvc/data-db-4 --timeout=5m",
    ]);
  });

  test('may have a namespace of the same name, in an app of its own: each is one cluster to its checks', () => {
    const workload = (chart: Chart) => new ZonePartitionedStatefulSet(chart, 'Zoned', { zones: [{ zone: 'eu-1a', replicas: 5 }], container: { image: 'a:1', portNumber: 80 } });
    const { app, source, target, migration } = there(3, { volumes: undefined }, { namespace: 'old', sourceFolder: 'dist/blue', workload });
    expect([objectOf(source, 'StatefulSet', 'zoned-eu-1a').spec.replicas, objectOf(target, 'StatefulSet').spec.ordinals]).toEqual([4, { start: 4 }]);
    expect(objectOf(target, 'Service', 'zoned')).toBeDefined();
    expect([findingsOf(app), findingsOf(source.node.root).filter(({ construct }) => construct?.startsWith('source/Zoned') && construct !== 'source/Zoned')]).toEqual([[], []]);
    expect(migration.stages.slice(1, 3).map(({ commands: [first] }) => first)).toEqual(["kubectl --context 'blue' apply -f blue/source.k8s.yaml", "kubectl --context 'green' apply -f green/target.k8s.yaml"]);
    expect(() => there(3, {}, { namespace: 'old' })).toThrow('an app is one cluster to its checks');
  });

  test.each<[what: string, props: Partial<OrdinalMigrationProps>, message: RegExp]>([
    ['volumes known by name', { volumes: MovedVolumes.named({ 'data-db-3': 'pv-3', 'data-db-4': 'pv-4' }) }, /volumes: Required value: pv-3 is known by its name alone, and the other cluster needs all of it/],
    ['the disk of a node', { volumes: MovedVolumes.fromManifests([volume(3), volume(4, { csi: undefined, local: { path: '/disk' } })]) }, /volumes: Forbidden: pv-4 is on the disk of a node \(local\)/],
    ['one context', { clusters: { source: 'blue', target: 'blue' } }, /clusters\.target: Forbidden: is the context of the source/],
    ['a context that ends a quote', { clusters: { source: "a'; rm", target: 'green' } }, /clusters\.source: Invalid value: "a'; rm": is no name of a context/],
  ])('refuses %s', (_, props, message) => {
    expect(() => there(0, props)).toThrow(message);
  });
});

describe('refuses', () => {
  const retention = (field: string) => ({ set: setOf({ persistentVolumeClaimRetentionPolicy: { [field]: 'Delete' } }) });
  const container = (pod: object): Store => ({ set: setOf({}, pod) });

  test.each<[what: string, props: Partial<OrdinalMigrationProps>, store: Store, message: RegExp]>([
    ['a number below', { firstMoved: 1 }, { set: setOf({ replicas: 3, ordinals: { start: 2 } }) }, /firstMoved: Invalid value: 1: db has the ordinals 2 to 4; the highest go first[\s\S]*help: give 2 \(all\) to 4 \(the last alone\)/],
    ['a number above', { firstMoved: 5 }, {}, /firstMoved: Invalid value: 5: db has the ordinals 0 to 4/],
    ['a set without pods', { firstMoved: 0 }, { set: setOf({ replicas: 0 }) }, /db has no replicas/],
    ['a stage too many', { stage: 8 }, {}, /stage: Invalid value: 8: must be a whole number between 0 and 7[\s\S]*7 is the last/],
    ['too many at once', { atOnce: 101 }, {}, /atOnce: Invalid value: 101/],
    ['more stages than anybody follows', { firstMoved: 0, volumes: undefined }, { set: setOf({ replicas: 600, volumeClaimTemplates: undefined }) }, /600 ordinals, 1 at once, are 1202 stages, and 1000 are the most/],
    ['the namespace it is in', {}, { namespace: 'old' }, /namespace: Invalid value: "old": db is there already/],
    ['claims that go with their pods', {}, retention('whenScaled'), /workload: Forbidden: db has persistentVolumeClaimRetentionPolicy\.whenScaled: Delete/],
    ['claims that go with the set', {}, retention('whenDeleted'), /whenDeleted: Delete/],
    ['a roll-out in the middle', {}, { set: setOf({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } }) }, /middle of a roll-out \(partition 2\)/],
    ['replicas that somebody else decides', {}, { set: setOf({ replicas: undefined }) }, /db has no replicas: an autoscaler/],
    ['a claim that all pods share', {}, { set: setOf({ template: { metadata: { labels: { app: 'db' } }, spec: { containers: [], volumes: [{ name: 'shared', persistentVolumeClaim: { claimName: 'all' } }] } } }) }, /its pods mount the claim all, and pods of another namespace cannot/],
    ['members by their short names', {}, container({ args: ['--join=db-0.db:26257,db-1.db:26257'] }), /workload: Invalid value: "db-0\.db": in container server is looked up in the namespace of the pod that asks/],
    ['an own name without its namespace', {}, container({ command: ['sh', '-c', 'exec db --advertise=$(POD_NAME).db:80'] }), /\$\(POD_NAME\)\.db/],
    ['a volume that nobody names', { volumes: MovedVolumes.named({ 'data-db-4': 'pv-4' }) }, {}, /volumes: Required value: nothing says which volumes are behind data-db-3 of old[\s\S]*kubectl -n old get pvc/],
    ['no volumes at all', { volumes: undefined }, {}, /behind data-db-3, data-db-4 of old/],
    ['volumes of another namespace', { volumes: fromManifests(3, 4) }, { sourceNamespace: 'elsewhere' }, /behind data-db-3, data-db-4 of elsewhere/],
    ['one volume twice', { volumes: MovedVolumes.named({ 'data-db-3': 'pv-3', 'data-db-4': 'pv-3' }) }, {}, /volumes: Duplicate value: "pv-3": is the volume of data-db-4 and of data-db-3/],
    ['volumes that are too small', { volumes: MovedVolumes.fromManifests([volume(3), volume(4, { capacity: { storage: '9Gi' } })]) }, {}, /volumes: Invalid value: "9Gi": is the size of pv-4, and the claim template data asks for 10Gi/],
    ['volumes of another class', { volumes: fromManifests(3, 4) }, { set: setOf({ volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'slow' } }] }) }, /"fast": is the class of pv-3, and the claim template data asks for slow/],
    ['volumes of a set without claims', {}, { set: setOf({ volumeClaimTemplates: undefined }) }, /volumes: Forbidden: db has no claim templates/],
    ['what is no volume', { volumes: undefined as never }, {}, /volumes: Required value/],
  ])('%s', (_, props, store, message) => {
    expect(() => migrated(props, store)).toThrow(message);
  });

  test('what is no PersistentVolume among the manifests', () => {
    expect(() => MovedVolumes.fromManifests([{ kind: 'List', items: [volume(3), { kind: 'Pod', metadata: { name: 'a' }, spec: {} }] }]))
      .toThrow('MovedVolumes.fromManifests(manifests[1]): Invalid value: "Pod": is no PersistentVolume with metadata.name and spec');
    const free = { ...volume(9), spec: { capacity: { storage: '1Gi' } } };
    expect(() => migrated({ volumes: MovedVolumes.fromManifests([{ kind: 'List', items: [free, volume(3)] }, volume(4)]) })).not.toThrow();
  });

  const refused: { readonly [workload: string]: RegExp } = {
    'LeaderWorkerGroup, sets by role': /one world that starts and ends together/,
    'IndexedTrainingJob': /pods of a Job have no ordinals that could begin at another number/,
    'RayCluster': /the roles of w \(head, .*\) find each other by names of their namespace/,
    'kplus Deployment': /pods of a Deployment have no ordinals/,
    'ZonePartitionedStatefulSet': /set: Required value: w has several StatefulSets: w-eu-1a, w-eu-1b/,
  };
  test.each(Object.entries(refused))('%s', (name, message) => {
    expect(() => migrated({ volumes: undefined }, { workload: WORKLOADS[name] })).toThrow(message);
  });

  test('a set that the workload has not, and a workload that the app has not', () => {
    expect(() => migrated({ set: 'w-eu-1c' }, { workload: WORKLOADS.ZonePartitionedStatefulSet })).toThrow('is no StatefulSet of w: w-eu-1a, w-eu-1b');
    expect(() => migrated({}, { workload: () => Workload.named({ name: 'web', podLabels: { app: 'web' } }) })).toThrow('the app holds no StatefulSet web');
    expect(() => migrated({}, { workload: () => Workload.named({ name: 'db', namespace: 'elsewhere', podLabels: { app: 'web' } }) })).toThrow('the app holds no StatefulSet db');
  });
});

test('a StatefulSet of cdk8s-plus-28 moves too', () => {
  const workload = (chart: Chart) => Workload.of(new kplus.StatefulSet(chart, 'Plus', { metadata: { name: 'plus' }, replicas: 5, containers: [{ image: 'a:1', portNumber: 80 }] }));
  const { source, target } = migrated({ volumes: undefined, stage: 3 }, { workload });
  expect(objectOf(source, 'StatefulSet', 'plus').spec.replicas).toBe(4);
  expect(objectOf(target, 'StatefulSet', 'plus').spec).toMatchObject({ replicas: 1, ordinals: { start: 4 } });
});

describe('at synth', () => {
  const patched = (which: 'source' | 'target', patch: JsonPatch) => {
    const { app, source, target } = migrated({ stage: 4 });
    const set = (which === 'source' ? source : target).node.findAll().find((each): each is ApiObject => ApiObject.isApiObject(each) && each.kind === 'StatefulSet')!;
    set.addJsonPatch(patch);
    return findingsOf(app).map(({ id, message }) => `${id} ${message}`);
  };

  test('nothing is found of a migration that nobody touched, at any stage', () => {
    for (let stage = 0; stage < 8; stage++) {
      expect(findingsOf(migrated({ stage }).app).filter(({ class: kind }) => kind !== 'advice')).toEqual([]);
    }
  });

  test('numbers of another stage are an error on both sides', () => {
    expect(patched('source', JsonPatch.replace('/spec/replicas', 5))).toContainEqual(expect.stringMatching(/AIW3211 Invalid value: 5: with ordinals\.start 0; at this stage of the migration there are 4 from 0 on/));
    expect(patched('target', JsonPatch.replace('/spec/ordinals/start', 3))).toContainEqual(expect.stringMatching(/AIW3211 Invalid value: 1: with ordinals\.start 3; at this stage of the migration there are 1 from 4 on/));
  });

  test('names of members that move, policies of one namespace and budgets of a number are told', () => {
    const told = (stage: number, store: Store) => findingsOf(migrated({ stage }, store).app).filter(({ id }) => id === 'AIW3212').map(({ message }) => message);
    const policy = (from: object) => ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'only-us' }, spec: { podSelector: { matchLabels: { app: 'db' } }, policyTypes: ['Ingress'], ingress: [{ from: [from] }] } });
    const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'quorum' }, spec: { minAvailable: 3, selector: { matchLabels: { app: 'db' } } } };
    const joins = setOf({}, { env: [{ name: 'JOIN', value: 'db-0.db.old.svc:80,db-4.db.old.svc:80' }] });
    expect(told(0, { set: joins })).toEqual(['pods look for db-4.db.old.svc, which has moved to new at the end']);
    expect(told(0, { objects: [policy({ podSelector: {} })] })).toEqual([expect.stringContaining('NetworkPolicy only-us lets in whom podSelector alone selects')]);
    expect(told(0, { objects: [policy({ podSelector: {}, namespaceSelector: {} })] })).toEqual([]);
    expect(told(5, { objects: [budget] })).toEqual([expect.stringContaining('quorum keeps 3 pods of each side, and no side has more at this stage')]);
    expect(told(2, { objects: [budget] })).toEqual([]);
  });
});

describe('what would undo the move', () => {
  const scaler = (kind: string, ref: object) => ({ apiVersion: 'x/v1', kind, metadata: { name: 'scaler' }, spec: { scaleTargetRef: { name: 'db', ...ref } } });

  test.each([
    ['HorizontalPodAutoscaler', { apiVersion: 'apps/v1', kind: 'StatefulSet' }],
    ['ScaledObject', { apiVersion: 'apps/v1', kind: 'StatefulSet' }],
  ])('a %s of the source is refused', (kind, ref) => {
    expect(() => migrated({ stage: 1 }, { objects: [scaler(kind, ref)] })).toThrow(`workload: Forbidden: ${kind} scaler scales db, and would bring back ordinals that have moved`);
  });

  test.each([
    ['of another set', scaler('HorizontalPodAutoscaler', { kind: 'StatefulSet', name: 'other' })],
    ['of a Deployment of that name', scaler('ScaledObject', {})],
    ['of another namespace', { ...scaler('HorizontalPodAutoscaler', { kind: 'StatefulSet' }), metadata: { name: 'scaler', namespace: 'elsewhere' } }],
  ])('one %s is not', (_, object) => {
    expect(() => migrated({ stage: 1 }, { objects: [object] })).not.toThrow();
  });

  test('claims of the target are kept by whoever prunes', () => {
    const { target } = migrated({ stage: 4 });
    expect(objectOf(target, 'PersistentVolumeClaim')!.metadata.annotations).toEqual(KEPT);
  });
});

test.each([[{ template: undefined }], [{ template: { spec: {} } }], [{ template: 'x' }]])('a set without containers is refused, not stumbled over: %j', spec => {
  expect(() => migrated({ stage: 1 }, { set: setOf(spec) })).toThrow('workload: Invalid value: "db": has no container in spec.template.spec');
});
