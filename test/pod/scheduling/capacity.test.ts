import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Capacity, IndexedTrainingJob, IndexedTrainingJobProps } from '../../../src';
import { IMAGE, carry, chartIn, messageOf } from '../carrier';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const SPOT = 'karpenter.sh/capacity-type';
const two = Capacity.spot({ nodeLabels: { pool: 'gpu', life: 'short' }, tolerations: [{ key: 'life', value: 'short', effect: 'NoSchedule' }], notice: Duration.seconds(60) });

function podWith(capacity: Capacity): any {
  return carry({}, { variation: { capacity } }).pod();
}

function training(props: Partial<IndexedTrainingJobProps>): IndexedTrainingJob {
  return new IndexedTrainingJob(chartIn(), 'Train', { workers: 2, container: { image: IMAGE }, ...props });
}

function termsOf(capacity: Capacity): any[] {
  return podWith(capacity).affinity.nodeAffinity[REQUIRED].nodeSelectorTerms.map((term: any) => term.matchExpressions);
}

/** What the scheduler makes of the expressions used here. Source: apimachinery pkg/labels/selector.go */
function fits(terms: any[], node: { [label: string]: string }): boolean {
  return terms.some(expressions => expressions.every(({ key, operator, values }: any) => values.includes(node[key]) === (operator === 'In')));
}

describe('spot nodes are preferred', () => {
  test('as a wish with all its weight, not as a selector', () => {
    const pod = podWith(Capacity.preferSpot(Capacity.spotKarpenter()));
    expect(pod).not.toHaveProperty('nodeSelector');
    expect(pod.affinity).toEqual({ nodeAffinity: { [PREFERRED]: [{ weight: 100, preference: { matchExpressions: [{ key: SPOT, operator: 'In', values: ['spot'] }] } }] } });
  });

  test('the taints of spot nodes are tolerated, or no spot node would be a choice', () => {
    const { tolerations, affinity } = podWith(Capacity.preferSpot(Capacity.spotAks()));
    expect(tolerations).toEqual([{ key: 'kubernetes.azure.com/scalesetpriority', operator: 'Equal', value: 'spot', effect: 'NoSchedule' }]);
    expect(affinity.nodeAffinity[PREFERRED][0].preference.matchExpressions).toEqual([{ key: 'kubernetes.azure.com/scalesetpriority', operator: 'In', values: ['spot'] }]);
  });

  test('a spot node has all of its labels', () => {
    const [{ preference }] = podWith(Capacity.preferSpot(two)).affinity.nodeAffinity[PREFERRED];
    expect(preference.matchExpressions.map(({ key }: any) => key)).toEqual(['pool', 'life']);
  });

  test('beside the wishes and conditions of the user', () => {
    const { template, pod } = carry({}, { variation: { capacity: Capacity.preferSpot(Capacity.spotGke()) } });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('pool', 'a')));
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('fast', 'yes')), { weight: 10 });
    const { nodeAffinity } = pod().affinity;
    expect(nodeAffinity[REQUIRED].nodeSelectorTerms).toEqual([{ matchExpressions: [{ key: 'pool', operator: 'In', values: ['a'] }] }]);
    expect(nodeAffinity[PREFERRED].map(({ weight }: any) => weight)).toEqual([10, 100]);
  });
});

test('spot nodes of EKS are asked for by their own spelling, and have no taint', () => {
  const { nodeSelector, tolerations } = podWith(Capacity.spotEks());
  expect([nodeSelector, tolerations]).toEqual([{ 'eks.amazonaws.com/capacityType': 'SPOT' }, undefined]);
  expect(messageOf(() => training({ capacity: Capacity.spotEks(), terminationGracePeriod: Duration.seconds(121) })))
    .toContain('terminationGracePeriod: Invalid value: "121s": is more than the 120 s that spot nodes of EKS managed node groups leave a pod after the stop signal');
});

