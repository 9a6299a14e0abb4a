import { pathAsWritten } from '../../../src/kubernetes/validation/type-names';

describe('a path of the API server, as the manifest has it', () => {
  test.each([
    ['spec.HostPID', 'spec.hostPID'],
    ['spec.template.spec.HostIPC', 'spec.template.spec.hostIPC'],
    ['spec.LoadBalancerSourceRanges', 'spec.loadBalancerSourceRanges'],
    ['spec.volumes[0].cephFS.monitors', 'spec.volumes[0].cephfs.monitors'],
    ['spec.LoadBalancerSourceRanges[1]', 'spec.loadBalancerSourceRanges[1]'],
    ['HostPID', 'hostPID'],
  ])('%s is %s', (server, written) => expect(pathAsWritten(server)).toBe(written));

  test.each(['spec.hostPID', 'data[HostPID]', 'spec.HostPIDs', 'metadata.labels[A.b]'])('%s is what it is', field => expect(pathAsWritten(field)).toBe(field));
});
