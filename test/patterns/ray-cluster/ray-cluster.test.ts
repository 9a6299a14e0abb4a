import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, build, clusterOf, container, startedWith } from './build';
import {
  Accelerator, Capacity, DeviceRequest, Memory, RayBackend, RayClusterProps, RayJobSubmission, RayRecovery, RayServiceUpgrade, SecretKey,
  SharedMemory,
} from '../../../src';

/** What Ray is told in each role, whoever starts it. */
function parameters(props: Partial<RayClusterProps>): { readonly [role: string]: any } {
  const { templates, resource } = build(props);
  if (!resource) {
    return Object.fromEntries(Object.entries(templates).map(([role, template]) => [role, startedWith(template)]));
  }
  const { headGroupSpec, workerGroupSpecs } = clusterOf(resource);
  return { head: headGroupSpec.rayStartParams, ...Object.fromEntries(workerGroupSpecs.map((group: any) => [group.groupName, group.rayStartParams])) };
}

const SHM = (template: any) => template.spec.volumes.find(({ name }: any) => name === 'shm').emptyDir.sizeLimit;
const GIB = 2 ** 30;
const MIB = 2 ** 20;

describe.each(Object.entries(BACKENDS))('with %s', (_, backend) => {
  test('Ray is told what its container has, and no task runs on the head', () => {
    const told = parameters({ backend, workers: [{ name: 'gpu', replicas: 2, accelerator: Accelerator.nvidia(4) }] });
    const store = 9830 * MIB;
    const same = { 'memory': String(32 * GIB - store), 'object-store-memory': String(store), 'node-manager-port': '6380', 'object-manager-port': '6381' };
    expect(told.head).toMatchObject({ ...same, 'num-cpus': '0', 'num-gpus': '0', 'port': '6379', 'dashboard-host': '0.0.0.0' });
    expect(told.gpu).toMatchObject({ ...same, 'num-cpus': '8', 'num-gpus': '4' });
  });

  test('/dev/shm is greater than the object store, or Ray would put the store on disk', () => {
    const { templates } = build({ backend, workers: [{ replicas: 1 }, { name: 'gpu', replicas: 1, accelerator: Accelerator.nvidia(2) }] });
    expect([SHM(templates.head), SHM(templates.worker), SHM(templates.gpu)]).toEqual(['9894Mi', '9894Mi', '13926Mi']);
  });

  test('pods have the same labels and ports', () => {
    const { templates } = build({ backend });
    expect(templates.head.metadata.labels).toMatchObject({ 'cdk8s-ai-workloads/name': 'lab', 'cdk8s-ai-workloads/role': 'head' });
    expect(templates.worker.metadata.labels).toMatchObject({ 'cdk8s-ai-workloads/name': 'lab', 'cdk8s-ai-workloads/role': 'worker' });
    const named = ({ spec: { containers: [{ ports }] } }: any) => Object.fromEntries(ports.map((port: any) => [port.name, port.containerPort]));
    expect(named(templates.head)).toMatchObject({ 'gcs-server': 6379, 'dashboard': 8265, 'client': 10001, 'metrics': 8080 });
    expect(named(templates.worker)).toMatchObject({ metrics: 8080 });
  });
});

test.each([['statefulSets', 'lab-head-svc.ml.svc'], ['rayCluster', 'lab-head-svc.ml.svc'], ['rayService', 'lab-head-svc.ml.svc'], ['rayJob', undefined]])(
  'the head of %s is reached as %s', (name, host) => {
    expect(build({ backend: BACKENDS[name] }).cluster.headHost).toBe(host);
  });

