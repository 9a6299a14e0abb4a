import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, GROUP, LWS_GROUP, LWS_WORKER, NAME, PLAIN, POD_INDEX, ROLE, llm, mainOf, namesOf, templatesOf } from './group';
import { Accelerator, ClaimPolicy, DefaultSet, DisruptionBudget, Placement, Rendezvous } from '../../../src';
import { environmentOf } from '../../engines/kubelet';

const ZONE = 'topology.kubernetes.io/zone';

describe('two StatefulSets for each group', () => {
  const backend = BACKENDS.statefulSets;

  test('leader set with ordinal 0, worker set with ordinals from 1', () => {
    const sets = llm({ backend }).ofKind('StatefulSet').map(({ metadata, spec }) => [metadata.name, spec.replicas, spec.ordinals]);
    expect(sets).toEqual([
      ['llm-0-leader', 1, undefined], ['llm-0-worker', 2, { start: 1 }], ['llm-1-leader', 1, undefined], ['llm-1-worker', 2, { start: 1 }],
    ]);
  });

  test('group and role stand in the selector and, equally, in the template', () => {
    for (const set of llm({ backend }).ofKind('StatefulSet')) {
      const [, group, role] = /^llm-(\d)-(leader|worker)$/.exec(set.metadata.name)!;
      expect(set.spec.selector).toEqual({ matchLabels: { [NAME]: 'llm', [GROUP]: group, [ROLE]: role } });
      expect(set.spec.template.metadata.labels).toMatchObject(set.spec.selector.matchLabels);
    }
  });

  test('a group of one has no worker set', () => {
    const { group, ofKind } = llm({ backend, size: 1 });
    expect(ofKind('StatefulSet').map(set => set.metadata.name)).toEqual(['llm-0-leader', 'llm-1-leader']);
    expect(group.worker).toBeUndefined();
  });

  test('leader and worker may differ in everything', () => {
    const { leader, worker } = templatesOf(llm({
      backend, leader: { image: 'leader:1', cpu: '8', ports: [{ number: 80 }] }, worker: { image: 'worker:1', cpu: '4', args: ['--join'] },
    }).synth());
    expect(mainOf(leader)).toMatchObject({ image: 'leader:1', command: ['serve'], args: ['--port', '8000'], resources: { requests: { cpu: '8' } } });
    expect(mainOf(worker)).toMatchObject({ image: 'worker:1', args: ['--join'], resources: { requests: { cpu: '4' } } });
    expect(mainOf(worker).ports).toBeUndefined();
  });
});

describe('one StatefulSet for each group', () => {
  const backend = BACKENDS.singleStatefulSet;

  test('has all pods of the group, from ordinal 0', () => {
    const sets = llm({ backend }).ofKind('StatefulSet').map(({ metadata, spec }) => [metadata.name, spec.replicas, spec.ordinals]);
    expect(sets).toEqual([['llm-0', 3, undefined], ['llm-1', 3, undefined]]);
  });

  test('the group is a label in selector and template; the role cannot be one', () => {
    const [, second] = llm({ backend }).ofKind('StatefulSet');
    expect(second.spec.selector).toEqual({ matchLabels: { [NAME]: 'llm', [GROUP]: '1' } });
    expect(second.spec.template.metadata.labels).toEqual({ 'app.kubernetes.io/name': 'llm', [NAME]: 'llm', [GROUP]: '1' });
  });

  test('leader and worker are one template', () => {
    const { group } = llm({ backend });
    expect(group.worker).toBe(group.leader);
  });
});

