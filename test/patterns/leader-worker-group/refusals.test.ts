import { App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, PLAIN, llm, propsOf } from './group';
import {
  Accelerator, DisruptionBudget, GroupRestart, GroupRole, LeaderWait, LeaderWorkerGroup, LeaderWorkerGroupProps, Placement, Rendezvous,
  Rollout, SecretKey, SharedMemory, Target,
} from '../../../src';

const { statefulSets, singleStatefulSet, leaderWorkerSet } = BACKENDS;
const image = 'registry.example/serve:1';
const mpi = Rendezvous.mpi({ sshSecretName: 'ssh' });
const health = kplus.Probe.fromHttpGet('/health', { port: 8000 });

/** Property path, reason and value, detail, remedy: as the message has them, in this order. */
type Row = [string, Partial<LeaderWorkerGroupProps>, string, string, string];

const SIZES: Row[] = [
  ['no pods', { size: 0 }, 'size: Invalid value: 0:', 'must be a whole number of at least 1', 'help: the leader counts: a group of one leader and one worker has size 2'],
  ['half a pod', { size: 2.5 }, 'size: Invalid value: 2.5:', 'must be a whole number of at least 1', 'help: the leader counts'],
  ['no groups', { groups: 0 }, 'groups: Invalid value: 0:', 'must be a whole number of at least 1', 'help: to run no group, leave the construct out'],
  ['negative groups', { groups: -1 }, 'groups: Invalid value: -1:', 'must be a whole number', 'help: to run no group'],
  ['more pods than a cluster has', { groups: 1000, size: 1000 }, 'size: Invalid value: 1000:', '1000 groups x 1000 pods = 1000000, more than the 150000 pods', 'help: use fewer or smaller groups'],
  ['more groups than memory', { groups: 1e12 }, 'groups: Invalid value: 1000000000000:', 'is more than the field holds (2147483647)', ''],
  ['a retention of nothing', { claimRetention: {} }, 'claimRetention: Forbidden:', 'these pods have no claims', 'help: declare the volumes in claims'],
  ['no processes', { processesPerPod: 0 }, 'processesPerPod: Invalid value: 0:', 'must be a whole number of at least 1', ''],
  ['several JAX processes in a pod', { rendezvous: Rendezvous.jax(), restartsAfterSuccess: true, processesPerPod: 8 },
    'processesPerPod: Invalid value: 8:', 'JAX runs one process for each pod, which drives all of its devices', 'help: leave it out'],
];

const SUMS: Row[] = [
  ['a world counted over all groups', { groups: 2, size: 2, accelerator: Accelerator.nvidia(8), worldSize: 32 },
    'worldSize: Invalid value: 32:', 'one group has 2 pods x 8 processes = 16', 'help: use size: 4; groups are worlds of their own and do not count'],
  ['a world that does not divide', { size: 2, accelerator: Accelerator.nvidia(8), worldSize: 20 },
    'worldSize: Invalid value: 20:', 'one group has 2 pods x 8 processes = 16; 20 / 8 = 2.5 pods is not a whole number', 'help: use a world that 8 divides'],
  ['an idle node', { size: 3, accelerator: Accelerator.nvidia(8), parallelism: { tensor: 8, pipeline: 2 } },
    'parallelism: Invalid value: {"tensor":8,"pipeline":2}:', 'tensor 8 x pipeline 2 x data 1 = 16, but one group has 3 pods x 8 devices = 24', 'help: change size'],
  ['half a tensor', { parallelism: { tensor: 0.5 } }, 'parallelism.tensor: Invalid value: 0.5:', 'must be a whole number of at least 1', ''],
  ['more parameter servers than pods', { size: 3, rendezvous: Rendezvous.tensorFlow({ parameterServers: 2 }), restartsAfterSuccess: true },
    'size: Invalid value: 3:', 'Rendezvous.tensorFlow needs 1 chief + 2 parameter servers + at least 1 worker = 4 pods', 'help: use at least 4, or fewer parameter servers'],
];