describe('nodes that are kept off', () => {
  test('are those with the label; nodes without it are taken, as on-demand nodes of GKE and AKS are', () => {
    for (const [capacity, label, value] of [
      [Capacity.spotKarpenter(), SPOT, 'spot'], [Capacity.spotEks(), 'eks.amazonaws.com/capacityType', 'SPOT'], [Capacity.spotGke(), 'cloud.google.com/gke-spot', 'true'], [Capacity.spotAks(), 'kubernetes.azure.com/scalesetpriority', 'spot'],
    ] as const) {
      const terms = termsOf(Capacity.notOn(capacity));
      expect([fits(terms, { [label]: value }), fits(terms, {}), fits(terms, { [label]: 'on-demand' })]).toEqual([false, true, true]);
    }
  });

  test('no taint of them is tolerated', () => {
    expect(podWith(Capacity.notOn(Capacity.spotGke()))).not.toHaveProperty('tolerations');
  });

  test('have all of the labels: a node with one of them is another one', () => {
    const terms = termsOf(Capacity.notOn(two));
    const nodes: { [label: string]: string }[] = [{ pool: 'gpu', life: 'short' }, { pool: 'gpu', life: 'long' }, { life: 'short' }];
    expect(nodes.map(node => fits(terms, node))).toEqual([false, true, true]);
  });

  test('of the user\'s terms each is narrowed', () => {
    const { template, pod } = carry({}, { variation: { capacity: Capacity.notOn(two) } });
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('zone', 'a')));
    template.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('zone', 'b')));
    const terms = pod().affinity.nodeAffinity[REQUIRED].nodeSelectorTerms.map((term: any) => term.matchExpressions);
    expect(terms).toHaveLength(4);
    const spot = { pool: 'gpu', life: 'short' };
    expect([{ zone: 'a' }, { zone: 'b' }, { zone: 'c' }, { ...spot, zone: 'a' }, { ...spot, zone: 'b' }].map(node => fits(terms, node))).toEqual([true, true, false, false, false]);
  });
});

describe('refused', () => {
  test.each([
    ['a preference for nodes that stay', () => Capacity.preferSpot(Capacity.onDemand()), 'Capacity.preferSpot(spot): Invalid value: "on-demand nodes, or whatever the scheduler finds": is no kind of spot nodes'],
    ['a preference of a preference', () => Capacity.preferSpot(Capacity.preferSpot(two)), 'Capacity.preferSpot(spot): Invalid value: "spot nodes where they have room, any other node where not": is no kind'],
    ['keeping off what keeps off', () => Capacity.notOn(Capacity.notOn(two)), 'Capacity.notOn(spot): Invalid value: "any nodes but spot nodes": is no kind'],
  ])('%s', (_, make, message) => {
    expect(messageOf(make)).toContain(message);
  });

  test.each([
    ['another value of the preferred label', Capacity.preferSpot(Capacity.spotKarpenter()), 'on-demand', 'capacity asks for karpenter.sh/capacity-type=spot'],
    ['the preferred label as a condition', Capacity.preferSpot(Capacity.spotKarpenter()), 'spot', 'is required of every node, so nothing falls back to others'],
    ['the label of the nodes that are kept off', Capacity.notOn(Capacity.spotKarpenter()), 'spot', 'capacity keeps off these nodes (any nodes but spot nodes of Karpenter)'],
  ])('%s', (_, capacity, value, message) => {
    expect(messageOf(() => training({ capacity, nodeLabels: { [SPOT]: value } }))).toContain(`nodeLabels[${SPOT}]: Invalid value: ${JSON.stringify(value)}: ${message}`);
  });

  test('one of several labels is no contradiction', () => {
    for (const capacity of [Capacity.notOn(two), Capacity.preferSpot(two)]) {
      expect(() => training({ capacity, nodeLabels: { pool: 'gpu' } })).not.toThrow();
      expect(messageOf(() => training({ capacity, nodeLabels: { pool: 'gpu', life: 'short' } }))).toContain('nodeLabels[pool]: Invalid value: "gpu"');
    }
  });
});
