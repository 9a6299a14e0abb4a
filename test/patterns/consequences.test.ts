import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { llm } from './leader-worker-group/group';
import {
  Accelerator, Capacity, DisruptionBudget, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, LeaderWorkerBackend,
  LeaderWorkerGroupProps, Locality, LocalityService, Memory, Placement, ReplicaSpread, Target, VllmKvRole, VllmKvTransfer, VllmOptions,
  ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../src';

/*
 * What explain() says under `then`: what follows from this very configuration, apart from what objects of the kind cannot do at all.
 */

const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];

/** The section, one row a line. */
function then(text: string): string {
  const [, section] = text.split('\nthen:');
  return section.split('\ncannot:')[0].replace(/\n {4,}/g, ' ').replace(/ {2,}/g, ' ');
}

function chart(zones: string[] | undefined = ZONES): Chart {
  const made = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(made, { zones });
  return made;
}

const engine = (options: Partial<VllmOptions> = {}) => InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 8, ...options });
const served = (props: Partial<GpuInferenceDeploymentProps> = {}, options: Partial<VllmOptions> = {}) =>
  then(new GpuInferenceDeployment(chart(), 'Llama', { engine: engine(options), accelerator: Accelerator.nvidia(8), replicas: 2, ...props }).explain());
const grouped = (props: Partial<LeaderWorkerGroupProps> = {}, zones: string[] | undefined = ZONES) =>
  then(llm({ size: 4, accelerator: Accelerator.nvidia(8), ...props }, { target: { zones } }).group.explain());

describe('a node that is lost', () => {
  test('a StatefulSet waits until the old pod is surely gone, a Deployment does not', () => {
    expect(grouped()).toContain('told to stop after 50 + 300 = 350 s; a StatefulSet replaces them only once the node answers, is deleted, or has the taint node.kubernetes.io/out-of-service');
    expect(served()).toContain('others take their place after 50 + 300 = 350 s, where there is room');
  });

  test('the tolerance that was given is in the sum', () => {
    const deadNodeTolerance = Duration.seconds(30);
    expect(grouped({ deadNodeTolerance })).toContain('50 + 30 = 80 s');
    expect(served({ deadNodeTolerance })).toContain('50 + 30 = 80 s');
  });
});

describe('a zone that is lost', () => {
  test.each<[string, Partial<LeaderWorkerGroupProps>, string]>([
    ['groups that spread', { groups: 2 }, 'takes the groups that are in it; the 2 are spread over zones as far as nodes allow, not by force'],
    ['groups in given zones', { groups: 3, placement: Placement.inZones(['eu-1a', 'eu-1b']) }, 'takes the groups that are in it: eu-1a 2, eu-1b 1 of 3'],
    ['all groups in one', { groups: 3, placement: Placement.inZone('eu-1b') }, 'takes the groups that are in it: eu-1b 3 of 3'],
    ['a group that is anywhere', { groups: 2, placement: Placement.anywhere() }, 'takes every group that has a pod in it, of 2'],
    ['the only group', { groups: 1 }, 'takes the only group along when it has pods there'],
    ['the only group, in a given zone', { groups: 1, placement: Placement.inZone('eu-1a') }, 'eu-1a takes the only group along'],
  ])('%s', (_, props, text) => {
    expect(grouped(props)).toContain(`zone lost ${text}`);
  });

  test('nothing is said of zones where nodes have none', () => {
    expect(grouped({}, [])).not.toContain('zone lost');
  });

  test('replicas, by their spread', () => {
    expect(served({ replicas: 4 })).toContain('takes the replicas that are in it: about 2 of 4; they are spread over zones as far as nodes allow');
    expect(served({ spread: ReplicaSpread.overNodes() })).toContain('which may be all: nothing spreads them over zones');
  });

  test('pods that are bound to it start nowhere else', () => {
    const zones = Object.entries({ 'eu-1a': 3, 'eu-1b': 0, 'eu-1c': 2 }).map(([zone, replicas]) => ({ zone, replicas }));
    const db = new ZonePartitionedStatefulSet(chart(), 'Db', { container: { image: 'db:1', portNumber: 80 }, zones });
    expect(then(db.explain())).toContain('takes its pods (eu-1a 3, eu-1c 2 of 5); nothing starts in their place elsewhere');
    const container = { image: 'echo:1', cpu: '1', memory: Memory.of('1Gi') };
    expect(then(new ZonalDeployments(chart(), 'Echo', { container, replicas: 2 }).explain())).toContain('takes its pods, 2 of 6, and none starts in another zone');
  });
});

describe('a drain', () => {
  test('of a group: without one of its pods nothing answers', () => {
    expect(grouped()).toContain('takes pods as the budget allows; without one of its pods a group of 4 answers nothing until it is back');
    expect(grouped({ groups: 2, disruptionBudget: DisruptionBudget.none() })).toContain('may take all 8 pods at once, since there is no budget');
  });

  test('of a worker alone: it sleeps as long as a leader might drain', () => {
    const props = { size: 2, container: undefined, engine: engine({ pipelineParallel: 2 }) };
    expect(grouped(props)).toContain('a worker alone serves on for its sleep of 80 s, and what runs then ends with an error');
  });

  test('of a worker whose group is made again: its leader is stopped together with it, and ends its requests', () => {
    const props = { size: 2, container: undefined, engine: engine({ pipelineParallel: 2 }), backend: LeaderWorkerBackend.leaderWorkerSet() };
    expect(grouped(props)).toContain('a leader first ends its requests, within 80 s, also where a worker is taken');
    expect(grouped(props)).not.toContain('a worker alone');
  });

  test('of replicas', () => {
    expect(served({ replicas: 3 })).toContain('takes 1 at a time, each after its requests ended (within 80 s)');
    expect(served({ replicas: 1 })).toContain('takes the only replica, where one runs: nothing serves for up to drain 80 s + start');
  });

  test('spot capacity asks no budget', () => {
    expect(served({ capacity: Capacity.spotKarpenter() })).toContain('the node is gone 120 s after the notice, whatever the budget says');
    expect(grouped({ capacity: Capacity.spotKarpenter() })).toContain('the node is gone 120 s after the notice, whatever the budget says, and its group with it');
  });
});

