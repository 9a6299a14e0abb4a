import { PlainObject } from '../../../../src/base/plain';
import { DEFAULT_CLUSTER } from '../../../../src/kubernetes/cluster';
import { ObjectWithOrigin } from '../../../../src/kubernetes/manifest';
import { separateAccepted } from '../../../../src/lint/acknowledgements/accepted-findings';
import { findingsOfChange } from '../../../../src/lint/changes/findings';
import { outsideOf } from '../../../../src/lint/input/configuration';
import { check } from '../../../../src/lint/run/lint';
import { counted } from '../../../hygiene/steps';

const [library, stepsOf] = counted(() => ({
  ...jest.requireActual<{ separateAccepted: typeof separateAccepted }>('../../../../src/lint/acknowledgements/accepted-findings'),
  ...jest.requireActual<{ check: typeof check }>('../../../../src/lint/run/lint'),
  ...jest.requireActual<{ outsideOf: typeof outsideOf }>('../../../../src/lint/input/configuration'),
  ...jest.requireActual<{ findingsOfChange: typeof findingsOfChange }>('../../../../src/lint/changes/findings'),
}));

/** Large enough that what grows with the square is more than all that does not. */
const FEW = 150;
const FEW_OF_POD = 600;

/** What is remembered of names is so by the first run. */
function growth(work: (count: number) => unknown, few = FEW): number {
  work(2 * few);
  return stepsOf(() => work(2 * few)) / stepsOf(() => work(few));
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const sourced = (objects: readonly object[]): ObjectWithOrigin[] => objects.map(body => ({ body: body as PlainObject, origin: { file: 'app.yaml', lineOf: () => 1 } }));
const checked = (objects: readonly object[]) => library.check(sourced(objects), [], { clusters: [DEFAULT_CLUSTER] }).findings;

const container = { name: 'main', image: 'registry.example/app:1' };
const pod = (spec: object, labels: object = { app: 'a' }) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'ml', labels }, spec: { containers: [container], ...spec } });
const inContainer = (fields: object) => pod({ containers: [{ ...container, ...fields }] });
const inTerms = (nodeSelectorTerms: readonly object[]) => pod({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const condition = (key: string, values: readonly string[]) => ({ key, operator: 'In', values });

/** The same in all cases: good keys are remembered, up to 2,000 of them, and those beyond are looked at anew. */
const keyOf = (index: number) => `example.com/k${index}`;

describe('one pod with twice as much of something is checked in twice the steps', () => {
  test.each<[string, (count: number) => object]>([
    ['tolerations', count => pod({ tolerations: many(count, index => ({ key: keyOf(index), operator: 'Exists', effect: 'NoSchedule' })) })],
    ['tolerations of one key', count => pod({ tolerations: many(count, index => ({ key: 'k', operator: 'Equal', value: `v${index}`, effect: 'NoSchedule' })) })],
    ['topology spread constraints', count => pod({
      topologySpreadConstraints: many(count, index => ({ maxSkew: 1, topologyKey: keyOf(index), whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'a' } } })),
    })],
    ['terms of node affinity', count => inTerms(many(count, index => ({ matchExpressions: [condition('a', [`v${index}`])] })))],
    ['conditions of node affinity', count => inTerms([{ matchExpressions: many(count, index => condition(keyOf(index), ['v'])) }])],
    ['conditions of one key', count => inTerms([{ matchExpressions: many(count, () => condition('k', ['v', 'w'])) }])],
    ['values of a condition', count => inTerms([{ matchExpressions: [condition('k', many(count, index => `v${index}`))] }])],
    ['terms of pod anti-affinity', count => pod({
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: many(count, index => ({ topologyKey: keyOf(index), labelSelector: { matchLabels: { app: 'a' } } })) } },
    })],
    ['labels', count => pod({}, Object.fromEntries(many(count, index => [keyOf(index), 'v'])))],
    ['volumes', count => pod({ volumes: many(count, index => ({ name: `v${index}`, emptyDir: {} })) })],
    ['projected sources', count => pod({ volumes: [{ name: 'v', projected: { sources: many(count, index => ({ configMap: { name: `c${index}`, items: [{ key: 'k', path: `p${index}` }] } })) } }] })],
    ['volumes with their mounts', count => pod({
      volumes: many(count, index => ({ name: `v${index}`, configMap: { name: `c${index}` } })),
      containers: [{ ...container, volumeMounts: many(count, index => ({ name: `v${index}`, mountPath: `/m${index}` })) }],
    })],
    ['image pull secrets', count => pod({ imagePullSecrets: many(count, index => ({ name: `s${index}` })) })],
    ['claims', count => pod({ resourceClaims: many(count, index => ({ name: `c${index}`, resourceClaimName: `z${index}` })) })],
    ['containers', count => pod({ containers: many(count, index => ({ ...container, name: `c${index}` })) })],
    ['init containers', count => pod({ initContainers: many(count, index => ({ ...container, name: `c${index}` })) })],
    ['containers with probes', count => pod({
      containers: many(count, index => ({ ...container, name: `c${index}`, ports: [{ containerPort: index + 1 }], readinessProbe: { tcpSocket: { port: 80 } } })),
    })],
    ['containers with probes on ports that nobody has', count => pod({
      containers: many(count, index => ({ ...container, name: `c${index}`, ports: [{ containerPort: index + 1 }], readinessProbe: { tcpSocket: { port: 9_999 } } })),
    })],
    ['variables', count => inContainer({ env: many(count, index => ({ name: `E${index}`, value: 'a' })) })],
    ['variables of one name', count => inContainer({ env: many(count, index => ({ name: 'E', value: `${index}` })) })],
    ['variables that name the one before', count => inContainer({ env: many(count, index => ({ name: `E${index}`, value: `$(E${index - 1})` })) })],
    ['variables from elsewhere', count => inContainer({ envFrom: many(count, index => ({ configMapRef: { name: `c${index}` } })) })],
    ['ports', count => inContainer({ ports: many(count, index => ({ name: `p${index}`, containerPort: index + 1 })) })],
    ['arguments', count => inContainer({ command: ['vllm', 'serve'], args: many(count, index => `--flag-${index}=a`) })],
    ['words of a script', count => inContainer({ command: ['sh', '-c', many(count, index => `run a${index}`).join('; ')] })],
    ['headers of a probe', count => inContainer({ readinessProbe: { httpGet: { port: 80, httpHeaders: many(count, index => ({ name: `h${index}`, value: 'a' })) } } })],
  ])('%s', (_, podWith) => {
    expect(growth(count => checked([podWith(count)]), FEW_OF_POD)).toBeLessThan(2.5);
  });

  test('resources', () => {
    // Fewer: each is two good keys, itself and behind `requests.`.
    const limits = (count: number) => Object.fromEntries(many(count, index => [keyOf(index), 1]));
    expect(growth(count => checked([inContainer({ resources: { limits: limits(count) } })]), FEW_OF_POD / 2)).toBeLessThan(2.5);
  });
});

