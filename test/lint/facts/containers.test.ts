import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { acceleratorKind } from '../../../src/knowledge/accelerators';
import { acceleratorUses, asksForDevices, containerDevices, podDevices } from '../../../src/lint/facts/accelerators';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { endlessness } from '../../../src/lint/facts/endless';
import { Facts } from '../../../src/lint/facts/facts';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { isNativeSidecar, probeBudget } from '../../../src/lint/facts/probe-budget';
import { preStopOf } from '../../../src/lint/facts/stopping';

const FIELD = 'spec.template.spec.containers[0]';

/** The pods of a Deployment. */
function podsOf(spec: object, ...others: readonly PlainObject[]): { readonly facts: Facts; readonly pods: PodSet } {
  const facts = factsOf(object('apps/v1', 'Deployment', 'web', { template: { metadata: {}, spec } }), ...others);
  return { facts, pods: facts.get(podSets)[0] };
}
const placed = (container: object) => podsOf({ containers: [{ name: 'main', ...container }] }).pods.containers[0];

describe('how long a probe waits', () => {
  test.each([
    ['the defaults', {}, 30, '10 s x 3 = 30 s'],
    ['nulls', { periodSeconds: 0, failureThreshold: 0 }, 30, '10 s x 3 = 30 s'],
    ['what it says', { periodSeconds: 5, failureThreshold: 4 }, 20, '5 s x 4 = 20 s'],
    ['a delay', { initialDelaySeconds: 60 }, 90, '60 s + 10 s x 3 = 90 s'],
    ['no delay, written out', { initialDelaySeconds: 0 }, 30, '10 s x 3 = 30 s'],
  ])('%s', (_, probe, seconds, text) => {
    expect(probeBudget(placed({ livenessProbe: probe }), 'livenessProbe')).toEqual({ seconds, text, field: `${FIELD}.livenessProbe`, isOverNetwork: false });
  });

  test.each([['httpGet', true], ['tcpSocket', true], ['grpc', true], ['exec', false]])('%s asks over the network: %s', (how, expected) => {
    expect(probeBudget(placed({ startupProbe: { [how]: {} } }), 'startupProbe')!.isOverNetwork).toBe(expected);
  });

  test.each([[{}], [{ livenessProbe: null }], [{ readinessProbe: {} }]])('without one there is none: %j', container => {
    expect(probeBudget(placed(container), 'livenessProbe')).toBeUndefined();
  });

  test('a sidecar is an init container that always restarts', () => {
    const { pods } = podsOf({ containers: [{ name: 'main', restartPolicy: 'Always' }], initContainers: [{ name: 'a', restartPolicy: 'Always' }, { name: 'b' }, { name: 'c', restartPolicy: 'Never' }] });
    expect(pods.containers.filter(isNativeSidecar).map(each => each.name)).toEqual(['a']);
  });
});

describe('what a hook before the stop takes', () => {
  const preStop = (hook: object) => preStopOf(placed({ lifecycle: { preStop: hook } }));

  test.each<[string, object, number | undefined]>([
    ['seconds', { exec: { command: ['sleep', '10'] } }, 10],
    ['by its path', { exec: { command: ['/bin/sleep', '10s'] } }, 10],
    ['minutes and hours, together', { exec: { command: ['sleep', '1m', '1h'] } }, 3660],
    ['a fraction, rounded down', { exec: { command: ['sleep', '2.9'] } }, 2],
    ['in a script', { exec: { command: ['sh', '-c', 'nginx -s quit; sleep 5 && sleep 2.5'] } }, 7],
    ['in a shell with more options', { exec: { command: ['bash', '-euc', 'sleep 5'] } }, 5],
    ['what is no number', { exec: { command: ['sleep', 'x'] } }, 0],
    ['too long a number', { exec: { command: ['sleep', '1234567'] } }, 0],
    ['another unit', { exec: { command: ['sleep', '1d'] } }, 0],
    ['another program', { exec: { command: ['nginx', '-s', 'quit'] } }, undefined],
    ['in a loop', { exec: { command: ['sh', '-c', 'while true; do sleep 5; done'] } }, undefined],
    ['in a branch', { exec: { command: ['sh', '-c', 'if a; then sleep 5; fi'] } }, undefined],
    ['a script that is missing', { exec: { command: ['sh', '-c'] } }, undefined],
    ['-c as the program', { exec: { command: ['-c', 'sleep 5'] } }, undefined],
    ['nothing', { exec: { command: [] } }, undefined],
    ['a request', { httpGet: { port: 80 } }, undefined],
  ])('%s', (_, hook, seconds) => {
    expect(preStop(hook)).toEqual(seconds === undefined ? undefined : { seconds, field: `${FIELD}.lifecycle.preStop.exec`, isAction: false });
  });

  test('Kubernetes\' own sleep', () => {
    expect(preStop({ sleep: { seconds: 7 } })).toEqual({ seconds: 7, field: `${FIELD}.lifecycle.preStop.sleep.seconds`, isAction: true });
    expect(preStop({ sleep: {} })).toBeUndefined();
    expect(preStopOf(placed({}))).toBeUndefined();
    expect(preStopOf(placed({ lifecycle: { postStart: { exec: { command: ['sleep', '3'] } } } }))).toBeUndefined();
  });
});

