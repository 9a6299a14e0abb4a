import { Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DeviceClass, DeviceConstraint, DeviceRequest, DeviceSharing, KubernetesVersion, LeaderWorkerGroup, ResourceClaim,
  ResourceClaimTemplate, Target, TargetProps,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Manifest, chartIn, messageOf } from '../carrier';

function chartFor(target: TargetProps = {}): Chart {
  const chart = chartIn();
  Target.define(chart, target);
  return chart;
}

function group(chart: Chart, id = 'Llm', accelerator?: Accelerator): LeaderWorkerGroup {
  return new LeaderWorkerGroup(chart, id, { size: 1, container: { image: 'x:1', portNumber: 80 }, accelerator });
}

const ofKind = (chart: Chart, kind: string): Manifest[] => Testing.synth(chart).filter((each: Manifest) => each.kind === kind);
const podOf = (chart: Chart): Manifest => ofKind(chart, 'StatefulSet')[0].spec.template.spec;
const gpu = (options = {}) => DeviceRequest.nvidia(options);

describe('templates and claims', () => {
  test('the whole object, as the API has it', () => {
    const chart = chartFor();
    const claim = new ResourceClaimTemplate(chart, 'GpuAndNic', {
      requests: [gpu({ product: 'H100', count: 2 }), DeviceRequest.ofClass('rdma.example.com', { name: 'nic', count: 2 })],
      constraints: [DeviceConstraint.sameValue('resource.kubernetes.io/pcieRoot', ['gpu', 'nic'])],
      metadata: { labels: { team: 'ml' }, annotations: { note: 'x' } },
    });
    expect(claim.claimName).toBe('gpu-and-nic');
    expect(ofKind(chart, 'ResourceClaimTemplate')).toMatchSnapshot();
    expect(claim.name).toMatch(/^gpu-and-nic-[0-9a-f]{8}$/);
    expect(claim.apiObject.name).toBe(claim.name);
  });

  test('a changed count is a new object, since the spec of the old one may not change; the same content keeps its name', () => {
    const nameOf = (count: number, id = 'A') => new ResourceClaimTemplate(chartFor(), id, { name: 'gpus', requests: [gpu({ count })] }).name;
    expect(nameOf(2)).not.toBe(nameOf(4));
    expect(nameOf(2)).toBe(nameOf(2, 'MovedElsewhere'));
  });

  test('a claim has one level less than a template', () => {
    const chart = chartFor();
    new ResourceClaim(chart, 'Shared', { requests: [gpu()] });
    expect(ofKind(chart, 'ResourceClaim')[0]).toMatchObject({
      apiVersion: 'resource.k8s.io/v1', metadata: { namespace: 'ml', name: expect.stringMatching(/^shared-[0-9a-f]{8}$/) }, spec: { devices: { requests: [{ name: 'gpu', exactly: { count: 1 } }] } },
    });
  });

  test('a patch under the old name is warned about, a patch of the labels is not', () => {
    const patched = (patch: JsonPatch) => {
      const chart = chartFor();
      new ResourceClaimTemplate(chart, 'Gpus', { requests: [gpu()] }).apiObject.addJsonPatch(patch);
      return findingsOf(chart.node.root).filter(finding => finding.id === 'AIW3602');
    };
    expect(patched(JsonPatch.replace('/spec/spec/devices/requests/0/exactly/count', 2))).toMatchObject([{ class: 'risky', field: 'spec', message: expect.stringContaining('immutable') }]);
    expect(patched(JsonPatch.add('/metadata/labels', { a: 'b' }))).toEqual([]);
  });

  test.each([
    ['a claim', (chart: Chart) => new ResourceClaim(chart, 'Gpus', { requests: [gpu()] }), 'prod/Gpus: requests'],
    ['a template', (chart: Chart) => new ResourceClaimTemplate(chart, 'Gpus', { requests: [gpu()] }), 'prod/Gpus: requests'],
    ['a class', (chart: Chart) => new DeviceClass(chart, 'Gpus', { devices: gpu() }), 'prod/Gpus: devices'],
    ['an accelerator', (chart: Chart) => group(chart, 'Gpus', Accelerator.claim(gpu())), 'prod/Gpus: accelerator'],
  ])('%s is refused at 1.33', (_, create, place) => {
    const message = messageOf(() => create(chartFor({ kubernetes: KubernetesVersion.V1_33 })));
    expect(message).toContain(`${place}: Forbidden: dynamic resource allocation (resource.k8s.io/v1 and pod spec.resourceClaims): Kubernetes 1.33 does not have it; the first minor that has it is 1.34`);
    expect(message).toContain('Accelerator.nvidia(n)');
  });

  test.each([
    ['distinct values', KubernetesVersion.V1_35, { DRAConsumableCapacity: true }, (chart: Chart) => new ResourceClaim(chart, 'C', { requests: [gpu()], constraints: [DeviceConstraint.distinctValues('gpu.nvidia.com/uuid')] }), 'constraints[0]'],
    ['an extended resource', KubernetesVersion.V1_35, { DRAExtendedResource: true }, (chart: Chart) => new DeviceClass(chart, 'C', { devices: gpu(), extendedResourceName: 'nvidia.com/gpu' }), 'extendedResourceName'],
  ])('%s need 1.36, or their gate', (_, kubernetes, featureGates, create, field) => {
    expect(messageOf(() => create(chartFor({ kubernetes })))).toContain(`prod/C: ${field}: Forbidden`);
    expect(messageOf(() => create(chartFor({ kubernetes })))).toContain('the first minor that has it is 1.36');
    expect(() => create(chartFor({ kubernetes, featureGates }))).not.toThrow();
    expect(() => create(chartFor({ kubernetes: KubernetesVersion.V1_36 }))).not.toThrow();
  });

  test('alternatives can be switched off by their gate', () => {
    const chart = chartFor({ featureGates: { DRAPrioritizedList: false } });
    expect(messageOf(() => group(chart, 'Llm', Accelerator.claim(DeviceRequest.firstAvailable([gpu()]))))).toContain('the target switches the feature gate DRAPrioritizedList off');
  });

  test.each([
    ['a name', { metadata: { name: 'x' } }, 'prod/Gpus: metadata.name: Forbidden'],
    ['no requests', { requests: [] }, 'prod/Gpus: requests: Required value'],
    ['a name that is none', { name: 'My Gpus' }, 'prod/Gpus: name: Invalid value: "My Gpus"'],
  ])('%s is refused with the path of the construct', (_, props, message) => {
    expect(messageOf(() => new ResourceClaimTemplate(chartFor(), 'Gpus', { requests: [gpu()], ...props }))).toContain(message);
  });
});

