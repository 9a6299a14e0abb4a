import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, Manifest, POD_INDEX, find, llm, mainOf, templatesOf } from './group';
import { LeaderWait, LeaderWorkerGroupProps, Rendezvous } from '../../../src';
import { Run, SHOW, Stubs, argvOf, environmentOf, run } from '../../engines/kubelet';

const image = 'registry.example/serve:1';
const container = { image, command: ['show', 'serve'], args: ['two words', "it's", '$HOME', '$(LWS_GROUP_INDEX)'] };
const SERVES = "<serve><two words><it's><$HOME><0>\n";

/** Starts the main container of the pod with an index, in group 0. */
function start(props: Partial<LeaderWorkerGroupProps>, index: number, stubs: Stubs = {}, replace = {}): Run {
  const { leader, worker } = templatesOf(llm({ container, ...props }).synth());
  return run(mainOf(index === 0 ? leader : worker), { [POD_INDEX]: String(index) }, { show: SHOW, getent: 'exit 0', ...stubs }, replace);
}

const asked = (done: Run, program: string) => done.calls.filter(call => call.startsWith(program));

describe.each(['statefulSets', 'singleStatefulSet'])('%s', kind => {
  const backend = BACKENDS[kind];
  const leaderAddress = { statefulSets: 'llm-0-leader-0.llm.ml', singleStatefulSet: 'llm-0-0.llm.ml' }[kind];

  test('the leader does not wait', () => {
    const done = start({ backend }, 0, { getent: 'exit 2' });
    expect(done.out).toBe(SERVES);
    expect(asked(done, 'getent')).toEqual([]);
  });

  test.each([1, 2, 10])('worker %s waits for its own group\'s leader, then runs the same command', index => {
    const done = start({ backend, size: 11 }, index, { getent: '[ "$call" -ge 2 ]' });
    expect(asked(done, 'getent')).toEqual(Array(2).fill(`getent hosts ${leaderAddress}`));
    expect(done.out).toBe(SERVES);
  });

  test('a worker gives up with a message, for the kubelet to restart it; then it waits again', () => {
    const props = { backend, waitForLeader: LeaderWait.forName({ timeout: Duration.seconds(6) }) };
    // The wait is the container's entry point, so a second start is like the first.
    for (const done of [start(props, 1, { getent: 'exit 2' }), start(props, 1, { getent: 'exit 2' })]) {
      expect([done.status, done.out, done.err]).toEqual([1, '', `leader ${leaderAddress} has no address after 6 s\n`]);
      expect(asked(done, 'getent')).toHaveLength(3);
    }
  });

  test('a worker waits five minutes unless told otherwise', () => {
    expect(asked(start({ backend }, 1, { getent: 'exit 2' }), 'sleep')).toHaveLength(149);
  });

  test('a worker may wait for a port', () => {
    const done = start({ backend, waitForLeader: LeaderWait.forPort(8080) }, 1, { python3: '[ "$call" -ge 2 ]' });
    expect(asked(done, 'python3')).toHaveLength(2);
    expect(asked(done, 'python3')[0]).toMatch(new RegExp(`8080.* ${leaderAddress}$`));
    expect(done.out).toBe(SERVES);
  });

  test('nothing waits where the program does: the command stands as it was given', () => {
    const { worker } = templatesOf(llm({ backend, container, waitForLeader: LeaderWait.none() }).synth());
    expect(mainOf(worker)).toMatchObject({ command: container.command, args: container.args });
  });

  test('a group of one has nobody to wait for', () => {
    expect(mainOf(templatesOf(llm({ backend, container, size: 1 }).synth()).leader)).toMatchObject({ command: container.command });
  });

  test('different commands for leader and workers keep their words', () => {
    const props = { backend, container: { image }, leader: { command: ['show'], args: ['lead', "it's $HOME"] }, worker: { command: ['show', 'work', '$(LWS_WORKER_INDEX)', 'a b'] } };
    expect(start(props, 0).out).toBe("<lead><it's $HOME>\n");
    expect(start(props, 2).out).toBe('<work><2><a b>\n');
    expect(asked(start(props, 2), 'getent')).toHaveLength(1);
  });

  test('TF_CONFIG of a worker names its own address; workers wait for the chief', () => {
    const props = { backend, size: 4, rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }), restartsAfterSuccess: true, container: { image, command: ['print'] } };
    const stubs = { print: 'printf %s "$TF_CONFIG"' };
    const members = llm(props).group.group(0).members;
    expect(JSON.parse(start(props, 0, { ...stubs, getent: 'exit 2' }).out).task).toEqual({ type: 'chief', index: 0 });
    const done = start(props, 3, stubs);
    const { cluster, task } = JSON.parse(done.out);
    expect(cluster[task.type][task.index]).toBe(`${members[3].dns}:2222`);
    expect(asked(done, 'getent')).toEqual([`getent hosts ${leaderAddress}`]);
  });

  test('the MPI launcher waits for all hosts of its host file; workers serve ssh', () => {
    const props = { backend, rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true };
    const manifests = llm({ container, ...props }).synth();
    const mount = `printf %s '${find(manifests, 'ConfigMap', 'llm-0-hostfile').data.hostfile}' > "\${CALLS%/*}/hostfile"`;
    const stubs = { 'mkdir': mount, 'ssh-keygen': '', 'sshd': '' };
    const replace = { '/usr/sbin/sshd': 'STUBS/sshd', '/etc/mpi/hostfile': 'STUBS/hostfile' };
    const launcher = start(props, 0, stubs, replace);
    expect(asked(launcher, 'getent')).toEqual(llm(props).group.group(0).members.map(member => `getent hosts ${member.dns}`));
    expect(launcher.out).toBe(SERVES);
    const worker = start(props, 1, stubs, replace);
    expect(asked(worker, 'sshd')).toEqual(['sshd -e -p 2222 -o StrictModes=no -o PidFile=none -D']);
    expect(worker.out).toBe('');
  });

  test('Ray: the leader serves on the head it started, workers join it', () => {
    const props = { backend, rendezvous: Rendezvous.ray() };
    const leader = start(props, 0, { ray: '' });
    expect(asked(leader, 'ray')).toEqual(['ray start --head --port=6379 --dashboard-host=0.0.0.0']);
    expect(leader.out).toBe(SERVES);
    const worker = start(props, 1, { ray: '[ "$1" = start ] || [ "$call" -ge 2 ]' });
    expect(asked(worker, 'ray')).toEqual([
      `ray health-check --address ${leaderAddress}:6379`, `ray health-check --address ${leaderAddress}:6379`, `ray start --address=${leaderAddress}:6379 --block`,
    ]);
    expect(worker.out).toBe('');
  });
});

