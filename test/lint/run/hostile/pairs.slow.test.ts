import { PlainObject } from '../../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { check } from '../../../../src/lint/run/lint';
import { counted } from '../../../hygiene/steps';

const [library, stepsOf] = counted(() => jest.requireActual<{ check: typeof check }>('../../../../src/lint/run/lint'));

const FEW = 200;
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const checked = (objects: readonly PlainObject[]) => library.check(objects.map(body => ({ body, origin: { file: 'app.yaml', lineOf: () => 1 } })), [], { clusters: [DEFAULT_CLUSTER] });

/** What is remembered of names is so by the first run. */
function growth(objectsOf: (count: number) => readonly PlainObject[]): number {
  checked(objectsOf(2 * FEW));
  return stepsOf(() => checked(objectsOf(2 * FEW))) / stepsOf(() => checked(objectsOf(FEW)));
}

const container = { name: 'main', image: 'registry.example/app:1', ports: [{ name: 'http', containerPort: 8000 }] };
const pod = (index: number, spec: object = {}): PlainObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `p${index}`, namespace: 'ml', labels: { app: 'a' } },
  spec: { containers: [container], ...spec },
});
const withScript = (script: string) => pod(0, { containers: [{ ...container, command: ['sh', '-c', script] }] });
const podMonitor = (index: number): PlainObject => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PodMonitor',
  metadata: { name: `m${index}`, namespace: 'ml' },
  spec: { selector: { matchLabels: { app: 'a' } }, podMetricsEndpoints: [{ port: 'http' }] },
});

const policy = (index: number, app = 'a'): PlainObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: `n${index}`, namespace: 'ml' },
  spec: { podSelector: { matchLabels: { app } }, policyTypes: ['Ingress', 'Egress'], ingress: [{ ports: [{ port: 1 }] }], egress: [{ ports: [{ port: 1 }] }] },
});
const serviceMonitor = (index: number, app = 'a'): PlainObject => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: `m${index}`, namespace: 'ml' },
  spec: { selector: { matchLabels: { app } }, endpoints: [{ targetPort: 8000 }] },
});
const service = (index: number, app = 'a'): PlainObject => ({
  apiVersion: 'v1', kind: 'Service', metadata: { name: `s${index}`, namespace: 'ml', labels: { app } }, spec: { selector: { app }, ports: [{ port: 8000 }] },
});
const called = (index: number): PlainObject => ({ ...pod(index), metadata: { name: `p${index}`, namespace: 'ml', labels: { app: `a${index}` } } });

describe('twice as many of both kinds that a rule joins are checked in twice the steps', () => {
  test.each<[string, (count: number) => readonly PlainObject[]]>([
    ['PodMonitors and the pods that each selects', count => [...many(count, podMonitor), ...many(count, index => pod(index))]],
    ['ServiceMonitors and the Services that each selects', count => [...many(count, index => serviceMonitor(index)), ...many(count, index => service(index)), pod(0)]],
    ['ServiceMonitors that select no Service', count => [...many(count, index => serviceMonitor(index, `b${index}`)), ...many(count, index => service(index))]],
    ['NetworkPolicies and the pods that all of them govern', count => [...many(count, index => policy(index)), ...many(count, index => pod(index)), service(0)]],
    ['NetworkPolicies with pods of their own', count => [...many(count, index => policy(index, `a${index}`)), ...many(count, called), ...many(count, index => service(index, `a${index}`))]],
    ['a script that starts torchrun again and again', count => [withScript('torchrun --nproc-per-node 8 train.py; '.repeat(count))]],
    ['a script that starts Ray again and again', count => [withScript('ray start --head; '.repeat(count))]],
  ])('%s', (_, objectsOf) => {
    expect(growth(objectsOf)).toBeLessThan(2.5);
  });
});
