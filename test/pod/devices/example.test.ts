import { App } from 'cdk8s';
import { build } from '../../../examples/gpu-pod-family/main';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { Manifest } from '../carrier';

const app = new App();
build(app);
const manifests: Manifest[] = app.charts[0].toJson();
const set = (name: string) => manifests.find(each => each.kind === 'StatefulSet' && each.metadata.name === `${name}-0-leader`).spec.template.spec;

test('the GPU pod family has neither errors nor warnings', () => {
  expect(findingsOf(app)).toEqual([]);
});

test('old pods keep their limits, and the class serves them', () => {
  expect(set('embeddings').containers[0].resources.limits['nvidia.com/mig-1g.10gb']).toBe('1');
  expect(set('embeddings').resourceClaims).toBeUndefined();
  expect(manifests.find(each => each.kind === 'DeviceClass')).toMatchObject({ spec: { extendedResourceName: 'nvidia.com/mig-1g.10gb' } });
});

test('two models and two judges share a claim each, the rerankers none', () => {
  const claimName = (name: string) => set(name).resourceClaims[0].resourceClaimName;
  expect(claimName('chat')).toBe(claimName('translate'));
  expect(claimName('judges')).toMatch(/^shares-/);
  expect(set('reranker').resourceClaims[0]).toEqual({ name: 'accelerator', resourceClaimTemplateName: expect.stringMatching(/^reranker-accelerator-/) });
});
