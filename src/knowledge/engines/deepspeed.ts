import { Engine, names } from './engine';

export const DEEPSPEED: Engine = {
  name: 'deepspeed',
  title: 'DeepSpeed',
  programs: [{ name: 'deepspeed' }],
  modules: [],
  sharesMemory: true,
  launches: {
    nodes: { flags: names('--num-nodes') },
    processes: { flags: names('--num-gpus') },
    startsScript: true,
    meetsAtStart: false,
  },
  source: 'DeepSpeed deepspeed/launcher/runner.py',
};
