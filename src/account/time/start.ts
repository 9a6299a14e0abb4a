import { Course, Stretch, barOf, seconds } from './course';
import { asList, asNumber, asObject, asShown, asText, isPresent, objectAt } from '../../base/reading';
import { claimsNamedBy } from '../../lint/facts/claims';
import { Facts } from '../../lint/facts/facts';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';
import { isNativeSidecar, probeBudget } from '../../lint/facts/probe-budget';
import { LEAST_LOAD_SECONDS, needsMinutesToLoad } from '../../lint/facts/world';
import { workloadKindOf } from '../../lint/kinds';
import { named, Said } from '../said';
import { devicesOfPod } from '../sums/devices';
import { commandsOf } from '../sums/world';

/** Source: pkg/apis/apps/v1/defaults.go SetDefaults_Deployment (v1.36); argo-rollouts utils/defaults (600 s as well) */
const DEFAULT_DEADLINE = 600;

/**
 * A start of one pod, from the moment that its controller makes it.
 *
 * Source: pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions, SyncPod (v1.36): init containers one after the other; a native sidecar lets the next
 * begin when its startup probe has succeeded, or it has started; then the main containers; pkg/kubelet/prober/worker.go: a startup probe holds the others back
 */
export function startOf(facts: Facts, pods: PodSet): Course {
  const inits = pods.containers.filter(({ isMain }) => !isMain).map((placed): Stretch => initStretch(pods, placed));
  const mains = pods.containers.filter(({ isMain }) => isMain);
  const main = mainStretch(pods, mains);
  const ready = readyStretch(pods, mains);
  const available = availableStretch(pods);
  const stretches = [waitStretch(facts, pods), ...inits, main, ...ready, ...available];
  return { stretches, sum: sumOfStart(stretches), limit: deadlineOf(pods), notes: [...loading(facts, pods), ...order(pods)] };
}

/** What must be there before the first container starts. */
function waitStretch(facts: Facts, pods: PodSet): Stretch {
  const devices = devicesOfPod(facts, pods).map(({ name, count }) => `${count ?? 'some'} ${name}`);
  const node = { ...barOf(pods, 'node', 'wait', `a node takes the pod${devices.length === 0 ? '' : `: ${devices.join(' and ')} must be free there`}`, ''), field: devicesOfPod(facts, pods)[0]?.field };
  const gates = asList(pods.spec.schedulingGates).map(({ name }) => asShown(name));
  const volumes = [...pods.claimTemplates, ...claimsNamedBy(pods).map(({ claim }) => claim)];
  const images = [...new Set(pods.containers.flatMap(({ container }) => (container.imagePullPolicy === 'Never' ? [] : asText(container.image) ?? [])))];
  const bars = [
    ...(gates.length === 0 ? [] : [barOf(pods, 'gates', 'wait', `somebody removes the scheduling gate${gates.length > 1 ? 's' : ''} ${named(gates)}`, 'schedulingGates')]),
    node,
    ...(volumes.length === 0 ? [] : [barOf(pods, 'volumes', 'wait', `${named([...new Set(volumes)])} ${volumes.length > 1 ? 'are' : 'is'} attached and mounted`, 'volumes')]),
    ...(images.length === 0 ? [] : [barOf(pods, 'images', 'wait', `${named(images, 3)} ${images.length > 1 ? 'are' : 'is'} there, or pulled`, 'containers[0].image')]),
  ];
  return { name: 'waits for', bars };
}

function initStretch(pods: PodSet, placed: PlacedContainer): Stretch {
  const isSidecar = isNativeSidecar(placed);
  const startup = isSidecar ? probeBudget(placed, 'startupProbe') : undefined;
  const text = !isSidecar ? 'runs to its end, and the next begins'
    : startup === undefined ? 'starts, and nothing waits for it' : `starts, and the next begins when its startup probe succeeds: at most ${startup.text}`;
  const bar = { label: placed.name, kind: isSidecar ? 'sidecar' : 'init', text, subject: pods.carrier, field: startup?.field ?? placed.field, from: 0 } as const;
  const limited = isSidecar ? startup?.seconds ?? 0 : undefined;
  const length = limited === undefined ? {} : { seconds: limited };
  return { name: placed.name, ...length, bars: [{ ...bar, ...length }] };
}

/** Several main containers. */
const SEVERAL = 'the containers';

/** All of them start together. */
function mainStretch(pods: PodSet, mains: readonly PlacedContainer[]): Stretch {
  const bars = mains.map(placed => {
    const startup = probeBudget(placed, 'startupProbe');
    const liveness = probeBudget(placed, 'livenessProbe');
    const isAsked = isPresent(placed.container.readinessProbe);
    const atOnce = isAsked ? '' : '; it counts as ready as soon as it runs';
    const text = startup !== undefined ? `has until then to answer its startup probe: ${startup.text}`
      : liveness !== undefined ? `no startup probe: its liveness probe kills it where it does not answer within ${liveness.text}${atOnce}`
        : isAsked ? 'no startup probe: nothing limits how long it takes' : 'no probe: it counts as ready as soon as it runs';
    const limited = startup ?? liveness;
    const length = limited?.seconds ?? (isAsked ? undefined : 0);
    return { label: placed.name, kind: 'main', text, from: 0, subject: pods.carrier, field: limited?.field ?? placed.field, ...(length !== undefined && { seconds: length }) } as const;
  });
  const known = bars.map(bar => ('seconds' in bar ? bar.seconds : undefined));
  const longest = known.every(each => each !== undefined) && known.length > 0 ? Math.max(...known) : undefined;
  return { name: mains.length === 1 ? mains[0].name : SEVERAL, bars, ...(longest !== undefined && { seconds: longest }) };
}

