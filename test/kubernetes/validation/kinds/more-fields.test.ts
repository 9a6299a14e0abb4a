import { changed, LABELS, messages, META, POD } from './subject';

/* Choices and limits of claims to devices, network policies, runtime classes and workloads, each beside its neighbour that the server takes. */

const request = { deviceClassName: 'gpu.example.com' };
const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: META, spec: {} };
const ofDevices = (devices: object, gates = {}) => messages({ ...claim, spec: { devices } }, '1.36', gates);
const exactly = (fields: object) => ({ requests: [{ name: 'gpu', exactly: { ...request, ...fields } }] });
const constrained = (constraint: object) => ({ ...exactly({}), constraints: [constraint] });
const matching = (matchAttribute: string) => constrained({ matchAttribute });
const configured = (config: object) => ({ ...exactly({}), config: [config] });
const opaque = (fields: object) => configured({ opaque: { driver: 'gpu.example.com', parameters: {}, ...fields } });
const tolerating = (toleration: object) => exactly({ tolerations: [toleration] });
const named = (names: string[]) => ({ requests: [{ name: 'gpu', exactly: request }, { name: 'any', firstAvailable: [{ ...request, name: 'big' }] }], config: [{ requests: names, opaque: { driver: 'a', parameters: {} } }] });
const many = (count: number, each: (index: number) => object) => Array.from({ length: count }, (_, index) => each(index));
const parameters = (bytes: number) => opaque({ parameters: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
const ATTRIBUTE = 'gpu.example.com/model';

test.each([
  exactly({ allocationMode: 'All' }), exactly({ allocationMode: 'ExactCount', count: 2 }), exactly({ allocationMode: '', count: 0 }), exactly({ allocationMode: 'All', count: 0 }),
  ...['NoExecute', 'NoSchedule', 'None', ''].map(effect => tolerating({ operator: 'Exists', effect })), tolerating({ key: 'a', operator: 'Equal', value: 'b' }), tolerating({ key: 'a' }),
  matching(ATTRIBUTE), matching(`a/${'b'.repeat(32)}`), matching(`${'a'.repeat(63)}/b`), matching('a/b/c'), matching('A.Example.com/b'), constrained({ distinctAttribute: ATTRIBUTE }),
  parameters(10 * 1024), opaque({ driver: 'a'.repeat(63) }), named(['gpu']), named(['any']), named(['any/big']), named(['gpu', 'any/big']),
  { requests: many(32, index => ({ name: `r${index}`, exactly: request })) }, { requests: [{ name: 'any', firstAvailable: many(8, index => ({ ...request, name: `r${index}` })) }] },
  { ...exactly({}), constraints: many(32, () => ({ matchAttribute: ATTRIBUTE })) }, { ...exactly({}), config: many(32, () => ({ opaque: { driver: 'a', parameters: {} } })) },
])('a claim with %j is taken', devices => {
  expect(ofDevices(devices)).toEqual([]);
});

const asked = 'spec.devices.requests[0].exactly';
const attribute = 'spec.devices.constraints[0].matchAttribute';
const identifier = (id: string) => expect.stringContaining(`${attribute}: Invalid value: ${JSON.stringify(id)}: a valid C identifier must start`) as unknown as string;
const setting = 'spec.devices.config[0].opaque';
const A_REQUEST = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

test.each<[object, string[]]>([
  [exactly({ allocationMode: 'All', count: 1 }), [`${asked}.count: Invalid value: 1: must not be specified when allocationMode is 'All'`]],
  [exactly({ allocationMode: 'ExactCount', count: -1 }), [`${asked}.count: Invalid value: -1: must be greater than zero`]],
  [exactly({ allocationMode: 'Some', count: -1 }), [`${asked}.allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"`]],
  [exactly({ deviceClassName: '' }), [`${asked}.deviceClassName: Required value`]],
  [tolerating({ key: 'a', operator: 'Like' }), [`${asked}.tolerations[0].operator: Unsupported value: "Like": supported values: "Equal", "Exists"`]],
  [tolerating({ key: 'a', operator: 'Exists', value: 'b' }), [`${asked}.tolerations[0].value: Invalid value: "b": must be empty for operator \`Exists\``]],
  [tolerating({ key: 'a', effect: 'Drop' }), [`${asked}.tolerations[0].effect: Unsupported value: "Drop": supported values: "NoExecute", "NoSchedule", "None"`]],
  [matching('/b'), [`${attribute}: Invalid value: "": the domain must not be empty`]],
  [matching('a/'), [`${attribute}: Invalid value: "": the name must not be empty`]],
  [matching('b'), [`${attribute}: Invalid value: "b": a fully qualified name must be a domain and a name separated by a slash`]],
  [matching(''), [identifier(''), `${attribute}: Invalid value: "": a fully qualified name must be a domain and a name separated by a slash`]],
  [matching('a/1'), [identifier('1')]], [matching(`a/${'b'.repeat(33)}`), [`${attribute}: Too long: may not be more than 32 bytes`]],
  [matching(`${'a'.repeat(64)}/b`), [`${attribute}: Too long: may not be more than 63 bytes`]],
  [constrained({ distinctAttribute: '/b' }), ['spec.devices.constraints[0].distinctAttribute: Invalid value: "": the domain must not be empty']],
  [opaque({ driver: '' }), [`${setting}.driver: Required value`]], [opaque({ parameters: null }), [`${setting}.parameters: Required value`]],
  [configured({}), [`${setting}: Required value`]],
  [named(['other']), [`spec.devices.config[0].requests[0]: Invalid value: "other": ${A_REQUEST}`]],
  [named(['gpu/big']), [`spec.devices.config[0].requests[0]: Invalid value: "gpu/big": ${A_REQUEST}`]],
  [named(['any/small']), [`spec.devices.config[0].requests[0]: Invalid value: "any/small": ${A_REQUEST}`]],
  [named(['any/big/x']), [`spec.devices.config[0].requests[0]: Invalid value: "any/big/x": ${A_REQUEST}`]],
  [{ requests: many(33, index => ({ name: `r${index}`, exactly: request })) }, ['spec.devices.requests: Too many: 33: must have at most 32 items']],
  [{ requests: [{ name: 'any', firstAvailable: many(9, index => ({ ...request, name: `r${index}` })) }] }, ['spec.devices.requests[0].firstAvailable: Too many: 9: must have at most 8 items']],
  [{ ...exactly({}), constraints: many(33, () => ({ matchAttribute: ATTRIBUTE })) }, ['spec.devices.constraints: Too many: 33: must have at most 32 items']],
  [{ ...exactly({}), config: many(33, () => ({ opaque: { driver: 'a', parameters: {} } })) }, ['spec.devices.config: Too many: 33: must have at most 32 items']],
  [{ requests: [{ name: 'gpu', exactly: request }, { name: 'gpu', exactly: request }] }, ['spec.devices.requests[1]: Duplicate value: "gpu"']],
])('a claim with %j is refused', (devices, expected) => {
  expect(ofDevices(devices)).toEqual(expected);
});

test('parameters of a driver have ten kibibytes', () => {
  expect(ofDevices(parameters(10 * 1024 + 1))).toEqual([`${setting}.parameters: Too long: may not be more than 10240 bytes`]);
});

test('the metadata of a template of claims are labels and annotations', () => {
  const template = (metadata: object) => messages({ ...claim, kind: 'ResourceClaimTemplate', spec: { metadata, spec: { devices: exactly({}) } } });
  expect(template({ labels: LABELS, annotations: { a: 'b' }, name: '', generation: 0, namespace: null })).toEqual([]);
  expect(template({ name: 'x', uid: 'y', generation: 1 }))
    .toEqual(['spec.metadata.name: Forbidden: cannot be set', 'spec.metadata.uID: Forbidden: cannot be set', 'spec.metadata.generation: Forbidden: cannot be set']);
});

const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: META, spec: { podSelector: {} } };
const ofPolicy = (spec: object) => messages({ ...policy, spec: { ...policy.spec, ...spec } });
const opened = (port: object) => ({ ingress: [{ ports: [port] }] });
const block = (ipBlock: object) => ({ egress: [{ to: [{ ipBlock }] }] });
const end = 'spec.ingress[0].ports[0].endPort: Invalid value:';

test.each<[object, string[]]>([
  [{ policyTypes: ['Ingress', 'Egress'] }, []], [{ policyTypes: [] }, []], [{ policyTypes: ['Inbound'] }, ['spec.policyTypes[0]: Unsupported value: "Inbound": supported values: "Ingress", "Egress"']],
  [{ policyTypes: ['Ingress', 'Egress', 'x'] }, ['spec.policyTypes: Invalid value: ["Ingress","Egress","x"]: may not specify more than two policyTypes']],
  ...['TCP', 'UDP', 'SCTP', null].map((protocol): [object, string[]] => [opened({ port: 80, protocol }), []]),
  [opened({ protocol: '' }), ['spec.ingress[0].ports[0].protocol: Unsupported value: "": supported values: "TCP", "UDP", "SCTP"']],
  [opened({ port: 80, endPort: 80 }), []], [opened({ port: 80, endPort: 81 }), []], [opened({}), []], [opened({ port: 'http' }), []],
  [opened({ port: 80, endPort: 79 }), [`${end} 80: must be greater than or equal to \`port\``]],
  [opened({ port: 'http', endPort: 80 }), [`${end} 80: may not be specified when \`port\` is non-numeric`]],
  [opened({ endPort: 80 }), [`${end} 80: may not be specified when \`port\` is not specified`]],
  [opened({ port: 80, endPort: 65_536 }), [`${end} 65536: must be between 1 and 65535, inclusive`]],
  [block({ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] }), []], [block({ cidr: 'fd00::/8', except: ['fd01::/16'] }), []],
])('a network policy with %j', (spec, expected) => {
  expect(ofPolicy(spec)).toEqual(expected);
});

