import * as kplus from 'cdk8s-plus-28';
import { BACKENDS, GROUP, Manifest, PLAIN, llm, mainOf, ofKind } from './group';
import { LeaderWorkerGroupProps, PreviousTemplate, Rendezvous, Rollout } from '../../../src';

/** Pod templates by StatefulSet name. */
function templates(props: Partial<LeaderWorkerGroupProps>): { [name: string]: Manifest } {
  return Object.fromEntries(ofKind(llm({ groups: 3, ...props }).synth(), 'StatefulSet').map(set => [set.metadata.name, set.spec.template]));
}

const value = (text: string) => kplus.EnvValue.fromValue(text);

/** Before and after a change, and what is said of the old template. */
const CHANGES: [string, Partial<LeaderWorkerGroupProps>, Partial<LeaderWorkerGroupProps>, PreviousTemplate][] = [
  ['a new image', { container: { image: 'i:1', command: ['serve'] } }, { container: { image: 'i:2', command: ['serve'] } }, { image: 'i:1' }],
  ['a new image with a hidden entry point', { container: { image: 'i:1' } }, { container: { image: 'i:2' } }, { image: 'i:1' }],
  ['new arguments', { container: { image: 'i:1', command: ['serve'], args: ['--old'] } }, { container: { image: 'i:1', command: ['serve'], args: ['--new', 'x'] } }, { args: ['--old'] }],
  ['arguments of a hidden entry point', { container: { image: 'i:1', args: ['--old'] } }, { container: { image: 'i:1', args: ['--new'] } }, { args: ['--old'] }],
  ['a new command', { container: { image: 'i:1', command: ['old'], args: ['a'] } }, { container: { image: 'i:1', command: ['new'], args: ['a'] } }, { command: ['old'] }],
  ['a new value', { container: { image: 'i:1', envVariables: { A: value('1'), B: value('2') } } }, { container: { image: 'i:1', envVariables: { A: value('9'), B: value('2') } } }, { variables: { A: '1' } }],
  ['Ray and a new image', { rendezvous: Rendezvous.ray(), container: { image: 'i:1', command: ['serve'] } }, { rendezvous: Rendezvous.ray(), container: { image: 'i:2', command: ['serve', 'x'] } }, { image: 'i:1', command: ['serve'] }],
  ['MPI and a new command', { rendezvous: Rendezvous.mpi({ sshSecretName: 's' }), restartsAfterSuccess: true, container: { image: 'i:1', command: ['a'] } },
    { rendezvous: Rendezvous.mpi({ sshSecretName: 's' }), restartsAfterSuccess: true, container: { image: 'i:1', command: ['b'] } }, { command: ['a'] }],
];

describe.each(PLAIN)('staged on %s', kind => {
  const backend = BACKENDS[kind];

  test.each(CHANGES)('%s: groups that are not rolled out keep every byte of their template', (_, before, after, previous) => {
    const old = templates({ backend, ...before });
    const fresh = templates({ backend, ...after });
    for (const stage of [0, 1, 2, 3]) {
      const now = templates({ backend, ...after, rollout: Rollout.staged({ stage, previous }) });
      for (const [name, template] of Object.entries(now)) {
        const isNew = Number(template.metadata.labels[GROUP]) < stage;
        expect(JSON.stringify(template)).toBe(JSON.stringify((isNew ? fresh : old)[name]));
      }
    }
  });

  test('the order may start with any group', () => {
    const now = templates({ backend, container: { image: 'i:2' }, rollout: Rollout.staged({ stage: 1, order: ['2', '0', '1'], previous: { image: 'i:1' } }) });
    expect(Object.values(now).filter(template => mainOf(template).image === 'i:2').map(template => template.metadata.labels[GROUP])).toEqual(kind === 'statefulSets' ? ['2', '2'] : ['2']);
  });

  test('a canary updates the named groups only', () => {
    const now = templates({ backend, container: { image: 'i:2' }, rollout: Rollout.canary({ parts: ['1'], previous: { image: 'i:1' } }) });
    for (const template of Object.values(now)) {
      expect(mainOf(template).image).toBe(template.metadata.labels[GROUP] === '1' ? 'i:2' : 'i:1');
    }
  });

  test('onDelete leaves the pods to an operator', () => {
    const [set] = llm({ backend, rollout: Rollout.onDelete({ rolloutGroup: 'llm', maxUnavailable: 2 }) }).ofKind('StatefulSet');
    expect(set.spec.updateStrategy).toEqual({ type: 'OnDelete' });
    expect(set.metadata).toMatchObject({ labels: { 'rollout-group': 'llm' }, annotations: { 'rollout-max-unavailable': '2' } });
  });
});

