import { Engine } from './engine';

export const MPIRUN: Engine = {
  name: 'mpirun',
  title: 'mpirun',
  programs: [{ name: 'mpirun' }, { name: 'mpiexec' }],
  modules: [],
  sharesMemory: false,
  launches: { startsScript: false, meetsAtStart: true, fillsSlots: true },
  source: 'Open MPI orte/mca/rmaps',
};
