import { Engine, names } from './engine';

/** A part of a Ray cluster: engines and training run in it. */
export const RAY_START: Engine = {
  name: 'ray',
  title: 'Ray',
  programs: [{ name: 'ray', verb: 'start' }],
  modules: [],
  sharesMemory: false,
  cluster: { head: '--head', devices: names('--num-gpus') },
  source: 'ray python/ray/scripts/scripts.py',
};