describe.each(PLAIN)('plain StatefulSets (%s)', kind => {
  const backend = BACKENDS[kind];

  test('start all pods at once under one headless Service', () => {
    for (const { spec } of llm({ backend }).ofKind('StatefulSet')) {
      expect(spec).toMatchObject({ podManagementPolicy: 'Parallel', serviceName: 'llm', updateStrategy: { type: 'RollingUpdate' } });
      expect(spec.template.spec.subdomain).toBe('llm');
    }
  });

  test('the rendezvous Service names pods before they are ready and has no address of its own', () => {
    expect(llm({ backend, rendezvous: Rendezvous.ray() }).object('Service', 'llm').spec).toEqual({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
      selector: { [NAME]: 'llm' },
      ports: [{ name: 'gcs', port: 6379, targetPort: 6379 }, { name: 'dashboard', port: 8265, targetPort: 8265 }, { name: 'client', port: 10001, targetPort: 10001 }],
    });
  });

  test('the group\'s variables are literals and come first; the index comes from the pod', () => {
    const sets = llm({ backend, container: { image: 'i:1', command: ['serve'], envVariables: { LATER: kplus.EnvValue.fromValue('$(LWS_GROUP_INDEX)') } } }).ofKind('StatefulSet');
    const last = mainOf(sets[sets.length - 1].spec.template);
    expect(last.env).toEqual([
      { name: 'LWS_LEADER_ADDRESS', value: kind === 'statefulSets' ? 'llm-1-leader-0.llm.ml' : 'llm-1-0.llm.ml' },
      { name: 'LWS_GROUP_SIZE', value: '3' },
      { name: 'LWS_WORKER_INDEX', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${POD_INDEX}']` } } },
      { name: 'LWS_GROUP_INDEX', value: '1' },
      { name: 'LATER', value: '$(LWS_GROUP_INDEX)' },
    ]);
    expect(environmentOf(last, { [POD_INDEX]: '2' }).get('LATER')).toBe('1');
    expect(environmentOf(last, { [POD_INDEX]: '2' }).get('LWS_WORKER_INDEX')).toBe('2');
  });

  test('a worker keeps its rank when the leader restarts: the rank is its own ordinal', () => {
    const { worker } = templatesOf(llm({ backend, rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true }).synth());
    expect(environmentOf(mainOf(worker), { [POD_INDEX]: '2' }).get('PET_NODE_RANK')).toBe('2');
  });

  test('each group runs in one zone', () => {
    for (const { spec } of llm({ backend }).ofKind('StatefulSet')) {
      expect(spec.template.spec.affinity).toEqual({
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{
            topologyKey: ZONE, labelSelector: { matchLabels: { [NAME]: 'llm', [GROUP]: spec.selector.matchLabels[GROUP] } },
          }],
        },
      });
    }
  });

  test('an exclusive domain keeps the pods of other groups out', () => {
    const [first] = llm({ backend, placement: Placement.exclusiveDomain('rack') }).ofKind('StatefulSet');
    expect(first.spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([{
      topologyKey: 'rack', labelSelector: { matchLabels: { [NAME]: 'llm' }, matchExpressions: [{ key: GROUP, operator: 'NotIn', values: ['0'] }] },
    }]);
  });

  test('leaders spread over zones by the workload\'s own selector', () => {
    const { leader } = templatesOf(llm({ backend }).synth());
    expect(leader.spec.topologySpreadConstraints).toEqual([{
      maxSkew: 1,
      topologyKey: ZONE,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: { [NAME]: 'llm', ...(kind === 'statefulSets' ? { [ROLE]: 'leader' } : { [POD_INDEX]: '0' }) } },
    }]);
  });

  test('the leader of a group alone has that from the second default set on: with another group it would come into its template', () => {
    const constraints = (groups: number, target = {}) =>
      templatesOf(llm({ backend, groups }, { target }).synth()).leader.spec.topologySpreadConstraints;
    expect(constraints(1)).toEqual(constraints(2));
    expect(constraints(1, { defaults: DefaultSet.V1 })).toBeUndefined();
  });

  test('in a zone that is named there is nothing to spread', () => {
    expect(templatesOf(llm({ backend, placement: Placement.inZone('eu-1a') }).synth()).leader.spec.topologySpreadConstraints).toBeUndefined();
  });

  test('claims come from templates, with what becomes of them written out', () => {
    const claims = [{ name: 'cache', size: '500Gi', mountPath: '/cache', storageClassName: 'ssd' }];
    for (const { spec } of llm({ backend, claims, claimRetention: { whenScaled: ClaimPolicy.DELETE } }).ofKind('StatefulSet')) {
      expect(spec.volumeClaimTemplates).toEqual([{
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'cache', labels: { [NAME]: 'llm' } },
        spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'ssd', volumeMode: 'Filesystem', resources: { requests: { storage: '500Gi' } } },
        status: { phase: 'Pending' },
      }]);
      expect(spec.persistentVolumeClaimRetentionPolicy).toEqual({ whenDeleted: 'Retain', whenScaled: 'Delete' });
      expect(mainOf(spec.template).volumeMounts).toEqual([{ name: 'cache', mountPath: '/cache' }]);
    }
  });

  test('MPI gets a host file for each group', () => {
    const { object, synth } = llm({ backend, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true, accelerator: Accelerator.nvidia(2) });
    const hosts = kind === 'statefulSets' ? ['llm-1-leader-0', 'llm-1-worker-1', 'llm-1-worker-2'] : ['llm-1-0', 'llm-1-1', 'llm-1-2'];
    expect(object('ConfigMap', 'llm-1-hostfile').data.hostfile).toBe(hosts.map(host => `${host}.llm.ml slots=2\n`).join(''));
    expect(templatesOf(synth()).worker.spec.volumes).toContainEqual({ name: 'mpi-hostfile', configMap: { name: 'llm-0-hostfile' } });
  });

  test('MPI keeps the capabilities that sshd needs', () => {
    const { worker } = templatesOf(llm({ backend, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true }).synth());
    expect(mainOf(worker).securityContext.capabilities).toEqual({ drop: ['MKNOD', 'NET_RAW', 'SETFCAP'], add: ['AUDIT_WRITE', 'SYS_CHROOT'] });
  });
});

