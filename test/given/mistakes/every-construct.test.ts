import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import {
  Accelerator, Capacity, Checks, DeviceClass, DeviceRequest, DisaggregatedInference, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine,
  InferenceRole, KubernetesVersion, LeaderWorkerGroup, LocalityService, Memory, OnDemandFloor, OrdinalMigration, ParameterServer,
  PrefillDecodeRouter, RayCluster, ResourceClaim, ResourceClaimTemplate, SpotInference, Sweep, SweepResults, SweepTable, Target, ZonalDeployments,
  ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { withVariables } from '../../hygiene/variables';

withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

const CONTAINER = { image: 'registry.example/train:1', port: 80 };
const ENGINE = InferenceEngine.vllm({ version: '0.18', model: 'a/b' });

function chartOf(props = { kubernetes: KubernetesVersion.V1_36 }): Chart {
  const app = new App();
  Target.define(app, props);
  return new Chart(app, 'prod', { namespace: 'ml' });
}

/** Construct path and field of every error and warning. */
function mistakes(chart: Construct): string[] {
  return findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(each => `${each.construct} ${each.field}`);
}

interface Case {
  readonly name: string;
  readonly make: (chart: Chart) => Construct;
  readonly fields: readonly string[];
  /** Asks for everything that users meet. */
  readonly ask: (made: any) => unknown[];
}

const CASES: readonly Case[] = [
  {
    name: 'OrdinalMigration',
    make: chart => new OrdinalMigration(chart, 'Broken', {
      workload: new ZonePartitionedStatefulSet(new Chart(chart.node.root as App, 'old', { namespace: 'old' }), 'Db', {
        zones: [{ zone: 'eu-1a', replicas: 2 }], container: CONTAINER, ports: [{ port: 80 }],
      }),
      firstMoved: 2,
      stage: 1,
      atOnce: 0,
    }),
    fields: ['firstMoved', 'atOnce'],
    ask: (migration: OrdinalMigration) => [
      migration.apiObject?.name, migration.stages.map(({ name }) => name), migration.script, migration.scriptBack, migration.explain(),
    ],
  },
  {
    name: 'IndexedTrainingJob',
    make: chart => new IndexedTrainingJob(chart, 'Broken', { name: 'Bad_Name', workers: 0, container: CONTAINER }),
    fields: ['name', 'workers'],
    ask: (job: IndexedTrainingJob) => [
      job.name, job.jobName, job.workers, job.worldSize, job.leaderAddress, job.service.dns, job.apiObject.name, job.worker(99).dns,
      job.worker(0).hostname,
      job.pods.addContainer({ image: 'x:1', name: 'beside' }).name, job.pods.mainContainer.name, job.explain(),
    ],
  },
  {
    name: 'ZonePartitionedStatefulSet',
    make: chart => new ZonePartitionedStatefulSet(chart, 'Broken',
      { name: 'Bad_Name', zones: [{ zone: 'eu-1a', replicas: -1 }], container: CONTAINER }),
    fields: ['name', 'zones[0].replicas'],
    ask: (database: ZonePartitionedStatefulSet) => [
      database.name, database.service.dns, database.zone('eu-9z').name, database.zone('eu-1a').pods, database.pod(999).dns, database.zoneOf(-4),
      database.addOrdinalService(999, [{ port: 1 }]).dns, database.addClientService().name, database.toPodSelectorConfig().labelSelector,
      database.explain(),
    ],
  },
  {
    name: 'ParameterServer',
    make: chart => new ParameterServer(chart, 'Broken', { name: 'Bad_Name', container: CONTAINER, restarts: -1, ps: { replicas: 0 }, worker: { replicas: 1 } }),
    fields: ['name', 'ps.replicas', 'restarts'],
    ask: (run: ParameterServer) => [
      run.name, run.jobSetName, run.apiObject.name, run.service.dns, run.coordinator!.mainContainer.name, run.servers.mainContainer.name,
      run.workers.addContainer({ image: 'x:1', name: 'beside' }).name, run.address('worker', 99), run.address('nobody', 0), run.explain(),
    ],
  },
  {
    name: 'RayCluster',
    make: chart => new RayCluster(chart, 'Broken', {
      name: 'Bad_Name', rayVersion: '2', container: { ...CONTAINER, memory: Memory.of('8Gi'), cpu: '1' }, servingPort: 0, workers: [{ name: 'gpu', replicas: -1 }],
    }),
    fields: ['name', 'rayVersion', 'workers[0].replicas', 'servingPort'],
    ask: (cluster: RayCluster) => [
      cluster.name, cluster.rayVersion, cluster.headHost, cluster.serveHost, cluster.headService!.dns, cluster.servingService!.name,
      cluster.apiObjects.map(({ name }) => name),
      cluster.head.addContainer({ image: 'x:1', name: 'beside' }).name, cluster.group('gpu').mainContainer.name, cluster.group('nobody').name, cluster.explain(),
    ],
  },
  {
    name: 'DisaggregatedInference',
    make: chart => {
      const role = InferenceRole.deployment({ engine: ENGINE, accelerator: Accelerator.nvidia(1) });
      return new DisaggregatedInference(chart, 'Broken', { name: 'Bad_Name', prefill: role, decode: role, router: PrefillDecodeRouter.vllmRouter({ image: 'r:1' }), ratio: { prefill: 0, decode: 1 } });
    },
    fields: ['name', 'ratio.prefill'],
    ask: (model: DisaggregatedInference) => [
      model.name, model.service!.dns, model.routerPods!.addContainer({ image: 'x:1', name: 'beside' }).name, model.prefill.name, model.decode.role, model.decode.service.name,
      model.prefill.pods.mainContainer.name, model.prefill.deployment!.explain(), model.workload.name, model.explain(),
    ],
  },
  {
    name: 'Sweep',
    make: chart => new Sweep(chart, 'Broken', {
      name: 'Bad_Name',
      retriesPerRow: -1,
      runs: SweepTable.grid({ LR: ['1', '2'] }),
      container: CONTAINER,
      results: SweepResults.onClaimName('results', '/results'),
      summary: CONTAINER,
    }),
    fields: ['name', 'retriesPerRow'],
    ask: (sweep: Sweep) => [
      sweep.name, sweep.jobName, sweep.tableName, sweep.rows, sweep.apiObject.name, sweep.summaryObject!.name,
      sweep.pods.addContainer({ image: 'x:1', name: 'beside' }).name, sweep.summaryPods!.mainContainer.name, sweep.explain(),
    ],
  },
  {
    name: 'LocalityService',
    make: chart => new LocalityService(chart, 'Broken', { name: 'Bad_Name', port: 0, selector: { app: 'x' } }),
    fields: ['name', 'port'],
    ask: (service: LocalityService) => [service.name, service.dns, service.apiObject.name, service.explain()],
  },
  {
    name: 'ZonalDeployments',
    make: chart => new ZonalDeployments(chart, 'Broken', { name: 'Bad_Name', zones: ['eu-1a', 'eu-1a'], replicas: 0, container: CONTAINER }),
    fields: ['name', 'zones[1]', 'replicas'],
    ask: (zonal: ZonalDeployments) => [zonal.name, zonal.zone('eu-9z').name, zonal.pods.mainContainer.name, zonal.toPodSelectorConfig().labelSelector, zonal.explain()],
  },
  {
    name: 'GpuInferenceDeployment',
    make: chart => new GpuInferenceDeployment(chart, 'Broken', { name: 'Bad_Name', replicas: 0, engine: ENGINE, accelerator: Accelerator.nvidia(3) }),
    fields: ['name', 'replicas', 'accelerator.count'],
    ask: (server: GpuInferenceDeployment) => [
      server.name, server.devicesPerReplica, server.service.dns, server.apiObject.name, server.autoscaler!.name, server.adapterRules,
      server.pods.mainContainer.name,
      server.toScalingTarget().name, server.toPodSelectorConfig().labelSelector, server.explain(),
    ],
  },
  {
    name: 'SpotInference',
    make: chart => new SpotInference(chart, 'Broken', {
      name: 'Bad_Name', replicas: 1, floor: OnDemandFloor.replicas(1), capacity: Capacity.onDemand(), engine: ENGINE, accelerator: Accelerator.nvidia(3),
    }),
    fields: ['name', 'capacity', 'replicas', 'accelerator.count'],
    ask: (server: SpotInference) => [
      server.name, server.service.dns, server.spot.name, server.spot.autoscaler!.name, server.onDemand.pods.mainContainer.name,
      server.onDemand.apiObject.name,
      server.spot.toScalingTarget().name, server.workload.name, server.adapterRules, server.explain(),
    ],
  },
  {
    name: 'DeviceClass',
    make: chart => new DeviceClass(chart, 'Broken', { name: 'Bad_Name', devices: DeviceRequest.nvidia({ count: 2 }) }),
    fields: ['name', 'devices'],
    ask: (deviceClass: DeviceClass) => [deviceClass.name, deviceClass.apiObject.name, deviceClass.request(), deviceClass.accelerator(-1).count],
  },
  ...[ResourceClaim, ResourceClaimTemplate].map((type): Case => ({
    name: type.name,
    make: chart => new type(chart, 'Broken', { name: 'Bad_Name', requests: [] }),
    fields: ['requests', 'name'],
    ask: (claim: ResourceClaim) => [claim.name, claim.claimName, claim.apiObject.name],
  })),
];

describe.each(CASES)('$name with mistakes', ({ make, fields, ask }) => {
  test('tells independent ones together, each with a line of the program', () => {
    const chart = chartOf();
    make(chart);
    expect(mistakes(chart)).toEqual(fields.map(field => `prod/Broken ${field}`));
    expect(findingsOf(chart.node.root).filter(each => each.id === 'AIW1001').every(each => each.file === 'test/given/mistakes/every-construct.test.ts')).toBe(true);
  });

  test('answers all questions, without an object and without a further finding', () => {
    const chart = chartOf();
    const made = make(chart);
    const answers = ask(made);
    expect(answers.filter(each => each === undefined)).toEqual([]);
    expect(chart.node.findAll().filter(construct => construct !== chart)).toEqual([made]);
    expect(mistakes(chart)).toHaveLength(fields.length);
  });
});

describe('what depends on a construct that is not planned', () => {
  test.each<[string, (chart: Chart, group: LeaderWorkerGroup) => unknown]>([
    ['a locality service', (chart, group) => new LocalityService(chart, 'Near', { target: group.leader, port: 9999 }).dns],
    ['a locality service on the group itself', (chart, group) => new LocalityService(chart, 'Near', { target: group, port: 80 }).explain()],
    ['an autoscaler', (chart, group) => new kplus.HorizontalPodAutoscaler(chart, 'Hpa', { target: group, maxReplicas: 3 })],
    ['a network policy', (chart, group) => new kplus.NetworkPolicy(chart, 'Policy', { selector: group })],
    ['a Service', (chart, group) => new kplus.Service(chart, 'Front', { selector: group, ports: [{ port: 9999 }] })],
    ['an ingress', (chart, group) => new ApiObject(chart, 'Ingress', {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      spec: { defaultBackend: { service: { name: group.servingService!.name, port: { number: 9999 } } } },
    })],
    ['connections', (_, group) => group.leader.connections.allowTo(kplus.NetworkPolicyIpBlock.ipv4(group, 'Block', '10.0.0.0/8'))],
    ['a member that is not there', (_, group) => [group.group(7).worker(99).dns, group.group(0).worker(-1).name]],
    ['an acknowledgement', (_, group) => Checks.of(group).acknowledge({ id: 'AIW2103', reason: 'on purpose' })],
    ['an acknowledgement above it', (chart) => Checks.of(chart).acknowledge({ id: 'AIW2103', reason: 'on purpose' })],
  ])('%s makes no finding', (_, depend) => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Llama', { size: 0, container: CONTAINER });
    depend(chart, group);
    expect(mistakes(chart)).toEqual(['prod/Llama size']);
  });
});