describe('attaching', () => {
  test('containers of one pod hold requests of one claim', () => {
    const chart = chartFor();
    const llm = group(chart);
    const monitor = llm.leader.addSidecar({ name: 'monitor', image: 'dcgm:1' });
    const claim = new ResourceClaimTemplate(chart, 'Gpus', { requests: [gpu(), DeviceRequest.ofClass('rdma.example.com', { name: 'nic' })] });
    claim.attachTo(llm.leader.mainContainer);
    claim.attachTo(monitor, 'gpu');
    const pod = podOf(chart);
    expect(pod.resourceClaims).toEqual([{ name: 'gpus', resourceClaimTemplateName: claim.name }]);
    expect(pod.containers[0].resources.claims).toEqual([{ name: 'gpus' }]);
    expect(pod.initContainers[0].resources.claims).toEqual([{ name: 'gpus', request: 'gpu' }]);
  });

  test('a shared claim is named as such, and sharing it without saying how is a warning', () => {
    const build = (sharing?: DeviceSharing) => {
      const chart = chartFor();
      const claim = new ResourceClaim(chart, 'Shared', { requests: [gpu({ sharing })] });
      ['A', 'B'].forEach(id => claim.attachTo(group(chart, id).leader.mainContainer));
      expect(podOf(chart).resourceClaims).toEqual([{ name: 'shared', resourceClaimName: claim.name }]);
      return findingsOf(chart.node.root).filter(finding => finding.id === 'AIW3601');
    };
    expect(build()).toHaveLength(1);
    expect(build(DeviceSharing.timeSlicing())).toEqual([]);
  });

  test.each([
    ['the same request twice', 'gpu', 'gpu', 'has its request "gpu" already'],
    ['a request of a claim that it holds whole', undefined, 'gpu', 'has the whole claim already'],
    ['the whole claim of which it holds a request', 'gpu', undefined, 'has its request "gpu" already'],
  ])('%s is refused, as the API server would', (_, first, second, message) => {
    const chart = chartFor();
    const { mainContainer } = group(chart).leader;
    const claim = new ResourceClaimTemplate(chart, 'Gpus', { requests: [gpu(), gpu({ name: 'other' })] });
    claim.attachTo(mainContainer, first);
    expect(messageOf(() => claim.attachTo(mainContainer, second))).toContain(message);
  });

  test('other refusals name what to do', () => {
    const chart = chartFor();
    const { mainContainer } = group(chart).leader;
    const claim = new ResourceClaimTemplate(chart, 'Gpus', { requests: [gpu()] });
    expect(messageOf(() => claim.attachTo(mainContainer, 'gpus'))).toContain('prod/Gpus: attachTo(request): Invalid value: "gpus": is no request of this claim; it has gpu');
    const elsewhere = new kplus.Deployment(chart, 'Other', { containers: [{ image: 'x:1' }] }).containers[0];
    expect(messageOf(() => claim.attachTo(elsewhere))).toContain('belongs to no pod of this library');
    claim.attachTo(mainContainer);
    const twin = new ResourceClaimTemplate(chart, 'Twin', { name: 'gpus', requests: [gpu({ count: 2 })] });
    expect(messageOf(() => twin.attachTo(mainContainer))).toContain('"gpus": names two different device claims of one pod');
  });
});