const NAMES: Row[] = [
  ['upper case', { name: 'Llm' }, 'name: Invalid value: "Llm":', 'must give a DNS label: lower-case letters, digits and \'-\'', 'help: for example "llm"'],
  ['64 characters', { name: 'a'.repeat(64) }, `name: Too long: "${'a'.repeat(64)}":`, 'has 64 characters; the longest derived name, label controller-revision-hash', 'help: use at most 43 characters'],
  ['a digit at the start', { name: '7b' }, 'name: Invalid value: "7b":', 'starting with a letter', 'help: for example "b"'],
  ['a dot', { name: 'llm.prod' }, 'name: Invalid value: "llm.prod":', 'must give a DNS label', 'help: for example "llm-prod"'],
];

const BACKEND: Row[] = [
  ['re-creation on plain StatefulSets', { backend: statefulSets, restart: GroupRestart.recreateGroup() },
    'restart: Forbidden:', 'plain StatefulSets cannot re-create a group when one of its pods fails', 'help: use LeaderWorkerBackend.leaderWorkerSet()'],
  ['the same in one set', { backend: singleStatefulSet, restart: GroupRestart.recreateGroup() },
    'restart: Forbidden:', 'plain StatefulSets cannot re-create a group', 'GroupRestart.fateSharing where the engine has a port'],
  ['fate sharing under a controller', { backend: leaderWorkerSet, restart: GroupRestart.fateSharing({ port: 80 }) },
    'restart: Forbidden:', 'the LeaderWorkerSet controller re-creates the whole group; probes would fight it', 'help: use GroupRestart.recreateGroup()'],
  ['fate sharing with one template', { backend: singleStatefulSet, container: { image, liveness: health }, restart: GroupRestart.fateSharing({ port: 80 }) },
    'restart: Forbidden:', 'leader and workers different probes, and a single StatefulSet has one template for both', 'help: use LeaderWorkerBackend.statefulSets()'],
  ['fate sharing without a probe of the leader', { restart: GroupRestart.fateSharing({ port: 80 }) },
    'leader.liveness: Required value:', 'needs a liveness probe on the leader that fails when a worker is lost: the port alone stays open', 'help: give the engine\'s health path'],
  ['a liveness probe that workers would keep', { container: { image, liveness: health }, restart: GroupRestart.fateSharing({ port: 80 }) },
    'container.liveness: Forbidden:', 'fate sharing gives workers a liveness probe on port 80 of the leader, and a container has one', 'leader: { liveness }'],
  ['a startup probe that workers would keep', { leader: { liveness: health }, worker: { startup: health }, restart: GroupRestart.fateSharing({ port: 80 }) },
    'worker.startup: Forbidden:', 'and a container has one', 'leader: { startup }'],
  ['a partition of plain StatefulSets', { rollout: Rollout.partition(1) },
    'rollout: Forbidden:', 'a partition counts the pods of one StatefulSet, not groups', 'help: use stage and previous of Rollout.staged, which counts groups'],
  ['a partition beyond the groups', { backend: leaderWorkerSet, rollout: Rollout.partition(3) },
    'rollout.partition: Invalid value: 3:', 'must be a whole number between 0 and 2', 'help: it counts the groups, from 0, that keep their template'],
  ['stages of one LeaderWorkerSet', { backend: leaderWorkerSet, rollout: Rollout.staged({ stage: 1, previous: { image: 'i:0' } }) },
    'rollout: Forbidden:', 'one LeaderWorkerSet has one template, so staged cannot be rendered', 'help: use Rollout.partition(n)'],
  ['a canary of one LeaderWorkerSet', { backend: leaderWorkerSet, rollout: Rollout.canary({ parts: ['0'], previous: { image: 'i:0' } }) },
    'rollout: Forbidden:', 'so canary cannot be rendered', 'help: use Rollout.partition(n)'],
  ['a leader image with one template', { backend: singleStatefulSet, leader: { image: 'leader:1' } },
    'leader.image: Forbidden:', 'a single StatefulSet has one pod template, so leader and workers differ only in command and args', 'help: use LeaderWorkerBackend.statefulSets()'],
  ['worker variables with one template', { backend: singleStatefulSet, worker: { envVariables: {} } },
    'worker.envVariables: Forbidden:', 'one pod template', 'help: use LeaderWorkerBackend.statefulSets()'],
  ['different commands of an image whose own is unknown', { backend: singleStatefulSet, container: { image }, worker: { command: ['work'] } },
    'container.command: Required value:', 'leader and workers run different commands, and the entry point inside the image cannot be seen from here', 'help: write the command'],
  ['zones counted by the budget', { disruptionBudget: DisruptionBudget.perZone(1) },
    'disruptionBudget: Forbidden:', 'perZone counts zones, and this workload is not partitioned by zone', 'help: use DisruptionBudget.atMost(n)'],
];

