import { Engine, names } from './engine';

export const ACCELERATE: Engine = {
  name: 'accelerate',
  title: 'accelerate',
  programs: [{ name: 'accelerate', verb: 'launch' }],
  modules: ['accelerate.commands.launch'],
  sharesMemory: true,
  // `--num_processes` is of all machines.
  launches: { nodes: { flags: names('--num-machines') }, startsScript: true, meetsAtStart: false },
  rendezvous: [{ flags: names('--main-process-ip') }],
  source: 'accelerate src/accelerate/commands/launch.py',
};
