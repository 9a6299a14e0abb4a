import { container, messages, pod, template } from './asked';

describe('resources of a container', () => {
  const resources = (amounts: object, asked = {}) => container({ resources: amounts }, asked).map(text => text.replace('resources.', ''));

  test.each<[object, string[]]>([
    [{ requests: { cpu: '1' }, limits: { cpu: 2 } }, []], [{ requests: { cpu: '2' }, limits: { cpu: '1500m' } }, ['requests: Invalid']], [{ limits: { cpu: '-1' } }, ['limits[cpu]: Invalid']],
    [{ limits: { 'nvidia.com/gpu': '1' } }, []], [{ requests: { 'nvidia.com/gpu': '1' } }, ['limits: Required']], [{ requests: { 'a.b/c': '1' }, limits: { 'a.b/c': '2' } }, ['requests: Invalid']],
    [{ limits: { 'a.b/c': '1500m' } }, ['limits[a.b/c]: Invalid']], [{ limits: { gpu: '1' } }, ['limits[gpu]: Invalid', 'limits[gpu]: Invalid']], [{ limits: { pods: '1' } }, ['limits[pods]: Invalid']],
    [{ limits: { 'kubernetes.io/x': '1.5' } }, []], [{ limits: { 'requests.a.b/c': '1' } }, ['limits[requests.a.b/c]: Invalid']], [{ limits: { '-a/b': '1' } }, ['limits[-a/b]: Invalid', 'limits[-a/b]: Invalid']],
    [{ limits: { 'hugepages-2Mi': '4Mi', 'memory': '1Gi' } }, []], [{ limits: { 'hugepages-2Mi': '4Mi' } }, ['resources: Forbidden']],
    [{ limits: { 'hugepages-2Mi': '3Mi', 'cpu': '1' } }, ['limits[hugepages-2Mi]: Invalid']], [{ limits: { 'hugepages-x': '2Mi', 'cpu': '1' } }, ['limits[hugepages-x]: Invalid']],
    [{ requests: { 'hugepages-2Mi': '2Mi', 'cpu': '1' } }, ['limits: Required']], [{ requests: { memory: '0.0001' }, limits: { memory: '0.0009' } }, []],
    [{ claims: [{ name: 'gpu' }] }, []], [{ claims: [{ name: '' }, { name: 'none' }] }, ['claims[0]: Required', 'claims[1]: NotFound']], [{ claims: [{ name: 'gpu' }, { name: 'gpu', request: 'a' }] }, ['claims[1]: Duplicate']],
    [{ claims: [{ name: 'gpu', request: 'a' }, { name: 'gpu', request: 'b' }] }, []], [{ claims: [{ name: 'gpu', request: 'a' }, { name: 'gpu', request: 'a' }] }, ['claims[1]: Duplicate']],
    [{ claims: [{ name: 'gpu', request: 'A' }, { name: 'gpu' }] }, ['claims[0].request: Invalid', 'claims[1]: Duplicate']],
  ])('%j', (amounts, expected) => {
    expect(resources(amounts)).toEqual(expected);
  });

  test('claims are dropped at 1.33', () => {
    expect(resources({ claims: [{ name: 'none' }] }, { minor: '1.33' })).toEqual([]);
  });

  test('messages are those of the API server', () => {
    const of = (amounts: object) => messages({ containers: [{ name: 'a', image: 'i', resources: amounts }] }).map(text => text.replace('template.spec.containers[0].resources.', ''));
    expect(of({ requests: { cpu: '2' }, limits: { cpu: '1' } })).toEqual(['requests: Invalid value: "2": must be less than or equal to cpu limit of 1']);
    expect(of({ limits: { 'a.b/c': '0.5' } })).toEqual(['limits[a.b/c]: Invalid value: "0.5": must be an integer']);
    expect(of({ claims: [{ name: 'x' }] })).toEqual(['claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty']);
  });
});

describe('claims of a pod', () => {
  test.each<[object, string[]]>([
    [{ name: 'a', resourceClaimName: 'b' }, []], [{ name: 'a' }, ['resourceClaims[0]: Invalid']], [{ name: 'a', resourceClaimName: 'b', resourceClaimTemplateName: 'c' }, ['resourceClaims[0]: Invalid']],
    [{ name: '', resourceClaimName: 'B' }, ['resourceClaims[0].name: Required', 'resourceClaims[0].resourceClaimName: Invalid']], [{ name: 'a.b', resourceClaimTemplateName: 'c' }, ['resourceClaims[0].name: Invalid']],
  ])('%j', (claim, expected) => {
    expect(template({ resourceClaims: [claim] })).toEqual(expected);
  });

  test('have names of their own', () => {
    expect(template({ resourceClaims: [{ name: 'a', resourceClaimName: 'b' }, { name: 'a', resourceClaimName: 'c' }] })).toEqual(['resourceClaims[1].name: Duplicate']);
  });
});

describe('resources of a whole pod', () => {
  const containers = [{ name: 'a', image: 'i', resources: { requests: { cpu: '1' }, limits: { cpu: '2' } } }, { name: 'b', image: 'i', resources: { requests: { cpu: '1' } } }];
  const whole = (resources: object, more: object = {}, ask = template) => ask({ resources, containers, ...more }).map(text => text.replace('resources.', ''));

  test.each<[object, string[]]>([
    [{ requests: { cpu: '2' }, limits: { cpu: '4' } }, []], [{ requests: { cpu: '1' } }, ['requests[cpu]: Invalid']], [{ limits: { cpu: '1' } }, ['containers[0][cpu].limits: Invalid']],
    [{ requests: { cpu: '3' }, limits: { cpu: '2' } }, ['requests: Invalid']], [{ limits: { 'ephemeral-storage': '1' } }, ['limits[ephemeral-storage]: NotSupported']],
    [{ limits: { x: '1' } }, ['limits[x]: Invalid']], [{ claims: [] }, ['claims: Forbidden']],
  ])('%j', (resources, expected) => {
    expect(whole(resources)).toEqual(expected);
  });

  test('of a pod are filled in from its containers', () => {
    const initContainers = [{ name: 'init', image: 'i', resources: { requests: { cpu: '4' } } }];
    expect(whole({ limits: { cpu: '3' } }, { initContainers }, pod)).toEqual(['requests: Invalid']);
    expect(whole({ limits: { cpu: '3' } }, { initContainers })).toEqual([]);
  });

  test('init containers count at their step, sidecars always', () => {
    const initContainers = [{ name: 's', image: 'i', restartPolicy: 'Always', resources: { requests: { cpu: '1' } } }, { name: 'o', image: 'i', resources: { requests: { cpu: '3' } } }];
    expect(whole({ requests: { cpu: '4' } }, { initContainers })).toEqual([]);
    expect(whole({ requests: { cpu: '3999m' } }, { initContainers })).toEqual(['requests[cpu]: Invalid']);
  });

  test('are none of Windows', () => {
    expect(whole({ requests: { cpu: '2' } }, { os: { name: 'windows' } })).toEqual(['resources: Forbidden']);
  });
});