const RENDEZVOUS: Row[] = [
  ...(['torchrun', 'jax', 'tensorFlow'] as const).map((kind): Row => [`${kind} without saying that it does not end`, { rendezvous: Rendezvous[kind]() },
    'rendezvous: Forbidden:', `${kind.toLowerCase()} runs to completion, and these pods are started again when their program exits with 0`,
    'help: use IndexedTrainingJob, which ends; or set restartsAfterSuccess: true when the program never exits']),
  ['MPI without saying so', { rendezvous: mpi }, 'rendezvous: Forbidden:', 'mpi runs to completion', 'help: use IndexedTrainingJob'],
  ['torchrun on a LeaderWorkerSet without saying so', { backend: leaderWorkerSet, rendezvous: Rendezvous.torchrun() }, 'rendezvous: Forbidden:', 'torchrun runs to completion', 'help: use IndexedTrainingJob'],
  ['MPI on a LeaderWorkerSet', { backend: leaderWorkerSet, rendezvous: mpi, restartsAfterSuccess: true },
    'rendezvous: Forbidden:', 'mpi needs the host names of each group as literals, and a LeaderWorkerSet has one template for all groups', 'help: use LeaderWorkerBackend.statefulSets()'],
  ['TensorFlow on a LeaderWorkerSet', { backend: leaderWorkerSet, rendezvous: Rendezvous.tensorFlow(), restartsAfterSuccess: true },
    'rendezvous: Forbidden:', 'tensorflow needs the host names of each group', 'or IndexedTrainingJob'],
  ['a command for Ray workers', { rendezvous: Rendezvous.ray(), worker: { command: ['work'] } },
    'worker.command: Forbidden:', 'workers of a Ray cluster run `ray start`; the program runs on the leader', 'help: leave it out'],
  ['arguments for MPI workers', { rendezvous: mpi, restartsAfterSuccess: true, worker: { args: ['x'] } },
    'worker.args: Forbidden:', 'workers of an MPI world run sshd', 'help: leave it out'],
  ['a TensorFlow worker command with one template', { backend: singleStatefulSet, rendezvous: Rendezvous.tensorFlow(), restartsAfterSuccess: true, worker: { command: ['x'] } },
    'worker.command: Forbidden:', 'every index runs the same program, which reads its part from TF_CONFIG', 'help: leave it out, or use LeaderWorkerBackend.statefulSets()'],
  ['arguments that Ray would lose', { rendezvous: Rendezvous.ray(), container: { image, args: ['serve'] } },
    'container.command: Required value:', '`ray start` runs before it', 'help: write the command that the image would run'],
  ['MPI without a command', { rendezvous: mpi, restartsAfterSuccess: true, container: { image } },
    'container.command: Required value:', 'mpirun starts on index 0 only', 'help: write the command'],
  ['a port to wait for, under Ray', { rendezvous: Rendezvous.ray(), waitForLeader: LeaderWait.forPort(80) },
    'waitForLeader: Forbidden:', 'with ray, workers wait for the control store of the head, not for port 80', 'help: use timeout of LeaderWait.forName'],
  ['a port to wait for, under MPI', { rendezvous: mpi, restartsAfterSuccess: true, waitForLeader: LeaderWait.forPort(80) },
    'waitForLeader: Forbidden:', 'with mpi, the launcher waits for the name of every host', 'LeaderWait.none()'],
];

