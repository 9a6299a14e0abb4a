import { checkOwnLabels } from '../own-labels';
import { RayBackend } from './backend';
import { RayNodePlan, planNode } from './node-plan';
import { planOrdinals } from './ordinals';
import { RayClusterProps } from './props';
import { RayRecovery } from './recovery';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { LABEL_NAME, Labels } from '../../base/labels';
import { DerivedName, checkNameBudget, serviceName, statefulSetNames } from '../../base/names';
import { RAY } from '../../engines/frameworks';
import { RayVersion, isRayAtLeast, parseRayVersion, rayVersionOfImage } from '../../engines/ray/version';
import { Attempt, collecting } from '../../given/mistakes/collecting';
import { checkNamePart, checkPortNumber, workloadName } from '../../kubernetes/refused/names';
import { checkContainer, checkPod } from '../../pod/container/container-checks';
import { Target } from '../../target-cluster/target';

export const HEAD = 'head';
const DEFAULT_GROUP = 'worker';

/** How long a worker waits for the head in one start of its container. */
export const WAIT_SECONDS = 300;

/** Variables of every pod, which users may not set. KubeRay sets the same. */
export const RESERVED = [
  RAY.address, 'RAY_REDIS_ADDRESS', 'REDIS_PASSWORD', 'REDIS_USERNAME', 'RAY_external_storage_namespace', 'RAY_gcs_rpc_server_reconnect_timeout_s',
] as const;

/** Everything that will be emitted. */
export interface RayClusterPlan {
  readonly name: string;
  readonly namespace?: string;
  /** Name of the custom resource, of the stem of the StatefulSets. */
  readonly objectName: string;
  readonly version: RayVersion;
  readonly backend: RayBackend;
  readonly recovery: RayRecovery;
  readonly selector: Labels;
  readonly nodes: readonly RayNodePlan[];
  /** Name that the head's Service has; absent where KubeRay draws it. */
  readonly headService?: string;
  readonly serveService?: string;
  readonly servingPort?: number;
  /** Whether Ray's autoscaler chooses how many workers there are. */
  readonly isAutoscaled: boolean;
  readonly props: RayClusterProps;
}

/** Pure: what the cluster consists of. */
export function planRayCluster(id: string, given: RayClusterProps, target: Target, namespace?: string): RayClusterPlan {
  return collecting(given, (props, attempt) => {
    const backend = props.backend ?? RayBackend.statefulSets();
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => checkChoices(props, backend));
    const version = attempt(() => planVersion(props));
    const groups = attempt(() => planGroups(props, backend, attempt));
    const ordinals = attempt(() => planOrdinals(props, groups, backend));
    const objectName = attempt(() => (backend._job ? `${name}-${backend._job.runId ?? '1'}` : name));
    attempt(() => checkNames(props, { name, objectName, groups, ordinals, backend }));
    const servingPort = attempt(() => planServing(props, backend));
    const shared = { props, target };
    const head = attempt(() => planNode({ role: HEAD, at: HEAD, firstOrdinal: 0, node: props.head ?? {}, ...shared }));
    const workers = groups.map((role, index) => attempt(() => planNode({ role, at: `workers[${index}]`, firstOrdinal: ordinals[index], node: props.workers[index], ...shared })));
    attempt(() => checkVersions(version, props));
    return {
      name,
      namespace,
      objectName,
      version,
      backend,
      recovery: attempt(() => planRecovery(props, version)),
      selector: { [LABEL_NAME]: name },
      nodes: [head, ...workers],
      headService: backend._job ? undefined : `${name}-head-svc`,
      serveService: servingPort === undefined ? undefined : `${name}-serve-svc`,
      servingPort,
      isAutoscaled: props.workers.some(({ maxReplicas }) => maxReplicas !== undefined),
      props,
    };
  }, (props, attempt) => {
    checkPod(props, attempt);
    attempt(() => props.head?.container && checkContainer('head.container', props.head.container));
    attempt(() => props.workers.forEach(({ container }, index) => attempt(() => container && checkContainer(`workers[${index}].container`, container))));
  });
}

function checkChoices(props: RayClusterProps, backend: RayBackend): void {
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'all names are made of name', 'set name');
  }
  checkOwnLabels(props.metadata?.labels);
  const isAutoscaled = props.workers.some(({ maxReplicas }) => maxReplicas !== undefined);
  if (props.automountServiceAccountToken === false && isAutoscaled) {
    throw forbidden('automountServiceAccountToken', 'the autoscaler runs in the pod of the head and asks the API server for more pods', 'leave it out');
  }
  if (props.isolate) {
    checkIsolation(props, backend, isAutoscaled);
  }
}

/** A policy around the pods lets them speak to each other and to DNS. */
function checkIsolation({ recovery }: RayClusterProps, backend: RayBackend, isAutoscaled: boolean): void {
  const peer = backend._job ? 'the pod that submits the program' : backend._service ? 'the operator, which asks after the applications'
    : recovery?._redis ? 'Redis' : isAutoscaled ? 'the API server, which the autoscaler asks' : undefined;
  if (peer) {
    throw forbidden('isolate', `it would cut off ${peer}`, 'leave it out, and put a WorkloadNetworkPolicy around it, whose others and egress name this peer');
  }
}

