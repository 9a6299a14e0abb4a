import { container, pod, template } from './asked';
import { SAMPLES } from './samples';
import { counted } from '../../../hygiene/steps';

/** What no sample can hold, since some minor refuses it. */
const UNUSUAL = [{
  name: 'unusual fields',
  metadata: { name: 'a' },
  spec: {
    ephemeralContainers: [{ name: 'debug', image: 'i', targetContainerName: 'main', volumeMounts: [{ name: 'a', mountPath: '/a' }] }],
    schedulingGroup: { podGroupName: 'a' },
    volumes: [
      { name: 'a', projected: { sources: [{ clusterTrustBundle: { name: 'a', path: 'ca' } }, { podCertificate: { signerName: 'a.b/c', keyType: 'ED25519', keyPath: 'k', userAnnotations: { 'a.b/c': 'd' } } }] } },
      { name: 'b', image: { reference: 'r' } },
    ],
    containers: [{ name: 'main', image: 'i', lifecycle: { stopSignal: 'SIGTERM' }, env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'a', path: 'b', key: 'C' } } }] }],
  },
}];

describe('a pod itself', () => {
  test.each<[string, object, string[]]>([
    ['is as good as a template', {}, []],
    ['has no spaces around images', { containers: [{ name: 'a', image: 'i ' }] }, ['containers[0].image: Invalid']],
    ['has no node while it is gated', { nodeName: 'a', schedulingGates: [{ name: 'a' }] }, ['nodeName: Forbidden']],
    ['has the priority of its class', { priority: 7 }, ['priority: Forbidden']],
    ['has the priority of its class, or says it', { priority: 2_000_001_000, priorityClassName: 'system-node-critical' }, []],
    ['may have a class that is not known here', { priority: 7, priorityClassName: 'mine', preemptionPolicy: 'Never' }, []],
    ['preempts as its class does', { preemptionPolicy: 'Never' }, ['preemptionPolicy: Forbidden']],
    ['has the overhead of its runtime class', { overhead: { cpu: '1' } }, ['overhead: Forbidden']],
    ['has a grace period of a second at least', { terminationGracePeriodSeconds: -1, containers: [{ name: 'a', image: 'i', lifecycle: { preStop: { sleep: { seconds: 1 } } } }] }, []],
  ])('%s', (_what, spec, expected) => {
    expect(pod(spec)).toEqual(expected);
  });

  test('has metadata', () => {
    expect(pod({}, { metadata: { name: 'A', labels: { a: '-' } } })).toEqual(['metadata.name: Invalid', 'metadata.labels: Invalid']);
  });

  test('asks for its limits of what nobody may have more of', () => {
    const containers = [{ name: 'a', image: 'i', resources: { limits: { gpu: '1' } } }];
    expect(pod({ containers })).toContain('containers[0].resources.requests[gpu]: Invalid');
    expect(template({ containers })).not.toContain('containers[0].resources.requests[gpu]: Invalid');
  });
});

test('metadata of a template is labels and annotations, without the word metadata', () => {
  expect(template({}, { metadata: { name: 'A', labels: { '-': '' }, annotations: { 'a b': '' } } })).toEqual(['template.labels: Invalid', 'template.annotations: Invalid']);
});

describe.each(['1.33', '1.34', '1.35', '1.36'])('samples at %s', minor => {
  test.each(SAMPLES)('$name is right', ({ metadata, spec }) => {
    expect([template(spec, { metadata, minor }), pod(spec, { metadata, minor })]).toEqual([[], []]);
  });
});

describe('strange input', () => {
  const STRANGE = [null, -1.5, 'x', true, [null], [[]], {},
    JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "hasOwnProperty": 1}')];
  const gates = { ClusterTrustBundleProjection: true, PodCertificateRequest: true, GenericWorkload: true, ContainerStopSignals: true };

  /** Puts each of them at each place below a value, one after the other. */
  function everywhere(value: any, act: () => void): void {
    for (const key of value !== null && typeof value === 'object' ? Object.keys(value) : []) {
      const before = value[key];
      for (const strange of STRANGE) {
        value[key] = strange;
        act();
      }
      value[key] = before;
      everywhere(before, act);
    }
  }

  test.each([...SAMPLES, ...UNUSUAL])('never throws, wherever it stands in $name', ({ metadata, spec }) => {
    const body = JSON.parse(JSON.stringify({ metadata, spec }));
    let count = 0;
    everywhere(body, () => {
      (count++ % 2 === 0 ? template : pod)(body.spec, { metadata: body.metadata, gates });
    });
    expect(count).toBeGreaterThan(100);
  });

  test('a key that every object has is no volume, label or resource', () => {
    const volumeMounts = ['constructor', '__proto__', 'toString'].map(name => ({ name, mountPath: `/${name}` }));
    expect(container({ volumeMounts })).toEqual([0, 1, 2].map(index => `volumeMounts[${index}].name: NotFound`));
    expect(container({ resources: JSON.parse('{"requests": {"constructor": "1", "__proto__": "1"}}') })).toEqual([
      'resources.requests[constructor]: Invalid', 'resources.requests[constructor]: Invalid', 'resources.requests[__proto__]: Invalid', 'resources.requests[__proto__]: Invalid',
    ]);
  });
});

test('ordinary templates take few steps each', () => {
  const spec = (index: number) => ({
    volumes: [{ name: 'tmp', emptyDir: {} }],
    containers: [{
      name: 'web',
      image: `web:${index}`,
      ports: [{ name: 'http', containerPort: 8080 }],
      env: [{ name: 'A', value: 'b' }],
      resources: { requests: { cpu: '100m', memory: `${index + 1}Mi` } },
      volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      livenessProbe: { httpGet: { path: '/', port: 'http' } },
    }],
  });
  const [counting, stepsOf] = counted(() => jest.requireActual<{ template: typeof template }>('./asked'));
  const specs = Array.from({ length: 200 }, (_, index) => spec(index));
  const once = stepsOf(() => expect(counting.template(specs[0])).toEqual([]));
  expect(once).toBeGreaterThan(100);
  // A template's own steps, and none for the templates before it.
  expect(stepsOf(() => specs.forEach(each => counting.template(each)))).toBeLessThan(1.5 * 200 * once);
  expect(once).toBeLessThan(5_000);
});
