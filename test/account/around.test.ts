import { accountOfObjects, carrier, groups, job, said, service, workloadOf } from './made';

const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const own = (topologyKey: string, more: object = {}) => ({ topologyKey, labelSelector: { matchLabels: { app: 'web' } }, ...more });
const places = (pod: object, made: object = {}) => workloadOf(carrier('StatefulSet', { spec: { replicas: 2 }, pod, ...made })).places;

describe('where pods may stand', () => {
  test('labels of nodes must be there, or are wished for', () => {
    const affinity = {
      nodeAffinity: {
        [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'gpu', operator: 'In', values: ['h100', 'h200'] }] }] },
        [PREFERRED]: [{ weight: 1, preference: { matchExpressions: [{ key: 'spot', operator: 'In', values: ['no'] }] } }],
      },
    };
    expect(said(places({ nodeSelector: { pool: 'a' }, affinity }), 'nodes')).toEqual(['only with pool a', 'only with gpu h100 and h200', 'rather with spot no, where one has room']);
  });

  test('several terms are alternatives, and a name of a node leaves none', () => {
    const terms = { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [] }, { matchExpressions: [] }] } } };
    expect(said(places({ affinity: terms }), 'nodes')).toEqual(['only with one of 2 sets of labels']);
    expect(said(places({ nodeName: 'n1' }), 'nodes')).toEqual(['on the node n1: no scheduler is asked']);
  });

  test('the zone is said once, by row', () => {
    const { places: said1 } = workloadOf(...['a', 'b'].map(zone => carrier('StatefulSet', {
      name: `db-${zone}`, labels: { 'cdk8s-ai-workloads/name': 'db' }, pod: { nodeSelector: { [ZONE]: `eu-1${zone}` } },
    })));
    expect(said1).toEqual([{ topic: 'zones', text: 'eu-1a: db-a; eu-1b: db-b' }]);
    expect(said(places({ nodeSelector: { [ZONE]: 'eu-1a' } }), 'zones')).toEqual(['all pods in eu-1a, and nowhere else']);
  });

  test.each([
    ['together in a zone', { podAffinity: { [REQUIRED]: [own(ZONE)] } }, 'only in one zone with pods like itself: the first to be scheduled chooses it, and the others wait for room there'],
    ['apart on nodes', { podAntiAffinity: { [REQUIRED]: [own(HOST)] } }, 'never on one node with pods like itself'],
    ['rather apart', { podAntiAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: own('rack') }] } }, 'rather not in one rack with pods like itself'],
    ['rather together with others', { podAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: ZONE, labelSelector: { matchLabels: { app: 'cache' } } } }] } }, 'rather in one zone with pods that have app cache'],
    ['with others only', { podAffinity: { [REQUIRED]: [{ topologyKey: HOST, labelSelector: { matchLabels: { app: 'cache' } } }] } }, 'only on one node with pods that have app cache'],
    ['with any', { podAffinity: { [REQUIRED]: [{ topologyKey: HOST, labelSelector: {} }] } }, 'only on one node with any pods: the first to be scheduled chooses it, and the others wait for room there'],
    ['with nobody', { podAffinity: { [REQUIRED]: [{ topologyKey: HOST }] } }, 'only on one node with no pods: the term has no selector'],
  ])('%s', (_, affinity, text) => {
    expect(said(places({ affinity }), 'beside')).toEqual([text]);
  });

  test('the pods of a group are those of its own group', () => {
    const term = { podAffinity: { [REQUIRED]: [{ topologyKey: ZONE, labelSelector: { matchLabels: { app: 'llm' } }, matchLabelKeys: ['leaderworkerset.sigs.k8s.io/group-index'] }] } };
    const workerTemplate = { metadata: { labels: { app: 'llm' } }, spec: { affinity: term, containers: [{ name: 'main', image: 'a:1' }] } };
    expect(said(workloadOf(groups({}, { workerTemplate })).places, 'beside')[0]).toContain('with the pods of its group');
  });

  test('spreads say how even, and whether they wait', () => {
    const spread = (whenUnsatisfiable: string) => ({ topologySpreadConstraints: [own(ZONE, { maxSkew: 2, whenUnsatisfiable })] });
    expect(said(places(spread('DoNotSchedule')), 'spread')).toEqual(['evenly over zones, at most 2 more in one than in another, or it waits; pods like itself count']);
    expect(said(places(spread('ScheduleAnyway')), 'spread')).toEqual(['evenly over zones, as far as there is room; pods like itself count']);
  });

  test('taints that pods take are listed, those of lost nodes are not', () => {
    const tolerations = [{ key: 'nvidia.com/gpu', operator: 'Exists' }, { key: 'team', value: 'ml' }, { operator: 'Exists' }, { key: 'node.kubernetes.io/unreachable', operator: 'Exists' }];
    expect(said(places({ tolerations }), 'taints')).toEqual(['may stand on nodes with the taints nvidia.com/gpu, team=ml and any']);
  });

  test('what others decide', () => {
    const topology = { template: { metadata: { labels: { app: 'web' }, annotations: { 'kueue.x-k8s.io/podset-required-topology': 'rack' } }, spec: { containers: [{ name: 'main', image: 'a:1' }], schedulerName: 'volcano', priorityClassName: 'high', runtimeClassName: 'nvidia', hostNetwork: true } } };
    const set = carrier('StatefulSet');
    const all = workloadOf({ ...set, spec: { ...set.spec as object, ...topology } }).places;
    expect(all.map(({ topic, text }) => `${topic}: ${text}`)).toEqual([
      'beside: all in one rack, which Kueue chooses before it admits them', 'scheduler: volcano', 'priority: high', 'runtime: nvidia', "network: the node's own: its ports are those of the node",
    ]);
  });

  test('what holds for some parts only names them', () => {
    const leaderTemplate = { spec: { nodeSelector: { pool: 'cpu' }, containers: [{ name: 'main', image: 'a:1' }] } };
    expect(said(workloadOf(groups({}, { leaderTemplate })).places, 'nodes')).toEqual(['leader: only with pool cpu']);
  });
});