describe('containers that never end', () => {
  test.each<[string, object, string]>([
    ['sleep', { command: ['sleep', 'infinity'] }, 'sleep infinity'],
    ['sleep, short', { command: ['/bin/sleep', 'INF'] }, 'sleep INF'],
    ['tail', { command: ['tail', '-f', '/dev/null'] }, 'tail -f /dev/null'],
    ['tail that follows names', { command: ['tail', '-nF', 'x'] }, 'tail -nF x'],
    ['tail in words', { command: ['tail', '--follow=name', 'x'] }, 'tail --follow=name x'],
    ['in a shell that ends at a failure', { command: ['bash', '-euo', 'pipefail', '-c', 'sleep infinity'] }, 'sleep infinity'],
    ['in a shell with an option by name', { command: ['bash', '-o', 'pipefail', '-c', 'sleep infinity'] }, 'sleep infinity'],
    ['the last of a script', { command: ['sh', '-c', 'start & sleep infinity'] }, 'sleep infinity'],
    ['a loop', { command: ['sh', '-c', 'while true; do sync; sleep 5; done'] }, 'while true'],
    ['another loop', { command: ['sh', '-c', 'while :; do sync; done'] }, 'while true'],
    ['with more blanks', { command: ['sh', '-c', 'while   true;   do sync; done'] }, 'while true'],
    ['on its own line', { command: ['sh', '-c', 'while true\ndo sync; done'] }, 'while true'],
    ['as long as anybody writes', { command: ['sh', '-c', 'while true; do sync; done'.padEnd(9_999)] }, 'while true'],
    ['a third', { command: ['sh', '-c', 'while [ 1 ]; do sync; done'] }, 'while true'],
  ])('%s', (_, container, what) => {
    expect(endlessness(placed(container))).toMatchObject({ what, isCertain: true, field: expect.stringContaining(`${FIELD}.command`) });
  });

  test.each<[string, object]>([
    ['longer than anybody writes', { command: ['sh', '-c', 'while true; do sync; done'.padEnd(10_000)] }],
    ['an empty script', { command: ['sh', '-c', ''] }], ['no word', { command: [] }],
    ['a word that begins alike', { command: ['sleep', 'infinityx'] }], ['a word that ends alike', { command: ['sleep', 'xinf'] }],
    ['tail of a file with a dash', { command: ['tail', 'a-f'] }], ['tail with another option', { command: ['tail', '-fx'] }], ['tail of a file with two', { command: ['tail', 'a--follow'] }],
    ['a time', { command: ['sleep', '30'] }], ['two times', { command: ['sleep', 'infinity', '1'] }], ['tail of a file', { command: ['tail', '-n1', 'x'] }],
    ['tail that follows a process', { command: ['tail', '--pid=1', '-f', 'x'] }], ['another program', { command: ['train', 'infinity'] }],
    ['a loop with a way out', { command: ['sh', '-c', 'while true; do if x; then break; fi; done'] }],
    ['a script that goes on', { command: ['sh', '-c', 'sleep infinity & train'] }],
    ['a file with arguments', { command: ['bash', '-e', 'run.sh', '-c', 'sleep infinity'] }],
    ['a file with a dash and arguments', { command: ['bash', 'run-x', '-c', 'sleep infinity'] }],
    ['an argument of an image', { image: 'a', args: ['sleep', 'infinity'] }],
    ['a companion that was told what to run', { image: 'envoyproxy/envoy', command: ['envoy', '--mode', 'validate'] }],
    ['an image that nobody knows', { image: 'registry.example/train:1' }], ['no image', {}],
  ])('ends: %s', (_, container) => {
    expect(endlessness(placed(container))).toBeUndefined();
  });

  test.each([
    ['istio/proxyv2:1.2', 'the Istio proxy'], ['docker.io/istio/proxyv2', 'the Istio proxy'], ['gcr.io/x/proxyv2', 'the Istio proxy'], ['envoyproxy/envoy-distroless:v1', 'Envoy'], ['envoyproxy/envoy', 'Envoy'],
    ['gcr.io/x/cloud-sql-proxy:2', 'a database proxy'], ['alloydb-auth-proxy', 'a database proxy'], ['nvcr.io/nvidia/dcgm-exporter:4', 'the DCGM exporter'],
    ['quay.io/prometheus/node-exporter', 'a Prometheus exporter'], ['statsd_exporter@sha256:1', 'a Prometheus exporter'], ['dcgm-exporter', 'the DCGM exporter'], ['fluentd', 'a log shipper'], ['linkerd/proxy', 'the Linkerd proxy'], ['oauth2-proxy', 'oauth2-proxy'],
    ['opentelemetry-collector-k8s', 'the OpenTelemetry collector'], ['fluent/fluent-bit:3', 'a log shipper'],
    ['otel/opentelemetry-collector-contrib:1', 'the OpenTelemetry collector'], ['otel/opentelemetry-collector', 'the OpenTelemetry collector'],
    ['quay.io/oauth2-proxy/oauth2-proxy:7', 'oauth2-proxy'], ['cr.l5d.io/linkerd/proxy:2', 'the Linkerd proxy'],
  ])('%s usually runs for ever', (image, what) => {
    expect(endlessness(placed({ image, args: ['x'] }))).toEqual({ what, isCertain: false, field: `${FIELD}.image` });
  });

  test.each(['my-envoyproxy/envoyx', 'xproxyv2:1', 'proxyv2x', 'dcgm-exporter-test', 'my-node-exporter', 'fluent-bitx', 'opentelemetry-collector-other', 'xlinkerd/proxy'])('%s is another image', image => {
    expect(endlessness(placed({ image }))).toBeUndefined();
  });
});