describe('on StatefulSets', () => {
  const { objects, templates, cluster } = build({ workers: [{ replicas: 3 }, { name: 'gpu', replicas: 1 }] });
  const sets = objects.filter(({ kind }) => kind === 'StatefulSet');

  test('the head is index 0, workers count from 1 in their group', () => {
    expect(sets.map(({ metadata, spec }) => [metadata.name, spec.replicas, spec.ordinals?.start ?? 0])).toEqual([['lab-head', 1, 0], ['lab-worker', 3, 1], ['lab-gpu', 1, 1]]);
    expect(cluster.workload.pods({ role: 'worker' }).names).toEqual(['lab-worker-1', 'lab-worker-2', 'lab-worker-3']);
    expect(cluster.workload.pods({ index: 0 }).names).toEqual(['lab-head-0']);
  });

  test('the Service of the head is found before the head is ready, since workers wait for its control store', () => {
    const service = objects.find(({ metadata }) => metadata.name === 'lab-head-svc');
    expect(service.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
    expect(templates.head.metadata.labels).toMatchObject(service.spec.selector);
    expect(templates.worker.metadata.labels).not.toMatchObject(service.spec.selector);
    expect(service.spec.ports.map(({ port }: any) => port)).toEqual([6379, 8265, 10001, 8080]);
    expect(sets.every(({ spec }) => objects.some(({ kind, metadata }) => kind === 'Service' && metadata.name === spec.serviceName))).toBe(true);
  });

  test('workers wait for the control store at every start, and join it', () => {
    const [shell, , script] = templates.worker.spec.containers[0].command;
    expect(shell).toBe('/bin/sh');
    expect(script).toMatch(/until ray health-check --address "lab-head-svc\.ml\.svc:6379" .*\n[^]*-ge 60 \][^]*\nexec ray start --address="lab-head-svc\.ml\.svc:6379" [^\n]* --block$/);
    expect(templates.head.spec.containers[0].command[2]).toMatch(/^ulimit -n 65536 \|\| true\nexec ray start --head [^\n]* --block$/);
  });

  test('programs in the pods find the cluster', () => {
    expect(templates.head.spec.containers[0].env).toEqual([{ name: 'RAY_ADDRESS', value: '127.0.0.1:6379' }]);
    expect(templates.worker.spec.containers[0].env).toEqual([{ name: 'RAY_ADDRESS', value: 'lab-head-svc.ml.svc:6379' }]);
  });

  test('the wait for the head does not count against the start', () => {
    const seconds = ({ spec: { containers: [{ startupProbe }] } }: any) => startupProbe.periodSeconds * startupProbe.failureThreshold;
    expect([seconds(templates.head), seconds(templates.worker)]).toEqual([600, 900]);
  });

  test.each([
    ['2.53.0', { head: ['/api/healthz', 52365], worker: ['/api/healthz', 52365], live: ['/api/healthz', 52365] }],
    ['3.0.1', { head: ['/api/healthz', 52365], worker: ['/api/healthz', 52365], live: ['/api/healthz', 52365] }],
    ['2.52.1', { head: ['/api/gcs_healthz', 8265], worker: ['/api/local_raylet_healthz', 52365], live: ['/api/local_raylet_healthz', 52365] }],
  ])('Ray %s is asked for its health where it answers', (rayVersion, wanted) => {
    const { templates: of } = build({ rayVersion, container: { ...container, image: 'registry.example/lab:7' } });
    const asked = ({ httpGet }: any) => [httpGet.path, httpGet.port];
    const [head, worker] = [of.head.spec.containers[0], of.worker.spec.containers[0]];
    expect({ head: asked(head.readinessProbe), worker: asked(worker.readinessProbe), live: asked(head.livenessProbe) }).toEqual(wanted);
  });

  test('Redis keeps the state of the head, and workers wait for the next one', () => {
    const recovery = RayRecovery.redis('redis.db:6379', { password: SecretKey.fromName('redis', 'pass'), username: SecretKey.fromName('redis', 'user') });
    const { head, worker } = build({ recovery }).templates;
    const secret = (name: string, key: string) => ({ name, valueFrom: { secretKeyRef: { name: 'redis', key } } });
    expect(head.spec.containers[0].env).toEqual(expect.arrayContaining([
      { name: 'RAY_REDIS_ADDRESS', value: 'redis.db:6379' }, { name: 'RAY_external_storage_namespace', value: 'lab' },
      secret('REDIS_PASSWORD', 'pass'), secret('REDIS_USERNAME', 'user'),
    ]));
    expect(startedWith(head)).toMatchObject({ 'redis-password': '"$REDIS_PASSWORD"', 'redis-username': '"$REDIS_USERNAME"' });
    // The first release that knows a user.
    expect(startedWith(build({ recovery, rayVersion: '2.41.0', container: { ...container, image: 'a/b:1' } }).templates.head)).toMatchObject({ 'redis-username': '"$REDIS_USERNAME"' });
    expect(worker.spec.containers[0].env).toContainEqual({ name: 'RAY_gcs_rpc_server_reconnect_timeout_s', value: '600' });
    expect(startedWith(worker)).not.toHaveProperty('redis-password');
  });

  test('Ray Serve is reached through the head', () => {
    const served = build({ servingPort: 9000 });
    const service = served.objects.find(({ metadata }) => metadata.name === 'lab-serve-svc');
    expect(service.spec).toMatchObject({ ports: [{ port: 9000 }], selector: { 'cdk8s-ai-workloads/role': 'head' } });
    expect(service.spec).not.toHaveProperty('publishNotReadyAddresses');
    expect(served.cluster.serveHost).toBe('lab-serve-svc.ml.svc');
    expect(served.cluster.workload.serving).toMatchObject({ port: 9000, role: 'head' });
    expect(cluster.workload.serving).toBeUndefined();
  });
});

