import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { App } from 'cdk8s';
import { build } from './first-group';

const app = new App();
build(app);
const objects = app.charts.flatMap(chart => chart.toJson());
const groups = objects.filter(object => object.kind === 'StatefulSet');

test('names stay: under another name the pods start anew, with empty volumes', () => {
  assert.deepEqual(groups.map(group => group.metadata.name), ['llama405-0-leader', 'llama405-0-worker']);
});

test('the group has the GPUs that the model is cut for', () => {
  const gpus = groups.map(({ spec }) => spec.replicas * Number(spec.template.spec.containers[0].resources.limits['nvidia.com/gpu']));
  assert.equal(gpus.reduce((sum, each) => sum + each, 0), 16);
});
