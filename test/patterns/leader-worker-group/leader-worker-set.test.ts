import { Duration } from 'cdk8s';
import { BACKENDS, GROUP, LWS_GROUP, NAME, ROLE, llm, mainOf, templatesOf } from './group';
import { GroupRestart, LeaderWait, Placement, Rendezvous, Rollout } from '../../../src';

const ZONE = 'topology.kubernetes.io/zone';

describe('a LeaderWorkerSet', () => {
  const backend = BACKENDS.leaderWorkerSet;
  const only = (props = {}) => llm({ backend, ...props }).object('LeaderWorkerSet', 'llm');

  test('is one object for all groups; its controller makes Service and StatefulSets', () => {
    const { group, synth, ofKind } = llm({ backend });
    expect(synth().map(each => each.kind)).toEqual(['LeaderWorkerSet', 'PodDisruptionBudget']);
    expect(ofKind('LeaderWorkerSet')[0]).toMatchObject({
      apiVersion: 'leaderworkerset.x-k8s.io/v1',
      spec: {
        replicas: 2,
        startupPolicy: 'LeaderCreated',
        networkConfig: { subdomainPolicy: 'Shared' },
        rolloutStrategy: { type: 'RollingUpdate', rollingUpdateConfiguration: { partition: 0, maxUnavailable: 1, maxSurge: 0 } },
        leaderWorkerTemplate: { size: 3, restartPolicy: 'RecreateGroupOnPodRestart' },
      },
    });
    expect(group.rendezvousService).toBeUndefined();
  });

  test.each([[undefined, 'RecreateGroupOnPodRestart'], [GroupRestart.recreateGroup(), 'RecreateGroupOnPodRestart'], [GroupRestart.none(), 'None']])(
    'restart policy %#', (restart, policy) => {
      expect(only({ restart }).spec.leaderWorkerTemplate.restartPolicy).toBe(policy);
    });

  test.each<[string, GroupRestart | undefined, LeaderWait | undefined, number]>([
    ['half an hour where giving up re-creates the leader too', undefined, undefined, 1800],
    ['five minutes where it restarts a container', GroupRestart.none(), undefined, 300],
    ['what the user says', undefined, LeaderWait.forName({ timeout: Duration.minutes(2) }), 120],
  ])('a worker waits %s', (_, restart, waitForLeader, seconds) => {
    const { worker } = templatesOf(llm({ backend, restart, waitForLeader }).synth());
    expect(mainOf(worker).command[2]).toContain(`has no address after ${seconds} s`);
  });

  test('name and role are labels of the templates', () => {
    const { leader, worker } = templatesOf(llm({ backend }).synth());
    expect(leader.metadata.labels).toMatchObject({ [NAME]: 'llm', [ROLE]: 'leader' });
    expect(worker.metadata.labels).toMatchObject({ [NAME]: 'llm', [ROLE]: 'worker' });
    expect(leader.metadata.labels).not.toHaveProperty(GROUP);
  });

  test('the webhook injects its three variables, so the template has only the group\'s index', () => {
    const { leader, worker } = templatesOf(llm({ backend, rendezvous: Rendezvous.ray() }).synth());
    for (const template of [leader, worker]) {
      expect(mainOf(template).env).toEqual([
        { name: 'LWS_GROUP_INDEX', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${LWS_GROUP}']` } } },
        { name: 'RAY_ADDRESS', value: '$(LWS_LEADER_ADDRESS):6379' },
      ]);
      expect(template.spec.subdomain).toBeUndefined();
    }
  });

  test('each group runs in one zone, by the label that the webhook writes', () => {
    expect(templatesOf(llm({ backend }).synth()).worker.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([
      { topologyKey: ZONE, labelSelector: { matchLabels: { [NAME]: 'llm' } }, matchLabelKeys: [LWS_GROUP] },
    ]);
  });

  test('an exclusive domain is the controller\'s own annotation', () => {
    const set = only({ placement: Placement.exclusiveDomain('rack') });
    expect(set.metadata.annotations).toEqual({ 'leaderworkerset.sigs.k8s.io/exclusive-topology': 'rack' });
    expect(set.spec.leaderWorkerTemplate.workerTemplate.spec.affinity).toBeUndefined();
  });

  test('leaders spread within one revision', () => {
    const { leader, worker } = templatesOf(llm({ backend }).synth());
    expect(leader.spec.topologySpreadConstraints).toEqual([{
      maxSkew: 1,
      topologyKey: ZONE,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { [NAME]: 'llm', [ROLE]: 'leader' } },
      matchLabelKeys: ['leaderworkerset.sigs.k8s.io/template-revision-hash'],
    }]);
    expect(worker.spec.topologySpreadConstraints).toBeUndefined();
  });

  test.each([[1, 1], [2, 2]])('partition %s', (partition, expected) => {
    expect(only({ rollout: Rollout.partition(partition) }).spec.rolloutStrategy.rollingUpdateConfiguration.partition).toBe(expected);
  });

  test('claims and their retention are the set\'s', () => {
    const template = only({ claims: [{ name: 'cache', size: '1Ti', mountPath: '/cache' }] }).spec.leaderWorkerTemplate;
    expect(template.volumeClaimTemplates[0].metadata.name).toBe('cache');
    expect(template.persistentVolumeClaimRetentionPolicy).toEqual({ whenDeleted: 'Retain', whenScaled: 'Retain' });
    expect(mainOf(template.workerTemplate).volumeMounts).toEqual([{ name: 'cache', mountPath: '/cache' }]);
  });
});
