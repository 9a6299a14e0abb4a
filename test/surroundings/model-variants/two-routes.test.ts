import { App, Chart } from 'cdk8s';
import { ModelVariants, ModelVariantsProps, Target, Workload } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

/** Ids of what is found in an app with two sets of variants behind one Gateway. */
function found(one: Partial<ModelVariantsProps>, other: Partial<ModelVariantsProps>): string[] {
  const app = new App();
  Target.define(app, { apis: ['gateway.networking.k8s.io/v1'] });
  const chart = new Chart(app, 'chart', { namespace: 'ml' });
  const variant = (name: string) => [name, `${name}-next`].map((each, index) => ({ name: each, workload: Workload.named({ name: each, podLabels: { app: each } }), port: 8000, weight: index }));
  new ModelVariants(chart, 'one', { gateway: { name: 'public' }, hostnames: ['chat.example'], variants: variant('llama'), ...one });
  new ModelVariants(chart, 'other', { gateway: { name: 'public' }, hostnames: ['chat.example'], variants: variant('qwen'), ...other });
  return findingsOf(app).map(({ id }) => id);
}

test('two sets of variants for one host and path: one of them gets no requests', () => {
  expect(found({}, {})).toContain('AIW2834');
  expect(found({ pathPrefix: '/v1' }, { pathPrefix: '/v1' })).toContain('AIW2834');
});

test('told apart by host, path or Gateway they are two', () => {
  expect(found({}, { hostnames: ['qwen.example'] })).not.toContain('AIW2834');
  expect(found({}, { pathPrefix: '/qwen' })).not.toContain('AIW2834');
  expect(found({}, { gateway: { name: 'internal' } })).not.toContain('AIW2834');
});