describe('roles that differ', () => {
  const staged = (previous: PreviousTemplate) => Rollout.staged({ stage: 0, previous });

  test('a variable of one role changes in that role only', () => {
    const now = templates({
      container: { image: 'i:1', command: ['x'] }, leader: { envVariables: { L: value('2') } }, worker: { envVariables: { W: value('2') } }, rollout: staged({ variables: { L: '1', W: '1' } }),
    });
    expect(mainOf(now['llm-0-leader']).env!.slice(4)).toEqual([{ name: 'L', value: '1' }]);
    expect(mainOf(now['llm-0-worker']).env!.slice(4)).toEqual([{ name: 'W', value: '1' }]);
  });

  test('the command of a Ray leader may change, since workers run none', () => {
    const now = templates({ rendezvous: Rendezvous.ray(), container: { image: 'i:1' }, leader: { command: ['new'] }, rollout: staged({ command: ['old'] }) });
    const old = templates({ rendezvous: Rendezvous.ray(), container: { image: 'i:1' }, leader: { command: ['old'] } });
    expect(now).toEqual(old);
  });

  test.each<[string, Partial<LeaderWorkerGroupProps>, PreviousTemplate, string]>([
    ['image', { leader: { image: 'l:2' } }, { image: 'i:1' }, '(leader l:2, worker registry.example/serve:1)'],
    ['command', { leader: { command: ['lead'] } }, { command: ['old'] }, '(leader "lead --port 8000", worker "serve --port 8000")'],
    ['args', { worker: { args: ['--join'] } }, { args: ['--old'] }, '(leader "serve --port 8000", worker "serve --join")'],
    ['variables[A]', { leader: { envVariables: { A: value('1') } }, worker: { envVariables: { A: value('2') } } }, { variables: { A: '0' } }, '("1" and "2")'],
  ])('cannot share a previous %s', (what, props, previous, both) => {
    expect(() => llm({ ...props, rollout: staged(previous) }))
      .toThrow(`prod/Llm: rollout.previous.${what}: Forbidden: leader and workers differ in it ${both}, and the short form stands for both\n  help: give container, leader and worker as they were, in rollout.previous`);
  });
});

describe('explain', () => {
  const stages = (props: Partial<LeaderWorkerGroupProps>) => llm({ groups: 3, ...props }).group.explain().split('\n')
    .map(line => line.trim().replace(/^roll-out +(?=stage|canary)/, '')).filter(line => /^(stage|canary|then remove|true|both)/.test(line));

  test('says at each stage what an apply replaces, and marks this one', () => {
    expect(stages({ rollout: Rollout.staged({ stage: 1, previous: { image: 'i:1' } }) })).toEqual([
      'stage 0: every group on the previous template; replaces no pod',
      'stage 1: group 0 on the new template; replaces group 0  <- these manifests',
      'stage 2: group 0, 1 on the new template; replaces group 1',
      'stage 3: group 0, 1, 2 on the new template; replaces group 2',
      'then remove rollout: replaces no pod; before the last stage it replaces group 1, 2 at the same time',
      'true where rollout.previous is what is deployed: cdk8s-ai lint --against compares the two',
    ]);
  });

  test('names the role whose template changes alone', () => {
    const leader = { args: ['--new'] };
    expect(stages({ leader, rollout: Rollout.staged({ stage: 0, previous: { leader: { args: ['--old'] } } }) })[1])
      .toBe('stage 1: group 0 on the new template; replaces the leader of group 0');
  });

  test('of a canary says what comes after it', () => {
    expect(stages({ rollout: Rollout.canary({ parts: ['1'], previous: { image: 'i:1' } }) })).toEqual([
      'canary: group 1 on the new template, 0, 2 on the previous one; replaces group 1  <- these manifests',
      'then remove rollout: replaces group 0, 2 at the same time; or go on with Rollout.staged, whose order begins with 1',
      'true where rollout.previous is what is deployed: cdk8s-ai lint --against compares the two',
    ]);
  });

  test('of pods that are deleted by hand promises no update in turn', () => {
    const text = llm({ rollout: Rollout.onDelete() }).group.explain();
    expect(text).toContain('an apply replaces no pod; delete the pods of one group at a time');
    expect(text).not.toMatch(/one apply|pods are replaced one at a time/);
  });

  test('says that one apply updates all plain sets at once', () => {
    expect(llm().group.explain()).toContain('one apply replaces the pods of all 2 groups at the same time: nothing coordinates separate StatefulSets');
  });

  test.each([
    [0, 'the controller replaces one group after the other'],
    [1, 'the controller replaces one group after the other, from the last one down to group 1; group 0 keeps the template that it has'],
    [2, 'no group takes the new template (partition 2 of 2 groups)'],
  ])('of a LeaderWorkerSet with partition %s', (partition, text) => {
    expect(llm({ backend: BACKENDS.leaderWorkerSet, rollout: Rollout.partition(partition) }).group.explain()).toContain(text);
  });
});