describe('where the image hides its entry point', () => {
  const hidden = (backend: string, waitForLeader?: LeaderWait) =>
    templatesOf(llm({ backend: BACKENDS[backend], container: { image }, waitForLeader }).synth());
  const probe = (template: Manifest, index: number, getent: string) => {
    const [sidecar] = template.spec.initContainers;
    return run({ ...sidecar, command: sidecar.startupProbe.exec.command }, { [POD_INDEX]: String(index) }, { getent }).status;
  };

  test('a native sidecar waits: its startup probe holds the main container back', () => {
    const { leader, worker } = hidden('statefulSets', LeaderWait.forName({ timeout: Duration.seconds(61) }));
    expect(leader.spec.initContainers).toBeUndefined();
    expect(mainOf(worker).command).toBeUndefined();
    expect(worker.spec.initContainers[0]).toMatchObject({ name: 'wait-for-leader', image, restartPolicy: 'Always', startupProbe: { periodSeconds: 2, failureThreshold: 31 } });
    expect(worker.spec.initContainers[0].env[0]).toEqual({ name: 'LWS_LEADER_ADDRESS', value: 'llm-0-leader-0.llm.ml' });
  });

  test.each([
    ['statefulSets', 1, 'exit 0', 0],
    ['statefulSets', 1, 'exit 2', 2],
    ['singleStatefulSet', 0, 'exit 2', 0],
    ['singleStatefulSet', 1, 'exit 0', 0],
    ['singleStatefulSet', 1, 'exit 2', 2],
  ])('%s: its probe at index %s with a name that gives "%s" ends with %s', (backend, index, getent, status) => {
    expect(probe(hidden(backend).worker, index, getent)).toBe(status);
  });

  test('the sidecar ends at once when it is told to', () => {
    const [sidecar] = hidden('statefulSets').worker.spec.initContainers;
    const stop = '"$@" & child=$!; /bin/sleep 0.2; kill -TERM $child; wait $child';
    // The sleep lets go of the output, which would otherwise keep the test waiting for it.
    const done = run({ name: 'x', command: ['/bin/sh', '-c', stop, 'x', ...sidecar.command] }, {}, { sleep: 'echo "pid $$" >> "$CALLS"; exec /bin/sleep 60 >/dev/null 2>&1' });
    expect(done.status).toBe(0);
    const [, pid] = /^pid (\d+)$/m.exec(done.calls.join('\n'))!;
    // The sleep that it was in goes on: it did not wait for its end.
    expect(process.kill(Number(pid))).toBe(true);
  });
});

describe('the kubelet\'s expansion', () => {
  const rendezvous: [string, Partial<LeaderWorkerGroupProps>][] = [
    ['plain', {}],
    ['different commands', { leader: { command: ['lead'] }, worker: { command: ['work'] } }],
    ['a port', { waitForLeader: LeaderWait.forPort(80) }],
    ['Ray', { rendezvous: Rendezvous.ray() }],
    ['MPI', { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true }],
    ['TensorFlow', { rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }), restartsAfterSuccess: true }],
  ];

  test.each(rendezvous.flatMap(([name, props]) => Object.keys(BACKENDS)
    .filter(kind => kind !== 'leaderWorkerSet' || !['MPI', 'TensorFlow'].includes(name)).map(kind => [name, kind, props] as const)))(
    'leaves the script of %s alone (%s)', (_, kind, props) => {
      const { leader, worker } = templatesOf(llm({ backend: BACKENDS[kind], container: { image, command: ['serve'] }, ...props }).synth());
      for (const template of [leader, worker]) {
        const main = mainOf(template);
        expect(argvOf(main, environmentOf(main, { [POD_INDEX]: '1' }))).toEqual([...main.command!, ...main.args ?? []]);
      }
    });

  test('reaches the user\'s words, in scripts too, without the shell parsing the value', () => {
    const envVariables = { PROMPT: kplus.EnvValue.fromValue('it\'s "$HOME" `id`') };
    const props = { backend: BACKENDS.singleStatefulSet, container: { image, envVariables }, leader: { command: ['show', '$(PROMPT)'] }, worker: { command: ['show', 'w', '$(PROMPT)'] } };
    expect(start(props, 0).out).toBe('<it\'s "$HOME" `id`>\n');
    expect(start(props, 1).out).toBe('<w><it\'s "$HOME" `id`>\n');
  });
});
