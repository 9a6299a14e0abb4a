import { STRUCTS } from '../../../src/given/types.generated';
import { CanaryOptions, Rollout, StagedRolloutOptions } from '../../../src/patterns/rollout/rollout';
import { planRollout } from '../../../src/patterns/rollout/rollout-plan';

const PARTS = ['eu-1a', 'eu-1b', 'eu-1c'];
const previous = { image: 'app:1' };

function plan(rollout?: Rollout, injected: string[] = []) {
  return planRollout('rollout', rollout, PARTS, 'zone', injected);
}

describe('without a roll-out, and all at once', () => {
  test.each([['absent', undefined], ['allAtOnce', Rollout.allAtOnce()]])('%s: every part has the new template, and the reader is warned', (_, rollout) => {
    expect(plan(rollout)).toEqual({
      noun: 'zone',
      parts: PARTS,
      previousParts: new Set(),
      updateStrategy: { type: 'RollingUpdate' },
      labels: {},
      annotations: {},
      steps: [],
      text: 'one apply replaces the pods of all 3 zones at the same time: nothing coordinates separate StatefulSets',
    });
  });
});

describe('a staged roll-out', () => {
  test.each<[number, string[] | undefined, string[]]>([
    [0, undefined, ['eu-1a', 'eu-1b', 'eu-1c']],
    [1, undefined, ['eu-1b', 'eu-1c']],
    [2, undefined, ['eu-1c']],
    [3, undefined, []],
    [1, ['eu-1c', 'eu-1a', 'eu-1b'], ['eu-1a', 'eu-1b']],
  ])('at stage %i in the order %p leaves %p behind', (stage, order, behind) => {
    expect([...plan(Rollout.staged({ stage, order, previous })).previousParts]).toEqual(behind);
  });

  test('has every stage and marks its own', () => {
    expect(plan(Rollout.staged({ stage: 2, previous })).steps).toEqual([
      { title: 'stage 0', onNew: [], isHere: false },
      { title: 'stage 1', onNew: ['eu-1a'], isHere: false },
      { title: 'stage 2', onNew: ['eu-1a', 'eu-1b'], isHere: true },
      { title: 'stage 3', onNew: PARTS, isHere: false },
    ]);
  });

  test('keeps the controller updating: each part is one StatefulSet', () => {
    expect(plan(Rollout.staged({ stage: 1, previous })).updateStrategy).toEqual({ type: 'RollingUpdate' });
  });

  test.each<[string, StagedRolloutOptions, string]>([
    ['a stage past the end', { stage: 4, previous }, 'rollout.stage: Invalid value: 4: must be a whole number between 0 and 3'],
    ['a negative stage', { stage: -1, previous }, 'rollout.stage: Invalid value: -1: must be a whole number between 0 and 3'],
    ['half a stage', { stage: 1.5, previous }, 'rollout.stage: Invalid value: 1.5: '],
    ['an order that forgets a part', { stage: 1, previous, order: ['eu-1a', 'eu-1b'] },
      'rollout.order: Invalid value: ["eu-1a","eu-1b"]: names 2 of 3 zones\n  help: name each once: eu-1a, eu-1b, eu-1c'],
    ['an order that names a part twice', { stage: 1, previous, order: ['eu-1a', 'eu-1b', 'eu-1a'] }, 'rollout.order[2]: Duplicate value: "eu-1a": names a zone twice'],
    ['an unknown part', { stage: 1, previous, order: ['eu-1a', 'eu-1b', 'eu-1d'] }, 'rollout.order[2]: Invalid value: "eu-1d": is no zone of this workload (eu-1a, eu-1b, eu-1c)'],
    ['a previous template that names nothing', { stage: 1, previous: {} }, 'rollout.previous: Required value: names nothing that changed'],
    ['a previous image that is none', { stage: 1, previous: { image: 'my app' } }, 'rollout.previous.image: Invalid value: "my app": is not an image reference'],
    ['a token among the previous variables', { stage: 1, previous: { variables: { API_TOKEN: 'abcdef' } } }, 'rollout.previous.variables[API_TOKEN]: Invalid value: "…": is a literal'],
    ['shell in a previous variable', { stage: 1, previous: { variables: { HOST: '$(hostname -f)' } } }, 'rollout.previous.variables[HOST]: Invalid value: '],
    ['a token in the previous arguments', { stage: 1, previous: { args: [`--key=hf_${'a'.repeat(30)}`] } }, 'rollout.previous.args[0]: Invalid value: "--key=hf_aa…"'],
    ['an injected variable', { stage: 1, previous: { variables: { ZONE: 'x' } } }, 'rollout.previous.variables[ZONE]: Forbidden: ZONE is set by the pattern'],
  ])('refuses %s', (_, options, message) => {
    expect(() => plan(Rollout.staged(options), ['ZONE'])).toThrow(message);
  });

  test('does not ask for the previous template once every part has the new one', () => {
    expect(plan(Rollout.staged({ stage: 3, previous: {} })).previousParts.size).toBe(0);
  });
});

