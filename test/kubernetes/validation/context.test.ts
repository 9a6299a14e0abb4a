import { ServerContext } from '../../../src/kubernetes/validation/context';

test.each([
  ['off by default', '1.36', 'HPAScaleToZero', {}, false],
  ['on by default from the next minor on', '1.37', 'HPAScaleToZero', {}, true],
  ['switched on', '1.36', 'HPAScaleToZero', { HPAScaleToZero: true }, true],
  ['switched off', '1.37', 'HPAScaleToZero', { HPAScaleToZero: false }, false],
  ['locked on, whatever somebody says', '1.36', 'JobPodReplacementPolicy', { JobPodReplacementPolicy: false }, true],
  // What a gate stood for stays when it goes.
  ['gone after it was locked on', '1.37', 'JobPodReplacementPolicy', {}, true],
  ['not there yet', '1.36', 'EmptyDirVolumeMode', { EmptyDirVolumeMode: true }, false],
  ['unknown', '1.37', 'Unheard', {}, false],
])('a gate that is %s', (_, minor, gate, overrides, on) => {
  expect(new ServerContext(minor, overrides).gate(gate)).toBe(on);
});
