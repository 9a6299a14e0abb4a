import { argvOf, Container, environmentOf, run, SHOW } from './kubelet';
import { Entrypoint } from '../../src/engines/entrypoint';
import { Rendezvous } from '../../src/engines/rendezvous';
import {
  World, containerPorts, mpiEntrypoint, mpiHostFile, mpiVolumes, rayEntrypoint, rayLeaderEntrypoint, rayWorkerEntrypoint, rendezvousEnvironment,
  rendezvousPorts, reservedVariables, tensorFlowEntrypoint,
} from '../../src/engines/world';

const HOSTS = ['llm-0-leader-0.llm.ml', 'llm-0-worker-1.llm.ml', 'llm-0-worker-2.llm.ml', 'llm-0-worker-3.llm.ml', 'llm-0-worker-4.llm.ml'];

const WORLD: World = {
  pods: 5,
  processesPerPod: 8,
  leaderAddress: '$(LEADER)',
  leaderInShell: '$LEADER',
  indexVariable: 'INDEX',
  hosts: HOSTS,
  id: 'llm-0',
};

const ALL = {
  plain: Rendezvous.plain(),
  ray: Rendezvous.ray(),
  torchrun: Rendezvous.torchrun(),
  jax: Rendezvous.jax(),
  mpi: Rendezvous.mpi({ sshSecretName: 'ssh' }),
  tensorflow: Rendezvous.tensorFlow(),
};

/** Environment of the process with an index, as the kubelet makes it. */
function environment(rendezvous: Rendezvous, index: number, world = WORLD): { [name: string]: string } {
  const env = [{ name: 'LEADER', value: HOSTS[0] }, { name: 'INDEX', value: String(index) }, ...rendezvousEnvironment(rendezvous, world)];
  const { LEADER, INDEX, ...rest } = Object.fromEntries(environmentOf({ name: 'main', env: env as Container['env'] }, {}));
  return rest;
}

const start = (entrypoint: Entrypoint, index: number, stubs: { [program: string]: string }, replace = {}) => run({
  name: 'main', ...entrypoint, env: [{ name: 'LEADER', value: HOSTS[0] }, { name: 'INDEX', value: String(index) }],
}, {}, { show: SHOW, ...stubs }, replace);

describe('variables', () => {
  test.each([
    ['plain', ALL.plain, {}],
    ['Ray', ALL.ray, { RAY_ADDRESS: `${HOSTS[0]}:6379` }],
    ['torchrun', ALL.torchrun, { PET_NNODES: '5', PET_NPROC_PER_NODE: '8', PET_NODE_RANK: '3', PET_MASTER_ADDR: HOSTS[0], PET_MASTER_PORT: '29500' }],
    ['torchrun on another port', Rendezvous.torchrun({ port: 1234 }), expect.objectContaining({ PET_MASTER_PORT: '1234' })],
    ['JAX', ALL.jax, { JAX_COORDINATOR_ADDRESS: `${HOSTS[0]}:29500`, JAX_NUM_PROCESSES: '5', JAX_PROCESS_ID: '3' }],
    ['MPI', ALL.mpi, expect.objectContaining({ OMPI_MCA_orte_default_hostfile: '/etc/mpi/hostfile' })],
  ])('of %s at index 3', (_, rendezvous, expected) => {
    expect(environment(rendezvous, 3)).toEqual(expected);
  });

  test('of elastic torchrun leave the rank to the rendezvous', () => {
    expect(environment(ALL.torchrun, 3, { ...WORLD, minPods: 2 })).toMatchObject({
      PET_NNODES: '2:5', PET_RDZV_BACKEND: 'c10d', PET_RDZV_ENDPOINT: `${HOSTS[0]}:29500`, PET_RDZV_ID: 'llm-0',
    });
    expect(environment(ALL.torchrun, 3, { ...WORLD, minPods: 2 })).not.toHaveProperty('PET_NODE_RANK');
  });

  test.each(Object.entries(ALL))('of %s are all reserved', (_, rendezvous) => {
    for (const world of [WORLD, { ...WORLD, minPods: 2 }]) {
      const injected = rendezvousEnvironment(rendezvous, world).map(variable => variable.name);
      expect(injected.filter(name => !reservedVariables(rendezvous).includes(name))).toEqual([]);
    }
  });

  test('that a script writes are reserved too', () => {
    expect(reservedVariables(ALL.tensorflow)).toEqual(['TF_CONFIG']);
  });
});

test.each([
  ['plain', ALL.plain, []],
  ['ray', ALL.ray, [['gcs', 6379], ['dashboard', 8265], ['client', 10001]]],
  ['torchrun', ALL.torchrun, [['torchrun', 29500]]],
  ['jax', ALL.jax, [['jax', 29500]]],
  ['mpi', ALL.mpi, [['ssh', 2222]]],
  ['tensorflow', ALL.tensorflow, [['tensorflow', 2222]]],
])('ports of %s', (_, rendezvous, expected) => {
  expect(rendezvousPorts(rendezvous).map(port => [port.name, port.port])).toEqual(expected);
  expect(containerPorts(rendezvous)).toEqual(expected.map(([name, containerPort]) => ({ name, containerPort })));
});

