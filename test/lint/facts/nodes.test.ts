import { factsOf, object } from './objects';
import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { Facts } from '../../../src/lint/facts/facts';
import { LabelValues, both, canBeMet, labelValues, shownValues } from '../../../src/lint/facts/label-values';
import { alternativeLabels, preferredLabels, requiredLabels } from '../../../src/lint/facts/node-demands';
import { misfitsOf, nodePools, poolsNamedBy, shownTaint } from '../../../src/lint/facts/node-pools';
import { oneNodeOf } from '../../../src/lint/facts/one-node';
import { isOfPartOfNode, speaksOfNuma } from '../../../src/lint/facts/parts-of-nodes';
import { PodSet } from '../../../src/lint/facts/pod-set';
import { nodeGpu } from '../../../src/lint/facts/served-model';
import { spotNodesOf } from '../../../src/lint/facts/spot';
import { tolerates } from '../../../src/lint/facts/tolerations';
import { isForWindows } from '../../../src/lint/facts/windows';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const pod = (spec: object): PlainObject => object('v1', 'Pod', 'a', { containers: [], ...spec });
const podsOf = (spec: object): PodSet => factsOf(pod(spec)).get(podSets)[0];
const condition = (key: string, operator: string, ...values: string[]) => ({ key, operator, values });
const required = (...terms: object[][]) => ({
  affinity: {
    nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: terms.map(matchExpressions => ({ matchExpressions })) } },
  },
});
const preferred = (...terms: object[][]) => ({
  affinity: {
    nodeAffinity: { [PREFERRED]: terms.map(matchExpressions => ({ weight: 1, preference: { matchExpressions } })) },
  },
});

describe('values that a label may have', () => {
  const of = (operator: string, ...values: string[]) => labelValues(operator, values)!;

  test.each<[string, string[], string, boolean]>([
    ['In', ['a', 'b'], 'one of a, b', false], ['In', [], 'one of nothing', false], ['NotIn', ['a', 'b'], 'none of a, b', true], ['Exists', [], 'any value', false], ['DoesNotExist', [], 'absent', true],
    ['Gt', ['4'], 'at least 5', false], ['Gte', ['4'], 'at least 4', false], ['Lt', ['4'], 'at most 3', false], ['Lte', ['4'], 'at most 4', false],
  ])('%s %j: %s, and a node may lack it: %s', (operator, values, text, mayLack) => {
    expect([shownValues(of(operator, ...values)), of(operator, ...values).mayLack]).toEqual([text, mayLack]);
  });

  test.each([['Gt', 'x'], ['Gte', '1.5'], ['Lt', 'x'], ['Lte', '1.5'], ['Near', '1']])('nothing is known of %s %s', (operator, value) => {
    expect(labelValues(operator, [value])).toBeUndefined();
  });

  test.each<[LabelValues, LabelValues, string, boolean]>([
    [of('In', 'a', 'b'), of('In', 'b', 'c'), 'one of b', true],
    [of('In', 'a'), of('In', 'b'), 'one of nothing', false],
    [of('In', 'a', 'b'), of('NotIn', 'b'), 'one of a', true],
    [of('In', 'b'), of('NotIn', 'b'), 'one of nothing', false],
    [of('In', '2', '4', '8'), of('Gt', '3'), 'one of 4, 8', true],
    [of('In', '2', '4', '8'), of('Lte', '4'), 'one of 2, 4', true],
    [of('NotIn', 'a'), of('NotIn', 'b'), 'none of a, b', true],
    [of('NotIn', 'a'), of('DoesNotExist'), 'absent', true],
    [of('Exists'), of('DoesNotExist'), 'one of nothing', false],
    [of('Exists'), of('NotIn', 'a'), 'none of a', true],
    [of('Gt', '3'), of('Gt', '5'), 'at least 6', true],
    [of('Lt', '3'), of('Lt', '5'), 'at most 2', true],
    [of('Gt', '3'), of('Lt', '5'), 'at least 4, at most 4', true],
    [of('Gt', '3'), of('Lt', '4'), 'at least 4, at most 3', false],
    [of('NotIn', 'a'), of('Gte', '4'), 'none of a, at least 4', true],
  ])('%j with %j: %s, which can be met: %s', (one, other, text, isMet) => {
    expect([shownValues(both(one, other)), canBeMet(both(one, other))]).toEqual([text, isMet]);
    expect(canBeMet(both(other, one))).toBe(isMet);
  });
});

