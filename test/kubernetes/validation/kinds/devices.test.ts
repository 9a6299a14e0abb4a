import { changed, META, rowsOf, said } from './subject';

const exactly = { deviceClassName: 'gpu.nvidia.com', selectors: [{ cel: { expression: 'device.driver == "gpu.nvidia.com"' } }] };
const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: META, spec: { devices: { requests: [{ name: 'gpu', exactly }] } } };
const request = 'spec.devices.requests[0]';
const choices = { name: 'gpu', firstAvailable: [{ name: 'big', deviceClassName: 'a' }, { name: 'small', deviceClassName: 'b' }] };

test.each(rowsOf([
  [request, { name: 'gpu' }, `${request}: Required value`],
  [request, { name: 'gpu', exactly, firstAvailable: choices.firstAvailable }, `${request}: Invalid value`],
  [request, { exactly }, `${request}.name: Invalid value`],
  [request, choices],
  [request, { name: 'gpu', firstAvailable: Array(9).fill(choices.firstAvailable[0]) }, `${request}.firstAvailable: Too many`],
  [request, { name: 'gpu', firstAvailable: [choices.firstAvailable[0], choices.firstAvailable[0]] }, `${request}.firstAvailable[1]: Duplicate value`],
  ['spec.devices.requests', [{ name: 'a', exactly }, { name: 'a', exactly }], 'spec.devices.requests[1]: Duplicate value'],
  ['spec.devices.requests', Array.from({ length: 33 }, (_, index) => ({ name: `r${index}`, exactly })), 'spec.devices.requests: Too many'],
  [`${request}.exactly.deviceClassName`, '', `${request}.exactly.deviceClassName: Required value`],
  [`${request}.exactly.deviceClassName`, 'GPU', `${request}.exactly.deviceClassName: Invalid value`],
  [`${request}.exactly.count`, -1, `${request}.exactly.count: Invalid value`],
  [`${request}.exactly.allocationMode`, 'Some', `${request}.exactly.allocationMode: Unsupported value`],
  [`${request}.exactly.selectors`, [{}], `${request}.exactly.selectors[0].cel: Required value`],
  [`${request}.exactly.selectors[0].cel.expression`, 'device.drivr == "x"', `${request}.exactly.selectors[0].cel.expression: Invalid value`],
  [`${request}.exactly.selectors[0].cel.expression`, `"${'x'.repeat(10 * 1024)}" == ""`, `${request}.exactly.selectors[0].cel.expression: Too long`],
  [`${request}.exactly.tolerations`, [{ operator: 'Exists', value: 'x' }], `${request}.exactly.tolerations[0].value: Invalid value`],
  ['spec.devices.constraints', [{ requests: ['gpu'], matchAttribute: 'gpu.nvidia.com/productName' }]],
  ['spec.devices.constraints', [{ matchAttribute: 'productName' }], 'spec.devices.constraints[0].matchAttribute: Invalid value'],
  ['spec.devices.constraints', [{ requests: ['cpu'], matchAttribute: 'a.b/c' }], 'spec.devices.constraints[0].requests[0]: Invalid value'],
  ['spec.devices.constraints', [{ requests: ['gpu', 'gpu'], matchAttribute: 'a.b/c' }], 'spec.devices.constraints[0].requests[1]: Duplicate value'],
  ['spec.devices.constraints', [{}], 'spec.devices.constraints[0]: Required value'],
  ['spec.devices.config', [{ opaque: { driver: 'gpu.nvidia.com', parameters: {} } }]],
  ['spec.devices.config', [{}], 'spec.devices.config[0].opaque: Required value'],
  ['spec.devices.config', [{ opaque: { parameters: [] } }], 'spec.devices.config[0].opaque.driver: Required value', 'spec.devices.config[0].opaque.parameters: Invalid value'],
  ['spec.devices.config', [{ opaque: { driver: 'a', parameters: { a: 'x'.repeat(10 * 1024) } } }], 'spec.devices.config[0].opaque.parameters: Too long'],
]))('a device claim with %s', (_, path, value, expected) => {
  expect(said(changed(claim, path, value))).toEqual(expected);
});

test('all devices of a class cannot be counted', () => {
  const body = changed(changed(claim, `${request}.exactly.allocationMode`, 'All'), `${request}.exactly.count`, 2);
  expect(said(body)).toEqual([`${request}.exactly.count: Invalid value`]);
});

test('an entry of a list of choices is named with its list', () => {
  const body = changed(changed(claim, request, choices), 'spec.devices.constraints', [{ requests: ['gpu/big', 'gpu/none'], matchAttribute: 'a.b/c' }]);
  expect(said(body)).toEqual(['spec.devices.constraints[0].requests[1]: Invalid value']);
});

test('what a minor drops is not looked at', () => {
  const tolerated = changed(claim, `${request}.exactly.tolerations`, [{ operator: 'Like' }]);
  expect([said(tolerated, '1.35'), said(tolerated, '1.36')]).toEqual([[], [`${request}.exactly.tolerations[0].operator: Unsupported value`]]);
  const distinct = changed(claim, 'spec.devices.constraints', [{ distinctAttribute: 'a.b/c' }]);
  expect([said(distinct, '1.35'), said(distinct, '1.36')]).toEqual([['spec.devices.constraints[0].matchAttribute: Required value'], []]);
  expect(said(changed(claim, request, choices), '1.34', { DRAPrioritizedList: false })).toEqual([`${request}: Required value`]);
});

test('a claim template has no name for its claims', () => {
  const template = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: META, spec: { metadata: { labels: { a: 'b' } }, spec: claim.spec } };
  expect(said(template)).toEqual([]);
  expect(said(changed(template, 'spec.metadata.name', 'x'))).toEqual(['spec.metadata.name: Forbidden']);
  expect(said(changed(template, 'spec.metadata.labels', { 'a b': 'c' }))).toEqual(['spec.metadata.labels: Invalid value']);
  expect(said(changed(template, 'spec.spec.devices.requests[0].name', 'A'))).toEqual(['spec.spec.devices.requests[0].name: Invalid value']);
});

test.each(rowsOf([
  ['spec.selectors', Array(33).fill({ cel: { expression: 'true' } }), 'spec.selectors: Too many'],
  ['spec.selectors', [{ cel: { expression: '1' } }], 'spec.selectors[0].cel.expression: Invalid value'],
  ['spec.extendedResourceName', 'nvidia.com/gpu'],
  ['spec.extendedResourceName', 'gpu', 'spec.extendedResourceName: Invalid value'],
]))('a device class with %s', (_, path, value, expected) => {
  expect(said(changed({ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: {} }, path, value))).toEqual(expected);
});

test('older versions of the API have other fields and are left to the schema', () => {
  expect(said({ ...claim, apiVersion: 'resource.k8s.io/v1beta1', spec: { devices: { requests: [{ name: 'gpu', deviceClassName: 'x' }] } } })).toEqual([]);
});

test('a taint without an effect of its own came with 1.35, also where the gate of taints is on', () => {
  const spec = { driver: 'gpu.example.com', pool: { name: 'node-1', generation: 1, resourceSliceCount: 1 }, allNodes: true };
  const slice = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: { name: 'a' }, spec: { ...spec, devices: [{ name: 'gpu', taints: [{ key: 'a', effect: 'None' }] }] } };
  const gates = { DRADeviceTaints: true };
  expect([said(slice, '1.34', gates), said(slice, '1.35', gates), said(slice, '1.34')]).toEqual([['spec.devices[0].taints[0].effect: Unsupported value'], [], []]);
});
