import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { THREE_ZONES, TWO_ZONES, chartFor, echo, locality } from './build';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { LeaderWorkerBackend } from '../../../src/patterns/leader-worker-group/choices';
import { LeaderWorkerGroup } from '../../../src/patterns/leader-worker-group/leader-worker-group';
import { LocalityService } from '../../../src/patterns/locality-service/locality-service';
import { LocalityServiceProps } from '../../../src/patterns/locality-service/props';
import { Locality } from '../../../src/target-cluster/locality';
import { TargetProps } from '../../../src/target-cluster/target';

interface Refusal {
  readonly what: string;
  readonly props: Partial<LocalityServiceProps>;
  readonly target?: TargetProps;
  readonly message: string;
}

const selector = { app: 'echo' };

const REFUSALS: Refusal[] = [
  {
    what: 'same node at 1.33',
    props: { prefer: Locality.SAME_NODE },
    target: { kubernetes: KubernetesVersion.V1_33 },
    message: 'prod/EchoSvc: prefer: Forbidden: same-node routing with fallback (Service spec.trafficDistribution: PreferSameNode): '
      + 'Kubernetes 1.33 does not have it; the first minor that has it is 1.34',
  },
  {
    what: 'the annotation that wins',
    props: { metadata: { annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } } },
    message: 'prod/EchoSvc: metadata.annotations[service.kubernetes.io/topology-mode]: Forbidden: "Auto": the annotation is the older way to say what prefer says; '
      + 'set to Auto it wins, and trafficDistribution is ignored\n  help: remove it',
  },
  {
    what: 'a namespace that cannot exist',
    props: { metadata: { namespace: 'Bad NS' } },
    message: 'prod/EchoSvc: metadata.namespace: Invalid value: "Bad NS": a lowercase RFC 1123 label must consist of',
  },
  {
    what: 'a label that cannot exist',
    props: { metadata: { labels: { 'a b': 'c' } } },
    message: 'prod/EchoSvc: metadata.labels: Invalid value: "a b": name part must consist of alphanumeric characters',
  },
  {
    what: 'its older name',
    props: { metadata: { annotations: { 'service.kubernetes.io/topology-aware-hints': 'auto' } } },
    message: 'prod/EchoSvc: metadata.annotations[service.kubernetes.io/topology-aware-hints]: Forbidden: "auto"',
  },
  {
    what: 'a preference, and none but the own node',
    props: { prefer: Locality.SAME_ZONE, strictNodeLocal: true },
    message: 'prod/EchoSvc: strictNodeLocal: Forbidden: prefer SameZone falls back, and strictNodeLocal drops',
  },
  {
    what: 'same zone on nodes without zones',
    props: {},
    target: { zones: [] },
    message: 'prod/EchoSvc: prefer: Invalid value: "SameZone": the nodes of the target have no zones (zones: []), and an endpoint without a zone has no hint\n'
      + '  help: use Locality.SAME_NODE',
  },
  { what: 'no pods', props: { target: undefined }, message: 'prod/EchoSvc: target: Required value: the Service needs pods behind it' },
  {
    what: 'pods twice',
    props: { target: kplusPods({ app: 'echo' }), selector },
    message: 'prod/EchoSvc: selector: Forbidden: target says which pods are meant',
  },
  { what: 'an empty selector', props: { selector: {} }, message: 'prod/EchoSvc: selector: Invalid value: {}: has no label: nobody makes EndpointSlices' },
  { what: 'a selector that no pod can carry', props: { selector: { app: 'echo svc' } }, message: 'prod/EchoSvc: selector[app]: Invalid value: "echo svc": a valid label must be an empty string or consist of alphanumeric characters' },
  { what: 'every pod of the namespace', props: { target: kplusPods({}) }, message: 'prod/EchoSvc: target: Invalid value: {}: selects every pod of the namespace' },
  { what: 'no port', props: { selector, port: undefined }, message: 'prod/EchoSvc: port: Required value: a Service needs at least one port' },
  { what: 'an empty list of ports', props: { selector, ports: [] }, message: 'prod/EchoSvc: ports: Required value: a Service needs at least one port' },
  { what: 'a port twice', props: { port: 80, ports: [{ port: 80 }] }, message: 'prod/EchoSvc: port: Forbidden: ports says it as well' },
  { what: 'a port that is none', props: { port: 70000 }, message: 'prod/EchoSvc: port: Invalid value: 70000: must be between 1 and 65535, inclusive' },
  { what: 'a target port that is none', props: { targetPort: 0 }, message: 'prod/EchoSvc: targetPort: Invalid value: 0: must be between 1 and 65535, inclusive' },
  { what: 'a target port by number and name', props: { targetPort: 5678, targetPortName: 'http' }, message: 'prod/EchoSvc: targetPortName: Forbidden: targetPort 5678 says it as well' },
  { what: 'an upper-case port name', props: { targetPortName: 'HTTP' }, message: 'prod/EchoSvc: targetPortName: Invalid value: "HTTP"' },
  { what: 'affinity for no time', props: { clientAffinity: Duration.seconds(0) }, message: 'prod/EchoSvc: clientAffinity: Invalid value: "0s": must be a whole number of seconds of at least 1' },
  { what: 'affinity for more than a day', props: { clientAffinity: Duration.hours(25) }, message: 'prod/EchoSvc: clientAffinity: Invalid value: "90000s": must be at most 86400 s (24 hours)' },
  { what: 'a zone the target does not have', props: { zones: ['zone-a', 'zone-c'] }, message: 'prod/EchoSvc: zones[1]: Invalid value: "zone-c": the target has the zones zone-a, zone-b' },
  { what: 'more zones than nodes', props: { zones: Array.from({ length: 5001 }, () => 'zone-a') }, message: 'prod/EchoSvc: zones: Invalid value: "5001 zones": is more than the 5000 nodes' },
  { what: 'a zone twice', props: { zones: ['zone-a', 'zone-a'] }, message: 'prod/EchoSvc: zones[1]: Duplicate value: "zone-a": a zone is named twice' },
  { what: 'replicas of a workload of this app', props: { replicas: 3 }, message: 'prod/EchoSvc: replicas: Forbidden: the target is part of this app, and its own manifest says how many there are' },
  { what: 'negative replicas', props: { selector, replicas: -1 }, message: 'prod/EchoSvc: replicas: Invalid value: -1' },
  { what: 'a name of 64 characters', props: { name: 'e'.repeat(64) }, message: 'prod/EchoSvc: name: Too long:' },
  { what: 'an upper-case name', props: { name: 'Echo' }, message: 'prod/EchoSvc: name: Invalid value: "Echo": must give a DNS label' },
  { what: 'a name in the metadata', props: { metadata: { name: 'echo' } }, message: 'prod/EchoSvc: metadata.name: Forbidden: the pattern has a name of its own\n  help: use name' },
];