describe('with KubeRay', () => {
  test('the command, the variables, and the probes are the operator\'s', () => {
    const { templates, objects } = build({ backend: RayBackend.rayCluster() });
    for (const { spec: { containers: [main] } } of Object.values(templates)) {
      expect(Object.keys(main)).not.toEqual(expect.arrayContaining([expect.stringMatching(/command|args|env|Probe/)]));
    }
    expect(objects.map(({ kind }) => kind)).toEqual(['RayCluster']);
  });

  test('what is passed to a shell are texts', () => {
    const { resource } = build({ backend: RayBackend.rayCluster(), workers: [{ replicas: 1, accelerator: Accelerator.gaudi(8) }] });
    const { workerGroupSpecs: [group] } = clusterOf(resource);
    expect(Object.values(group.rayStartParams).map(value => typeof value)).not.toContain('number');
    expect(group.rayStartParams.resources).toBe('\'{"HPU":8}\'');
  });

  test('a changed template reaches the pods of a RayCluster, and only there', () => {
    expect(build({ backend: RayBackend.rayCluster() }).resource.spec.upgradeStrategy).toEqual({ type: 'Recreate' });
    expect(clusterOf(build({ backend: BACKENDS.rayJob }).resource)).not.toHaveProperty('upgradeStrategy');
    expect(clusterOf(build({ backend: BACKENDS.rayService }).resource)).not.toHaveProperty('upgradeStrategy');
  });

  test('the number of workers is fixed, or left to the autoscaler', () => {
    const { resource, templates, cluster } = build({ backend: RayBackend.rayCluster(), workers: [{ replicas: 2 }, { name: 'gpu', replicas: 1, maxReplicas: 6 }] });
    const numbers = resource.spec.workerGroupSpecs.map(({ replicas, minReplicas, maxReplicas }: any) => [replicas, minReplicas, maxReplicas]);
    expect(numbers).toEqual([[2, 2, 2], [1, 1, 6]]);
    expect(resource.spec.enableInTreeAutoscaling).toBe(true);
    // The autoscaler runs beside the head, asks the API server, and since Ray 2.47 replaces pods as a whole.
    expect(templates.head.spec.automountServiceAccountToken).toBe(true);
    expect(templates.gpu.spec.automountServiceAccountToken).toBe(false);
    expect(Object.values(templates).map(({ spec }) => spec.restartPolicy)).toEqual(['Never', 'Never', 'Never']);
    expect(cluster.workload.pods()).toMatchObject({ least: 4, most: undefined, names: [] });
  });

  test('a slice of TPUs is one replica with all its hosts', () => {
    const accelerator = Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x2' });
    const { resource } = build({ backend: RayBackend.rayCluster(), workers: [{ replicas: 4, accelerator }, { name: 'more', replicas: 0, maxReplicas: 6, accelerator }] });
    expect(resource.spec.workerGroupSpecs).toMatchObject([
      { replicas: 2, minReplicas: 2, maxReplicas: 2, numOfHosts: 2, rayStartParams: { resources: '\'{"TPU":4}\'' } }, { minReplicas: 0, maxReplicas: 3, numOfHosts: 2 },
    ]);
    expect(() => build({ backend: RayBackend.rayCluster(), workers: [{ replicas: 3, accelerator }] })).toThrow(/workers\[0\]\.replicas: Invalid value: 3: a slice of 2x2x2 has 2 hosts/);
    expect(() => build({ backend: RayBackend.rayCluster(), workers: [{ replicas: 2, maxReplicas: 5, accelerator }] })).toThrow(/workers\[0\]\.maxReplicas: Invalid value: 5/);
  });

  test('without an autoscaler nobody has a token, and containers start again in place', () => {
    const { templates, resource } = build({ backend: RayBackend.rayCluster() });
    expect(resource.spec).not.toHaveProperty('enableInTreeAutoscaling');
    expect(Object.values(templates).map(({ spec }) => [spec.automountServiceAccountToken, spec.restartPolicy])).toEqual([[false, 'Always'], [false, 'Always']]);
  });

  test('Redis is named in the resource, with its Secret', () => {
    const { resource } = build({ backend: RayBackend.rayCluster(), recovery: RayRecovery.redis('redis.db:6379', { password: SecretKey.fromName('redis', 'pass') }) });
    expect(resource.spec.gcsFaultToleranceOptions).toEqual({
      redisAddress: 'redis.db:6379', externalStorageNamespace: 'lab', redisPassword: { valueFrom: { secretKeyRef: { name: 'redis', key: 'pass' } } },
    });
  });

  test('a RayJob ends with its cluster', () => {
    const job = RayBackend.rayJob({
      entrypoint: 'python tune.py', runId: 'b', retries: 2, deadline: Duration.hours(2), keepCluster: Duration.minutes(5), runtimeEnvironment: 'pip: [torch]', submission: RayJobSubmission.SIDECAR,
    });
    const { resource, templates } = build({ backend: job });
    expect(resource).toMatchObject({
      kind: 'RayJob',
      metadata: { name: 'lab-b' },
      spec: {
        entrypoint: 'python tune.py', backoffLimit: 2, activeDeadlineSeconds: 7200, shutdownAfterJobFinishes: true, ttlSecondsAfterFinished: 300, runtimeEnvYAML: 'pip: [torch]', submissionMode: 'SidecarMode',
      },
    });
    // KubeRay refuses Always beside a submitting sidecar.
    expect([templates.head.spec.restartPolicy, templates.worker.spec.restartPolicy]).toEqual(['Never', 'Always']);
    expect(build({ backend: BACKENDS.rayJob }).resource.spec).toMatchObject({ submissionMode: 'K8sJobMode', shutdownAfterJobFinishes: true, backoffLimit: 0 });
  });

  test('a RayService has its applications, and a port on every node', () => {
    const { resource, templates, cluster } = build({ backend: BACKENDS.rayService });
    expect(resource).toMatchObject({ kind: 'RayService', spec: { upgradeStrategy: { type: 'NewCluster' }, serveConfigV2: expect.stringContaining('import_path') } });
    Object.values(templates).forEach(({ spec }) => expect(spec.containers[0].ports).toContainEqual({ name: 'serve', containerPort: 8000, protocol: 'TCP' }));
    expect(cluster.serveHost).toBe('lab-serve-svc.ml.svc');
    expect(cluster.servingService).toBeUndefined();
    const kept = RayBackend.rayService({ serveConfig: 'applications: [{ import_path: a:b }]', upgrade: RayServiceUpgrade.NONE });
    expect(build({ backend: kept }).resource.spec.upgradeStrategy).toEqual({ type: 'None' });
  });
});

