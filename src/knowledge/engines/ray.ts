import { Engine, names } from './engine';

/** A part of a Ray cluster: engines and training run in it. */
export const RAY_START: Engine = {
  name: 'ray',
  title: 'Ray',
  // The script is in the images of vLLM: `worker` ends in `ray start --block`, `leader` in `ray start --head`, with what else it is given.
  programs: [{ name: 'ray', verb: 'start' }, { name: 'multi-node-serving.sh' }],
  modules: [],
  sharesMemory: false,
  cluster: {
    head: ['--head', 'leader'],
    nodes: names('--ray-cluster-size'),
    // The script of the images blocks where it is the last: as a worker. Source: ray python/ray/scripts/scripts.py start (2.53.0)
    returns: { program: 'ray', unless: names('--block') },
    devices: names('--num-gpus'),
    // Source: ray python/ray/_private/services.py determine_plasma_store_config, ray_constants.py, resource_spec.py (2.53)
    store: {
      size: names('--object-store-memory'),
      parameter: 'object-store-memory',
      folder: names('--plasma-directory'),
      share: 0.3,
      mostOnDisk: 10 ** 10,
      allowed: 'RAY_OBJECT_STORE_ALLOW_SLOW_STORAGE',
    },
  },
  source: 'ray python/ray/scripts/scripts.py; vllm examples/online_serving/multi-node-serving.sh (v0.11.0)',
};

/** Images that the project publishes: the tag begins with the release, and may name the Python. Source: ray ci/ray_ci/docker_container.py */
export const RAY_IMAGES = {
  repositories: ['rayproject/ray', 'rayproject/ray-ml', 'rayproject/ray-llm'],
  tag: /^(\d+\.\d+\.\d+)(?:\.[0-9a-f]{6})?(?:-(?:[\w.-]*-)?py(\d)(\d+))?(?=-|$)/,
};
