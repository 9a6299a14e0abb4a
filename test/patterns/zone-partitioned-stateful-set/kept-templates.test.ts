import * as kplus from 'cdk8s-plus-28';
import { THREE_ZONES, database, ofKind } from './database';
import { MemberSpread, Memory, PreviousTemplate, Rollout, SecurityProfile } from '../../../src';

type Props = NonNullable<Parameters<typeof database>[0]>;

const CONTAINER = { image: 'registry.example/db:1', portNumber: 5432 };

/** Pod templates by zone, as text. */
function templates(props: Props, then?: (db: ReturnType<typeof database>) => void): { [zone: string]: string } {
  const made = database(props);
  then?.(made);
  return Object.fromEntries(ofKind(made.synth(), 'StatefulSet').map(set => [set.metadata.labels['cdk8s-ai-workloads/zone'], JSON.stringify(set.spec.template)]));
}

const claim = { name: 'data', size: '10Gi', mountPath: '/data' };

/** What is new, and what `previous` says of before. */
const CHANGES: [string, Props, PreviousTemplate][] = [
  ['an image', { container: { ...CONTAINER, image: 'registry.example/db:2' } }, { image: 'registry.example/db:1' }],
  ['memory', { container: { ...CONTAINER, memory: Memory.of('8Gi') } }, { container: CONTAINER }],
  ['a sidecar', { sidecars: [{ name: 'log', image: 'log:1' }] }, { sidecars: [] }],
  ['the path of a claim', { claims: [{ ...claim, mountPath: '/moved' }] }, { claims: [claim] }],
  ['a spread over nodes', { spread: MemberSpread.requireNodes() }, { spread: MemberSpread.anywhere() }],
  ['a hardened pod, given as properties of before as such', { security: SecurityProfile.hardened() }, { zones: THREE_ZONES, container: CONTAINER, claims: [claim], spread: MemberSpread.anywhere() }],
];

test.each(CHANGES)('%s: zones of later stages keep every byte', (_, change, previous) => {
  const before = { container: CONTAINER, claims: [claim], spread: MemberSpread.anywhere() };
  const old = templates(before);
  const fresh = templates({ ...before, ...change });
  const zones = THREE_ZONES.map(({ zone }) => zone);
  for (const stage of [0, 1, 2, 3]) {
    const now = templates({ ...before, ...change, rollout: Rollout.staged({ stage, previous }) });
    expect(now).toEqual(Object.fromEntries(zones.map((zone, index) => [zone, (index < stage ? fresh : old)[zone]])));
  }
  expect(fresh).not.toEqual(old);
});

test('what was added after construction stays in zones of later stages', () => {
  const addAll = ({ db }: ReturnType<typeof database>) => {
    db.pods.addSidecar({ name: 'exporter', image: 'exporter:1' });
    db.pods.mainContainer.env.addVariable('LATE', kplus.EnvValue.fromValue('1'));
  };
  const old = templates({ container: CONTAINER }, addAll);
  const rollout = Rollout.staged({ stage: 0, previous: { container: CONTAINER } });
  expect(templates({ container: { ...CONTAINER, memory: Memory.of('8Gi') }, rollout }, addAll)).toEqual(old);
});

test.each<[string, Props, PreviousTemplate, string]>([
  ['zones that are not those of now', {}, { zones: THREE_ZONES.slice(1), container: CONTAINER }, 'rollout.previous.zones[0].zone: Invalid value: "eu-1b": now it is "eu-1a"'],
  ['another stride', {}, { stride: 50 }, 'rollout.previous.zones[0].last: Invalid value: 49: now it is 99'],
  ['a larger claim', { claims: [{ ...claim, size: '20Gi' }] }, { claims: [claim] }, 'rollout.previous.claims.data.resources.requests.storage: Invalid value: "10Gi": now it is "20Gi"'],
  ['another order of start', {}, { podManagementPolicy: kplus.PodManagementPolicy.ORDERED_READY }, 'rollout.previous.podManagementPolicy: Invalid value: "OrderedReady": now it is "Parallel"'],
  ['a property of groups', {}, { size: 2 }, 'rollout.previous.size: Forbidden: a ZonePartitionedStatefulSet has no such property'],
  ['a port that moved', { container: { ...CONTAINER, portNumber: 5433 } }, { container: CONTAINER }, 'rollout.previous: Invalid value: 5432: the pods of before listen on port 5432, those of now on 5433'],
  ['a container of before that cannot work', {}, { container: { ...CONTAINER, image: 'no image' } }, 'prod/Db: rollout.previous.container.image: Invalid value: "no image"'],
  ['the short form beside complete properties', {}, { zones: THREE_ZONES, container: CONTAINER, image: 'a:1' }, 'rollout.previous.image: Forbidden: zones says that these are all properties of before'],
])('refuses %s', (_, props, previous, message) => {
  expect(() => database({ container: CONTAINER, ...props, rollout: Rollout.staged({ stage: 1, previous }) })).toThrow(message);
});

describe('the last stage', () => {
  const last = (previous: PreviousTemplate) => database({ rollout: Rollout.staged({ stage: 3, previous }) }).db.explain();

  test('says what it replaces', () => {
    expect(last({ image: 'registry.example/db:0' })).toContain('stage 3: zone eu-1a, eu-1b, eu-1c on the new template; replaces zone eu-1c  <- these manifests');
  });

  test('asks for nothing that no zone keeps, and claims nothing that it does not know', () => {
    expect(last({})).toContain('stage 3: zone eu-1a, eu-1b, eu-1c on the new template  <- these manifests');
    expect(last({ podManagementPolicy: kplus.PodManagementPolicy.ORDERED_READY })).toContain('stage 3: zone eu-1a, eu-1b, eu-1c on the new template  <- these manifests');
  });
});