const ENVIRONMENT: Row[] = [
  ['a shadowed group variable', { container: { image, envVariables: { LWS_GROUP_SIZE: kplus.EnvValue.fromValue('9') } } },
    'container.envVariables[LWS_GROUP_SIZE]: Forbidden:', 'LWS_GROUP_SIZE is set by the pattern', 'help: remove it, and read the injected one as $(LWS_GROUP_SIZE)'],
  ['a shadowed variable of the framework', { rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true, container: { image, envVariables: { PET_NODE_RANK: kplus.EnvValue.fromValue('0') } } },
    'container.envVariables[PET_NODE_RANK]: Forbidden:', 'is set by the pattern', 'help: remove it'],
  ['a variable shadowed in one role', { leader: { envVariables: { LWS_LEADER_ADDRESS: kplus.EnvValue.fromValue('me') } } },
    'leader.envVariables[LWS_LEADER_ADDRESS]: Forbidden:', 'is set by the pattern', 'help: remove it'],
  ['a variable shadowed from a Secret', { container: { image, secretEnv: { LWS_WORKER_INDEX: SecretKey.fromName('s', 'k') } } },
    'container.secretEnv: Duplicate value: "LWS_WORKER_INDEX":', 'is set by the pattern', 'help: keep one of them'],
  ['a variable shadowed by the previous template', { rollout: Rollout.staged({ stage: 1, previous: { variables: { LWS_GROUP_SIZE: '3' } } }) },
    'rollout.previous.variables[LWS_GROUP_SIZE]: Forbidden:', 'is set by the pattern', 'help: remove it'],
  ['shell syntax in a value', { container: { image, envVariables: { IS_LEADER: kplus.EnvValue.fromValue('$([ "$LWS_WORKER_INDEX" -eq 0 ] && echo true || echo false)') } } },
    'container.envVariables[IS_LEADER]: Invalid value: "$([', 'is shell syntax, which nobody runs in an env value', 'help: the kubelet runs no shell'],
  ['shell syntax in a value of one role', { worker: { envVariables: { RANK: kplus.EnvValue.fromValue('$((LWS_WORKER_INDEX - 1))') } } },
    'worker.envVariables[RANK]: Invalid value:', 'is shell syntax', 'help: the kubelet runs no shell'],
  ['a literal token', { container: { image, envVariables: { HF_TOKEN: kplus.EnvValue.fromValue('hf_abcdefghijklmnopqrstuvwxyz') } } },
    'container.envVariables[HF_TOKEN]: Invalid value: "hf_ab…":', 'is a credential in plain text', 'help: put it into a Secret and refer to it'],
  ['a token in a role\'s arguments', { leader: { args: ['--token', 'hf_abcdefghijklmnopqrstuvwxyz'] } },
    'leader.args[1]: Invalid value: "hf_ab…":', 'holds a credential in plain text', 'help: put it into a Secret'],
  ['a sidecar among the main containers', { containers: [{ image, restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }] },
    'restartPolicy: Forbidden:', 'on a main container it does not make a sidecar', 'help: move the container to sidecars'],
];

describe.each([
  ['sizes', SIZES], ['sums', SUMS], ['names', NAMES], ['what a backend cannot do', BACKEND], ['rendezvous', RENDEZVOUS], ['environment and containers', ENVIRONMENT],
])('%s', (_, rows) => {
  test.each(rows)('%s: refused with path, value, reason and remedy', (__, props, where, why, remedy) => {
    const make = () => llm(props);
    expect(make).toThrow(where);
    expect(make).toThrow(why);
    expect(make).toThrow(remedy);
    expect(make).toThrow(/^prod\/Llm(\/Leader|\/Worker)?: /);
  });
});

