import { brief, messages, podMessages } from './asked';

describe('resources of a container', () => {
  const resourceClaims = [{ name: 'gpu', resourceClaimName: 'gpu' }];
  const inContainer = (resources: object) => brief(messages({ resourceClaims, containers: [{ name: 'main', image: 'i', resources }] }))
    .map(text => text.replace(/^template\.spec\.containers\[0\]\.resources\.?/, ''));

  test.each<[object, string[]]>([
    [{ requests: { cpu: '2' }, limits: { cpu: '1' } }, ['requests: Invalid value: "2": must be less than or equal to cpu limit of 1']],
    [{ requests: { cpu: '1' }, limits: { cpu: '1' } }, []],
    [{ requests: { cpu: '-1' } }, ['requests[cpu]: Invalid value: "-1": must be greater than or equal to 0']], [{ requests: { cpu: '0' } }, []],
    [{ requests: { memory: '2' }, limits: { memory: '1' } }, ['requests: Invalid value: "2": must be less than or equal to memory limit of 1']],
    [{ requests: { memory: '1' }, limits: { memory: '1' } }, []],
    [{ requests: { memory: '-1' } }, ['requests[memory]: Invalid value: "-1": must be greater than or equal to 0']],
    [{ requests: { memory: '0' } }, []],
    [{ requests: { 'ephemeral-storage': '2' }, limits: { 'ephemeral-storage': '1' } },
      ['requests: Invalid value: "2": must be less than or equal to ephemeral-storage limit of 1']],
    [{ requests: { 'ephemeral-storage': '1' }, limits: { 'ephemeral-storage': '1' } }, []],
    [{ requests: { 'ephemeral-storage': '-1' } }, ['requests[ephemeral-storage]: Invalid value: "-1": must be greater than or equal to 0']],
    [{ requests: { 'ephemeral-storage': '0' } }, []],
    [{ requests: { cpu: '1001m' }, limits: { cpu: '1' } }, ['requests: Invalid value: "1001m": must be less than or equal to cpu limit of 1']],
    [{ requests: { cpu: '0.0011' }, limits: { cpu: '1m' } }, ['requests: Invalid value: "0.0011": must be less than or equal to cpu limit of 1m']],
    [{ requests: { cpu: '0.0001' }, limits: { cpu: '1m' } }, []], [{ requests: { cpu: '1e3' }, limits: { cpu: '1k' } }, []],
    [{ requests: { cpu: null }, limits: { cpu: '1' } }, []],
    [{ requests: { 'a.b/c': '1' } }, ['limits: Required value: Limit must be set for non overcommitable resources']],
    [{ requests: { 'a.b/c': '1' }, limits: { 'a.b/c': '2' } }, ['requests: Invalid value: "1": must be equal to a.b/c limit of 2']],
    [{ requests: { 'a.b/c': '2' }, limits: { 'a.b/c': '1' } }, ['requests: Invalid value: "2": must be equal to a.b/c limit of 1']],
    [{ requests: { 'a.b/c': '2' }, limits: { 'a.b/c': '2' } }, []],
    [{ limits: { 'a.b/c': '1.5' } }, ['limits[a.b/c]: Invalid value: "1.5": must be an integer']], [{ limits: { 'a.b/c': '1000m' } }, []],
    [{ limits: { 'a.b/c': '1500m' } }, ['limits[a.b/c]: Invalid value: "1500m": must be an integer']],
    [{ limits: { 'kubernetes.io/x': '1.5' } }, []], [{ limits: { 'x.kubernetes.io/x': '1' } }, []],
    [{ limits: { 'requests.a.b/c': '1' } },
      ['limits[requests.a.b/c]: Invalid value: "requests.a.b/c": doesn\'t follow extended resource name standard']],
    [{ limits: { x: '1' } },
      [
        'limits[x]: Invalid value: "x": must be a standard resource type or fully qualified',
        'limits[x]: Invalid value: "x": must be a standard resource for containers',
      ]],
    [{ limits: { pods: '1.5' } },
      [
        'limits[pods]: Invalid value: "pods": must be a standard resource for containers',
        'limits[pods]: Invalid value: "1.5": must be an integer',
      ]],
    [{ limits: { storage: '1' } }, ['limits[storage]: Invalid value: "storage": must be a standard resource for containers']],
    [{ limits: { 'requests.hugepages-2Mi': '2Mi' } },
      ['limits[requests.hugepages-2Mi]: Invalid value: "requests.hugepages-2Mi": must be a standard resource for containers']],
    [{ limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, []],
    [{ limits: { 'hugepages-2Mi': '3Mi', 'cpu': '1' } },
      ['limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi']],
    [{ limits: { 'hugepages-2Mi': '0', 'cpu': '1' } }, []],
    [{ limits: { 'hugepages-0': '1', 'cpu': '1' } },
      ['limits[hugepages-0]: Invalid value: "1": 1 is not positive integer multiple of hugepages-0']],
    [{ limits: { 'hugepages--1': '1', 'cpu': '1' } },
      ['limits[hugepages--1]: Invalid value: "1": 1 is not positive integer multiple of hugepages--1']],
    [{ limits: { 'hugepages-0.5': '1', 'cpu': '1' } },
      ['limits[hugepages-0.5]: Invalid value: "1": 1 is not positive integer multiple of hugepages-0.5']],
    [{ limits: { 'hugepages-x': '1', 'cpu': '1' } },
      ['limits[hugepages-x]: Invalid value: "1": 1 is not positive integer multiple of hugepages-x']],
    [{ limits: { 'hugepages-1m': '1', 'cpu': '1' } },
      ['limits[hugepages-1m]: Invalid value: "1": 1 is not positive integer multiple of hugepages-1m']],
    [{ limits: { 'hugepages-1500m': '3', 'cpu': '1' } },
      ['limits[hugepages-1500m]: Invalid value: "3": 3 is not positive integer multiple of hugepages-1500m']],
    [{ limits: { 'hugepages-': '1', 'cpu': '1' } },
      [
        'limits[hugepages-]: Invalid value: "hugepages-": name part',
        'limits[hugepages-]: Invalid value: "1": 1 is not positive integer multiple of hugepages-',
      ]],
    [{ limits: { 'hugepages-10E': '1', 'cpu': '1' } },
      ['limits[hugepages-10E]: Invalid value: "1": 1 is not positive integer multiple of hugepages-10E']],
    [{ limits: { 'hugepages-1': '0.5', 'cpu': '1' } }, []],
    [{ limits: { 'hugepages-2Mi': '2Mi' } }, [': Forbidden: HugePages require cpu or memory']],
    [{ limits: { 'hugepages-2Mi': '2Mi', 'memory': '1' } }, []], [{ limits: { 'hugepages-2Mi': '2Mi' }, requests: { memory: '1' } }, []],
    [{ requests: { 'hugepages-2Mi': '2Mi' } },
      ['limits: Required value: Limit must be set for non overcommitable resources', ': Forbidden: HugePages require cpu or memory']],
    [{ limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' }, requests: { 'hugepages-2Mi': '2Mi' } },
      ['requests: Invalid value: "2Mi": must be equal to hugepages-2Mi limit of 4Mi']],
    [{ claims: [{ name: 'gpu' }] }, []], [{ claims: [{ name: '' }] }, ['claims[0]: Required value']],
    [{ claims: [{ name: 'none' }] }, ['claims[0]: Not found: "none": must be one of the names in pod.spec.resourceClaims: gpu']],
    [{ claims: [{ name: 'gpu', request: 'a' }, { name: 'gpu', request: 'b' }, { name: 'gpu' }] }, ['claims[2]: Duplicate value: "gpu"']],
    [{ claims: [{ name: 'gpu' }, { name: 'gpu', request: 'A' }] }, ['claims[1]: Duplicate value: "gpu"']],
    [{ claims: [{ name: 'gpu', request: 'A' }] }, ['claims[0].request: Invalid value: "A": a lowercase RFC 1123 label']],
    [{ claims: [{ name: 'gpu', request: 'a' }, { name: 'gpu', request: 'a' }] }, ['claims[1]: Duplicate value: "gpu/a"']],
    [{ claims: [{ name: 'gpu' }, { name: 'gpu' }, { name: 'gpu' }] }, ['claims[1]: Duplicate value: "gpu"', 'claims[2]: Duplicate value: "gpu"']],
    [{ claims: [{ name: 'gpu', request: 'a' }, { name: 'gpu' }, { name: 'gpu', request: 'c' }] },
      ['claims[1]: Duplicate value: "gpu"', 'claims[2]: Duplicate value: "gpu"']],
  ])('%j', (resources, expected) => {
    expect(inContainer(resources)).toEqual(expected);
  });

  test('name at most a hundred claims to choose from', () => {
    const of = (count: number) => messages({
      resourceClaims: Array.from({ length: count }, (_, index) => ({ name: `c${index}`, resourceClaimName: 'c' })),
      containers: [{ name: 'main', image: 'i', resources: { claims: [{ name: 'none' }] } }],
    })[0];
    expect(of(100)).toMatch(/resourceClaims: c0, c1, c10, .* c99$/);
    expect(of(101)).not.toContain('c100');
    expect(of(12)).toMatch(/: c0, c1, c10, c11, c2, c3, c4, c5, c6, c7, c8, c9$/);
  });
});

describe('resources of a whole pod', () => {
  const inSpec = (ask: typeof messages, resources: object, first: object, second: object) => ask({
    resources,
    containers: [{ name: 'a', image: 'i', resources: first }, { name: 'b', image: 'i', resources: second }],
  }).map(text => text.replace(/^(template\.)?spec\.resources\.?/, ''));

  describe.each<[object, object, object, string[], string[]?]>([
    [{ requests: { cpu: '2' } }, {}, {}, []],
    [{ requests: { cpu: '1' } }, { requests: { cpu: '1' } }, { requests: { cpu: '1' } },
      ['requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2']],
    [{ requests: { cpu: '2' } }, { requests: { cpu: '1' } }, { requests: { cpu: '1' } }, []],
    [{ requests: { cpu: '1999m' } }, { requests: { cpu: '1' } }, { requests: { cpu: '1' } },
      ['requests[cpu]: Invalid value: "1999m": must be greater than or equal to aggregate container requests of 2']],
    [{ limits: { cpu: '2' } }, { limits: { cpu: '2' } }, {}, []],
    [{ limits: { cpu: '1' } }, { limits: { cpu: '2' } }, {},
      ['containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1'],
      [
        'requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
        'containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
      ]],
    [{ limits: { cpu: '1500m' } }, {}, { limits: { cpu: '1600m' } },
      ['containers[1][cpu].limits: Invalid value: "1600m": must be less than or equal to pod limits of 1500m'],
      [
        'requests: Invalid value: "1600m": must be less than or equal to cpu limit of 1500m',
        'containers[1][cpu].limits: Invalid value: "1600m": must be less than or equal to pod limits of 1500m',
      ]],
    [{ limits: { memory: '1Gi' } }, { limits: { memory: '2Gi' } }, {},
      ['containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1073741824'],
      [
        'requests: Invalid value: "2147483648": must be less than or equal to memory limit of 1Gi',
        'containers[0][memory].limits: Invalid value: "2Gi": must be less than or equal to pod limits of 1073741824',
      ]],
    [{ limits: { cpu: '3' } }, { requests: { cpu: '2' } }, { requests: { cpu: '2' } },
      [],
      ['requests: Invalid value: "4": must be less than or equal to cpu limit of 3']],
    [{ requests: { cpu: '1' }, limits: { cpu: '3' } }, { requests: { cpu: '2' } }, {},
      ['requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2']],
    [{ limits: { cpu: '1' } }, { requests: { memory: '2Gi' } }, {}, []],
    [{ limits: { cpu: '1', memory: '1Gi' } }, { requests: { memory: '2Gi' } }, {},
      [],
      ['requests: Invalid value: "2147483648": must be less than or equal to memory limit of 1Gi']],
    [{ limits: { 'hugepages-2Mi': '2Mi', 'cpu': '1' } }, { limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, {},
      [
        'limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container limits of 4194304',
        'containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": must be less than or equal to pod limits of 2097152',
      ],
      [
        'requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container requests of 4194304',
        'limits[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container limits of 4194304',
        'containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": must be less than or equal to pod limits of 2097152',
      ]],
    [{ limits: { 'hugepages-2Mi': '4Mi', 'cpu': '4' } }, { limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, { limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } },
      ['limits[hugepages-2Mi]: Invalid value: "4Mi": must be greater than or equal to aggregate container limits of 8388608'],
      [
        'requests[hugepages-2Mi]: Invalid value: "4Mi": must be greater than or equal to aggregate container requests of 8388608',
        'limits[hugepages-2Mi]: Invalid value: "4Mi": must be greater than or equal to aggregate container limits of 8388608',
      ]],
    [{ requests: { cpu: '1' } }, { requests: { cpu: '1' }, limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, {}, []],
    [{ requests: { 'cpu': '1', 'hugepages-2Mi': '2Mi' } }, { requests: { cpu: '1' }, limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, {},
      ['limits: Required value: Limit must be set for non overcommitable resources'],
      [
        'limits: Required value: Limit must be set for non overcommitable resources',
        'requests[hugepages-2Mi]: Invalid value: "2Mi": must be greater than or equal to aggregate container requests of 4194304',
      ]],
    [{ requests: { cpu: '1' }, limits: {} }, { requests: { 'ephemeral-storage': '1' } }, { requests: { 'a.b/c': '1' }, limits: { 'a.b/c': '1' } },
      []],
    [{ limits: { 'ephemeral-storage': '1' } }, {}, {},
      ['limits[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"']],
    [{ limits: { 'a.b/c': '1' } }, {}, {}, ['limits[a.b/c]: Unsupported value: "a.b/c": supported values: "cpu", "hugepages-", "memory"']],
    [{ requests: { cpu: '-1' } }, {}, {}, ['requests[cpu]: Invalid value: "-1": must be greater than or equal to 0']],
    [{ requests: {}, limits: {} }, { limits: { 'hugepages-2Mi': '4Mi', 'cpu': '1' } }, {}, []],
    [{ limits: { cpu: '4' } }, { requests: { cpu: '1' }, limits: { memory: '1Gi' } }, { requests: { memory: '1Gi' } }, []],
    [{ claims: [{ name: 'gpu' }] }, {}, {},
      [
        'claims: Forbidden: claims may not be set for Resources at pod-level',
        'claims[0]: Not found: "gpu": must be one of the names in pod.spec.resourceClaims which is empty',
      ]],
    [{ limits: { 'hugepages-2Mi': '4Mi', 'cpu': '2' } }, { limits: { 'hugepages-2Mi': '2Mi', 'cpu': '1' } }, {}, []],
  ])('%j of %j and %j', (resources, first, second, ofTemplate, ofPod = ofTemplate) => {
    test('of a template', () => {
      expect(inSpec(messages, resources, first, second)).toEqual(ofTemplate);
    });

    test('of a pod, where they are filled in', () => {
      expect(inSpec(podMessages, resources, first, second)).toEqual(ofPod);
    });
  });

  /** Processors of an init container, and its restart policy. */
  type Init = [cpu: string, restartPolicy?: string];
  test.each<[string, Init[], string[]]>([
    ['3', [['2', 'Always'], ['2']], ['requests[cpu]: Invalid value: "3": must be greater than or equal to aggregate container requests of 4']],
    ['4', [['2', 'Always'], ['2']], []], ['4', [['2'], ['3', 'Always']], []],
    ['3', [['2'], ['3', 'Always']], ['requests[cpu]: Invalid value: "3": must be greater than or equal to aggregate container requests of 4']],
    ['5', [['5']], []], ['4', [['5']], ['requests[cpu]: Invalid value: "4": must be greater than or equal to aggregate container requests of 5']],
    ['3', [['1', 'Always'], ['1', 'Always'], ['2']],
      ['requests[cpu]: Invalid value: "3": must be greater than or equal to aggregate container requests of 4']],
    ['4', [['1', 'Always'], ['1', 'Always'], ['2']], []], ['1', [['1', 'Never']], []],
  ])('%j are enough beside 1 and %j', (cpu, inits, expected) => {
    const initContainers = inits.map(([own, restartPolicy], index) => ({ name: `i${index}`, image: 'i', restartPolicy, resources: { requests: { cpu: own } } }));
    const containers = [{ name: 'main', image: 'i', resources: { requests: { cpu: '1' } } }];
    expect(messages({ resources: { requests: { cpu } }, containers, initContainers }).map(text => text.replace('template.spec.resources.', ''))).toEqual(expected);
  });
});