test.each([['10.0.0.0/8', '10.0.0.0/8'], ['10.0.0.0/16', '10.0.0.0/8'], ['10.0.0.0/8', '11.0.0.0/16'], ['10.0.0.0/8', 'fd00::/16'], ['::/0', '10.0.0.0/8']])(
  'from the block %s nothing of %s is taken away', (cidr, except) => {
    expect(ofPolicy(block({ cidr, except: [except] }))).toEqual([expect.stringContaining('spec.egress[0].to[0].ipBlock.except[0]: Invalid value:')]);
  });

const ofRuntime = (fields: object) => messages({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'gvisor' }, handler: 'runsc', ...fields });
const TOLERATION = { key: 'a', operator: 'Equal', value: 'b', effect: 'NoSchedule' };

test('the tolerations of a runtime class are told apart by all of their parts', () => {
  const others = [{ ...TOLERATION, key: 'b' }, { ...TOLERATION, value: 'c' }, { ...TOLERATION, effect: 'NoExecute' }, { ...TOLERATION, operator: 'Exists', value: '' }];
  expect(ofRuntime({ scheduling: { tolerations: [TOLERATION, ...others] } })).toEqual([]);
  expect(ofRuntime({ scheduling: { tolerations: [TOLERATION, TOLERATION] } })).toEqual([expect.stringContaining('scheduling.tolerations[1]: Duplicate value:')]);
});

