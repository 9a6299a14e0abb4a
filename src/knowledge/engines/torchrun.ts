import { Engine, names } from './engine';

export const TORCHRUN = {
  name: 'torchrun',
  title: 'torchrun',
  programs: [{ name: 'torchrun' }],
  modules: ['torch.distributed.run', 'torch.distributed.launch'],
  sharesMemory: true,
  launches: {
    nodes: { flags: names('--nnodes'), variable: 'PET_NNODES', mayBeRange: true },
    // The other backends give ranks themselves. Source: torch/distributed/run.py get_rdzv_endpoint, config_from_args: static, with the rank that is told (2.9.1)
    nodeRank: { flags: names('--node-rank'), variable: 'PET_NODE_RANK', unless: { flags: names('--rdzv-backend', '--standalone'), variable: 'PET_RDZV_BACKEND' } },
    processes: { flags: names('--nproc-per-node'), variable: 'PET_NPROC_PER_NODE', implied: 1 },
    // Overrides the endpoint and the id of the rendezvous. Source: torch/distributed/run.py run (2.9.1)
    alone: names('--standalone'),
    startsScript: true,
    meetsAtStart: true,
    // From SIGTERM to SIGKILL. Source: torch/distributed/elastic/multiprocessing/api.py; pytorch#68258, #119856; pytorch#172596 for flag and variable
    killsAfter: { seconds: 30, flags: names('--shutdown-timeout'), variable: 'TORCH_ELASTIC_SHUTDOWN_TIMEOUT' },
    exitCode: 1,
  },
  rendezvous: [{ flags: names('--master-addr'), variable: 'PET_MASTER_ADDR' }, { flags: names('--rdzv-endpoint'), variable: 'PET_RDZV_ENDPOINT' }],
  source: 'torch/distributed/run.py: every flag has a variable PET_<NAME>, and the flag wins',
} satisfies Engine;