describe('labels that pods ask of nodes', () => {
  const shown = (all: ReturnType<typeof requiredLabels>) => all.map(({ key, values, field }) => `${field} ${key}=${values.join()}`);
  const [SELECTOR, TERM] = ['spec.nodeSelector[pool]', `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`];
  const gpu = condition('gpu', 'In', 'a', 'b');

  test('the selector, and the one term of an affinity', () => {
    const spec = { nodeSelector: { pool: 'x' }, ...required([condition('zone', 'NotIn', 'z'), gpu]) };

    expect(shown(requiredLabels(podsOf(spec)))).toEqual([`${SELECTOR} pool=x`, `${TERM}[0].matchExpressions[1].values gpu=a,b`]);
    expect(shown(alternativeLabels(podsOf(spec)))).toEqual(shown(requiredLabels(podsOf(spec))));
  });

  test('of several terms none is required, and each is an alternative', () => {
    const spec = { nodeSelector: { pool: 'x' }, ...required([gpu], [condition('gpu', 'In', 'c')]) };

    expect(shown(requiredLabels(podsOf(spec)))).toEqual([`${SELECTOR} pool=x`]);
    expect(shown(alternativeLabels(podsOf(spec)))).toEqual([
      `${SELECTOR} pool=x`, `${TERM}[0].matchExpressions[0].values gpu=a,b`, `${TERM}[1].matchExpressions[0].values gpu=c`,
    ]);
  });

  test('wishes are apart', () => {
    const spec = preferred([condition('a', 'Exists')], [condition('b', 'Gt', '1'), gpu]);

    expect(shown(preferredLabels(podsOf(spec)))).toEqual([`spec.affinity.nodeAffinity.${PREFERRED}[1].preference.matchExpressions[1].values gpu=a,b`]);
    expect(requiredLabels(podsOf(spec))).toEqual([]);
  });
});

describe('tolerations', () => {
  const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' };

  test.each<[PlainObject, boolean]>([
    [{ key: 'gpu', operator: 'Exists' }, true], [{ key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }, true], [{ key: 'gpu', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'gpu', value: 'yes' }, true], [{ key: 'gpu', operator: 'Equal', value: 'yes', effect: '' }, true], [{ key: 'gpu', value: 'no' }, false], [{ key: 'gpu' }, false],
    [{ key: 'cpu', operator: 'Exists' }, false], [{ operator: 'Exists' }, true], [{ key: '', operator: 'Exists', effect: 'NoSchedule' }, true], [{ operator: 'Equal', value: 'yes' }, false],
  ])('%j: %s', (toleration, isTolerated) => {
    expect(tolerates(toleration, taint)).toBe(isTolerated);
  });

  test('a taint without a value is met by a toleration without one', () => {
    expect([{ key: 'gpu' }, { key: 'gpu', value: '' }, { key: 'gpu', value: 'yes' }].map(each => tolerates(each, { key: 'gpu', effect: 'NoSchedule' }))).toEqual([true, true, false]);
  });
});

