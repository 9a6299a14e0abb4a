import { Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Manifest, THREE_ZONES, chartFor, manifestOf, saidOf } from './build';
import { LocalityService } from '../../../src/patterns/locality-service/locality-service';
import { ZonalDeploymentsProps } from '../../../src/patterns/locality-service/zonal-deployments/props';
import { ZonalDeployments } from '../../../src/patterns/locality-service/zonal-deployments/zonal-deployments';
import { Accelerator } from '../../../src/pod/devices/accelerator';
import { DeviceRequest } from '../../../src/pod/devices/request';
import { DisruptionBudget } from '../../../src/pod/scheduling/disruption-budget';
import { TargetProps } from '../../../src/target-cluster/target';

const container = { image: 'embedder:1', ports: [{ number: 8080, name: 'http' }] };
const metrics = [kplus.Metric.pods({ name: 'queue', target: kplus.MetricTarget.averageValue(4) })];
const autoscaling = { minReplicas: 2, maxReplicas: 8, metrics };

type Place = (chart: Chart) => Construct;

function zonal(props: Partial<ZonalDeploymentsProps> = {}, target: TargetProps | undefined = THREE_ZONES, place: Place = chart => chart) {
  const chart = chartFor(target);
  const workload = new ZonalDeployments(place(chart), 'Embedder', { container, ...props });
  return { chart, workload, object: (kind: string, name: string) => manifestOf(chart, kind, name) };
}

function namesOf(manifests: Manifest[]): string[] {
  return manifests.map(each => `${each.kind} ${each.metadata.name}`);
}

describe('one Deployment in each zone', () => {
  test('bound to it, selecting by name and zone', () => {
    const { spec } = zonal({ replicas: 3 }).object('Deployment', 'embedder-eu-1b');
    const labels = { 'cdk8s-ai-workloads/name': 'embedder', 'cdk8s-ai-workloads/zone': 'eu-1b' };
    expect(spec.replicas).toBe(3);
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(spec.template.metadata.labels).toMatchObject(labels);
    expect(spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms)
      .toEqual([{ matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['eu-1b'] }] }]);
    expect(spec.template.spec.containers[0].env).toEqual([{ name: 'ZONE', value: 'eu-1b' }]);
    expect(spec.template.spec.topologySpreadConstraints).toMatchObject([{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels }, matchLabelKeys: ['pod-template-hash'] }]);
  });

  test('all objects, whatever the order of the zones', () => {
    const names = (zones: string[]) => namesOf(Testing.synth(zonal({ zones, autoscaling }).chart) as Manifest[]);
    expect(names(['eu-1c', 'eu-1a'])).toEqual(names(['eu-1a', 'eu-1c']));
    expect(names(['eu-1a', 'eu-1c'])).toEqual([
      'Deployment embedder-eu-1a', 'HorizontalPodAutoscaler embedder-eu-1a', 'Deployment embedder-eu-1c', 'HorizontalPodAutoscaler embedder-eu-1c', 'PodDisruptionBudget embedder',
    ]);
  });

  test('a zone that comes or goes changes no other', () => {
    const of = (zones: string[]) => zonal({ zones, autoscaling }).object('Deployment', 'embedder-eu-1b');
    expect(of(['eu-1b'])).toEqual(of(['eu-1a', 'eu-1b', 'eu-1c']));
  });

  test('the same wherever the construct stands', () => {
    const of = (place: Place) => Testing.synth(zonal({ autoscaling }, THREE_ZONES, place).chart);
    expect(of(chart => new Construct(chart, 'Elsewhere'))).toEqual(of(chart => chart));
  });

  test('what is added to the pods reaches every zone', () => {
    const { workload, object } = zonal();
    workload.pods.addSidecar({ name: 'proxy', image: 'proxy:1' });
    expect(THREE_ZONES.zones!.map(zone => object('Deployment', `embedder-${zone}`).spec.template.spec.initContainers[0].name)).toEqual(['proxy', 'proxy', 'proxy']);
  });

  test('handles give the objects', () => {
    const { workload } = zonal({ autoscaling });
    const zone = workload.zone('eu-1b');
    expect([zone.zone, zone.name, zone.apiObject.kind, zone.autoscaler?.name]).toEqual(['eu-1b', 'embedder-eu-1b', 'Deployment', 'embedder-eu-1b']);
    expect(() => workload.zone('eu-9')).toThrow('prod/Embedder: zone(zone): Invalid value: "eu-9": is no zone of this workload (eu-1a, eu-1b, eu-1c)');
  });
});

