import { App, Chart } from 'cdk8s';
import { invalid } from '../../../src/base/errors/invalid-input';
import { answer, hiddenPlace } from '../../../src/given/mistakes/unplanned';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

const refuses = () => { throw invalid('index', -1, 'is no index', 'give an index'); };

test('what a stand-in refuses is not told, and its caller gets the harmless answer', () => {
  const chart = new Chart(new App(), 'prod');
  expect(answer(hiddenPlace(chart), refuses, () => 'harmless')).toBe('harmless');
  expect(findingsOf(chart.node.root)).toEqual([]);
});

test('what a construct refuses is told at synth, and its caller gets the harmless answer', () => {
  const chart = new Chart(new App(), 'prod');
  expect(answer(chart, refuses, () => 'harmless')).toBe('harmless');
  expect(findingsOf(chart.node.root).map(({ field }) => field)).toEqual(['index']);
});