describe('node pools', () => {
  const pool = (name: string, template: object = {}, labels: object = {}, apiVersion = 'karpenter.sh/v1') => (
    { apiVersion, kind: 'NodePool', metadata: { name }, spec: { template: { metadata: { labels }, spec: { nodeClassRef: { group: 'karpenter.k8s.aws' }, ...template } } } } as unknown as PlainObject);
  const misfits = (spec: object, template: object = {}, labels: object = {}) => {
    const facts = factsOf(pool('gpu', template, labels), pod(spec));
    return misfitsOf(facts.get(nodePools)[0], facts.get(podSets)[0]).map(({ kind, about, field }) => `${kind} ${about} at ${field}`);
  };
  const [NO, SOFT] = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }, { key: 'soft', effect: 'PreferNoSchedule' }];

  test('a pool has what its requirements, its labels and its name say', () => {
    const requirements = [condition('beta.kubernetes.io/arch', 'In', 'amd64', 'arm64'), condition('kubernetes.io/arch', 'NotIn', 'arm64'), condition('size', 'Gt', '3')];
    const facts = factsOf(pool('gpu', { requirements }, { team: 'ml' }), pool('old', {}, {}, 'karpenter.sh/v1beta1'));
    const [found, ...others] = facts.get(nodePools);

    expect(others).toEqual([]);
    expect([...found.labels].map(([key, values]) => `${key}: ${shownValues(values)}`)).toEqual([
      'kubernetes.io/arch: one of amd64', 'size: at least 4', 'team: one of ml', 'karpenter.sh/nodepool: one of gpu',
    ]);
    expect(found.requirements.map(({ field }) => field)).toEqual([0, 1, 2].map(index => `spec.template.spec.requirements[${index}]`));
    expect([found.name, found.group]).toEqual(['gpu', 'karpenter.k8s.aws']);
  });

  test('a taint keeps pods off that do not tolerate it, unless it only wishes so', () => {
    const taints = [NO, SOFT, { ...NO, key: 'other' }];

    expect(misfits({}, { taints })).toEqual(['taint gpu=yes:NoSchedule at spec.tolerations', 'taint other=yes:NoSchedule at spec.tolerations']);
    expect(misfits({ tolerations: [{ key: 'x' }, { key: 'gpu', operator: 'Exists' }] }, { taints })).toEqual(['taint other=yes:NoSchedule at spec.tolerations']);
    expect([NO, { key: 'a', effect: 'NoExecute' }].map(shownTaint)).toEqual(['gpu=yes:NoSchedule', 'a:NoExecute']);
  });

  test.each<[string, object, string[]]>([
    ['a label of the pool', { nodeSelector: { team: 'ml' } }, []],
    ['another value', { nodeSelector: { team: 'web' } }, ['label team at spec.nodeSelector[team]']],
    ['its name', { nodeSelector: { 'karpenter.sh/nodepool': 'gpu' } }, []],
    ['another name', { nodeSelector: { 'karpenter.sh/nodepool': 'cpu' } }, ['label karpenter.sh/nodepool at spec.nodeSelector[karpenter.sh/nodepool]']],
    ['a label of the provider', { nodeSelector: { 'karpenter.k8s.aws/instance-family': 'p5' } }, []],
    ['a label that nobody knows', { nodeSelector: { mine: 'x' } }, ['unknownLabel mine at spec.nodeSelector[mine]']],
    ['nodes without a label', required([condition('mine', 'DoesNotExist')]), []],
    ['any value but one', required([condition('team', 'NotIn', 'ml')]), [`label team at spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0]`]],
    ['the older name of a label', { nodeSelector: { 'beta.kubernetes.io/arch': 'arm64' } }, ['label kubernetes.io/arch at spec.nodeSelector[beta.kubernetes.io/arch]']],
    ['the better of two terms', required([condition('team', 'In', 'web'), condition('mine', 'Exists')], [condition('team', 'In', 'web')]), [
      `label team at spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[1].matchExpressions[0]`,
    ]],
    ['one of two terms', required([condition('team', 'In', 'web')], [condition('team', 'In', 'ml')]), []],
    ['a term and the selector', { nodeSelector: { mine: 'x' }, ...required([condition('team', 'In', 'ml')]) }, ['unknownLabel mine at spec.nodeSelector[mine]']],
  ])('pods that ask for %s', (_, spec, expected) => {
    expect(misfits(spec, { requirements: [condition('kubernetes.io/arch', 'In', 'amd64')] }, { team: 'ml' })).toEqual(expected);
  });

  test('pods name pools, all of which must be here', () => {
    const named = (spec: object) => {
      const facts: Facts = factsOf(pool('a'), pool('b'), pool('c'), pod(spec));
      return poolsNamedBy(facts, facts.get(podSets)[0]).map(({ name }) => name);
    };

    expect(named(required([condition('karpenter.sh/nodepool', 'In', 'c', 'a')]))).toEqual(['a', 'c']);
    expect(named(required([condition('karpenter.sh/nodepool', 'In', 'c', 'x')]))).toEqual([]);
    expect(named({ nodeSelector: { 'karpenter.sh/nodepool': 'b' } })).toEqual(['b']);
    expect(named({})).toEqual([]);
  });
});