describe.each(Object.keys(BACKENDS))('with every backend (%s)', kind => {
  const backend = BACKENDS[kind];

  test('one budget covers leaders and workers', () => {
    expect(llm({ backend }).object('PodDisruptionBudget', 'llm').spec).toEqual({
      maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { [NAME]: 'llm' } },
    });
    expect(llm({ backend, disruptionBudget: DisruptionBudget.atMost(3) }).object('PodDisruptionBudget', 'llm').spec.maxUnavailable).toBe(3);
    expect(llm({ backend, disruptionBudget: DisruptionBudget.none() }).ofKind('PodDisruptionBudget')).toEqual([]);
  });

  test('its contract of variables is the same', () => {
    const { leader, worker } = templatesOf(llm({ backend, rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true }).synth());
    const fromWebhook = kind === 'leaderWorkerSet' ? ['LWS_LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX'] : [];
    for (const template of [leader, worker]) {
      expect([...fromWebhook, ...namesOf(mainOf(template))]).toEqual([
        'LWS_LEADER_ADDRESS', 'LWS_GROUP_SIZE', 'LWS_WORKER_INDEX', 'LWS_GROUP_INDEX',
        'PET_NNODES', 'PET_NPROC_PER_NODE', 'PET_NODE_RANK', 'PET_MASTER_ADDR', 'PET_MASTER_PORT',
      ]);
      expect(mainOf(template).env).toContainEqual({ name: 'PET_MASTER_ADDR', value: '$(LWS_LEADER_ADDRESS)' });
    }
  });

  test('handles name the pods as the controllers will', () => {
    const { group } = llm({ backend });
    const names = {
      statefulSets: ['llm-1-leader-0', 'llm-1-worker-1', 'llm-1-worker-2'],
      singleStatefulSet: ['llm-1-0', 'llm-1-1', 'llm-1-2'],
      leaderWorkerSet: ['llm-1', 'llm-1-1', 'llm-1-2'],
    }[kind]!;
    const handle = group.group(1);
    expect(handle.members.map(member => [member.index, member.name, member.dns])).toEqual(names.map((name, index) => [index, name, `${name}.llm.ml`]));
    expect([handle.index, handle.leader.name, handle.worker(2).name]).toEqual([1, names[0], names[2]]);
  });

  test('handles lead to the objects that carry the pods', () => {
    const { group } = llm({ backend });
    const names = { statefulSets: ['llm-1-leader', 'llm-1-worker'], singleStatefulSet: ['llm-1'], leaderWorkerSet: ['llm'] }[kind]!;
    expect(group.group(1).apiObjects.map(object => object.name)).toEqual(names);
    expect(group.apiObjects.length).toBe({ statefulSets: 4, singleStatefulSet: 2, leaderWorkerSet: 1 }[kind]);
  });

  test('devices are limits of the main container', () => {
    const { leader } = templatesOf(llm({ backend, accelerator: Accelerator.nvidia(8) }).synth());
    expect(mainOf(leader).resources).toEqual({ limits: { 'nvidia.com/gpu': '8' } });
    expect(leader.spec.volumes).toContainEqual({ name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } });
  });

  test('no name, label or selector comes from a construct path', () => {
    const text = JSON.stringify(llm({ backend, container: { image: 'i:1', portNumber: 80 } }).synth());
    expect(text).not.toContain('cdk8s.io/metadata.addr');
    expect(text).not.toMatch(/c8[0-9a-f]{6}/);
  });

  test('is this, in full', () => {
    expect(llm({
      backend,
      accelerator: Accelerator.nvidia(8),
      container: { image: 'registry.example/serve:1', command: ['serve'], portNumber: 8000 },
      claims: [{ name: 'cache', size: '1Ti', mountPath: '/cache' }],
    }).synth()).toMatchSnapshot();
  });

  test('a worker-index Service finds its pod by the labels that the controllers write', () => {
    const { group, object } = llm({ backend });
    group.addService('One', { group: 1, index: 2, ports: [{ port: 80 }] });
    expect(object('Service', 'llm-one').spec.selector).toEqual({
      statefulSets: { [NAME]: 'llm', [GROUP]: '1', [ROLE]: 'worker', [POD_INDEX]: '2' },
      singleStatefulSet: { [NAME]: 'llm', [GROUP]: '1', [POD_INDEX]: '2' },
      leaderWorkerSet: { [NAME]: 'llm', [LWS_GROUP]: '1', [ROLE]: 'worker', [LWS_WORKER]: '2' },
    }[kind]);
  });
});
