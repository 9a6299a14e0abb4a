import { Duration } from 'cdk8s';
import { Manifest, llm, ofKind } from './group';
import { Accelerator, DeviceRequest, InferenceEngine, LeaderWorkerGroupProps, ModelLoad, PreviousTemplate, Rendezvous, Rollout } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

const named = (manifests: Manifest[]) => Object.fromEntries(manifests.map(each => [each.metadata.name, each]));

const imageOf = (set: Manifest) => set.spec.template.spec.containers[0].image;

describe('objects beside the sets', () => {
  test('a claim template of before stays while a group needs it, and is the same one where the claim did not change', () => {
    const claim = (product: string) => Accelerator.claim(DeviceRequest.nvidia({ product }), { count: 8 });
    const before = { container: { image: 'i:1' }, accelerator: claim('H100') };
    const templates = (props: Partial<LeaderWorkerGroupProps>) => {
      const made = llm({ groups: 2, size: 2, ...props }).synth();
      return {
        made: ofKind(made, 'ResourceClaimTemplate').map(each => each.metadata.name),
        used: ofKind(made, 'StatefulSet').map(set => set.spec.template.spec.resourceClaims[0].resourceClaimTemplateName),
      };
    };
    const [old, fresh] = [templates(before).made[0], templates({ ...before, accelerator: claim('H200') }).made[0]];
    const staged = (previous: PreviousTemplate) => Rollout.staged({ stage: 1, previous });
    expect(templates({ ...before, accelerator: claim('H200'), rollout: staged({ accelerator: claim('H100') }) })).toEqual({
      made: expect.arrayContaining([old, fresh]), used: [fresh, fresh, old, old],
    });
    expect(templates({ ...before, container: { image: 'i:2' }, rollout: staged({ image: 'i:1' }) })).toEqual({ made: [old], used: [old, old, old, old] });
  });

  test('the host file of a group that is not due keeps the slots of before', () => {
    const mpi = { rendezvous: Rendezvous.mpi({ sshSecretName: 'ssh' }), restartsAfterSuccess: true, groups: 2, size: 2 };
    const files = (props: Partial<LeaderWorkerGroupProps>) => ofKind(llm({ ...mpi, ...props }).synth(), 'ConfigMap').map(each => each.data.hostfile);
    const rollout = Rollout.staged({ stage: 1, previous: { processesPerPod: 2 } });
    const [old, fresh] = [files({ processesPerPod: 2 }), files({ processesPerPod: 4 })];
    expect(files({ processesPerPod: 4, rollout })).toEqual([fresh[0], old[1]]);
    expect(old[1]).not.toBe(fresh[1]);
  });
});

test('a set that is not due keeps its own labels and annotations: controllers read them, and some change pods by them', () => {
  const metadata = (team: string) => ({ labels: { team }, annotations: { note: team } });
  const rollout = Rollout.staged({ stage: 1, previous: { metadata: metadata('one') } });
  const made = llm({ groups: 2, size: 2, metadata: { ...metadata('two'), namespace: undefined }, rollout }).synth();
  expect(ofKind(made, 'StatefulSet').map(set => [set.metadata.labels.team, set.metadata.annotations.note])).toEqual([['two', 'two'], ['two', 'two'], ['one', 'one'], ['one', 'one']]);
});

describe('a roll-out that another one overtakes', () => {
  const first = { groups: 3, size: 2, container: { image: 'i:1', command: ['serve'] } };
  const second = { ...first, container: { image: 'i:2', command: ['serve', '--two'] } };
  const unfinished = { ...second, rollout: Rollout.staged({ stage: 1, previous: first }) };

  test.each([[0, ['i:2', 'i:1', 'i:1']], [1, ['i:3', 'i:1', 'i:1']], [2, ['i:3', 'i:3', 'i:1']]])('at stage %i leaves each group what it had: %p', (stage, images) => {
    const before = named(ofKind(llm(unfinished).synth(), 'StatefulSet'));
    const now = named(ofKind(llm({ ...first, container: { image: 'i:3' }, rollout: Rollout.staged({ stage, previous: unfinished }) }).synth(), 'StatefulSet'));
    expect([0, 1, 2].map(group => imageOf(now[`llm-${group}-leader`]))).toEqual(images);
    for (const [name, set] of Object.entries<Manifest>(now).filter(([key]) => Number(key.split('-')[1]) >= stage)) {
      expect(set.spec.template).toEqual(before[name].spec.template);
    }
  });

  test('what is added after construction reaches all of them', () => {
    const made = llm({ ...first, container: { image: 'i:3' }, rollout: Rollout.staged({ stage: 1, previous: unfinished }) });
    made.group.leader.addSidecar({ name: 'meter', image: 'meter:1' });
    made.group.leader.podMetadata.addLabel('team', 'search');
    const leaders = ofKind(made.synth(), 'StatefulSet').filter(set => set.metadata.name.endsWith('leader')).map(set => set.spec.template);
    expect(leaders.map(({ spec }) => spec.initContainers.map((each: Manifest) => each.name))).toEqual([['meter'], ['meter'], ['meter']]);
    expect(leaders.map(({ metadata }) => metadata.labels.team)).toEqual(['search', 'search', 'search']);
  });
});

test('a startup probe of before is held to the load of before', () => {
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'm/m', tensorParallel: 8 });
  const load = (minutes: number) => ModelLoad.measured(Duration.minutes(minutes));
  const { chart } = llm({
    container: undefined,
    size: 1,
    groups: 2,
    engine,
    accelerator: Accelerator.nvidia(8),
    modelLoad: load(90),
    rollout: Rollout.staged({ stage: 1, previous: { modelLoad: load(10) } }),
  });
  expect(findingsOf(chart.node.root).filter(({ id }) => id === 'AIW3305')).toEqual([]);
});
