import { amountText, requestsOfPod, sumOf, timesOf } from '../../src/kubernetes/pod-requests';

const needs = (requests: object, more: object = {}) => ({ resources: { requests }, ...more });
const sidecar = (requests: object) => needs(requests, { restartPolicy: 'Always' });
const asked = (spec: object) => Object.fromEntries([...requestsOfPod(spec as never)].map(([name, amount]) => [name, amountText(name, amount)]));

describe('a pod asks for', () => {
  test('its containers together, and a limit where no request stands beside it', () => {
    const limited = { resources: { limits: { 'nvidia.com/gpu': '8', 'cpu': '9' }, requests: { cpu: '2' } } };
    expect(asked({ containers: [limited, needs({ cpu: '500m', memory: '1Gi' })] })).toEqual({ 'nvidia.com/gpu': '8', 'cpu': '2500m', 'memory': '1Gi' });
  });

  test('what an init container needs, where that is more than all that run afterwards', () => {
    const main = [needs({ cpu: '2', memory: '4Gi' }), needs({ cpu: '1', memory: '1Gi' })];
    expect(asked({ containers: main, initContainers: [needs({ cpu: '1', memory: '9Gi' }), needs({ cpu: '2', memory: '2Gi' })] })).toEqual({ cpu: '3', memory: '9Gi' });
  });

  test('sidecars beside the containers, and beside the init containers after them alone', () => {
    expect(asked({ containers: [needs({ cpu: '2' })], initContainers: [sidecar({ cpu: '1' })] })).toEqual({ cpu: '3' });
    expect(asked({ containers: [needs({ cpu: '2' })], initContainers: [sidecar({ cpu: '1' }), needs({ cpu: '4' })] })).toEqual({ cpu: '5' });
    expect(asked({ containers: [needs({ cpu: '2' })], initContainers: [needs({ cpu: '4' }), sidecar({ cpu: '1' })] })).toEqual({ cpu: '4' });
  });

  test('nothing of what an init container alone asks nothing of', () => {
    expect(asked({ containers: [needs({ memory: '1Gi' })], initContainers: [needs({ 'nvidia.com/gpu': '0', 'cpu': '1' }), sidecar({ 'example.com/nic': '0' })] })).toEqual({
      'memory': '1Gi', 'nvidia.com/gpu': '0', 'cpu': '1', 'example.com/nic': '0',
    });
  });

  test('what the whole pod says in place of its containers, and the overhead', () => {
    const spec = { containers: [needs({ 'cpu': '2', 'example.com/nic': '1' })], resources: { requests: { cpu: '1' } }, overhead: { cpu: '250m' } };
    expect(asked(spec)).toEqual({ 'cpu': '1250m', 'example.com/nic': '1' });
  });
});

test('sums are exact, and bytes have a binary unit', () => {
  const one = requestsOfPod({ containers: [needs({ 'memory': '1536Mi', 'ephemeral-storage': '1Gi', 'cpu': '100m' })] } as never);
  expect([...sumOf([timesOf(3, one), one])].map(([name, amount]) => amountText(name, amount))).toEqual(['6Gi', '4Gi', '400m']);
});
