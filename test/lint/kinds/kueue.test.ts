import { PlainObject } from '../../../src/base/plain';
import { podSets } from '../../../src/lint/facts/carried-pods';
import { countBy, gangsOf } from '../../../src/lint/facts/gangs';
import { GANGS } from '../../../src/lint/kinds';
import { KUEUE_POD_GROUPS } from '../../../src/lint/kinds/kueue';
import { factsOf, object, pods } from '../facts/objects';

const [group] = KUEUE_POD_GROUPS.gangs!;
const NAME = 'kueue.x-k8s.io/pod-group-name';
const pod = (name: string, labels: PlainObject): PlainObject => ({ ...object('v1', 'Pod', name), metadata: { name, namespace: 'ml', labels } });

test('plain pods name their group by the label, whose place is told', () => {
  const facts = factsOf(pod('a', { [NAME]: 'g' }), pod('b', { [NAME]: 'g' }), pod('c', {}), object('batch/v1', 'Job', 'j', { parallelism: 3, template: pods({ [NAME]: 'g' }) }));
  expect(facts.get(podSets).map(group.nameOf)).toEqual(['g', 'g', undefined, 'g']);
  expect(facts.get(podSets).map(group.fieldOf)).toEqual([...Array<string>(3).fill(`metadata.labels[${NAME}]`), `spec.template.metadata.labels[${NAME}]`]);
  expect([...countBy(facts, group.nameOf)]).toEqual([['ml/g', 5]]);
});

test('there is no object that is the group, so the pods say how many they are', () => {
  expect(GANGS).toContain(group);
  expect([group.type, group.total]).toEqual([undefined, { annotation: 'kueue.x-k8s.io/pod-group-total-count', by: 'Kueue' }]);
  expect(gangsOf(factsOf(pod('a', { [NAME]: 'g' })))).toEqual([]);
});