test('a runtime class has a handler', () => {
  expect(ofRuntime({ handler: '' })).toEqual(['handler: Required value']);
  expect(ofRuntime({ handler: 'a-' })).toEqual([expect.stringContaining('handler: Invalid value: "a-": a lowercase RFC 1123 label')]);
  expect(ofRuntime({ overhead: { podFixed: { cpu: '-1' } } })).toHaveLength(1);
});

const workload = (kind: string, spec: object) => messages({ apiVersion: 'apps/v1', kind, metadata: META, spec: { selector: { matchLabels: LABELS }, template: POD, ...spec } });
const AT_LEAST_ZERO = 'must be greater than or equal to 0';

test.each([
  ['Deployment', ['replicas', 'minReadySeconds', 'revisionHistoryLimit']], ['ReplicaSet', ['replicas', 'minReadySeconds']], ['DaemonSet', ['minReadySeconds', 'revisionHistoryLimit']],
  ['StatefulSet', ['replicas', 'minReadySeconds']],
])('the numbers of a %s are not negative: %s', (kind, names) => {
  for (const name of names) {
    expect([workload(kind, { [name]: 0 }), workload(kind, { [name]: -1 })]).toEqual([[], [`spec.${name}: Invalid value: -1: ${AT_LEAST_ZERO}`]]);
  }
});