describe('accelerators', () => {
  test.each([
    ['nvidia.com/gpu', 'NVIDIA', true], ['nvidia.com/gpu.shared', 'NVIDIA', false], ['nvidia.com/mig-1g.5gb', 'NVIDIA', false], ['amd.com/gpu', 'AMD', true],
    ['habana.ai/gaudi', 'Intel Gaudi', true], ['gpu.intel.com/i915', 'Intel', false], ['gpu.intel.com/xe', 'Intel', false], ['google.com/tpu', 'Google', false],
    ['aws.amazon.com/neuron', 'AWS', false], ['aws.amazon.com/neuroncore', 'AWS', false], ['aws.amazon.com/neurondevice', 'AWS', false],
  ])('%s is of %s, each a whole device: %s', (resource, vendor, isWhole) => {
    expect(acceleratorKind(resource)).toEqual({ vendor, isWhole });
    const [pods, expected] = [podsOf({ containers: [{ name: 'main', resources: { limits: { [resource]: 2 } } }] }), isWhole ? 2 : undefined];
    expect(podDevices(pods.facts, pods.pods)).toEqual({ count: expected, text: `${resource} 2`, field: `${FIELD}.resources.limits[${resource}]` });
  });

  test.each(['cpu', 'rdma/hca', 'nvidia.com/mig', 'x-nvidia.com/mig-1g', 'constructor'])('%s is none', resource => {
    expect(acceleratorKind(resource)).toBeUndefined();
  });

  const limited = (limits: object, requests?: object) => ({ name: 'main', resources: { limits, requests } });

  test('a limit counts before a request of the same, and each resource once', () => {
    const uses = acceleratorUses(placed(limited({ 'nvidia.com/gpu': 8 }, { 'nvidia.com/gpu': 4, 'amd.com/gpu': '2' })));
    expect(uses.map(({ resource, count, field }) => [resource, count, field.slice(FIELD.length)])).toEqual([
      ['nvidia.com/gpu', 8, '.resources.limits[nvidia.com/gpu]'], ['amd.com/gpu', 2, '.resources.requests[amd.com/gpu]'],
    ]);
  });

  test.each<[string, object, boolean]>([
    ['a device', limited({ 'nvidia.com/gpu': 1 }), true], ['none of it', limited({ 'nvidia.com/gpu': 0 }), false], ['a number that nobody reads', limited({ 'nvidia.com/gpu': 'x' }), true],
    ['memory', limited({ memory: '1Gi' }), false], ['a claim', { name: 'main', resources: { claims: [{ name: 'a' }] } }, true], ['nothing', { name: 'main' }, false],
  ])('asks for devices: %s', (_, container, expected) => {
    const { facts, pods } = podsOf({ containers: [container] });
    expect(asksForDevices(pods.containers[0])).toBe(expected);
    expect(containerDevices(facts, pods, pods.containers[0]) !== undefined).toBe(expected);
  });

  test('a pod holds those of its main containers and sidecars together', () => {
    const gpu = (name: string, count: unknown, more: object = {}) => ({ name, resources: { limits: { 'nvidia.com/gpu': count } }, ...more });
    const { facts, pods } = podsOf({ containers: [gpu('a', 2), gpu('b', 1), gpu('z', 0)], initContainers: [gpu('c', 4, { restartPolicy: 'Always' }), gpu('d', 8)] });
    expect(podDevices(facts, pods)).toMatchObject({ count: 7 });
    const open = podsOf({ containers: [gpu('a', 2), gpu('b', 'x')] });
    expect(podDevices(open.facts, open.pods)).toEqual({ count: undefined, text: 'nvidia.com/gpu 2 + nvidia.com/gpu ?', field: `${FIELD}.resources.limits[nvidia.com/gpu]` });
  });
});