describe('an autoscaler in each zone', () => {
  test('looks at its own Deployment, which leaves the number to it', () => {
    const { object } = zonal({ autoscaling: { ...autoscaling, scaleDownWindow: Duration.minutes(10) } });
    expect(object('HorizontalPodAutoscaler', 'embedder-eu-1b').spec).toEqual({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'embedder-eu-1b' },
      minReplicas: 2,
      maxReplicas: 8,
      metrics: [{ type: 'Pods', pods: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '4' } } }],
      behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
    });
    expect(object('Deployment', 'embedder-eu-1b').spec.replicas).toBeUndefined();
  });

  test('behind a LocalityService nothing is averaged over zones, and no zone is missed', () => {
    const { chart, workload } = zonal({ autoscaling });
    const service = new LocalityService(chart, 'Near', { target: workload, port: 80 });
    expect(manifestOf(chart, 'Service', 'near').spec).toMatchObject({ ports: [{ port: 80, targetPort: 8080 }], selector: { 'cdk8s-ai-workloads/name': 'embedder' } });
    expect([...saidOf(chart), ...saidOf(chart, 'warning')]).toEqual([]);
    expect(service.explain()).toContain('= 6: eu-1a 2 + eu-1b 2 + eu-1c 2');
  });
});

describe('roll-outs and drains', () => {
  const accelerator = Accelerator.nvidia(8);
  test.each([
    ['no accelerators: Kubernetes\' own', {}, 0, undefined],
    ['accelerators without spare ones: one pod after the other', { accelerator }, 0, { maxSurge: 0, maxUnavailable: 1 }],
    ['spare ones for two zones of three are not enough', { accelerator }, 16, { maxSurge: 0, maxUnavailable: 1 }],
    ['spare ones for one more pod in each zone', { accelerator }, 24, { maxSurge: 1, maxUnavailable: 0 }],
  ])('%s', (_, props, spareGpus, expected) => {
    expect(zonal(props, { ...THREE_ZONES, spareGpus }).object('Deployment', 'embedder-eu-1a').spec.strategy?.rollingUpdate).toEqual(expected);
  });

  test.each<[string, object, number, RegExp | undefined]>([
    ['one pod in each zone', { accelerator }, 0, /1 in each zone: one apply rolls out all 3 zones.* spareGpus of the Target to 24/],
    ['one pod in the only zone', { accelerator, zones: ['eu-1a'] }, 0, /rolls out the only zone.* spareGpus of the Target to 8/],
    ['one pod in each, and devices for another', { accelerator }, 24, undefined],
    ['two in each', { accelerator, replicas: 2 }, 0, undefined],
    ['one in each, which Kubernetes replaces in its own way', {}, 0, undefined],
  ])('a roll-out that leaves nothing is a warning: %s', (_, props, spareGpus, message) => {
    const { chart } = zonal({ ...props }, { ...THREE_ZONES, spareGpus });
    const told = saidOf(chart, 'warning').filter(({ id }) => id === 'AIW3505').map(each => `${each.message} ${each.help}`);
    expect(told).toEqual(message ? [expect.stringMatching(message)] : []);
  });

  test('a claim has one template for all zones', () => {
    const { chart } = zonal({ accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'NVIDIA L4' }), { count: 1 }) });
    const manifests = Testing.synth(chart) as Manifest[];
    const templates = manifests.filter(each => each.kind === 'ResourceClaimTemplate').map(each => each.metadata.name);
    expect(templates).toHaveLength(1);
    expect(new Set(manifests.filter(each => each.kind === 'Deployment').map(each => each.spec.template.spec.resourceClaims[0].resourceClaimTemplateName)))
      .toEqual(new Set(templates));
  });

  test('one budget over all zones', () => {
    const { object, workload } = zonal({ replicas: 2 });
    expect(object('PodDisruptionBudget', 'embedder').spec).toMatchObject({ maxUnavailable: 1, selector: { matchLabels: { 'cdk8s-ai-workloads/name': 'embedder' } } });
    expect(workload.explain()).toContain('at most 1 of 6 pods at a time, all zones counted together');
  });

  test('a budget for each zone, and what may then be lost at the same time', () => {
    const { object, workload } = zonal({ replicas: 2, disruptionBudget: DisruptionBudget.perZone(1) });
    expect(object('PodDisruptionBudget', 'embedder-eu-1c').spec.selector.matchLabels).toEqual({ 'cdk8s-ai-workloads/name': 'embedder', 'cdk8s-ai-workloads/zone': 'eu-1c' });
    expect(workload.explain()).toContain('drains may take 3 x 1 = 3 of 6 pods at the same time');
  });

  test('none', () => {
    expect(namesOf(Testing.synth(zonal({ disruptionBudget: DisruptionBudget.none() }).chart) as Manifest[])).not.toContain('PodDisruptionBudget embedder');
  });
});