describe('a replica that is lost', () => {
  test('has the figures of the engine\'s probes', () => {
    expect(served()).toContain('when it hangs it leaves the endpoints within 5 x 2 + 5 = 15 s and is restarted after 10 x 6 + 5 = 65 s and at most 30 s to stop');
    expect(served()).toContain('new ones go to the others');
    expect(served({ replicas: 1 })).toContain('while it is the only one, nobody serves');
  });

  test('and none of a probe of the user\'s', () => {
    const own = kplus.Probe.fromHttpGet('/mine', { port: 8000 });
    expect(served({ container: { liveness: own } })).not.toContain('10 x 6');
    expect(served({ container: { liveness: own, readiness: own } })).not.toContain('when it hangs');
  });
});

describe('KV transfer', () => {
  const nixl = (role?: VllmKvRole) => VllmKvTransfer.nixl({ role, sideChannelPort: 5700 });

  test('a decoder whose prefiller is gone, by version', () => {
    expect(served({}, { version: '0.20', kvTransfer: nixl(VllmKvRole.CONSUMER) })).toContain('a prefiller is lost: blocks that were not fetched yet are gone, and the request ends with an error (kv_load_failure_policy: fail)');
    expect(served({}, { version: '0.18', kvTransfer: nixl(VllmKvRole.CONSUMER) })).toContain('the request ends with an error or is prefilled again, by version');
    expect(served({}, { kvTransfer: nixl(VllmKvRole.CONSUMER) })).not.toContain('a decoder is lost');
  });

  test('a prefiller whose decoder is gone holds GPU memory', () => {
    const text = served({}, { kvTransfer: nixl(VllmKvRole.PRODUCER) });
    expect(text).toContain('a decoder is lost: the blocks of its requests stay on the GPU for 480 s');
    expect(text).not.toContain('a prefiller is lost');
    expect(text).toContain('port 5700 (VLLM_NIXL_SIDE_CHANNEL_PORT, plus the data-parallel rank): a new pod has another address');
  });

  test('other connectors, and none', () => {
    expect(served({}, { version: '0.22', kvTransfer: VllmKvTransfer.offloading() })).toContain('with the container they are gone');
    expect(served({}, { kvTransfer: VllmKvTransfer.connector('MooncakeConnector', VllmKvRole.BOTH) })).toContain('what MooncakeConnector does when its peer or store is gone is its own');
    expect(served()).not.toContain('KV');
  });

  test('of groups too', () => {
    expect(grouped({ size: 2, container: undefined, engine: engine({ pipelineParallel: 2, kvTransfer: nixl() }) })).toContain('KV transfer a prefiller is lost');
  });
});

describe('a preference of zones', () => {
  test('of leaders and replicas: what others bear, what is not weighed, and how many zones have none', () => {
    const text = grouped({ groups: 2, prefer: Locality.SAME_ZONE });
    expect(text).toContain('clients go to leaders of their own zone while one is ready there, and to all others as soon as none is');
    expect(text).toContain('2 leaders in 3 zones leave at least 1 zone whose clients reach all');
    expect(grouped({ groups: 3, prefer: Locality.SAME_ZONE })).not.toContain('leave at least');
    expect(served({ replicas: 1, service: { prefer: Locality.SAME_NODE } })).toContain('1 replicas in 3 zones leave at least 2 zones whose clients reach all');
    expect(grouped()).not.toContain('locality');
  });

  const near = (counts: { [zone: string]: number }, props: { strictNodeLocal?: boolean } = {}) => {
    const made = chart();
    for (const [zone, replicas] of Object.entries(counts)) {
      const deployment = new kplus.Deployment(made, `Echo-${zone}`, {
        replicas, podMetadata: { labels: { app: 'echo' } }, containers: [{ image: 'echo:1', portNumber: 80, securityContext: { ensureNonRoot: false } }],
      });
      deployment.scheduling.attract(kplus.Node.labeled(kplus.NodeLabelQuery.is('topology.kubernetes.io/zone', zone)));
    }
    return new LocalityService(made, 'Near', { selector: { app: 'echo' }, port: 80, ...props }).explain();
  };

  test('of a LocalityService: zones with none, zones with one, and the sum of uneven clients', () => {
    const text = then(near({ 'eu-1a': 1, 'eu-1b': 5 }));
    expect(text).toContain('that is so from the start in eu-1c; with one endpoint every restart and drain does it: eu-1a');
    expect(text).toContain('half of all clients in eu-1a would meet 1 of 6 endpoints, 0.5 / (1 / 6) = 3 x the average load');
    expect(then(near({ 'eu-1a': 2, 'eu-1b': 2 }))).not.toContain('uneven clients');
    expect(near({ 'eu-1a': 2 }, { strictNodeLocal: true })).not.toContain('\nthen:');
  });
});
