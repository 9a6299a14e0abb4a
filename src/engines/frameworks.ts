import { TORCHRUN } from '../knowledge/engines/torchrun';

/**
 * What distributed frameworks expect of the pods they run in: names and ports, as data.
 */

/** torchrun reads every flag from a `PET_` variable as well. Source: torch/distributed/argparse_util.py; kubeflow/trainer pkg/constants. */
export const TORCH = {
  port: 29500,
  nodes: TORCHRUN.launches.nodes.variable,
  processesPerNode: TORCHRUN.launches.processes.variable,
  nodeRank: 'PET_NODE_RANK',
  masterAddress: 'PET_MASTER_ADDR',
  masterPort: 'PET_MASTER_PORT',
  rendezvousBackend: 'PET_RDZV_BACKEND',
  rendezvousEndpoint: 'PET_RDZV_ENDPOINT',
  rendezvousId: 'PET_RDZV_ID',
  rendezvousConf: 'PET_RDZV_CONF',
  maxRestarts: 'PET_MAX_RESTARTS',
  /** torchrun's agent kills its children this long after a stop signal, and nothing changes it in the releases that the patterns are for. */
  killAfterSeconds: TORCHRUN.launches.killsAfter.seconds,
  /** How long an agent waits for the others. Source: torch 2.9 distributed/elastic/rendezvous/static_tcp_rendezvous.py */
  joinSeconds: 600,
} as const;

/** Source: kubeflow/trainer JAX plugin. */
export const JAX = {
  port: 29500,
  coordinator: 'JAX_COORDINATOR_ADDRESS',
  processes: 'JAX_NUM_PROCESSES',
  processId: 'JAX_PROCESS_ID',
  /** How long a process waits for the others. Source: jax 0.8 distributed.initialize(initialization_timeout) */
  joinSeconds: 300,
} as const;

/** Source: kubeflow/trainer MPI plugin; Open MPI reads `OMPI_MCA_*`. */
export const MPI = {
  sshPort: 2222,
  hostFile: '/etc/mpi/hostfile',
  hostFileFolder: '/etc/mpi',
  sshFolder: '/root/.ssh',
} as const;

/** Source: tensorflow tf.distribute.cluster_resolver.TFConfigClusterResolver. */
export const TENSORFLOW = {
  port: 2222,
  variable: 'TF_CONFIG',
} as const;

/** Source: ray-project/kuberay ray-operator/controllers/ray/utils/constant.go. */
export const RAY = {
  gcsPort: 6379,
  clientPort: 10001,
  dashboardPort: 8265,
  metricsPort: 8080,
  servePort: 8000,
  /** Of the dashboard's agent on each node, which answers for the health of the node. */
  agentPort: 52365,
  /** Chosen by us, since Ray draws them. Worker processes have 10002 to 19999 by default. */
  nodeManagerPort: 6380,
  objectManagerPort: 6381,
  address: 'RAY_ADDRESS',
  openFiles: 65536,
} as const;