describe('devices of claims', () => {
  const template = (...requests: object[]) => object('resource.k8s.io/v1', 'ResourceClaimTemplate', 'gpus', { spec: { devices: { requests } } });
  const exactly = (more: object = {}) => ({ name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com', ...more } });
  const held = (claim: object, entry: object, ...requests: object[]) => {
    const { facts, pods } = podsOf({ containers: [{ name: 'main', resources: { claims: [{ name: 'gpus', ...entry }] } }], resourceClaims: [{ name: 'gpus', ...claim }] }, template(...requests),
      object('resource.k8s.io/v1', 'ResourceClaim', 'gpus', { devices: { requests } }));
    return [containerDevices(facts, pods, pods.containers[0]), podDevices(facts, pods)];
  };
  const OF_TEMPLATE = { resourceClaimTemplateName: 'gpus' };

  test.each<[string, object, object[], number | undefined]>([
    ['one by default', {}, [exactly()], 1],
    ['several', {}, [exactly({ count: 4 })], 4],
    ['two requests', {}, [exactly({ count: 4 }), { ...exactly({ count: 2 }), name: 'more' }], 6],
    ['one of two requests', { request: 'more' }, [exactly({ count: 4 }), { ...exactly({ count: 2 }), name: 'more' }], 2],
    ['an alternative of a request', { request: 'gpu/large' }, [exactly({ count: 4 }), { ...exactly({ count: 2 }), name: 'more' }], 4],
    ['all that there are', {}, [exactly({ allocationMode: 'All' })], undefined],
    ['a number, said to be exact', {}, [exactly({ allocationMode: 'ExactCount', count: 2 })], 2],
    ['to look at them', {}, [exactly({ adminAccess: true })], undefined],
    ['a part of each', {}, [exactly({ capacity: { requests: { memory: '1Gi' } } })], undefined],
    ['slices', {}, [exactly({ deviceClassName: 'mig.nvidia.com' })], undefined],
    ['of AMD', {}, [exactly({ deviceClassName: 'gpu.amd.com' })], 1],
    ['of Gaudi', {}, [exactly({ deviceClassName: 'gaudi.intel.com' })], 1],
    ['some slices among them', {}, [exactly(), { ...exactly({ deviceClassName: 'mig.nvidia.com' }), name: 'more' }], undefined],
    ['alternatives of one number', {}, [{ name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'gpu.nvidia.com', count: 2 }, { name: 'b', deviceClassName: 'gpu.amd.com', count: 2 }] }], 2],
    ['alternatives of several', {}, [{ name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'gpu.nvidia.com', count: 2 }, { name: 'b', deviceClassName: 'gpu.nvidia.com' }] }], undefined],
  ])('%s', (_, entry, requests, count) => {
    for (const claim of [OF_TEMPLATE, { resourceClaimName: 'gpus' }]) {
      expect(held(claim, entry, ...requests)[0]).toEqual({ count, text: `claim "gpus" ${count ?? '?'}`, field: `${FIELD}.resources.claims[0]` });
    }
  });

  test('a pod holds a claim once, whole', () => {
    expect(held(OF_TEMPLATE, { request: 'more' }, exactly({ count: 4 }))[1]).toEqual({ count: 4, text: 'claim "gpus" 4', field: 'spec.template.spec.resourceClaims[0]' });
  });

  test('of a claim that is not here nobody can say', () => {
    expect(held({ resourceClaimName: 'gone' }, {}, exactly())[0]).toMatchObject({ count: undefined });
    expect(held({}, {}, exactly())[0]).toMatchObject({ count: undefined });
    expect(held(OF_TEMPLATE, { name: 'gone' }, exactly())[0]).toMatchObject({ count: undefined, text: 'claim "gone" ?' });
  });
});