describe('TF_CONFIG', () => {
  const config = (servers: number, index: number) => {
    const done = start(tensorFlowEntrypoint(Rendezvous.tensorFlow({ parameterServers: servers }), WORLD, ['print'], undefined), index, { print: 'printf %s "$TF_CONFIG"' });
    return JSON.parse(done.out);
  };
  const addresses = HOSTS.map(host => `${host}:2222`);

  test.each([
    [0, { type: 'chief', index: 0 }],
    [1, { type: 'ps', index: 0 }],
    [2, { type: 'ps', index: 1 }],
    [3, { type: 'worker', index: 0 }],
    [4, { type: 'worker', index: 1 }],
  ])('with two parameter servers, index %s is %j', (index, task) => {
    expect(config(2, index)).toEqual({
      cluster: { chief: addresses.slice(0, 1), ps: addresses.slice(1, 3), worker: addresses.slice(3) },
      task,
    });
  });

  test.each([0, 4])('without parameter servers, index %s is the worker of that index', index => {
    expect(config(0, index)).toEqual({ cluster: { worker: addresses }, task: { type: 'worker', index } });
  });

  test('names in the cluster the address of each task itself', () => {
    const { cluster, task } = config(2, 4);
    expect(cluster[task.type][task.index]).toBe(`${HOSTS[4]}:2222`);
  });

  test('is passed to the user\'s command, whose words stay as they are', () => {
    const done = start(tensorFlowEntrypoint(ALL.tensorflow, WORLD, ['show', 'two words', "it's"], ['$HOME']), 1, {});
    expect(done.out).toBe("<two words><it's><$HOME>\n");
  });

  test('needs the command, since the image\'s entry point is not known', () => {
    expect(() => tensorFlowEntrypoint(ALL.tensorflow, WORLD, undefined, ['x']))
      .toThrow('container.command: Required value: TF_CONFIG is written before it starts');
  });
});

describe('Open MPI', () => {
  const stubs = { 'sshd': '', 'mkdir': '', 'ssh-keygen': '' };
  const mpi = (index: number, getent: string, timeoutSeconds = 20) => start(
    mpiEntrypoint(WORLD, ['show', 'mpirun'], ['-np', '40', 'two words'], timeoutSeconds), index, { ...stubs, getent, print: 'cat' },
    { '/usr/sbin/sshd': 'STUBS/sshd', '/etc/mpi/hostfile': 'STUBS/hostfile' });
  const withHostFile = (getent: string, timeoutSeconds?: number) => {
    const hostFile = mpiHostFile(WORLD);
    // The first step of the script is mkdir, whose stub mounts the host file.
    return start(mpiEntrypoint(WORLD, ['show', 'mpirun'], ['-np', '40', 'two words'], timeoutSeconds ?? 20), 0,
      { ...stubs, mkdir: `printf %s '${hostFile}' > "\${CALLS%/*}/hostfile"`, getent }, { '/usr/sbin/sshd': 'STUBS/sshd', '/etc/mpi/hostfile': 'STUBS/hostfile' });
  };

  test('the host file gives every pod as many slots as it has processes', () => {
    expect(mpiHostFile(WORLD)).toBe(HOSTS.map(host => `${host} slots=8\n`).join(''));
  });

  test.each([1, 4])('index %s runs sshd in the foreground and nothing else', index => {
    const done = mpi(index, 'exit 1');
    expect(done.calls).toEqual(['mkdir -p /run/sshd', 'ssh-keygen -A', 'sshd -e -p 2222 -o StrictModes=no -o PidFile=none -D']);
    expect(done.out).toBe('');
  });

  test('the launcher starts sshd, waits for every host, then runs the command', () => {
    const done = withHostFile('case "$2" in *worker-3*) [ "$call" -ge 6 ] ;; esac');
    const asked = done.calls.filter(call => call.startsWith('getent')).map(call => call.replace('getent hosts ', ''));
    expect([...new Set(asked)]).toEqual(HOSTS);
    expect(asked.filter(host => host === HOSTS[3]).length).toBeGreaterThan(1);
    expect(done.calls).toContain('sshd -e -p 2222 -o StrictModes=no -o PidFile=none');
    expect(done.out).toBe('<mpirun><-np><40><two words>\n');
  });

  test('the launcher gives up when one host does not come, and says which', () => {
    const done = withHostFile('case "$2" in *worker-2*) exit 2 ;; esac', 6);
    expect(done.status).toBe(1);
    expect(done.err).toBe(`${HOSTS[2]} has no address after 6 s\n`);
    expect(done.out).toBe('');
  });

  test('the launcher does not wait when nobody wants it to', () => {
    expect(withHostFile('exit 2', 0).out).toBe('<mpirun><-np><40><two words>\n');
  });

  test('mounts the key pair so that ssh accepts its mode, in the user\'s home', () => {
    const { volumes, mounts } = mpiVolumes(Rendezvous.mpi({ sshSecretName: 'ssh', home: '/home/mpiuser' }), 'llm-0-hostfile');
    expect(volumes).toEqual([
      {
        name: 'mpi-ssh',
        secret: expect.objectContaining({
          secretName: 'ssh',
          defaultMode: 0o600,
          items: expect.arrayContaining([{ key: 'ssh-privatekey', path: 'id_rsa' }, { key: 'ssh-publickey', path: 'authorized_keys' }]),
        }),
      },
      { name: 'mpi-hostfile', configMap: { name: 'llm-0-hostfile' } },
    ]);
    expect(mounts).toEqual([
      { name: 'mpi-ssh', mountPath: '/home/mpiuser/.ssh', readOnly: true }, { name: 'mpi-hostfile', mountPath: '/etc/mpi', readOnly: true },
    ]);
  });
});