describe('values refused where they are made', () => {
  test.each<[string, () => unknown, string]>([
    ['half a GPU', () => Accelerator.nvidia(0.5), 'Accelerator.nvidia(count): Invalid value: 0.5: must be a whole number of at least 1'],
    ['port 0 to wait for', () => LeaderWait.forPort(0), 'LeaderWait.forPort(port): Invalid value: 0: must be between 1 and 65535, inclusive'],
    ['a part of a second to wait', () => LeaderWait.forName({ timeout: Duration.millis(1500) }), 'LeaderWait.forName(timeout): Invalid value: "1.5s": must be a whole number of seconds'],
    ['a part of a second to tolerate', () => GroupRestart.fateSharing({ tolerance: Duration.millis(1500) }), 'GroupRestart.fateSharing(tolerance): Invalid value: "1.5s": must be a whole number of seconds'],
    ['a part of a second to start', () => GroupRestart.fateSharing({ startup: Duration.millis(1500) }), 'GroupRestart.fateSharing(startup): Invalid value: "1.5s": must be a whole number of seconds'],
    ['no time to wait', () => LeaderWait.forName({ timeout: Duration.seconds(0) }), 'LeaderWait.forName(timeout): Invalid value: "0s": must be at least one second'],
    ['a port above the range for fate sharing', () => GroupRestart.fateSharing({ port: 70000 }), 'GroupRestart.fateSharing(port): Invalid value: 70000'],
    ['a negative partition', () => Rollout.partition(-1), 'Rollout.partition(groups): Invalid value: -1'],
    ['a topology key that is a value', () => Placement.sameDomain('eu 1a'), 'Placement.sameDomain(topologyKey): Invalid value: "eu 1a": is not a node label key'],
    ['shared memory without a unit', () => SharedMemory.of('16m'), 'SharedMemory.of(quantity): Invalid value: "16m"'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('an id that gives no name', () => {
  test.each(['405', 'Ü', '-'])('%s', id => {
    expect(() => llm({}, { id })).toThrow(`prod/${id}: id: Invalid value: "${id}": must give a DNS label`);
  });
});

describe('Services', () => {
  const add = (options: object) => () => llm().group.addService('Part', { ports: [{ port: 80 }], ...options });

  test.each([
    ['an index without its group', { index: 1 }, 'addService(index): Invalid value: 1: stands in every group, so a Service on it alone would mix their worlds', 'help: say which group as well'],
    ['a group that is not there', { group: 2 }, 'addService(group): Invalid value: 2: the groups are 0 to 1', ''],
    ['half a group', { group: 0.5 }, 'addService(group): Invalid value: 0.5: the groups are 0 to 1', ''],
    ['an index beyond the group', { group: 0, index: 3 }, 'addService(index): Invalid value: 3: a group has the indexes 0 (the leader) to 2', ''],
    ['a worker with index 0', { group: 0, index: 0, role: GroupRole.WORKER }, 'addService(index): Invalid value: 0: is not a worker', 'help: leave the role out'],
    ['a leader with index 1', { group: 0, index: 1, role: GroupRole.LEADER }, 'addService(index): Invalid value: 1: is not a leader', 'help: leave the role out'],
    ['no ports', { ports: [] }, 'addService(ports): Required value: a Service needs at least one port', ''],
    ['a name that is none', { name: 'Part_1' }, 'addService(name): Invalid value: "Part_1": must give a DNS label', ''],
    ['a long name', { name: 'a'.repeat(64) }, 'addService(name): Too long:', 'help: use at most 63 characters'],
  ])('%s is refused', (_, options, message, remedy) => {
    expect(add(options)).toThrow(`prod/Llm/Part: ${message}`);
    expect(add(options)).toThrow(remedy);
  });

  test.each([
    ['constructor', 'is taken in every place'],
    ['__proto__', 'is taken in every place'],
    ['', 'is empty'],
    ['--', 'has no letter or digit that the name of the Service could end with'],
  ])('the id %j is refused', (id, detail) => {
    const { group } = llm();
    expect(() => group.addService(id, { ports: [{ port: 80 }] })).toThrow(`addService(id): Invalid value: "${id}": ${detail}`);
    expect(group.addService('--ok', { name: 'llm-ok', ports: [{ port: 80 }] }).name).toBe('llm-ok');
  });

  test('on workers of one template are refused: no label says "every index but 0"', () => {
    const { group } = llm({ backend: singleStatefulSet });
    expect(() => group.addService('Workers', { role: GroupRole.WORKER, ports: [{ port: 80 }] }))
      .toThrow('prod/Llm/Workers: addService(role): Forbidden: a label selector cannot say "every index but 0"');
  });
});

test('a second Service of one id is refused; ids of the pattern itself are free', () => {
  const { group } = llm();
  const add = () => group.addService('Leader', { role: GroupRole.LEADER, ports: [{ port: 80 }] });
  expect(add().name).toBe('llm-leader');
  expect(add).toThrow('prod/Llm/Leader: addService(id): Duplicate value: "Leader": is the id of another Service of this group');
});

describe('handles', () => {
  test.each([-1, 2, 0.5])('group %s is not there', index => {
    expect(() => llm().group.group(index)).toThrow(`prod/Llm: group(index): Invalid value: ${index}: the groups are 0 to 1`);
  });

  test.each([[0, 'is the leader; workers have the indexes 1 to 2'], [3, 'workers have the indexes 1 to 2'], [1.5, 'workers have the indexes 1 to 2']])('worker %s is not there', (index, why) => {
    expect(() => llm().group.group(0).worker(index)).toThrow(`prod/Llm: worker(index): Invalid value: ${index}: ${why}`);
  });

  test('a group of one has no workers', () => {
    expect(() => llm({ size: 1 }).group.group(0).worker(1)).toThrow('a group of one has no workers');
  });
});

describe('an autoscaler', () => {
  test.each(PLAIN)('is refused on %s: it would scale one set of several', kind => {
    const { chart, group } = llm({ backend: BACKENDS[kind] });
    expect(() => new kplus.HorizontalPodAutoscaler(chart, 'Scale', { target: group, maxReplicas: 4 }))
      .toThrow(/^prod\/Llm: backend: Forbidden: an autoscaler scales one object, and a plain group is several.*\n {2}help: use LeaderWorkerBackend.leaderWorkerSet\(\)/);
    expect(() => group.toScalingTarget()).toThrow('backend: Forbidden:');
  });
});

test('LeaderWorkerSet is refused where the target lists APIs without it', () => {
  const make = () => llm({ backend: leaderWorkerSet }, { target: { apis: ['jobset.x-k8s.io/v1alpha2'] } });
  expect(make).toThrow('prod/Llm: backend: Forbidden: needs leaderworkerset.x-k8s.io/v1, which the target does not list (apis: jobset.x-k8s.io/v1alpha2)');
  expect(make).toThrow('or use LeaderWorkerBackend.statefulSets()');
});

test('groups whose derived names collide fail the synth: the worker set of group 1 is the leader set of the other', () => {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { apis: ['leaderworkerset.x-k8s.io/v1'] });
  ['llm', 'llm-1'].forEach(name => new LeaderWorkerGroup(chart, name, propsOf({ backend: leaderWorkerSet })));
  expect(() => Testing.synth(chart)).toThrow(/AIW2102[\s\S]*llm-1/);
});

test('two groups of one name in a namespace fail the synth', () => {
  const app = new App();
  const charts = ['a', 'b'].map(id => new Chart(app, id, { namespace: 'ml' }));
  Target.define(app, {});
  charts.forEach(chart => new LeaderWorkerGroup(chart, 'Llm', propsOf()));
  expect(() => Testing.synth(charts[0])).toThrow(/AIW2101[\s\S]*llm-0-leader/);
});