/** Source: pkg/apis/core/v1/defaults.go SetDefaults_Probe (v1.36): every 10 s, and one success is enough */
function readyStretch(pods: PodSet, mains: readonly PlacedContainer[]): Stretch[] {
  const bars = mains.filter(({ container }) => isPresent(container.readinessProbe)).map(placed => {
    const probe = asObject(placed.container.readinessProbe);
    const successes = asNumber(probe.successThreshold) ?? 1;
    const text = `is asked every ${asNumber(probe.periodSeconds) || 10} s whether it is ready: ${questionOf(probe)}${successes > 1 ? `, and must say so ${successes} times` : ''}`;
    return { label: `${placed.name} ready`, kind: 'ready', text, from: 0, subject: pods.carrier, field: `${placed.field}.readinessProbe` } as const;
  });
  return bars.length === 0 ? [] : [{ name: 'ready', bars }];
}

/** `GET /health on port 8000`. */
export function questionOf(probe: object): string {
  const { httpGet, tcpSocket, grpc } = asObject(probe);
  const http = asObject(httpGet);
  return isPresent(httpGet) ? `GET ${asText(http.path) ?? '/'} on port ${asShown(http.port)}`
    : isPresent(tcpSocket) ? `a connection to port ${asShown(asObject(tcpSocket).port)}`
      : isPresent(grpc) ? `gRPC health on port ${asShown(asObject(grpc).port)}` : 'a program in the container';
}

/** Source: kubernetes/api apps/v1 types.go minReadySeconds (v0.36) */
function availableStretch({ carrier }: PodSet): Stretch[] {
  const least = asNumber(carrier.spec.minReadySeconds);
  return least === undefined || least <= 0 || !isPresent(carrier.spec.template) ? [] : [{
    name: 'available',
    seconds: least,
    bars: [{ label: 'minReadySeconds', kind: 'ready', from: 0, seconds: least, text: 'must stay ready as long before it counts as available', subject: carrier, field: 'spec.minReadySeconds' }],
  }];
}

function sumOfStart(stretches: readonly Stretch[]): string {
  const known = stretches.filter(({ seconds: each }) => each !== undefined && each > 0);
  const open = stretches.slice(1).filter(({ seconds: each, name }) => each === undefined && name !== 'ready').map(({ name }) => name);
  const total = known.reduce((sum, each) => sum + each.seconds!, 0);
  const terms = known.map(({ name, seconds: each }) => `${name} ${each} s`).join(' + ');
  const rest = open.length === 0 ? '' : `, ${known.length === 0 ? '' : 'and '}as long as ${named(open)} take${open.length === 1 && open[0] !== SEVERAL ? 's' : ''}`;
  if (known.length === 0 && open.length === 0) {
    return 'ready as soon as its containers run, once node, volumes and images are there';
  }
  const sum = known.length === 0 ? '' : `at most ${known.length === 1 ? seconds(total) : `${terms} = ${seconds(total)}`}`;
  return `${sum}${sum === '' ? rest.replace(/^, /, '') : rest}, once node, volumes and images are there`.replace(/^, /, '');
}

function deadlineOf({ carrier }: PodSet): (Said & { readonly seconds: number }) | undefined {
  if (workloadKindOf(carrier).hasProgressDeadline !== true) {
    return undefined;
  }
  const given = asNumber(carrier.spec.progressDeadlineSeconds);
  const deadline = given ?? DEFAULT_DEADLINE;
  return {
    topic: 'deadline', seconds: deadline, text: `${deadline} s without a pod that becomes available, and the roll-out counts as failed`, subject: carrier, field: given === undefined ? 'spec' : 'spec.progressDeadlineSeconds',
  };
}

/** What is known of the engine. The rule on probes that kill a loading model reckons with the same. */
function loading(facts: Facts, pods: PodSet): Said[] {
  return commandsOf(facts, pods).filter(needsMinutesToLoad).slice(0, 1)
    .map(({ engine, field }) => ({
      topic: 'loading', text: `${engine.title} needs ${LEAST_LOAD_SECONDS} s and more to load and compile all but the smallest models, beside the download`, subject: pods.carrier, field,
    }));
}

const ORDERED = 'one after the other: each waits until the one before it is ready';

/** Whether the pods start together. Source: pkg/controller/statefulset (v1.36); lws api/leaderworkerset/v1 StartupPolicyType (v0.8.0); jobset api/jobset/v1alpha2 StartupPolicy (v0.10.1) */
function order({ carrier, pods }: PodSet): Said[] {
  const said = (text: string, field: string): Said[] => [{ topic: 'order', text, subject: carrier, field }];
  switch (carrier.type) {
    case 'apps/StatefulSet':
      return (pods ?? 1) < 2 ? [] : said(carrier.spec.podManagementPolicy === 'Parallel' ? 'all pods at once' : ORDERED, 'spec.podManagementPolicy');
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet':
      return said(carrier.spec.startupPolicy === 'LeaderReady' ? 'the workers of a group when its leader is ready' : 'the workers of a group as soon as its leader is made', 'spec.startupPolicy');
    case 'jobset.x-k8s.io/JobSet':
      return objectAt(carrier.spec, 'startupPolicy').startupPolicyOrder === 'InOrder' ? said('job after job, in the order of the list: each waits until the one before it is ready', 'spec.startupPolicy') : [];
    default: return [];
  }
}

