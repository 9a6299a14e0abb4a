import { Backend } from './deployed';
import { Run, SHOW } from '../../../test/engines/kubelet';
import { Accelerator, InferenceEngine, LeaderWorkerGroupProps, Rendezvous, VllmLoadBalancing, VllmOptions } from 'cdk8s-ai-workloads';

/** Where the handles say that a process is. */
export interface Place {
  readonly index: number;
  readonly group: number;
  /** DNS names of the group's leader and of all its members. */
  readonly leader: string;
  readonly members: readonly string[];
  readonly worldSize: number;
}

/** A framework: how its groups are written, and what its processes read of their place. */
export interface World {
  readonly props: Partial<LeaderWorkerGroupProps>;
  /** Programs of the image, and files at absolute paths. */
  readonly stubs: Readonly<Record<string, string>>;
  readonly replace?: Readonly<Record<string, string>>;
  /** Backends that refuse it. */
  readonly not?: readonly Backend[];
  /** References that stay on purpose. */
  readonly left?: readonly string[];
  /** What a process saw of its place, and what it should have seen. Equal for every member. */
  saw(process: { run: Run; env: Readonly<Record<string, string>> }): unknown;
  expected(place: Place): unknown;
}

const image = 'registry.example/train:1';
const trains = { restartsAfterSuccess: true, processesPerPod: 4 };
const gpus = { accelerator: Accelerator.nvidia(8) };
const vllm = (version: string, options: Partial<VllmOptions>) =>
  ({ ...gpus, engine: InferenceEngine.vllm({ version, model: 'example/model', ...options }) });
const experts = { expertParallel: true, experts: 96, loadBalancing: VllmLoadBalancing.HYBRID };

export function words(line: string): string[] {
  return line.split(' ');
}

/** Words that the SHOW stub wrote. */
function shown(run: Run): string[] {
  return [...run.out.matchAll(/<([^>]*)>/g)].map(match => match[1]);
}