describe('lists of hosts end where what holds them ends', () => {
  const crowd = (pods: number): World => ({ ...WORLD, pods, hosts: Array.from({ length: pods }, (_, index) => `llm-0-worker-${index}.llm.ml`) });

  test('a host file is in a ConfigMap', () => {
    expect(mpiHostFile(crowd(20_000)).split('\n')).toHaveLength(20_001);
    expect(() => mpiHostFile(crowd(40_000))).toThrow(
      /^rendezvous: Invalid value: "40000 pods": the host file names every pod and has [0-9]+ bytes, more than the 1048576 that a ConfigMap holds/);
  });

  test('TF_CONFIG is in an argument', () => {
    const entrypoint = (pods: number) => tensorFlowEntrypoint(Rendezvous.tensorFlow(), crowd(pods), ['train'], undefined);
    const words = entrypoint(3000);
    expect(Math.max(...[...words.command, ...words.args ?? []].map(word => word.length))).toBeLessThan(131072);
    expect(() => entrypoint(5000)).toThrow(/^rendezvous: Invalid value: "5000 pods": TF_CONFIG names every pod and has [0-9]+ bytes, more than the 130048 that an argument of a process holds/);
  });
});

describe('Ray', () => {
  const HEAD = 'ray start --head --port=6379 --dashboard-host=0.0.0.0';
  const CHECK = `ray health-check --address ${HOSTS[0]}:6379`;
  const JOIN = `ray start --address=${HOSTS[0]}:6379 --block`;

  test('the leader starts the head, then becomes the command', () => {
    const done = start(rayLeaderEntrypoint(['show', 'serve'], ['two words', "it's", '$HOME']), 0, { ray: '' });
    expect(done.calls[0]).toBe(HEAD);
    expect(done.out).toBe("<serve><two words><it's><$HOME>\n");
  });

  test('the leader without a command stays as the head', () => {
    expect(start(rayLeaderEntrypoint(undefined, undefined), 0, { ray: '' }).calls).toEqual([`${HEAD} --block`]);
  });

  test('arguments without a command are refused: they would be lost', () => {
    expect(() => rayLeaderEntrypoint(undefined, ['serve'])).toThrow('container.command: Required value: `ray start` runs before it');
  });

  test('a worker waits for the head, then joins', () => {
    const done = start(rayWorkerEntrypoint(WORLD, 60), 1, { ray: '[ "$1" = start ] || [ "$call" -ge 3 ]' });
    expect(done.calls.filter(call => call.startsWith('ray'))).toEqual([CHECK, CHECK, CHECK, JOIN]);
    expect(done.status).toBe(0);
  });

  test('a worker gives up when no head comes', () => {
    const done = start(rayWorkerEntrypoint(WORLD, 15), 1, { ray: 'exit 1' });
    expect(done.status).toBe(1);
    expect(done.err).toContain(`no Ray head at ${HOSTS[0]}:6379 after 15 s`);
    expect(done.calls.filter(call => call === CHECK)).toHaveLength(3);
    expect(done.calls).not.toContain(JOIN);
  });

  test('a worker that should not wait joins at once', () => {
    expect(start(rayWorkerEntrypoint(WORLD, 0), 1, { ray: '' }).calls).toEqual([JOIN]);
  });

  test.each([[0, [HEAD, 'show serve']], [1, [CHECK, JOIN]], [10, [CHECK, JOIN]]])('in one template index %s runs %j', (index, calls) => {
    expect(start(rayEntrypoint(WORLD, ['show', 'serve'], undefined, 60), index, { ray: '' }).calls).toEqual(calls);
  });

  test('the kubelet leaves its scripts alone', () => {
    const known = new Map([['LEADER', 'x'], ['INDEX', '1'], ['tries', '2']]);
    for (const { command } of [rayEntrypoint(WORLD, ['show'], undefined, 60), mpiEntrypoint(WORLD, ['x'], undefined, 60),
      tensorFlowEntrypoint(Rendezvous.tensorFlow({ parameterServers: 2 }), WORLD, ['x'], undefined)]) {
      expect(argvOf({ name: 'main', command }, known)).toEqual(command);
    }
  });
});
