import { App, Chart, JsonPatch, Testing } from 'cdk8s';
import { Built, ROUTER, build, deployment, groups } from './build';
import {
  DisaggregatedBackend, DisaggregatedInference, DisaggregatedInferenceProps, GroupRestart, IWorkload, LeaderWorkerBackend, Placement,
  QueuedWorkload, Rollout, TargetProps, WorkloadAutoscaler,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { messageOf } from '../../pod/carrier';

const single = (count: number, props = {}) => groups({ tensorParallel: 8 }, { size: 1, groups: count, ...props });
const pairs = (count: number, props = {}) => groups({}, { groups: count, ...props });

/** Four groups of one pod prefill, two of two pods decode. */
function set(props: Partial<DisaggregatedInferenceProps> = {}, target: TargetProps = {}): Built {
  return build({ backend: DisaggregatedBackend.disaggregatedSet(), prefill: single(4), decode: pairs(2), ...props }, target);
}

const rolesOf = ({ named }: Built): any[] => named['DisaggregatedSet llama'].spec.roles;
/** Without the partition that the server would add, which must be 0. */
const rolledOf = (built: Built) => rolesOf(built).map(({ spec }) => {
  const { partition, ...rest } = spec.rolloutStrategy.rollingUpdateConfiguration;
  expect(partition).toBe(0);
  return rest;
});
const ownSet = { backend: LeaderWorkerBackend.leaderWorkerSet() };
const ofOwnSets = build({ prefill: single(4, ownSet), decode: pairs(2, ownSet) });

describe('one object', () => {
  const built = set();

  test('carries all roles, by their numbers and sizes', () => {
    expect(rolesOf(built).map(({ name, spec }) => [name, spec.replicas, spec.leaderWorkerTemplate.size])).toEqual([['prefill', 4, 1], ['decode', 2, 2]]);
    expect(built.objects.filter(({ kind }) => kind === 'LeaderWorkerSet')).toEqual([]);
    expect([built.model.set!.name, built.model.prefill.workload.apiObjects, built.model.workload.apiObjects.length]).toEqual(['llama', [built.model.set], 2]);
    expect(ofOwnSets.model.set).toBeUndefined();
  });

  test('has the templates that LeaderWorkerSets of their own would have, but for what names a revision', () => {
    const own = (role: string) => ofOwnSets.named[`LeaderWorkerSet llama-${role}`].spec.leaderWorkerTemplate;
    const withoutRevision = (template: object) => JSON.parse(JSON.stringify(template).replace(/"disaggregatedset.x-k8s.io\/revision",/g, ''));
    rolesOf(built).forEach(({ name, spec }) => expect(withoutRevision(spec.leaderWorkerTemplate)).toEqual(own(name)));
  });

  test('keeps groups of two revisions apart that have one index', () => {
    const { affinity } = rolesOf(built)[1].spec.leaderWorkerTemplate.leaderTemplate.spec;
    const [term] = affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
    expect(term.matchLabelKeys).toEqual(['disaggregatedset.x-k8s.io/revision', 'leaderworkerset.sigs.k8s.io/group-index']);
  });

  test('leaves Services, budgets and the router as they are with sets of their own', () => {
    const others = ({ objects }: Built) => objects.filter(({ kind }) => !/Set$/.test(kind));
    expect(others(built)).toEqual(others(ofOwnSets));
  });

  test('gives the LeaderWorkerSet of a role its labels and annotations, and itself what else the whole has', () => {
    const metadata = { labels: { team: 'a' }, annotations: { note: 'b' } };
    const all = set({ metadata: { labels: { all: 'c' }, finalizers: ['example.com/keep'] }, prefill: single(4, { metadata, placement: Placement.exclusiveDomain('rack') }) });
    const [prefill, decode] = rolesOf(all);
    expect(prefill.metadata).toMatchObject({ labels: { team: 'a', all: 'c' }, annotations: { 'note': 'b', 'leaderworkerset.sigs.k8s.io/exclusive-topology': 'rack' } });
    expect([decode.metadata.annotations, decode.metadata.labels.all, decode.metadata.finalizers]).toEqual([undefined, 'c', undefined]);
    expect(all.named['DisaggregatedSet llama'].metadata).toMatchObject({ labels: { all: 'c' }, finalizers: ['example.com/keep'] });
  });

  test('carries pools in the order of their names, since the order is part of a revision', () => {
    const pools = (names: string[]) => rolesOf(set({ decodePools: Object.fromEntries(names.map(name => [name, pairs(2)])) }));
    expect(pools(['z', 'a']).map(({ name }) => name)).toEqual(['prefill', 'decode', 'decode-a', 'decode-z']);
    expect(pools(['z', 'a'])).toEqual(pools(['a', 'z']));
  });
});

describe('the roll-out', () => {
  test('takes the same share of every role, where no devices are spare', () => {
    expect(rolledOf(set())).toEqual([{ maxUnavailable: 2, maxSurge: 0 }, { maxUnavailable: 1, maxSurge: 0 }]);
    expect(rolledOf(set({ prefill: single(8), decode: pairs(4) }))).toEqual([{ maxUnavailable: 2, maxSurge: 0 }, { maxUnavailable: 1, maxSurge: 0 }]);
    expect(rolledOf(set({ prefill: single(3), decode: pairs(3) }))).toEqual([{ maxUnavailable: 1, maxSurge: 0 }, { maxUnavailable: 1, maxSurge: 0 }]);
  });

  test('brings new groups first, as many as spare devices do for', () => {
    // Half of each: 2 x 8 + 1 x 16.
    expect(rolledOf(set({}, { spareGpus: 32 }))).toEqual([{ maxUnavailable: 0, maxSurge: 2 }, { maxUnavailable: 0, maxSurge: 1 }]);
    expect(rolledOf(set({}, { spareGpus: 64 }))).toEqual([{ maxUnavailable: 0, maxSurge: 4 }, { maxUnavailable: 0, maxSurge: 2 }]);
    expect(rolledOf(set({}, { spareGpus: 23 }))).toEqual(rolledOf(set()));
  });

  test('is told step by step, with what is left and what is needed', () => {
    const text = set().model.explain();
    expect(text).toMatch(/1 +2 \+ 0 +1 \+ 0\n.*2 +2 \+ 2 +1 \+ 1\n.*3 +0 \+ 2 +0 \+ 1\n.*4 +0 \+ 4 +0 \+ 2\n/);
    expect(text).toContain('at least 2 of 4 prefill, 1 of 2 decode');
    expect(text).toContain('0 beside those in use, of 0 spare ones');
    const ahead = set({}, { spareGpus: 32 }).model.explain();
    expect(ahead).toContain('at least 4 of 4 prefill, 2 of 2 decode');
    expect(ahead).toContain('32 beside those in use, of 32 spare ones');
  });

  test.each<[string, Partial<DisaggregatedInferenceProps>, TargetProps, string | undefined]>([
    ['a role of one group is gone while it is replaced, and with it what is answered', { decode: pairs(1) }, {}, 'run 2'],
    ['two groups of each are not', {}, {}, undefined],
    ['with devices for all there is no gap', { prefill: single(1), decode: pairs(1) }, { spareGpus: 24 }, undefined],
  ])('%s', (_, props, target, expected) => {
    const { model } = set(props, target);
    const found = findingsOf(model.node.root as App).filter(({ id }) => id === 'AIW3505');
    expect(found.length).toBe(expected === undefined ? 0 : 1);
    found.forEach(finding => {
      expect(finding.message).toContain('each roll-out stops all of prefill and decode');
      expect(finding.help).toContain('spareGpus of the Target to 24');
    });
    expect(model.explain().includes('nothing answers while')).toBe(expected !== undefined);
  });

  test.each<[string, JsonPatch, boolean]>([
    ['more groups first than devices are spare', JsonPatch.replace('/spec/roles/0/spec/rolloutStrategy/rollingUpdateConfiguration', { maxSurge: 1, maxUnavailable: 0 }), true],
    ['shares that do not fit together', JsonPatch.replace('/spec/roles/0/spec/replicas', 9), true],
    ['no word of it, which brings one of each first', JsonPatch.remove('/spec/roles/0/spec/rolloutStrategy/rollingUpdateConfiguration'), true],
    ['all of a role at once', JsonPatch.replace('/spec/roles/0/spec/rolloutStrategy/rollingUpdateConfiguration/maxUnavailable', 4), false],
    ['a percentage', JsonPatch.replace('/spec/roles/0/spec/rolloutStrategy/rollingUpdateConfiguration/maxUnavailable', '50%'), false],
    ['what nobody knows', JsonPatch.replace('/spec/roles/0/spec/replicas', '${N}'), false],
  ])('a patch is looked at: %s', (_, patch, isFound) => {
    const { model } = set();
    model.set!.addJsonPatch(patch);
    expect(findingsOf(model.node.root as App).filter(({ id }) => id === 'AIW3501').map(({ field }) => field)).toEqual(isFound ? ['spec.roles'] : []);
  });
});

describe('the handle', () => {
  const { model } = set({ decodePools: { long: pairs(1) } });

  test('selects roles, groups and indexes, and names no pods, whose names hold a revision', () => {
    expect(model.workload.pods()).toMatchObject({ least: 11, names: [], claims: [] });
    expect(model.decode.workload.pods({ group: 1, index: 1 })).toMatchObject({
      least: 1, labels: { 'cdk8s-ai-workloads/name': 'llama-decode', 'leaderworkerset.sigs.k8s.io/group-index': '1', 'leaderworkerset.sigs.k8s.io/worker-index': '1' },
    });
    expect(model.decodePools.long.service.name).toBe('llama-decode-long-serving');
  });

  test('refuses whoever would scale a role, or all', () => {
    const refusal = 'a DisaggregatedSet has no scale';
    [model.workload, model.prefill.workload].forEach(({ scale }) => expect(scale.refusal).toContain(refusal));
    expect(messageOf(() => {
      const built = set();
      new WorkloadAutoscaler(built.model, 'Scaler', { workload: built.model.prefill, minReplicas: 1, maxReplicas: 4, queueDepth: 8 });
    })).toContain(refusal);
    expect(messageOf(() => set().model.prefill.groups!.toScalingTarget())).toContain(refusal);
  });

  test('has no names of members', () => {
    expect(messageOf(() => set().model.decode.groups!.group(0))).toMatch(/group: Forbidden: its pods are called llama-<revision>-decode-…/);
  });

  test('of each role says where it stands', () => {
    const text = model.decode.groups!.explain();
    expect(text).toContain('role decode of DisaggregatedSet llama');
    expect(text).toContain('leader llama-<revision>-decode-0, last pod llama-<revision>-decode-1-1');
    expect(text).toContain('all roles together, in ');
  });
});

describe('a queue', () => {
  const QUEUE = 'kueue.x-k8s.io/queue-name';

  function queued(workload: (model: DisaggregatedInference) => IWorkload, props: Partial<DisaggregatedInferenceProps> = {}): any[] {
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    const model = new DisaggregatedInference(chart, 'Llama', { backend: DisaggregatedBackend.disaggregatedSet(), prefill: single(4), decode: pairs(2), router: ROUTER, ...props });
    new QueuedWorkload(chart, 'Queue', { workload: workload(model), queueName: 'team-a' });
    return (Testing.synth(chart) as any[]).find(({ kind }) => kind === 'DisaggregatedSet').spec.roles;
  }

  test('is named on the roles, whose labels reach their LeaderWorkerSets, and not on the object', () => {
    expect(queued(model => model).map(({ metadata }) => metadata.labels[QUEUE])).toEqual(['team-a', 'team-a']);
    const roles = queued(({ decode }) => decode);
    expect(roles.map(({ metadata }) => metadata.labels[QUEUE])).toEqual([undefined, 'team-a']);
    expect(roles[1].metadata.labels).toMatchObject({ 'cdk8s-ai-workloads/name': 'llama-decode' });
  });

  test('is named once', () => {
    const labels = { metadata: { labels: { [QUEUE]: 'mine' } } };
    expect(messageOf(() => queued(({ prefill }) => prefill, { prefill: single(4, labels) }))).toContain('waits in "mine" already');
  });

  test('may choose the place of a role that is in it', () => {
    const placed = { placement: Placement.queueRequires('rack') };
    expect(messageOf(() => queued(({ prefill }) => prefill, { decode: pairs(2, placed) }))).toMatch(/kueue\.x-k8s\.io\/queue-name/);
    expect(queued(({ decode }) => decode, { decode: pairs(2, placed) })).toHaveLength(2);
  });
});

test.each<[string, Partial<DisaggregatedInferenceProps>, RegExp]>([
  ['a Deployment', { prefill: deployment({ tensorParallel: 8 }) }, /prefill: Forbidden: is a Deployment, and a DisaggregatedSet makes LeaderWorkerSets\n.*with size 1/],
  ['a pool that is one', { decodePools: { a: deployment() } }, /decodePools\[a\]: Forbidden: is a Deployment/],
  ['another carrier', { decode: pairs(2, { backend: LeaderWorkerBackend.leaderWorkerSet() }) }, /decode\.backend: Forbidden: the DisaggregatedSet carries/],
  ['claims', { decode: pairs(2, { claims: [{ name: 'data', size: '1Gi', mountPath: '/data' }] }) }, /claims: Forbidden: a change of any role makes other LeaderWorkerSets/],
  ['a partition', { decode: pairs(2, { rollout: Rollout.partition(1) }) }, /rollout: Forbidden: .*webhook refuses a partition/],
  ['a label that is written over', { decode: pairs(2, { podMetadata: { labels: { app: 'x' } } }) }, /podMetadata\.labels\[app\]: Forbidden: the controller writes its own/],
  ['probes that fight the controller', { decode: pairs(2, { restart: GroupRestart.fateSharing({ port: 8000 }) }) }, /restart: Forbidden/],
  ['what only an object has', { decode: pairs(2, { metadata: { finalizers: ['example.com/keep'] } }) }, /decode\.metadata\.finalizers: Forbidden/],
  ['eleven roles', { decodePools: Object.fromEntries([...'abcdefghi'].map(name => [name, pairs(1)])) }, /backend: Forbidden: a DisaggregatedSet has at most 10 roles, and these are 11/],
  ['too long a name for a revision', { name: 'a'.repeat(40) }, /Too long/],
])('refused: %s', (_, props, text) => {
  expect(messageOf(() => set(props))).toMatch(text);
});

test('a target that lists no such API refuses it, one that lists none is told', () => {
  expect(messageOf(() => set({}, { apis: ['leaderworkerset.x-k8s.io/v1'] }))).toMatch(/backend: Forbidden: needs disaggregatedset\.x-k8s\.io\/v1.*\n.*DisaggregatedBackend\.perRole\(\)/);
  const noticed = findingsOf(set().model.node.root as App).filter(({ message }) => message.includes('disaggregatedset.x-k8s.io/v1'));
  expect(noticed).toHaveLength(1);
  expect(findingsOf(set({}, { apis: ['disaggregatedset.x-k8s.io/v1'] }).model.node.root as App).filter(({ message }) => message.includes('x-k8s.io/v1'))).toEqual([]);
});