/** A selection without containers, as `kplus.Pods.select` gives it. */
function kplusPods(labels: { [key: string]: string }): kplus.IPodSelector {
  return kplus.Pods.select(new Chart(chartFor().node.root as Chart, 'elsewhere'), 'Pods', { labels });
}

test.each(REFUSALS)('refused: $what', ({ props, target, message }) => {
  expect(() => locality(props, target)).toThrow(message);
});

test('several ports are declared, and none is the given one', () => {
  expect(() => locality({}, TWO_ZONES, { ports: [{ number: 8000, name: 'http' }, { number: 9090 }] }))
    .toThrow('prod/EchoSvc: targetPort: Required value: the target declares several ports and none of them is 80: 8000 (http), 9090\n  help: say which one: targetPort');
});

test('pods of another namespace', () => {
  const chart = chartFor(TWO_ZONES);
  const target = new kplus.Deployment(chart, 'Echo', { metadata: { namespace: 'other' }, containers: [{ image: 'echo' }] });
  expect(() => new LocalityService(chart, 'EchoSvc', { target, port: 80 }))
    .toThrow('prod/EchoSvc: target: Invalid value: ["other"]: a Service selects pods of its own namespace only, which is ml');
});

test('a selection by expressions', () => {
  const chart = chartFor(TWO_ZONES);
  const target = kplus.Pods.select(chart, 'Pods', { labels: { app: 'echo' }, expressions: [kplus.LabelExpression.exists('tier')] });
  expect(() => new LocalityService(chart, 'EchoSvc', { target, port: 80 })).toThrow('is a map of equal labels and has no expressions');
});

test.each([
  ['two sets a group', LeaderWorkerBackend.statefulSets(), 'help: give the leaders: target: group.leader'],
  ['one set a group', LeaderWorkerBackend.singleStatefulSet(), "help: in one StatefulSet both roles share a template: use addService('Serving'"],
])('a whole group of leaders and workers: %s', (_, backend, help) => {
  const chart = chartFor(THREE_ZONES);
  const group = new LeaderWorkerGroup(chart, 'Llm', { groups: 3, size: 2, backend, container: { image: 'vllm', ports: [{ number: 8000 }] } });
  expect(() => new LocalityService(chart, 'EchoSvc', { target: group, port: 80 }))
    .toThrow(new RegExp(`prod/EchoSvc: target: Forbidden: is a group: its workers would become endpoints[^]*${help.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
});

test('a headless Service cannot be asked for', () => {
  const chart = chartFor(TWO_ZONES);
  // A program that nobody type checked, or an any.
  expect(() => new LocalityService(chart, 'EchoSvc', { target: echo(chart), port: 80, clusterIP: 'None' } as LocalityServiceProps))
    .toThrow('prod/EchoSvc: clusterIP: Forbidden: unknown property');
});