describe('how pods are reached', () => {
  const web = carrier('Deployment', { spec: { replicas: 3 }, container: { ports: [{ name: 'http', containerPort: 8000 }] } });
  const reach = (...objects: object[]) => workloadOf(web, ...objects).reach.map(({ topic, text }) => `${topic}: ${text}`);

  test('a Service has a name, ports and pods', () => {
    expect(reach(service('web', { app: 'web' }, { ports: [{ port: 80, targetPort: 'http' }, { port: 53, protocol: 'UDP' }], type: 'LoadBalancer', trafficDistribution: 'PreferSameZone' })))
      .toEqual(['Service web: web.ml.svc ports 80 to http (8000) and 53/UDP, to 3 pods; LoadBalancer; PreferSameZone']);
    expect(reach(service('web', { app: 'web' }, { internalTrafficPolicy: 'Local', ports: [] }))).toEqual(['Service web: web.ml.svc, to 3 pods; its own node only']);
  });

  test('a headless one is names, where its pods are told to have some', () => {
    const headless = service('web', { app: 'web' }, { clusterIP: 'None' });
    const reachOf = (spec: object, pod: object = {}, kind = 'StatefulSet') => workloadOf(carrier(kind, { spec: { replicas: 3, ...spec }, pod }), headless).reach.map(({ text }) => text);
    expect(reachOf({ serviceName: 'web' })).toEqual(['no address of its own: names under web.ml.svc for 3 pods']);
    expect(reachOf({}, { subdomain: 'web' }, 'Deployment')).toEqual(['no address of its own: names under web.ml.svc for 3 pods']);
    for (const nameless of [reachOf({}), reachOf({ serviceName: 'other' }), reachOf({}, {}, 'Deployment')]) {
      expect(nameless).toEqual(['web.ml.svc: the addresses of 3 pods, without names of their own']);
    }
    expect(reach(service('web', { app: 'web' }, { clusterIP: 'None', publishNotReadyAddresses: true }))[0]).toContain(', before they are ready too');
  });

  test('one by the index is for one pod, and of each group where groups count by themselves', () => {
    const set = carrier('StatefulSet', { spec: { replicas: 4 } });
    expect(workloadOf(set, service('first', { 'app': 'web', 'apps.kubernetes.io/pod-index': '0' })).reach[0].text).toContain('to 1 pod');
    const labelled = groups({}, { workerTemplate: { metadata: { labels: { app: 'llm' } }, spec: { containers: [{ name: 'main', image: 'a:1' }] } } });
    expect(workloadOf(labelled, service('first', { 'app': 'llm', 'apps.kubernetes.io/pod-index': '2' })).reach[0].text).toContain('to 2 pods of worker');
  });

  test('routes and ingresses stand before it', () => {
    const route = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', metadata: { name: 'r', namespace: 'ml' }, spec: { hostnames: ['llm.example'], rules: [{ backendRefs: [{ name: 'web', port: 80 }] }] } };
    const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'i', namespace: 'ml' }, spec: { rules: [{ host: 'a.example', http: { paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }] } }] } };
    const { ways, reach: all } = workloadOf(web, service('web', { app: 'web' }), route, ingress);
    expect(all[0].text).toBe('from HTTPRoute r (llm.example) and Ingress i (a.example), web.ml.svc port 80, to 3 pods');
    expect(ways[0].from.map(({ kind, hosts }) => [kind, hosts])).toEqual([['HTTPRoute', ['llm.example']], ['Ingress', ['a.example']]]);
  });

  test('a pool of model servers is one way, too', () => {
    const pool = { apiVersion: 'inference.networking.k8s.io/v1', kind: 'InferencePool', metadata: { name: 'p', namespace: 'ml' }, spec: { selector: { matchLabels: { app: 'web' } }, targetPorts: [{ number: 8000 }], endpointPickerRef: { name: 'epp', port: { number: 9002 } } } };
    expect(reach(pool)).toEqual(['InferencePool p: to 3 pods, port 8000, as its endpoint picker says']);
  });
});

