import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DeviceClass, DeviceRequest, KubernetesVersion, ResourceClaim, ResourceClaimTemplate, Target } from '../../../src';
import { Manifest, messageOf } from '../carrier';

function chartIn(namespace?: string, target = {}): Chart {
  const chart = new Chart(new App(), 'prod', { namespace });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, ...target });
  return chart;
}

const LABEL = 'resource.kubernetes.io/admin-access';
const all = () => DeviceRequest.nvidia().withAdminAccess();
const namespaceIn = (chart: Chart, name = 'monitoring') => new kplus.Namespace(chart, 'Namespace', { metadata: { name } });
const ofKind = (chart: Chart, kind: string): Manifest => Testing.synth(chart).find((each: Manifest) => each.kind === kind)!;

test('all devices of the node, beside whoever holds them', () => {
  const chart = chartIn('monitoring');
  new ResourceClaimTemplate(chart, 'Watched', { requests: [all()], adminNamespace: namespaceIn(chart) });
  expect(ofKind(chart, 'ResourceClaimTemplate').spec.spec.devices.requests).toEqual([
    { name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com', allocationMode: 'All', adminAccess: true } },
  ]);
});

test('as many as are asked for', () => {
  const chart = chartIn('monitoring');
  new ResourceClaim(chart, 'Watched', { requests: [DeviceRequest.nvidia({ count: 2 }).withAdminAccess()], adminNamespace: namespaceIn(chart) });
  expect(ofKind(chart, 'ResourceClaim').spec.devices.requests[0].exactly).toMatchObject({ allocationMode: 'ExactCount', count: 2, adminAccess: true });
});

test('other claims say nothing of it', () => {
  const chart = chartIn('ml');
  new ResourceClaimTemplate(chart, 'Gpus', { requests: [DeviceRequest.nvidia()] });
  expect(JSON.stringify(Testing.synth(chart))).not.toContain('adminAccess');
});

test('the namespace that the app makes gets the label, and the claim stands in it', () => {
  const chart = chartIn();
  new ResourceClaimTemplate(chart, 'Watched', { requests: [all()], adminNamespace: namespaceIn(chart) });
  expect(ofKind(chart, 'Namespace').metadata.labels).toMatchObject({ [LABEL]: 'true' });
  expect(ofKind(chart, 'ResourceClaimTemplate').metadata.namespace).toBe('monitoring');
});

test('one namespace may serve several claims, and has no namespace itself', () => {
  const chart = chartIn('monitoring');
  const adminNamespace = namespaceIn(chart);
  ['A', 'B'].forEach(id => new ResourceClaim(chart, id, { requests: [all()], adminNamespace }));
  expect(ofKind(chart, 'Namespace').metadata).toEqual({ name: 'monitoring', labels: expect.objectContaining({ [LABEL]: 'true' }) });
});

test('a namespace of the app without it is a mistake at synth, one from elsewhere is not judged', () => {
  const chart = chartIn('monitoring');
  new ResourceClaimTemplate(chart, 'Watched', { requests: [all()] });
  expect(() => Testing.synth(chart)).not.toThrow();
  namespaceIn(chart);
  expect(() => Testing.synth(chart)).toThrow(/AIW2146.*admin access/s);
});

describe('refused', () => {
  test.each<[what: string, make: (chart: Chart) => unknown, says: string]>([
    ['the label without a reason', chart => new ResourceClaim(chart, 'A', { requests: [DeviceRequest.nvidia()], adminNamespace: namespaceIn(chart) }), 'adminNamespace: Forbidden: no request has admin access'],
    ['another namespace than that of the claim', chart => new ResourceClaim(chart, 'A', { requests: [all()], adminNamespace: namespaceIn(chart, 'other') }),
      'adminNamespace: Invalid value: "other": the claim is in monitoring'],
    ['alternatives', () => DeviceRequest.firstAvailable([DeviceRequest.nvidia(), DeviceRequest.nvidia({ product: 'H100' })]).withAdminAccess(), 'alternatives have no admin access'],
    ['among alternatives', () => DeviceRequest.firstAvailable([all()]), 'alternatives have no admin access'],
    ['a class', chart => new DeviceClass(chart, 'A', { devices: all() }), 'admin access is asked for in a claim'],
  ])('%s', (_, make, says) => {
    expect(messageOf(() => make(chartIn('monitoring')))).toContain(says);
  });

  test('a cluster that would drop it', () => {
    const chart = chartIn('monitoring', { kubernetes: KubernetesVersion.V1_35, featureGates: { DRAAdminAccess: false } });
    expect(messageOf(() => new ResourceClaim(chart, 'A', { requests: [all()] }))).toContain('the target switches the feature gate DRAAdminAccess off');
  });
});