test('a deployment waits for longer than its pods need to be ready', () => {
  const field = 'spec.progressDeadlineSeconds: Invalid value:';
  expect(workload('Deployment', { minReadySeconds: 10, progressDeadlineSeconds: 11 })).toEqual([]);
  expect(workload('Deployment', { minReadySeconds: 10, progressDeadlineSeconds: 10 })).toEqual([`${field} 10: must be greater than minReadySeconds`]);
  expect([workload('Deployment', { minReadySeconds: 599 }), workload('Deployment', { minReadySeconds: 600 })]).toEqual([[], [`${field} 600: must be greater than minReadySeconds`]]);
});

const rolling = (maxUnavailable: unknown, maxSurge: unknown) => ({ strategy: { rollingUpdate: { maxUnavailable, maxSurge } } });
const update = 'spec.strategy.rollingUpdate';

test.each<[unknown, unknown, string[]]>([
  [0, 1, []], [1, 0, []], ['100%', 0, []], [0, '100%', []], [0, '101%', []], [0, '200%', []], [undefined, 0, []], [0, undefined, []],
  [0, 0, [`${update}.maxUnavailable: Invalid value: 0: may not be 0 when \`maxSurge\` is 0`]],
  ['0%', '0%', [`${update}.maxUnavailable: Invalid value: "0%": may not be 0 when \`maxSurge\` is 0`]],
  ['101%', 0, [`${update}.maxUnavailable: Invalid value: "101%": must not be greater than 100%`]],
  [-1, 1, [`${update}.maxUnavailable: Invalid value: -1: ${AT_LEAST_ZERO}`]], [1, -1, [`${update}.maxSurge: Invalid value: -1: ${AT_LEAST_ZERO}`]],
])('a deployment that misses %j and adds %j', (maxUnavailable, maxSurge, expected) => {
  expect(workload('Deployment', rolling(maxUnavailable, maxSurge))).toEqual(expected);
});

test.each([['1', 1], ['x%', 1], ['150', 1], ['', 1]])('%j is no share of pods', maxSurge => {
  const [first] = workload('Deployment', rolling(1, maxSurge));
  expect(first).toContain(`${update}.maxSurge: Invalid value: ${JSON.stringify(maxSurge)}: a valid percent string must be`);
});

test('a budget is one of two, and both of its policies are known', () => {
  const budget = (spec: object) => messages({ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: META, spec: { selector: {}, ...spec } });
  expect([budget({ minAvailable: 0 }), budget({ maxUnavailable: '100%' }), budget({}), ...['AlwaysAllow', 'IfHealthyBudget', null].map(each => budget({ unhealthyPodEvictionPolicy: each }))])
    .toEqual([[], [], [], [], [], []]);
  expect(budget({ unhealthyPodEvictionPolicy: 'x' })).toEqual(['spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"']);
});

test('the finalizers of a namespace are known or have a domain', () => {
  const namespace = (...finalizers: string[]) => messages({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ml' }, spec: { finalizers } });
  expect(namespace('kubernetes', 'orphan', 'foregroundDeletion', 'example.com/a')).toEqual([]);
  expect(namespace('mine')).toEqual(['spec.finalizers: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified']);
});

test('a selector of labels says what is wrong at its place', () => {
  const selecting = (...matchExpressions: object[]) => messages(changed(policy, 'spec.podSelector', { matchExpressions }));
  const at = 'spec.podSelector.matchExpressions[0]';
  expect(selecting({ key: 'a', operator: 'In', values: ['b', ''] }, { key: 'a', operator: 'NotIn', values: ['b'] }, { key: 'a', operator: 'DoesNotExist' })).toEqual([]);
  expect(selecting({ key: 'a', operator: 'NotIn' })).toEqual([`${at}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`]);
  expect(selecting({ key: 'a', operator: 'DoesNotExist', values: ['b'] })).toEqual([`${at}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`]);
  expect(selecting({ key: 'a', operator: 'In', values: ['b', '-'] })).toEqual([expect.stringContaining(`${at}.values[1]: Invalid value: "-": a valid label must`)]);
});