describe('what pods keep', () => {
  const claim = (more: object = {}) => ({ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'ssd', resources: { requests: { storage: '10Gi' } }, ...more } });
  const kept = (pod: object, spec: object = {}, ...others: object[]) => (
    workloadOf(carrier('StatefulSet', { spec: { replicas: 3, ...spec }, pod, container: { volumeMounts: [{ name: 'data', mountPath: '/data' }] } }), ...others).storage.map(({ topic, text }) => `${topic}: ${text}`));

  test('a claim of each pod is added up, and may outlive it', () => {
    expect(kept({}, { volumeClaimTemplates: [claim()] })).toEqual([
      'claim data: 10Gi of ssd, ReadWriteOnce at /data, one for each of 3 pods: 3 x 10Gi = 30Gi; kept when there are fewer pods, kept with the StatefulSet',
    ]);
    const policy = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' } };
    expect(kept({}, { replicas: 1, volumeClaimTemplates: [claim({ storageClassName: undefined })], ...policy })).toEqual([
      'claim data: 10Gi of the default class, ReadWriteOnce at /data, one for each of 1 pod; deleted when there are fewer pods, deleted with the StatefulSet',
    ]);
  });

  test('the same claim of several parts is one sum', () => {
    const { storage } = workloadOf(groups({}, { volumeClaimTemplates: [claim()] }));
    expect(storage).toHaveLength(1);
    expect(storage[0].text).toContain('one for each of 8 pods: 8 x 10Gi = 80Gi');
    expect(storage[0].parts).toBeUndefined();
  });

  test.each([
    ['a claim that is here', { persistentVolumeClaim: { claimName: 'c' } }, 'claim c: 1Ti of nfs, ReadWriteMany at /data, one for all of these pods'],
    ['a claim that is elsewhere', { persistentVolumeClaim: { claimName: 'x' } }, 'claim x: a claim that is made elsewhere at /data, one for all of these pods'],
    ['a claim of each pod that goes with it', { ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '5Gi' } } } } } }, 'volume data: 5Gi of the default class at /data, a claim that is made and deleted with each pod'],
    ['the disk of the node', { emptyDir: { sizeLimit: '20Gi' } }, 'volume data: at most 20Gi on the disk of the node at /data, gone with the pod'],
    ['a folder of the node', { hostPath: { path: '/models' } }, 'volume data: /models of the node at /data, which stays there when the pod goes elsewhere'],
    ['an image', { image: { reference: 'registry.example/m:1' } }, 'volume data: the files of image registry.example/m:1 at /data, which cannot be changed'],
    ['NFS', { nfs: { server: 'nas', path: '/x' } }, 'volume data: NFS nas:/x at /data'],
    ['a driver', { csi: { driver: 'secrets-store.csi.k8s.io' } }, 'volume data: made by secrets-store.csi.k8s.io for the pod at /data, and gone with it'],
  ])('%s', (_, volume, text) => {
    const pvc = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'c', namespace: 'ml' }, spec: { accessModes: ['ReadWriteMany'], storageClassName: 'nfs', resources: { requests: { storage: '1Ti' } } } };
    expect(kept({ volumes: [{ name: 'data', ...volume }] }, {}, pvc)).toEqual([text]);
  });

  test('memory is no place to keep anything', () => {
    expect(kept({ volumes: [{ name: 'data', emptyDir: { medium: 'Memory' } }] })).toEqual([]);
  });

  test('claims are data for pictures', () => {
    const pod = { volumes: [{ name: 'shared', persistentVolumeClaim: { claimName: 'x' } }] };
    expect(workloadOf(carrier('StatefulSet', { spec: { volumeClaimTemplates: [claim()] }, pod })).claims).toEqual([
      { name: 'data', size: '10Gi', storageClass: 'ssd', isOfEach: true, parts: ['pods'] }, { name: 'x', isOfEach: false, parts: ['pods'] },
    ]);
  });
});

