import { Rendezvous } from '../../src/engines/rendezvous';

test.each([
  ['a port of 0', () => Rendezvous.torchrun({ port: 0 }), 'Rendezvous.torchrun(port): Invalid value: 0: must be between 1 and 65535, inclusive'],
  ['a port above the range', () => Rendezvous.jax({ port: 65536 }), 'Rendezvous.jax(port): Invalid value: 65536'],
  ['a fractional port', () => Rendezvous.tensorFlow({ port: 22.5 }), 'Rendezvous.tensorFlow(port): Invalid value: 22.5'],
  ['a negative number of servers', () => Rendezvous.tensorFlow({ parameterServers: -1 }), 'Rendezvous.tensorFlow(parameterServers): Invalid value: -1'],
  ['no ssh Secret', () => Rendezvous.mpi({ sshSecretName: '' }), 'Rendezvous.mpi(sshSecretName): Invalid value: "": must name the Secret'],
])('%s is refused', (_, make, message) => {
  expect(make).toThrow(message);
});

test.each([
  [Rendezvous.plain(), false, false],
  [Rendezvous.ray(), true, false],
  [Rendezvous.torchrun(), true, true],
  [Rendezvous.jax(), true, true],
  [Rendezvous.mpi({ sshSecretName: 'ssh' }), true, true],
  [Rendezvous.tensorFlow(), true, true],
])('$_kind: collective and run to completion', (rendezvous, collective, completes) => {
  expect([rendezvous._isCollective, rendezvous._runsToCompletion]).toEqual([collective, completes]);
});
