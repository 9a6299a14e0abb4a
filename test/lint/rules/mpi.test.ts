import { custom, findingsIn, onlyFinding } from '../run/manifests';

const mpiJob = (command: readonly unknown[], more: object = {}) => custom('kubeflow.org/v2beta1', 'MPIJob')('m', {
  mpiReplicaSpecs: { Launcher: { template: { spec: { containers: [{ name: 'launcher', image: 'a:1', command }] } } }, Worker: { replicas: 2, template: {} } },
  slotsPerWorker: 8,
  ...more,
});

describe('AIW2607 processes of mpirun', () => {
  test.each(['-np', '--np', '-n', '--n', '-c'])('%s 17 for 16 slots', option => {
    expect(onlyFinding('AIW2607', mpiJob(['mpirun', option, '17', 'train']))).toMatchObject({
      field: 'spec.mpiReplicaSpecs.Launcher.template.spec.containers[0].command[2]',
      message: 'Invalid value: 17: starts 17 processes, but there are 2 hosts x 8 slots per worker = 16 slots',
      help: 'use -np 16, or leave it out',
    });
  });

  test.each<[string, string[]]>([
    ['as many as slots', ['mpirun', '-np', '16', 'train']],
    ['processes on each node', ['mpirun', '-npernode', '17', 'train']],
    ['processors of each process', ['mpirun', '-cpus-per-proc', '17', 'train']],
    ['an option of the program', ['mpirun', 'train', '--use-np', '17']],
    ['another option that ends like it', ['mpirun', '--with-n', '17']],
    ['a variable', ['mpirun', '-np', '$(PROCESSES)', 'train']],
    ['nothing behind it', ['mpirun', '-np']],
    ['a program whose name is a number', ['mpirun', '17']],
    ['another launcher', ['torchrun', '-np', '17', 'train.py']],
  ])('%s: %j', (_, command) => {
    expect(findingsIn('AIW2607', mpiJob(command))).toEqual([]);
  });

  test.each(['-oversubscribe', '--oversubscribe', '-hostfile', '--hostfile', '-machinefile', '--machinefile', '-host', '--host', '--host=a', '-H', '-map-by', '--map-by', '-app', '--app'])(
    '%s names other hosts or slots', option => {
      expect(findingsIn('AIW2607', mpiJob(['mpirun', option, 'a', '-np', '17', 'train']))).toEqual([]);
    });

  test.each(['--exclude-host=a', '--hosts', '-Hx'])('%s of the program does not', option => {
    expect(findingsIn('AIW2607', mpiJob(['mpirun', '-np', '17', 'train', option]))).toHaveLength(1);
  });

  test('slots that are no number are not counted', () => {
    expect(findingsIn('AIW2607', mpiJob(['mpirun', '-np', '17', 'train'], { slotsPerWorker: 'auto' }))).toEqual([]);
  });
});