describe('what Ray is told', () => {
  const worker = (props: object, of: object = {}) => parameters({ workers: [{ replicas: 1, ...props }], ...of }).worker;

  test.each<[what: string, accelerator: Accelerator | undefined, told: object]>([
    ['no device', undefined, { 'num-gpus': '0' }],
    ['NVIDIA', Accelerator.nvidia(2), { 'num-gpus': '2' }],
    ['slices', Accelerator.nvidiaMig('1g.10gb', 3), { 'num-gpus': '3' }],
    ['AMD', Accelerator.amd(8), { 'num-gpus': '8' }],
    ['Intel', Accelerator.intel(1), { 'num-gpus': '1' }],
    ['Gaudi', Accelerator.gaudi(8), { 'num-gpus': '0', 'resources': '\'{"HPU":8}\'' }],
    // KubeRay reads limits, in which claimed devices do not stand.
    ['a claim', Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), { count: 4 }), { 'num-gpus': '4' }],
  ])('of %s', (_, accelerator, told) => {
    expect(worker({ accelerator })).toMatchObject(told);
  });

  test('nothing of devices that only Ray knows', () => {
    expect(worker({ accelerator: Accelerator.resource('example.com/npu', 2) })).not.toHaveProperty('num-gpus');
  });

  test.each([['7500m', '7'], ['500m', '1'], ['16', '16']])('%s cores are %s', (cpu, cores) => {
    expect(worker({ container: { cpu } })).toHaveProperty('num-cpus', cores);
  });

  test('a limit counts before a request', () => {
    const resources = { cpu: { request: kplus.Cpu.units(2), limit: kplus.Cpu.units(6) }, memory: { limit: Size.gibibytes(10) } };
    const told = parameters({ container: { image: container.image, resources } }).worker;
    expect(told).toMatchObject({ 'num-cpus': '6', 'object-store-memory': String(3072 * MIB), 'memory': String(7 * GIB) });
  });

  test('an object store that was given, or the most that Ray takes by itself', () => {
    expect(worker({ objectStoreMemory: '20Gi' })).toMatchObject({ 'object-store-memory': String(20 * GIB), 'memory': String(12 * GIB) });
    expect(worker({ container: { memory: Memory.of('1000Gi') } })).toMatchObject({ 'object-store-memory': String(Math.floor(200e9 / MIB) * MIB) });
  });

  test('a head that has devices, or says so, runs tasks', () => {
    const head = (given: object) => parameters({ head: given }).head['num-cpus'];
    expect([head({}), head({ runsTasks: true }), head({ accelerator: Accelerator.nvidia(1) }), head({ accelerator: Accelerator.nvidia(1), runsTasks: false })]).toEqual(['0', '8', '8', '0']);
  });
});