describe('classes', () => {
  test('a class begins with the driver, has no namespace, and stands for an extended resource', () => {
    const chart = chartFor();
    const small = new DeviceClass(chart, 'SmallMig', {
      name: 'mig-1g-10gb.example.com', devices: DeviceRequest.nvidiaMig('1g.10gb', { sharing: DeviceSharing.mps() }), extendedResourceName: 'nvidia.com/mig-1g.10gb', labels: { tier: 'small' },
    });
    expect(ofKind(chart, 'DeviceClass')).toMatchSnapshot();
    expect(ofKind(chart, 'DeviceClass')[0].metadata.namespace).toBeUndefined();
    expect(ofKind(chart, 'DeviceClass')[0].spec.selectors[0].cel.expression).toBe('device.driver == "gpu.nvidia.com"');
    expect(small.accelerator(2)).toMatchObject({ resourceName: 'nvidia.com/mig-1g.10gb', count: 2, taintKey: 'nvidia.com/gpu' });
    expect(findingsOf(chart.node.root).filter(finding => finding.id !== 'AIW0001')).toEqual([]);
  });

  test('a request of the class knows its devices', () => {
    const small = new DeviceClass(chartFor(), 'small', { devices: DeviceRequest.nvidiaMig('1g.10gb') });
    const request = small.request({ count: 2, cel: ['device.attributes["gpu.nvidia.com"].parentUUID != ""'] });
    expect(Accelerator.claim(request)).toMatchObject({ resourceName: 'small', count: 2 });
    expect(messageOf(() => small.request({ sharing: DeviceSharing.timeSlicing() }))).toContain('no time slicing for MIG devices');
    expect(messageOf(() => small.accelerator(1))).toContain('extendedResourceName: Required value');
  });

  test('a class of a driver nobody knows', () => {
    const chart = chartFor();
    new DeviceClass(chart, 'npu', { devices: DeviceRequest.ofClass('npu', { driver: 'npu.example.com', cel: ['device.attributes["npu.example.com"].lanes >= 4'] }) });
    expect(ofKind(chart, 'DeviceClass')[0].spec.selectors.map((each: Manifest) => each.cel.expression)).toEqual(['device.driver == "npu.example.com"', 'device.attributes["npu.example.com"].lanes >= 4']);
  });

  test.each([
    ['a count', { devices: gpu({ count: 2 }) }, 'devices: Forbidden: a class says which devices, and the claim how many; this asks for 2'],
    ['alternatives', { devices: DeviceRequest.firstAvailable([gpu()]) }, 'devices: Forbidden: a class is one kind of device'],
    ['no driver', { devices: DeviceRequest.ofClass('npu') }, 'devices: Required value: a class begins with the driver'],
    ['a resource of Kubernetes', { devices: gpu(), extendedResourceName: 'kubernetes.io/gpu' }, 'extendedResourceName: Invalid value: "kubernetes.io/gpu": is not an extended resource'],
    ['a name in capitals', { devices: gpu(), name: 'GPU' }, 'name: Invalid value: "GPU"'],
  ])('%s is refused', (_, props, message) => {
    expect(messageOf(() => new DeviceClass(chartFor(), 'C', props))).toContain(`prod/C: ${message}`);
  });
});