describe('who else decides', () => {
  const control = (...objects: object[]) => workloadOf(...objects).control.map(({ topic, text }) => `${topic}: ${text}`);
  const web = carrier('Deployment', { spec: { replicas: 4 } });
  const hpa = (spec: object) => ({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 's', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, ...spec } });
  const budget = (spec: object) => ({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'b', namespace: 'ml' }, spec: { selector: { matchLabels: { app: 'web' } }, ...spec } });

  test('an autoscaler has its range and what it goes by', () => {
    const metrics = [
      { type: 'Pods', pods: { metric: { name: 'waiting' }, target: { type: 'AverageValue', averageValue: '8' } } },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
    ];
    expect(control(web, hpa({ minReplicas: 2, maxReplicas: 5, metrics }))).toEqual(['autoscaler: HorizontalPodAutoscaler ml/s keeps 2 to 5 replicas, by waiting 8 for each and cpu 70 %']);
    const keda = { apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', metadata: { name: 'k', namespace: 'ml' }, spec: { scaleTargetRef: { name: 'web' }, maxReplicaCount: 9, triggers: [{ type: 'prometheus', metadata: { query: 'sum(x)', threshold: '5' } }] } };
    expect(control(web, keda)).toEqual(['autoscaler: ScaledObject ml/k keeps 0 to 9 replicas, by a query 5 for each']);
  });

  test.each([
    [{ maxUnavailable: 1 }, 'maxUnavailable 1: a drain takes 1 of 4 pods at a time'],
    [{ minAvailable: 4 }, 'minAvailable 4: a drain takes none of them'],
    [{ maxUnavailable: '100%' }, 'maxUnavailable 100%: a drain may take all 4 at once'],
  ])('a budget of %j', (spec, text) => {
    expect(control(web, budget(spec))).toEqual([`budget: PodDisruptionBudget ml/b, ${text}`]);
  });

  test('a queue admits, and what is suspended waits for it', () => {
    const queued = job({ suspend: true }, { metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'research', 'kueue.x-k8s.io/priority-class': 'high' } } });
    expect(control(queued)).toEqual([
      'queue: Kueue admits it through research, with priority high: no pod starts before there is quota for all of them', 'suspended: it makes no pod until the queue admits it',
    ]);
    expect(control(job({ suspend: true }))).toEqual(['suspended: it makes no pod until somebody sets suspend to false']);
  });

  test('a gang starts together', () => {
    const group = { apiVersion: 'scheduling.x-k8s.io/v1alpha1', kind: 'PodGroup', metadata: { name: 'g', namespace: 'ml' }, spec: { minMember: 4 } };
    const member = job({}, { labels: { 'scheduling.x-k8s.io/pod-group': 'g' } });
    expect(control(member, group)).toEqual(['gang: its pods start together as g, once there is room for 4 of them']);
    expect(control(member)).toEqual(['gang: its pods start together as g']);
  });

  test('policies, monitors, configuration', () => {
    const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'n', namespace: 'ml' }, spec: { podSelector: {}, egress: [], ingress: [{}] } };
    const monitor = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'm', namespace: 'ml' }, spec: { selector: { matchLabels: { app: 'web' } }, podMetricsEndpoints: [{ port: 'http' }, { port: 'dcgm', path: '/gpu' }] } };
    const reading = carrier('Deployment', { container: { envFrom: [{ configMapRef: { name: 'settings' } }], env: [{ name: 'T', valueFrom: { secretKeyRef: { name: 'token', key: 'k' } } }] } });
    expect(control(reading, policy, monitor)).toEqual([
      'network policy: NetworkPolicy ml/n lets pass in: 1 rule, out: nothing', 'monitor: PodMonitor ml/m scrapes http/metrics and dcgm/gpu', 'configuration: reads ConfigMap settings', 'secrets: reads Secret token',
    ]);
  });

  test('workloads that serve one model name each other', () => {
    const part = (name: string) => carrier('Deployment', { name, labels: { 'app': name, 'cdk8s-ai-workloads/inference': 'llama' } });
    expect(accountOfObjects(part('prefill'), part('decode')).workloads.map(({ control: all }) => said(all, 'model'))).toEqual([
      ['serves llama together with Deployment ml/decode'], ['serves llama together with Deployment ml/prefill'],
    ]);
  });

  test('Flagger tries changes beside another Deployment', () => {
    const canary = { apiVersion: 'flagger.app/v1beta1', kind: 'Canary', metadata: { name: 'c', namespace: 'ml' }, spec: { targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, service: { port: 80 }, analysis: {} } };
    expect(control(web, canary)).toEqual(['roll-out: Canary ml/c tries each change on a share of the requests, beside web-primary, which serves']);
  });
});