test('roles have nodes, priority and container of their own', () => {
  const { templates, cluster } = build({
    nodeLabels: { pool: 'ray' },
    priorityClassName: 'low',
    head: { priorityClassName: 'high', container: { memory: Memory.of('16Gi') } },
    workers: [{ name: 'spot', replicas: 1, capacity: Capacity.spotGke(), nodeLabels: { size: 'l' } }],
  });
  expect([templates.head.spec.priorityClassName, templates.spot.spec.priorityClassName]).toEqual(['high', 'low']);
  expect(templates.spot.spec.nodeSelector).toEqual({ 'pool': 'ray', 'size': 'l', 'cloud.google.com/gke-spot': 'true' });
  expect([templates.head, templates.spot].map(({ spec }) => spec.containers[0].resources.limits.memory)).toEqual(['16Gi', '32Gi']);
  expect(cluster.group('spot').mainContainer.name).toBe('main');
});

describe('refused', () => {
  test.each<[what: string, props: object, message: RegExp]>([
    ['a command', { container: { ...container, command: ['python'] } }, /container\.command: Invalid value: "python": the pods run `ray start`.*\n.*rayJob/],
    ['arguments of a role', { head: { container: { args: ['--x'] } } }, /head\.container\.args/],
    ['no memory', { container: { image: container.image, cpu: '1' } }, /container\.memory: Required value/],
    ['no CPU', { container: { image: container.image, memory: Memory.of('8Gi') } }, /container\.cpu: Required value: Ray would count all cores/],
    ['memory as a sum', { container: { ...container, memory: Memory.derived({ weights: '8Gi' }) } }, /container\.memory: Invalid value: "Memory\.derived"/],
    ['too little memory, in a role', { head: { container: { memory: Memory.of('200Mi') } } }, /head\.container\.memory: .*object store would have 60Mi/],
    ['an object store without room', { workers: [{ replicas: 1, objectStoreMemory: '32Gi' }] }, /workers\[0\]\.objectStoreMemory: .*32Gi \+ 64Mi for others = 32832Mi/],
    ['an object store that is none', { workers: [{ replicas: 1, objectStoreMemory: 'much' }] }, /workers\[0\]\.objectStoreMemory: .*not a quantity/],
    ['/dev/shm as small as the object store', { sharedMemory: SharedMemory.of('9830Mi') }, /sharedMemory: Invalid value: "9830Mi": must be greater than the object store of 9830Mi/],
    ['/dev/shm without room', { sharedMemory: SharedMemory.of('32Gi') }, /sharedMemory: Invalid value: "32Gi": \/dev\/shm \(given 32Gi > object store 9830Mi\) is inside/],
    ['no /dev/shm', { sharedMemory: SharedMemory.none() }, /sharedMemory: Invalid value: "none"/],
    ['the port of Ray Serve', { container: { ...container, portNumber: 8000 }, servingPort: 8000 }, /container\.portNumber: Invalid value: 8000/],
    ['a port of Ray', { container: { ...container, ports: [{ number: 9000 }, { number: 8265 }] } }, /container\.ports\[1\]\.number: Invalid value: 8265/],
    ['RAY_ADDRESS', { container: { ...container, envVariables: { RAY_ADDRESS: kplus.EnvValue.fromValue('a') } } }, /container\.envVariables.*RAY_ADDRESS/],
    ['an unknown version', { container: { ...container, image: 'registry.example/lab:7' } }, /rayVersion: Required value: the tag of registry\.example\/lab:7/],
    ['half a version', { rayVersion: '2.53' }, /rayVersion: Invalid value: "2\.53"/],
    ['Ray 1', { rayVersion: '1.13.0', container: { ...container, image: 'a/b:1' } }, /rayVersion: Invalid value/],
    ['another version than the image', { rayVersion: '2.52.0' }, /container\.image: .*has Ray 2\.53\.0, the cluster 2\.52\.0/],
    ['another version in a role', { workers: [{ replicas: 1, container: { image: 'rayproject/ray:2.52.0-py312' } }] }, /workers\[0\]\.container\.image: .*has Ray 2\.52\.0/],
    ['another Python in a role', { workers: [{ replicas: 1, container: { image: 'rayproject/ray:2.53.0-py311-gpu' } }] }, /workers\[0\]\.container\.image: .*Python py311, others have py312/],
    ['no workers', { workers: [] }, /workers: Required value/],
    ['fewer than no workers', { workers: [{ replicas: -1 }] }, /workers\[0\]\.replicas/],
    ['a group twice', { workers: [{ replicas: 1 }, { replicas: 1 }] }, /workers\[1\]\.name: Duplicate value: "worker"/],
    ['the group of the head', { workers: [{ name: 'head', replicas: 1 }] }, /workers\[0\]\.name: Invalid value: "head"/],
    ['an autoscaler that is not there', { workers: [{ replicas: 1, maxReplicas: 2 }] }, /workers\[0\]\.maxReplicas: Forbidden/],
    ['fewer at most than at least', { backend: RayBackend.rayCluster(), workers: [{ replicas: 3, maxReplicas: 2 }] }, /workers\[0\]\.maxReplicas: Invalid value: 2/],
    ['an autoscaler without a token', { backend: RayBackend.rayCluster(), workers: [{ replicas: 1, maxReplicas: 2 }], automountServiceAccountToken: false }, /automountServiceAccountToken: Forbidden/],
    ['a user before Ray knew one', { rayVersion: '2.40.0', container: { ...container, image: 'a/b:1' }, recovery: RayRecovery.redis('r:1', { username: SecretKey.fromName('a', 'b') }) }, /recovery: .*2\.41/],
    ['a program that serves', { backend: BACKENDS.rayJob, servingPort: 8000 }, /servingPort: Forbidden/],
    ['isolation from Redis', { isolate: true, recovery: RayRecovery.redis('r:1') }, /isolate: Forbidden: it would cut off Redis/],
    ['isolation from the operator', { isolate: true, backend: BACKENDS.rayService }, /isolate: Forbidden: it would cut off the operator/],
    ['a name that KubeRay refuses', { name: 'a'.repeat(48), backend: BACKENDS.rayService }, /name: Too long: .*of at most 47/],
    ['a long name', { name: 'a'.repeat(54) }, /name: Too long/],
    ['a long group', { workers: [{ name: 'a'.repeat(60), replicas: 1 }] }, /workers\[0\]\.name: Too long/],
    ['a name of the object', { metadata: { name: 'x' } }, /metadata\.name: Forbidden/],
    ['an API that is not there', { backend: RayBackend.rayCluster(), none: true }, /backend: Forbidden: needs ray\.io\/v1/],
    ['a group that there is not', {}, /group\(name\): Invalid value: "gpu": the groups are worker/],
  ])('%s', (_, { none, ...props }: any, message) => {
    expect(() => build(props, none ? { apis: [] } : {}).cluster.group('gpu')).toThrow(message);
  });

  test.each<[what: string, make: () => unknown, message: RegExp]>([
    ['an address without a port', () => RayRecovery.redis('redis'), /RayRecovery\.redis\(address\): Invalid value: "redis"/],
    ['no program', () => RayBackend.rayJob({ entrypoint: ' ' }), /RayBackend\.rayJob\(entrypoint\): Required value/],
    ['half a second', () => RayBackend.rayJob({ entrypoint: 'a', deadline: Duration.millis(500) }), /RayBackend\.rayJob\(deadline\)/],
    ['no applications', () => RayBackend.rayService({ serveConfig: 'apps: []' }), /RayBackend\.rayService\(serveConfig\): .*no list of applications/],
    ['no YAML', () => RayBackend.rayService({ serveConfig: 'a: [' }), /not YAML/],
    ['nothing', () => RayBackend.rayService({ serveConfig: '' }), /is empty/],
    ['two documents', () => RayBackend.rayService({ serveConfig: 'a: 1\n---\na: 1\n' }), /several documents/],
    ['an application without a path', () => RayBackend.rayService({ serveConfig: 'applications: [{ name: a }]' }), /applications\[0\] has no import_path/],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});