describe('a canary', () => {
  test('leaves all others behind, and says how to go on', () => {
    const canary = plan(Rollout.canary({ parts: ['eu-1b'], previous }));
    expect([...canary.previousParts]).toEqual(['eu-1a', 'eu-1c']);
    expect(canary.previous).toEqual(previous);
    expect(canary.steps).toEqual([{ title: 'canary', onNew: ['eu-1b'], isHere: true }]);
  });

  test.each<[string, CanaryOptions, string]>([
    ['no part', { parts: [], previous }, 'rollout.parts: Required value: a canary names at least one zone'],
    ['an unknown part', { parts: ['eu-1z'], previous }, 'rollout.parts[0]: Invalid value: "eu-1z": is no zone of this workload'],
    ['a part twice', { parts: ['eu-1a', 'eu-1a'], previous }, 'rollout.parts[1]: Duplicate value: "eu-1a": names a zone twice'],
    ['nothing that changed', { parts: ['eu-1a'], previous: {} }, 'rollout.previous: Required value: '],
  ])('refuses %s', (_, options, message) => {
    expect(() => plan(Rollout.canary(options))).toThrow(message);
  });
});

describe('on delete', () => {
  test('by hand: no label', () => {
    expect(plan(Rollout.onDelete())).toMatchObject({ updateStrategy: { type: 'OnDelete' }, labels: {}, annotations: {} });
  });

  test('by the rollout-operator: a label and an annotation', () => {
    expect(plan(Rollout.onDelete({ rolloutGroup: 'db' }))).toMatchObject({ labels: { 'rollout-group': 'db' }, annotations: { 'rollout-max-unavailable': '1' } });
    expect(plan(Rollout.onDelete({ rolloutGroup: 'db', maxUnavailable: 3 })).annotations).toEqual({ 'rollout-max-unavailable': '3' });
  });

  test.each<[string, () => Rollout, string]>([
    ['none at a time', () => Rollout.onDelete({ rolloutGroup: 'db', maxUnavailable: 0 }), 'Rollout.onDelete(maxUnavailable): Invalid value: 0: must be a whole number of at least 1'],
    ['a number that nobody reads', () => Rollout.onDelete({ maxUnavailable: 2 }), 'Rollout.onDelete(maxUnavailable): Invalid value: 2: only the rollout-operator reads it'],
    ['a group that is no label value', () => Rollout.onDelete({ rolloutGroup: 'my db' }), 'Rollout.onDelete(rolloutGroup): Invalid value: "my db": is not a label value'],
  ])('refuses %s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('a partition', () => {
  test('is refused: it counts pods of one set', () => {
    expect(() => plan(Rollout.partition(1))).toThrow('rollout: Forbidden: a partition counts the pods of one StatefulSet, not zones');
  });

  test('of a negative number is refused where it is made', () => {
    expect(() => Rollout.partition(-1)).toThrow('Rollout.partition(groups): Invalid value: -1');
  });
});

describe('what was before', () => {
  test.each(['LeaderWorkerGroupProps', 'ZonePartitionedStatefulSetProps'])('can hold every property of %s, of the same type', struct => {
    const typeOf = (name: string, key: string) => STRUCTS[name][key]?.replace(/^\?/, '').split(' ')[0];
    // In a group the image may come from the engine, so `container` is the looser of the two.
    const differing = Object.keys(STRUCTS[struct]).filter(key => key !== 'container' && typeOf('PreviousTemplate', key) !== typeOf(struct, key));
    expect(differing).toEqual([]);
    expect(typeOf('PreviousTemplate', 'container')).toBe('RoleContainer');
  });
});
