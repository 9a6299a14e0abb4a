import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { GROUP, Manifest, PLAIN, BACKENDS, llm, ofKind } from './group';
import {
  Capacity,
  ClaimPolicy,
  DisruptionBudget,
  GroupRestart,
  LeaderWait,
  LeaderWorkerGroupProps,
  Locality,
  MemberSpread,
  Placement,
  PreviousTemplate,
  Rendezvous,
  Rollout,
  ZoneStorage,
} from '../../../src';

type Props = Partial<LeaderWorkerGroupProps>;

const BASE: Props = { groups: 2, size: 2 };
const liveness = kplus.Probe.fromHttpGet('/health', { port: 8000 });
const torchrun = { rendezvous: Rendezvous.torchrun(), restartsAfterSuccess: true, processesPerPod: 2 };

/** Templates of the groups, by set. */
function templates(props: Props): { readonly [set: string]: Manifest } {
  return Object.fromEntries(ofKind(llm({ ...BASE, ...props }).synth(), 'StatefulSet').map(set => [set.metadata.name, set.spec.template]));
}

/** What the groups have now, what they had, and what `previous` says of that. */
const CHANGES: [what: string, now: Props, previous: PreviousTemplate][] = [
  ['the rendezvous', {}, torchrun],
  ['how long workers wait', { waitForLeader: LeaderWait.none() }, { waitForLeader: LeaderWait.forName({ timeout: Duration.seconds(30) }) }],
  ['where the groups are placed', { placement: Placement.anywhere() }, { placement: Placement.sameDomain('example.com/rack') }],
  ['the kind of nodes', { capacity: Capacity.onDemand() }, { capacity: Capacity.spotKarpenter() }],
];

describe.each(PLAIN)('staged on %s', kind => {
  const backend = BACKENDS[kind];

  test.each(CHANGES)('%s: a group that is not due keeps it', (_, now, previous) => {
    const [old, fresh] = [templates({ ...now, ...previous as Props, backend }), templates({ ...now, backend })];

    const staged = templates({ ...now, backend, rollout: Rollout.staged({ stage: 1, previous }) });

    expect(fresh).not.toEqual(old);
    expect(staged).toEqual(Object.fromEntries(Object.entries(fresh).map(([set, template]) => [set, template.metadata.labels[GROUP] === '0' ? template : old[set]])));
  });
});

test.each<[what: string, now: Props, previous: PreviousTemplate]>([
  ['arguments of workers', { worker: { args: ['--new'] } }, { worker: { args: ['--old'] } }],
  ['whether a group shares the fate of its leader', { leader: { liveness } }, { restart: GroupRestart.fateSharing({ port: 8000 }) }],
])('%s: workers that are not due keep it, and leaders do not change', (_, now, previous) => {
  const [old, fresh] = [templates({ ...now, ...previous as Props }), templates(now)];

  const staged = templates({ ...now, rollout: Rollout.staged({ stage: 1, previous }) });

  expect(staged).toEqual({
    'llm-0-leader': fresh['llm-0-leader'], 'llm-0-worker': fresh['llm-0-worker'], 'llm-1-leader': old['llm-1-leader'], 'llm-1-worker': old['llm-1-worker'],
  });
  expect(old['llm-1-worker']).not.toEqual(fresh['llm-1-worker']);
});

describe('the world of before is proven like that of now', () => {
  const staged = (previous: PreviousTemplate) => () => templates({ rollout: Rollout.staged({ stage: 1, previous }) });

  test.each<[what: string, previous: PreviousTemplate]>([
    ['a world of 2 pods x 2 processes', { ...torchrun, worldSize: 4 }],
    ['a parallelism of 4 processes', { ...torchrun, parallelism: { tensor: 2, pipeline: 2 } }],
    ['a program that ends, and is started again', torchrun],
  ])('%s is accepted', (_, previous) => {
    expect(staged(previous)).not.toThrow();
  });

  test.each<[what: string, previous: PreviousTemplate, message: string]>([
    ['another world', { ...torchrun, worldSize: 6 }, 'rollout.previous.worldSize: Invalid value: 6: one group has 2 pods x 2 processes = 4'],
    ['another parallelism', { ...torchrun, parallelism: { tensor: 3 } }, 'rollout.previous.parallelism: Invalid value'],
    ['a program that ends', { ...torchrun, restartsAfterSuccess: undefined }, 'rollout.previous.rendezvous: Forbidden: torchrun runs to completion'],
  ])('%s is refused', (_, previous, message) => {
    expect(staged(previous)).toThrow(message);
  });
});

test('objects that all groups share are those of now, whatever was before', () => {
  const now: Props = {
    claims: [{ name: 'cache', size: '1Gi', mountPath: '/cache' }],
    claimRetention: { whenDeleted: ClaimPolicy.DELETE },
    disruptionBudget: DisruptionBudget.atMost(2),
    servingPorts: [{ name: 'http', port: 80, targetPort: 8000 }],
    prefer: Locality.SAME_ZONE,
  };
  const previous: PreviousTemplate = {
    claimRetention: { whenScaled: ClaimPolicy.DELETE },
    disruptionBudget: DisruptionBudget.atMost(3),
    servingPorts: [{ name: 'http', port: 81, targetPort: 8000 }],
    prefer: Locality.SAME_NODE,
    image: 'registry.example/serve:0',
  };

  const manifests = llm({ ...BASE, ...now, rollout: Rollout.staged({ stage: 1, previous }) }).synth();

  expect(ofKind(manifests, 'StatefulSet').map(({ spec }) => spec.persistentVolumeClaimRetentionPolicy)).toEqual(Array(4).fill({ whenDeleted: 'Delete', whenScaled: 'Retain' }));
  expect(ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.maxUnavailable)).toEqual([2]);
  expect(manifests.find(({ metadata }) => metadata.name === 'llm-serving')!.spec).toMatchObject({ ports: [{ port: 80 }], trafficDistribution: 'PreferSameZone' });
});

test.each<[keyof PreviousTemplate, PreviousTemplate]>([
  ['zones', { zones: [] }],
  ['stride', { stride: 10 }],
  ['oneBased', { oneBased: true }],
  ['reserved', { reserved: [{ first: 1, last: 2 }] }],
  ['storage', { storage: ZoneStorage.existingClass() }],
  ['ports', { ports: [{ port: 80 }] }],
  ['minReady', { minReady: Duration.seconds(5) }],
  ['spread', { spread: MemberSpread.anywhere() }],
])('%s is no property of groups', (property, previous) => {
  expect(() => llm({ ...BASE, rollout: Rollout.staged({ stage: 1, previous }) })).toThrow(`rollout.previous.${property}: Forbidden: a LeaderWorkerGroup has no such property`);
});
