import * as kplus from 'cdk8s-plus-28';
import { THREE_ZONES, database, ofKind } from './database';
import { Rollout } from '../../../src/patterns/rollout/rollout';
import { ClaimPolicy } from '../../../src/pod/storage/claim';

const NAME = 'cdk8s-ai-workloads/name';
const ZONE = 'cdk8s-ai-workloads/zone';
const data = { name: 'data', size: '10Gi', mountPath: '/data' };

describe('a roll-out', () => {
  const container = { image: 'registry.example/db:17', portNumber: 5432, command: ['postgres'], args: ['-c', 'fsync=on'], envVariables: { LEVEL: kplus.EnvValue.fromValue('new') } };
  const images = (props: Parameters<typeof database>[0]) => ofKind(database({ container, ...props }).synth(), 'StatefulSet')
    .map(set => set.spec.template.spec.containers[0].image);

  test.each([[0, ['16', '16', '16']], [1, ['17', '16', '16']], [2, ['17', '17', '16']], [3, ['17', '17', '17']]])('at stage %i has the versions %p', (stage, versions) => {
    expect(images({ rollout: Rollout.staged({ stage, previous: { image: 'registry.example/db:16' } }) })).toEqual(versions.map(version => `registry.example/db:${version}`));
  });

  test('follows ranges, not the list, unless an order is given', () => {
    const zones = [...THREE_ZONES].reverse();
    expect(images({ zones, rollout: Rollout.staged({ stage: 1, previous: { image: 'registry.example/db:16' } }) })).toEqual(['registry.example/db:17', 'registry.example/db:16', 'registry.example/db:16']);
    const order = ['eu-1c', 'eu-1a', 'eu-1b'];
    expect(images({ zones, rollout: Rollout.staged({ stage: 1, order, previous: { image: 'registry.example/db:16' } }) })).toEqual(['registry.example/db:16', 'registry.example/db:16', 'registry.example/db:17']);
  });

  test('keeps what the previous template names, and what it does not name is as in the new one', () => {
    const { object } = database({ container, rollout: Rollout.canary({ parts: ['eu-1b'], previous: { args: ['-c', 'fsync=off'], variables: { LEVEL: 'old' } } }) });
    const main = (zone: string) => object('StatefulSet', `db-${zone}`).spec.template.spec.containers[0];
    expect(main('eu-1a')).toMatchObject({ image: 'registry.example/db:17', command: ['postgres'], args: ['-c', 'fsync=off'] });
    expect(main('eu-1a').env.filter((each: any) => each.name === 'LEVEL')).toEqual([{ name: 'LEVEL', value: 'old' }]);
    expect(main('eu-1b')).toMatchObject({ args: ['-c', 'fsync=on'] });
    expect(main('eu-1b').env).toContainEqual({ name: 'LEVEL', value: 'new' });
  });

  test('changes no identity at any stage', () => {
    const identities = [0, 1, 2, 3].map(stage => ofKind(database({ container, rollout: Rollout.staged({ stage, previous: { image: 'registry.example/db:16' } }) }).synth(), 'StatefulSet')
      .map(({ metadata, spec: { selector, ordinals, serviceName, template } }) =>
        ({ metadata: { ...metadata, annotations: undefined }, selector, ordinals, serviceName, labels: template.metadata.labels })));
    expect(new Set(identities.map(each => JSON.stringify(each))).size).toBe(1);
  });

  test('marks the sets by the template that they carry, and no template', () => {
    const sets = ofKind(database({ container, rollout: Rollout.staged({ stage: 1, previous: { image: 'postgres:16' } }) }).synth(), 'StatefulSet');
    const marks = sets.map(({ metadata, spec }) => [metadata.annotations, spec.template.metadata.annotations]);
    const mark = (template: string) => ({ 'cdk8s-ai-workloads/pod-template': template });
    expect(marks).toEqual([[mark('new'), undefined], [mark('previous'), undefined], [mark('previous'), undefined]]);
  });

  test('leaves the metadata of sets that are not due, where what was before had another', () => {
    const rollout = Rollout.staged({ stage: 1, previous: { metadata: { labels: { team: 'one' } } } });
    const sets = ofKind(database({ metadata: { labels: { team: 'two' } }, rollout }).synth(), 'StatefulSet');
    expect(sets.map(({ metadata }) => metadata.labels.team)).toEqual(['two', 'one', 'one']);
  });

  test('by the rollout-operator labels the sets, and the pods by their set', () => {
    const { object } = database({ rollout: Rollout.onDelete({ rolloutGroup: 'db', maxUnavailable: 2 }) });
    const set = object('StatefulSet', 'db-eu-1b');
    expect(set.metadata).toMatchObject({ labels: { 'rollout-group': 'db' }, annotations: { 'rollout-max-unavailable': '2' } });
    expect(set.spec.updateStrategy).toEqual({ type: 'OnDelete' });
    expect(set.spec.template.metadata.labels.name).toBe('db-eu-1b');
    expect(set.spec.selector.matchLabels).toEqual({ [NAME]: 'db', [ZONE]: 'eu-1b' });
  });

  test('by hand labels nothing', () => {
    const set = database({ rollout: Rollout.onDelete() }).object('StatefulSet', 'db-eu-1b');
    expect(set.spec.updateStrategy).toEqual({ type: 'OnDelete' });
    expect(set.spec.template.metadata.labels.name).toBeUndefined();
    expect(set.metadata.annotations).toBeUndefined();
  });
});

describe('explain', () => {
  test('prints plan, choices, limits and stages', () => {
    const { db } = database({
      claims: [data],
      reserved: [{ first: 900, last: 909, purpose: 'restore' }],
      rollout: Rollout.staged({ stage: 1, previous: { image: 'registry.example/db:16' } }),
    });
    expect(db.explain()).toMatchSnapshot();
    expect(db.explain()).toMatch(/eu-1b {2}100-199 {3}3 {9}100-102 {2}97 {4}db-eu-1b/);
    expect(db.explain()).toContain('3 + 3 + 3 = 9');
    expect(db.explain()).toContain('stage 1: zone eu-1a on the new template; replaces zone eu-1a  <- these manifests');
    expect(db.explain()).toContain('counts from the first replica of one set, not from an absolute ordinal');
  });

  test('a zone without pods has none that a stage could replace', () => {
    const zones = THREE_ZONES.map((zone, index) => (index === 0 ? zone : { ...zone, replicas: 0 }));
    const { db } = database({ zones, rollout: Rollout.staged({ stage: 1, previous: { image: 'registry.example/db:16' } }) });
    expect(db.explain()).toContain('zone eu-1a, eu-1b on the new template; replaces no pod');
    expect(db.explain()).toContain('before the last stage it replaces no pod\n');
    expect(db.explain()).not.toContain('both templates are the same');
  });

  test('says which claims are lost', () => {
    const { db } = database({ claims: [data], claimRetention: { whenScaled: ClaimPolicy.DELETE } });
    expect(db.explain()).toContain('an emptied or smaller zone loses its claims; a deleted workload keeps its claims');
  });
});