describe('spot nodes', () => {
  const [KARPENTER, GKE, PROVISIONING, AKS, EKS] = [
    'karpenter.sh/capacity-type', 'cloud.google.com/gke-spot', 'cloud.google.com/gke-provisioning', 'kubernetes.azure.com/scalesetpriority', 'eks.amazonaws.com/capacityType',
  ];

  test.each<[object, number | undefined]>([
    [{ nodeSelector: { [KARPENTER]: 'spot' } }, 120], [{ nodeSelector: { [KARPENTER]: 'on-demand' } }, undefined],
    [{ nodeSelector: { [KARPENTER]: 'spot', 'karpenter.azure.com/sku-name': 'x' } }, 30], [{ nodeSelector: { [KARPENTER]: 'spot', 'kubernetes.azure.com/mode': 'x' } }, 30],
    [{ nodeSelector: { [EKS]: 'SPOT' } }, 120], [{ nodeSelector: { [GKE]: 'true' } }, 15], [{ nodeSelector: { [PROVISIONING]: 'spot' } }, 15], [{ nodeSelector: { [AKS]: 'spot' } }, 30],
    [{ nodeSelector: { [EKS]: 'SPOT', [GKE]: 'true' } }, 15], [preferred([condition(EKS, 'In', 'ON_DEMAND', 'SPOT')]), 120], [required([condition(GKE, 'NotIn', 'true')]), undefined],
    [required([condition(GKE, 'In', 'true')]), 15], [{}, undefined],
  ])('pods with %j have a notice of %s s', (spec, seconds) => {
    expect(spotNodesOf(podsOf(spec))?.noticeSeconds).toBe(seconds);
  });
});

describe('one node', () => {
  const HOST = 'kubernetes.io/hostname';
  const together = (topologyKey: string) => ({ affinity: { podAffinity: { [REQUIRED]: [{ topologyKey, labelSelector: {} }] } } });

  test.each<[object, string | undefined]>([
    [{ nodeName: 'n' }, 'spec.nodeName'], [{ nodeName: 'n', nodeSelector: { [HOST]: 'n' } }, 'spec.nodeName'], [{ nodeSelector: { [HOST]: 'n' } }, `spec.nodeSelector[${HOST}]`],
    [required([condition(HOST, 'In', 'a')]), `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values`], [required([condition(HOST, 'In', 'a', 'b')]), undefined],
    [together(HOST), `spec.affinity.podAffinity.${REQUIRED}[0]`], [together('zone'), undefined], [{}, undefined],
  ])('%j binds pods by %s', (spec, field) => {
    expect(oneNodeOf(podsOf(spec))).toBe(field);
  });

  test.each([
    ['numa', true], ['a numa-node b', true], ['numaZone', true], ['numaIDs', true], ['NUMA domain', true], ['numaflow', false], ['xnuma', false], ['pcie', false],
  ])('that "%s" speaks of NUMA is %s', (text, speaks) => {
    expect(speaksOfNuma(text)).toBe(speaks);
  });

  test.each([
    ['topology/numa', true], ['numa-node', true], ['a.b/numa_zone', true], ['x.numaid', true], ['numadomain', true], ['nvidia.com/pcie-root', true], ['pcieroot', true], ['numa.example/rack', false],
    ['topology.kubernetes.io/zone', false], ['numaflow', false],
  ])('that the label %s is of a part of a node is %s', (key, isPart) => {
    expect(isOfPartOfNode(key)).toBe(isPart);
  });
});

describe('the GPU of nodes', () => {
  const GKE = 'cloud.google.com/gke-accelerator';

  test.each<[object, number | undefined, string | undefined]>([
    [{ nodeSelector: { [GKE]: 'nvidia-l4' } }, 23034, `${GKE} nvidia-l4`],
    [required([condition(GKE, 'In', 'nvidia-l4', 'nvidia-h200-141gb')]), 143771, `${GKE} nvidia-l4, nvidia-h200-141gb`],
    [required([condition(GKE, 'In', 'nvidia-l4', 'nvidia-r200')]), undefined, undefined],
    [{ nodeSelector: { [GKE]: 'nvidia-h200-141gb', 'nvidia.com/gpu.product': 'NVIDIA-L4' } }, 23034, 'nvidia.com/gpu.product NVIDIA-L4'],
    [{ nodeSelector: { [GKE]: 'nvidia-l4', 'cloud.google.com/gke-gpu-sharing-strategy': 'time-sharing' } }, undefined, undefined],
    [{ nodeSelector: { [GKE]: 'nvidia-l4', 'cloud.google.com/gke-gpu-partition-size': '1g.5gb' } }, undefined, undefined],
    [{}, undefined, undefined],
  ])('%j: %s Mi, by %s', (spec, memory, text) => {
    const found = nodeGpu(podsOf(spec));

    expect([found?.memoryMi, found?.text]).toEqual([memory, text]);
  });
});

test.each([[{ os: { name: 'windows' } }, true], [{ nodeSelector: { 'kubernetes.io/os': 'windows' } }, true], [{ os: { name: 'linux' } }, false], [{}, false]])('pods with %j are for Windows: %s', (spec, isWindows) => {
  expect(isForWindows(podsOf(spec))).toBe(isWindows);
});