describe('a target with mistakes', () => {
  test('is told with the mistakes of the constructs below it, and asks for nothing that was refused', () => {
    const app = new App();
    Target.define(app, { zones: ['eu-1a', 'eu-1a'], spareGpus: -1 });
    const chart = new Chart(app, 'prod', { namespace: 'ml' });
    new ZonalDeployments(chart, 'Front', { container: CONTAINER, replicas: 0 });
    new LeaderWorkerGroup(chart, 'Llama', { size: 2, container: CONTAINER }).group(9);
    expect(mistakes(chart)).toEqual(['Target zones[1]', 'Target spareGpus', 'prod/Front replicas', 'prod/Llama group(index)']);
  });

  test('defined twice, keeps the first', () => {
    const app = new App();
    const first = Target.define(app, {});
    expect(Target.define(app, { zones: [] })).toBe(first);
    expect(mistakes(app)).toEqual(['Target define']);
  });
});

describe('a method called with mistakes', () => {
  test('of pods: the container that comes back can be used, and makes no finding', () => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Llama', {
      size: 2,
      container: { ...CONTAINER, memory: Memory.of('64Gi') },
      accelerator: Accelerator.claim(DeviceRequest.nvidia()),
    });
    const side = group.leader.addContainer({ name: 'Bad_Name', image: 'x:1' });
    side.mount('/data', kplus.Volume.fromEmptyDir(chart, 'Data', 'data'));
    side.env.addVariable('A', kplus.EnvValue.fromValue('b'));
    group.leader.shareAccelerator(side);
    group.leader.attachContainer(side);
    expect(mistakes(chart)).toEqual(['prod/Llama/Leader containers[0].name']);
  });

  test('a request of a claim that it has not', () => {
    const chart = chartOf();
    const group = new LeaderWorkerGroup(chart, 'Llama', { size: 2, container: CONTAINER });
    new ResourceClaimTemplate(chart, 'Gpus', { requests: [DeviceRequest.nvidia()] }).attachTo(group.leader.mainContainer, 'nothing');
    expect(mistakes(chart)).toEqual(['prod/Gpus attachTo(request)']);
  });
});
