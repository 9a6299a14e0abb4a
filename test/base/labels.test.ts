import { labelsOfName, mergeLabels, standardLabels } from '../../src/base/labels';

describe('labels of the user and own labels', () => {
  test("meet: those for people are the user's, those that carry identity are ours", () => {
    const given = { 'app.kubernetes.io/name': 'mine', 'cdk8s-ai-workloads/name': 'mine', 'team': 'ml' };

    expect(mergeLabels(given, labelsOfName('llm'))).toEqual({
      'app.kubernetes.io/name': 'mine',
      'cdk8s-ai-workloads/name': 'llm',
      'team': 'ml',
    });
  });

  test("are each other's where one of them is missing", () => {
    expect(mergeLabels(undefined, { a: '1', b: '2' })).toEqual({ a: '1', b: '2' });
    expect(mergeLabels({ a: '1', b: '2' })).toEqual({ a: '1', b: '2' });
  });

  test('are copies: neither map changes', () => {
    const [given, ours] = [Object.freeze({ a: '1' }), Object.freeze({ a: '2' })];

    expect(mergeLabels(given, ours)).toEqual({ a: '2' });
  });
});

test('standard labels have a component where there is one', () => {
  expect(standardLabels('llm', 'router')).toEqual({
    'app.kubernetes.io/name': 'llm',
    'app.kubernetes.io/component': 'router',
  });
  expect(standardLabels('llm')).toEqual({ 'app.kubernetes.io/name': 'llm' });
  expect(labelsOfName('llm')).toEqual({ 'app.kubernetes.io/name': 'llm', 'cdk8s-ai-workloads/name': 'llm' });
});
