import { Body, findings, set } from './manifests';
import { Memory, PreviousTemplate, Rollout } from '../../../src';
import { llm } from '../../patterns/leader-worker-group/group';

const marked = (body: Body): Body => ({ ...body, metadata: { ...body.metadata as object, annotations: { 'cdk8s-ai-workloads/pod-template': 'previous' } } });

const kept = (before: readonly Body[], after: readonly Body[]) => findings(before, after).filter(({ id }) => id === 'AIW4020');

describe('AIW4020 a set that keeps its template', () => {
  test('may not change it', () => {
    expect(kept([set({ replicas: 3 })], [marked(set({ replicas: 3 }, 'registry.example/app:2'))])).toMatchObject([{
      class: 'broken',
      field: 'spec.template.spec.containers[0].image',
      message: 'Forbidden: cdk8s-ai-workloads/pod-template: previous says that this set is not due, and the change replaces 3 pods',
      notes: ['what changes: spec.template.spec.containers[0].image'],
    }]);
  });

  test('may not change it where nobody knows how many pods there are', () => {
    const scaler = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'db', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db' }, maxReplicas: 9 } };
    expect(kept([set(), scaler], [marked(set({}, 'registry.example/app:2')), scaler])).toMatchObject([{ message: expect.stringMatching(/and the change replaces its pods$/) }]);
  });

  test('may change on the object itself', () => {
    expect(kept([set({ replicas: 3 })], [marked(set({ replicas: 3 }))])).toEqual([]);
  });

  test('is told from one that is due', () => {
    expect(kept([marked(set({ replicas: 3 }))], [set({ replicas: 3 }, 'registry.example/app:2')])).toEqual([]);
  });
});

describe('a part that goes back', () => {
  const staged = (stage: number) => llm({ container: { image: 'i:2' }, rollout: Rollout.staged({ stage, previous: { image: 'i:1' } }) }).synth();
  const canary = llm({ container: { image: 'i:2' }, rollout: Rollout.canary({ parts: ['1'], previous: { image: 'i:1' } }) }).synth();

  test.each([[1, 0], [2, 0], [2, 1]])('from stage %i to %i is replaced on purpose', (from, to) => {
    expect(kept(staged(from), staged(to))).toEqual([]);
    expect(findings(staged(from), staged(to)).filter(({ class: kind }) => kind === 'broken')).toEqual([]);
  });

  test('from a canary, too', () => {
    expect(kept(canary, staged(0))).toEqual([]);
  });

  test('does not excuse the others', () => {
    const other = llm({ container: { image: 'i:2' }, rollout: Rollout.staged({ stage: 0, previous: { image: 'i:0' } }) }).synth();
    expect(kept(staged(1), other).map(({ object }) => object?.name)).toEqual(['llm-1-leader', 'llm-1-worker']);
  });
});

describe('what was changed together with the image', () => {
  const container = (image: string, memory: string) => ({ image, command: ['serve'], memory: Memory.of(memory) });
  const deployed = llm({ container: container('i:1', '8Gi') }).synth();
  const stageOf = (stage: number, previous: PreviousTemplate) => llm({ container: container('i:2', '9Gi'), rollout: Rollout.staged({ stage, previous }) }).synth();

  test('and not named reaches groups that are not due: each of their sets is told', () => {
    expect(kept(deployed, stageOf(1, { image: 'i:1' })).map(({ object }) => object?.name)).toEqual(['llm-1-leader', 'llm-1-worker']);
  });

  test('and named does not', () => {
    expect(kept(deployed, stageOf(1, { container: container('i:1', '8Gi') }))).toEqual([]);
  });
});