/** One Ray for all: the images say which, or the property. */
function planVersion(props: RayClusterProps): RayVersion {
  const ofImage = rayVersionOfImage(props.container.image);
  if (props.rayVersion === undefined) {
    return ofImage ?? (() => { throw required('rayVersion', `the tag of ${props.container.image} does not tell which Ray is in it`, "say it: rayVersion: '2.53.0'"); })();
  }
  const version = parseRayVersion(props.rayVersion);
  if (!version || !isRayAtLeast(version, 0)) {
    throw invalid('rayVersion', props.rayVersion, 'is not a release of Ray 2', "write it in full: '2.53.0'");
  }
  return { ...version, python: ofImage?.python };
}

/** A node of another Ray, or another minor of Python, is refused by the head. Source: ray python/ray/_private/utils.py check_version_info */
function checkVersions(version: RayVersion, props: RayClusterProps): void {
  const images = [
    { field: 'container.image', image: props.container.image },
    { field: 'head.container.image', image: props.head?.container?.image },
    ...props.workers.map(({ container }, index) => ({ field: `workers[${index}].container.image`, image: container?.image })),
  ];
  for (const { field, image } of images) {
    const other = image === undefined ? undefined : rayVersionOfImage(image);
    if (other && other.text !== version.text) {
      throw invalid(field, image, `has Ray ${other.text}, the cluster ${version.text}: the head refuses nodes of another version`, 'give all images the same tag, and rayVersion the same or none');
    }
    if (other?.python && version.python && other.python !== version.python) {
      throw invalid(field, image, `has Python ${other.python}, others have ${version.python}: the head refuses nodes of another minor`, 'give all images the same tag');
    }
  }
}

function planGroups(props: RayClusterProps, backend: RayBackend, attempt: Attempt): string[] {
  const names = props.workers.map(({ name = DEFAULT_GROUP }) => name);
  props.workers.forEach((group, index) => attempt(() => {
    const at = `workers[${index}]`;
    checkNamePart(`${at}.name`, names[index]);
    if (names[index] === HEAD || names[index] === 'headgroup') {
      throw invalid(`${at}.name`, names[index], 'is the name of the group of the head', 'give it another one');
    }
    if (names.indexOf(names[index]) !== index) {
      throw duplicate(`${at}.name`, names[index], `is the name of workers[${names.indexOf(names[index])}], whose pods could not be told from these`, 'give each group a name of its own');
    }
    wholeNumber(`${at}.replicas`, group.replicas, { min: 0, max: 100_000 });
    checkMost(at, group, backend);
  }));
  if (names.length === 0 && !props.head?.runsTasks && !props.head?.accelerator) {
    throw required('workers', 'without workers, and with a head on which no task runs, no task ever runs', 'give a group of workers, or head: { runsTasks: true }');
  }
  return names;
}

function checkMost(at: string, { replicas, maxReplicas }: { readonly replicas: number; readonly maxReplicas?: number }, backend: RayBackend): void {
  if (maxReplicas === undefined) {
    return;
  }
  wholeNumber(`${at}.maxReplicas`, maxReplicas, { min: Math.max(1, replicas), max: 100_000, help: `give at least replicas (${replicas})` });
  if (backend._kind === 'statefulSets') {
    throw forbidden(`${at}.maxReplicas`, "nobody starts more pods: Ray's autoscaler speaks to KubeRay", 'use RayBackend.rayCluster(), or leave it out');
  }
}

function planServing(props: RayClusterProps, backend: RayBackend): number | undefined {
  if (props.servingPort !== undefined && backend._job) {
    throw forbidden('servingPort', 'a RayJob ends with its program, and serves nobody', 'use RayBackend.rayService with serveConfig');
  }
  return props.servingPort === undefined ? (backend._service && RAY.servePort) : checkPortNumber('servingPort', props.servingPort);
}

function planRecovery(props: RayClusterProps, version: RayVersion): RayRecovery {
  const recovery = props.recovery ?? RayRecovery.empty();
  if (recovery._credentials.username && !isRayAtLeast(version, 41)) {
    throw invalid('recovery', recovery._redis, `Ray ${version.text} knows no user of Redis, which came with 2.41`, 'leave username out, or use a newer Ray');
  }
  return recovery;
}

interface Named {
  readonly name: string;
  readonly objectName: string;
  readonly groups: readonly string[];
  readonly ordinals: readonly number[];
  readonly backend: RayBackend;
}

/** Source: kuberay ray-operator/controllers/ray/utils/constant.go MaxRayClusterNameLength, MaxRayJobNameLength, MaxRayServiceNameLength (v1.6) */
const MOST = { rayCluster: 53, rayJob: 47, rayService: 47 } as const;

function checkNames(props: RayClusterProps, { name, objectName, groups, ordinals, backend }: Named): void {
  const derived: DerivedName[] = backend._kind === 'statefulSets'
    ? [HEAD, ...groups].flatMap((role, index) => statefulSetNames(`${name}-${role}`, index === 0 ? 0 : ordinals[index - 1] + props.workers[index - 1].replicas - 1))
    : [{ carrier: 'object', name: objectName, max: MOST[backend._kind], source: 'KubeRay refuses more, and never starts a pod' }];
  const group = groups.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  const index = groups.indexOf(group);
  const isGroupLonger = backend._kind === 'statefulSets' && group.length > name.length;
  checkNameBudget(isGroupLonger ? `workers[${index}].name` : props.name === undefined ? 'id' : 'name', isGroupLonger ? group : name,
    [serviceName(`${name}-serve-svc`), ...derived]);
}