/** Values of `--flag value`. */
function flags(run: Run, ...names: string[]): (string | undefined)[] {
  const argv = shown(run);
  return names.map(name => argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
}

/**
 * The data-parallel ranks that vLLM makes of its flags, and whether the process answers requests for them.
 *
 * Source: vllm vllm/engine/arg_utils.py create_engine_config (0.11.0 and 0.22.1)
 */
function ranksOf(run: Run) {
  const [size, nodes, node, local, start, rank, master, address] = flags(run, '--data-parallel-size', '--nnodes', '--node-rank', '--data-parallel-size-local',
    '--data-parallel-start-rank', '--data-parallel-rank', '--master-addr', '--data-parallel-address');
  const count = rank === undefined ? Number(local ?? Number(size) / Number(nodes)) : 1;
  const first = Number(rank ?? start ?? Number(node ?? 0) * count);
  const argv = shown(run);
  const balances = rank !== undefined || argv.includes('--data-parallel-external-lb') || argv.includes('--data-parallel-hybrid-lb');
  return { of: size, ranks: Array.from({ length: count }, (_, index) => first + index), leader: address ?? master, answers: !argv.includes('--headless'), balances };
}

const ofEight = ({ index, leader }: Place) => ({ of: '24', ranks: Array.from({ length: 8 }, (_, each) => index * 8 + each), leader });
const ofOne = ({ index, leader }: Place) => ({ of: '3', ranks: [index], leader });

const callsOf = (run: Run, program: string) => run.calls.filter(call => call.startsWith(`${program} `));
const rayHead = 'ray start --head --port=6379 --dashboard-host=0.0.0.0';
const rayNode = (leader: string) => [`ray health-check --address ${leader}:6379`, `ray start --address=${leader}:6379 --block`];

export const WORLDS: Readonly<Record<string, World>> = {
  'A program of its own': {
    props: {
      container: {
        image,
        command: ['show', '--rank=$(LWS_WORKER_INDEX)', '--of=$(LWS_GROUP_SIZE)'],
        args: ['--group=$(LWS_GROUP_INDEX)', '--leader=tcp://$(LWS_LEADER_ADDRESS):7000', '$HOME', "it's", '$$(LWS_GROUP_SIZE)'],
      },
    },
    stubs: { show: SHOW },
    // An escaped reference is a text.
    left: ['$(LWS_GROUP_SIZE)'],
    saw: ({ run }) => shown(run),
    expected: ({ index, group, leader }) => [`--rank=${index}`, '--of=3', `--group=${group}`, `--leader=tcp://${leader}:7000`, '$HOME', "it's", '$(LWS_GROUP_SIZE)'],
  },
  'torchrun': {
    props: { rendezvous: Rendezvous.torchrun(), ...trains, container: { image, command: ['torchrun', 'train.py'] } },
    stubs: { torchrun: 'echo "$PET_NNODES $PET_NPROC_PER_NODE $PET_NODE_RANK $PET_MASTER_ADDR"' },
    saw: ({ run }) => {
      const [nodes, processes, rank, leader] = words(run.out.trimEnd());
      return { world: Number(nodes) * Number(processes), rank, leader };
    },
    expected: ({ index, leader, worldSize }) => ({ world: worldSize, rank: String(index), leader }),
  },
  'JAX': {
    props: { rendezvous: Rendezvous.jax(), restartsAfterSuccess: true, container: { image, command: ['python', 'train.py'] } },
    stubs: { python: 'echo "$JAX_NUM_PROCESSES $JAX_PROCESS_ID $JAX_COORDINATOR_ADDRESS"' },
    saw: ({ run }) => words(run.out.trimEnd()),
    expected: ({ index, leader, worldSize }) => [String(worldSize), String(index), `${leader}:29500`],
  },
  'Ray': {
    props: { rendezvous: Rendezvous.ray(), container: { image, command: ['serve'] } },
    stubs: { ray: '', serve: 'echo "$RAY_ADDRESS"' },
    saw: ({ run, env }) => ({ ray: callsOf(run, 'ray'), serves: run.out.trimEnd(), address: env.RAY_ADDRESS }),
    expected: ({ index, leader }) => ({ ray: index === 0 ? [rayHead] : rayNode(leader), serves: index === 0 ? `${leader}:6379` : '', address: `${leader}:6379` }),
  },
  'TensorFlow': {
    props: { rendezvous: Rendezvous.tensorFlow({ parameterServers: 1 }), restartsAfterSuccess: true, container: { image, command: ['train'] } },
    not: ['leaderWorkerSet'],
    stubs: { train: 'printf %s "$TF_CONFIG"' },
    saw: ({ run }) => JSON.parse(run.out),
    expected: ({ index, members }) => {
      const [chief, ps, worker] = members.map(dns => [`${dns}:2222`]);
      return { cluster: { chief, ps, worker }, task: { type: ['chief', 'ps', 'worker'][index], index: 0 } };
    },
  },
  'Open MPI': {
    props: { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), ...trains, container: { image, command: ['mpirun', '-np', '12', 'train'] } },
    not: ['leaderWorkerSet'],
    // The host file is a volume, which this machine does not mount: the launcher waits for the names that its test looks up in the ConfigMap.
    replace: { '/usr/sbin/sshd': 'STUBS/sshd', '/etc/mpi/hostfile': '/dev/null' },
    stubs: { 'mkdir': '', 'ssh-keygen': '', 'sshd': '', 'mpirun': SHOW },
    saw: ({ run, env }) => ({ launches: shown(run), sshd: callsOf(run, 'sshd').map(call => call.endsWith(' -D')), leader: env.LWS_LEADER_ADDRESS }),
    expected: ({ index, leader }) => ({ launches: index === 0 ? ['-np', '12', 'train'] : [], sshd: [index !== 0], leader }),
  },
  'vLLM over nodes': {
    props: vllm('0.18', { tensorParallel: 8, pipelineParallel: 3 }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ({ place: flags(run, '--nnodes', '--node-rank', '--master-addr'), headless: shown(run).includes('--headless') }),
    expected: ({ index, leader }) => ({ place: ['3', String(index), leader], headless: index !== 0 }),
  },
  'vLLM over Ray': {
    props: vllm('0.11', { tensorParallel: 8, pipelineParallel: 3 }),
    stubs: { ray: '', vllm: SHOW },
    saw: ({ run }) => ({ ray: callsOf(run, 'ray'), executor: flags(run, '--distributed-executor-backend') }),
    expected: ({ index, leader }) => index === 0 ? { ray: [rayHead], executor: ['ray'] } : { ray: rayNode(leader), executor: [undefined] },
  },
  'vLLM with copies in each node': {
    props: vllm('0.11', { dataParallel: 24 }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => flags(run, '--data-parallel-size', '--data-parallel-size-local', '--data-parallel-start-rank', '--data-parallel-address'),
    // The leader's copies are the first, which is the flag's default.
    expected: ({ index, leader }) => ['24', '8', index === 0 ? undefined : String(index * 8), leader],
  },
  'vLLM with experts': {
    props: vllm('0.22', { dataParallel: 24, expertParallel: true, experts: 96 }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ranksOf(run),
    expected: place => ({ ...ofEight(place), answers: place.index === 0, balances: false }),
  },
  'vLLM where all answer': {
    props: vllm('0.22', { dataParallel: 24, ...experts }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ranksOf(run),
    expected: place => ({ ...ofEight(place), answers: true, balances: true }),
  },
  'vLLM where all answer, by the shell': {
    props: vllm('0.11', { dataParallel: 24, ...experts }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ranksOf(run),
    expected: place => ({ ...ofEight(place), answers: true, balances: true }),
  },
  'vLLM of one rank a pod': {
    props: vllm('0.22', { tensorParallel: 8, dataParallel: 3, ...experts }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ranksOf(run),
    expected: place => ({ ...ofOne(place), answers: true, balances: true }),
  },
  'vLLM of one rank a pod, as before': {
    props: vllm('0.11', { tensorParallel: 8, dataParallel: 3, ...experts }),
    stubs: { vllm: SHOW },
    saw: ({ run }) => ranksOf(run),
    expected: place => ({ ...ofOne(place), answers: true, balances: true }),
  },
};