test.each<[string, Partial<ZonalDeploymentsProps>, TargetProps | undefined, string]>([
  ['no zone', {}, {}, 'prod/Embedder: zones: Required value: each zone gets a Deployment, and neither zones nor the Target names any'],
  ['nodes without zones', {}, { zones: [] }, 'zones: Required value'],
  ['a zone twice', { zones: ['eu-1a', 'eu-1a'] }, undefined, 'zones[1]: Duplicate value: "eu-1a": a zone has one Deployment'],
  ['a zone that the target does not have', { zones: ['eu-2'] }, undefined, 'zones[0]: Invalid value: "eu-2": the target has the zones eu-1a, eu-1b, eu-1c'],
  ['a zone that cannot stand in a name', { zones: ['EU-1A'] }, {}, 'zones[0]: Invalid value: "EU-1A": cannot stand in a name'],
  ['pods of all zones in one', { nodeLabels: { 'topology.kubernetes.io/zone': 'eu-1a' } }, undefined, 'nodeLabels[topology.kubernetes.io/zone]: Forbidden: would bind the pods of every zone to one'],
  ['no pods', { replicas: 0 }, undefined, 'replicas: Invalid value: 0: must be a whole number of at least 1'],
  ['replicas under an autoscaler', { replicas: 2, autoscaling }, undefined, 'replicas: Forbidden: each apply would set the pods of a zone back to this number, which its autoscaler decides'],
  ['none in a quiet zone', { autoscaling: { ...autoscaling, minReplicas: 0 } }, undefined, 'autoscaling.minReplicas: Invalid value: 0: must be a whole number of at least 1'],
  ['more at least than at most', { autoscaling: { ...autoscaling, maxReplicas: 1 } }, undefined, 'autoscaling.minReplicas: Invalid value: 2: is more than maxReplicas 1'],
  ['nothing to look at', { autoscaling: { ...autoscaling, metrics: [] } }, undefined, 'autoscaling.metrics: Required value: without a metric Kubernetes takes the CPU'],
  ['a window of two hours', { autoscaling: { ...autoscaling, scaleDownWindow: Duration.hours(2) } }, undefined, 'autoscaling.scaleDownWindow: Invalid value: "7200s": must be at most 3600 s (1 hour)'],
  ['a budget that could empty every zone', { replicas: 1, disruptionBudget: DisruptionBudget.perZone(1) }, undefined,
    'disruptionBudget: Invalid value: "perZone(1)": a zone has 1 pod, so drains could empty eu-1a and every other zone at the same time'],
  ['a name that is no label value', { name: 'e'.repeat(64) }, undefined, 'name: Too long'],
  ['the variable that the pattern sets', { container: { ...container, envVariables: { ZONE: kplus.EnvValue.fromValue('a') } } }, undefined, 'container.envVariables[ZONE]: Forbidden: ZONE is set by the pattern'],
])('refused: %s', (_, props, target, message) => {
  expect(() => zonal(props, target)).toThrow(message);
});

test('a variable added later is refused at synth', () => {
  const { chart, workload } = zonal();
  workload.pods.mainContainer.env.addVariable('ZONE', kplus.EnvValue.fromValue('a'));
  expect(saidOf(chart)[0]).toMatchObject({ id: 'AIW1001', message: expect.stringContaining('ZONE is set by the pattern') });
});

test('the explanation has the numbers of each zone', () => {
  const text = zonal({ autoscaling, accelerator: Accelerator.nvidia(8) }).workload.explain();
  expect(text).toContain('Deployment embedder-eu-1a, 2 to 8 pods by its own autoscaler');
  expect(text).toContain('3 zones x 2 = 6 pods');
  expect(text).toContain('no devices for one more pod in each zone (8 x 3 = 24, spare 0)');
});

test('the manifests', () => {
  expect(Testing.synth(zonal({ zones: ['eu-1a'], autoscaling }).chart)).toMatchSnapshot();
});

describe('metrics that the API server refuses', () => {
  const { averageUtilization, averageValue } = kplus.MetricTarget;
  test.each<[string, kplus.Metric, string]>([
    ['more than the field holds', kplus.Metric.resourceCpu(averageUtilization(2 ** 31)), 'autoscaling.metrics[0].target.averageUtilization: Invalid value: 2147483648'],
    ['part of a percent', kplus.Metric.resourceCpu(averageUtilization(0.5)), 'autoscaling.metrics[0].target.averageUtilization: Invalid value: 0.5'],
    ['a target of nothing', kplus.Metric.pods({ name: 'queue', target: averageValue(0) }), 'autoscaling.metrics[0].target: Invalid value: 0: must be more than 0'],
    ['a target that is no number', kplus.Metric.external({ name: 'queue', target: averageValue(NaN) }), 'autoscaling.metrics[0].target: Invalid value: NaN'],
    ['no name', kplus.Metric.pods({ name: '', target: averageValue(1) }), 'autoscaling.metrics[0].name: Required value'],
    ['a name with a slash', kplus.Metric.pods({ name: 'a/b', target: averageValue(1) }), 'autoscaling.metrics[0].name: Invalid value: "a/b"'],
  ])('%s', (_, metric, message) => {
    expect(() => new ZonalDeployments(chartFor(THREE_ZONES), 'Echo', { container: { image: 'echo:1' }, autoscaling: { maxReplicas: 3, metrics: [metric] } })).toThrow(message);
  });
});