const deployment = (name: string, spec: object = {}, labels: object = { app: name }) => ({
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'ml' }, spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [container], ...spec } } },
});

describe('twice as many objects are checked in twice the steps', () => {
  test.each<[string, (count: number) => object[]]>([
    ['probes on ports of many sets', count => many(count, index => deployment(`d${index}`, { containers: [{ ...container, ports: [{ containerPort: 81 }], readinessProbe: { tcpSocket: { port: 80 } } }] }))],
    ['Services, each over the same sets', count => [
      ...many(count, index => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: `s${index}`, namespace: 'ml' }, spec: { selector: { tier: 'a' }, ports: [{ port: 80 }] } })),
      ...many(count, index => deployment(`d${index}`, { containers: [{ name: 'main', image: 'vllm/vllm-openai:v0.18.0' }] }, { app: `d${index}`, tier: 'a' })),
    ]],
    ['references to Secrets', count => many(count, index => deployment(`d${index}`, { imagePullSecrets: [{ name: `s${index}` }] }))],
  ])('%s', (_, objectsOf) => {
    expect(growth(count => checked(objectsOf(count)))).toBeLessThan(2.5);
  });

  test('that were all renamed, against those of before', () => {
    const before = (count: number) => sourced(many(count, index => deployment(`old${index}`)));
    const after = (count: number) => sourced(many(count, index => deployment(`new${index}`)));
    expect(growth(count => library.findingsOfChange(before(count), after(count), DEFAULT_CLUSTER))).toBeLessThan(2.5);
  });
});

test('twice as many acknowledgements on twice as many objects are looked up in twice the steps', () => {
  const annotated = (index: number) => ({
    ...deployment(`d${index}`, { imagePullSecrets: [{ name: `s${index}` }] }),
    metadata: { name: `d${index}`, namespace: 'ml', annotations: { 'cdk8s-ai-workloads/acknowledge': `AIW2111: made elsewhere ${index}\nAIW2112: made elsewhere` } },
  });
  expect(growth(count => checked(many(count, annotated)))).toBeLessThan(2.5);
});

test('names of objects that live elsewhere are looked up by the name; only stars are tried one after the other', () => {
  const outside = (count: number) => library.outsideOf({
    kubernetes: [], cluster: {}, acknowledge: [], ignore: [], outside: many(count, index => ({ kind: 'Secret', name: `s${index}`, namespace: index % 2 === 0 ? 'ml' : undefined })),
  });
  expect(growth(count => {
    const declared = outside(count);
    return many(count, index => declared.has('Secret', 'ml', `s${index}`));
  })).toBeLessThan(2.5);
});
