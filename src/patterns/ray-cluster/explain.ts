import { RayServiceUpgrade } from './backend';
import { RayNodePlan } from './node-plan';
import { HEAD, RayClusterPlan, WAIT_SECONDS } from './plan';
import { hostOf, restartPolicyOf } from './pods';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { rangeText } from '../../base/text/range';
import { RAY } from '../../engines/frameworks';
import { claimOperation } from '../../pod/devices/claim-spec';
import { capacityText } from '../../pod/scheduling/capacity';
import { PodLoss } from '../../workloads/handle/workload-facts';
import { explainFallBackOfRoles } from '../capacity-texts';
import { explainFabric, explainFabricLimits } from '../fabric-texts';
import { explainModel } from '../model-texts';
import { showReserved } from '../ordinals/reserved';

const CARRIERS = {
  statefulSets: 'a StatefulSet for the head (pod 0) and one for each group of workers (pods from 1): never two heads, and nothing else is needed',
  rayCluster: 'a RayCluster, whose operator starts and replaces the pods',
  rayJob: 'a RayJob, whose operator makes the cluster, submits the program and deletes the cluster',
  rayService: 'a RayService, whose operator makes the cluster and hands its applications to Ray Serve',
} as const;

/** What `explain()` prints. */
export function explainRayCluster(plan: RayClusterPlan): string {
  const explanation = new Explanation(`RayCluster ${plan.name}: Ray ${plan.version.text}`);
  addSums(explanation, plan);
  addChoices(explanation, plan);
  addConsequences(explanation, plan);
  addLimits(explanation, plan);
  addOperations(explanation, plan);
  return explanation.toString();
}

function addSums(explanation: Explanation, { nodes, props }: RayClusterPlan): void {
  explanation.sum('pods', nodes.map(podsText).join('\n'));
  if (props.reserved ?? props.workers.some(({ firstOrdinal }) => firstOrdinal !== undefined)) {
    explanation.sum('ordinals', [...nodes.map(ordinalsText), ...(props.reserved ?? []).map(showReserved)].join('\n'));
  }
  const withDevices = nodes.filter(({ podProps }) => podProps.accelerator);
  if (withDevices.length > 0) {
    explanation.sum('devices', withDevices.map(devicesText).join('\n'));
  }
  explanation
    .sum('CPUs', nodes.map(({ role, coresSum }) => `${role}: ${coresSum}`).join('\n'))
    .sum('memory', nodes.map(({ role, memorySum }) => `${role}: ${memorySum}`).join('\n'))
    .sum('/dev/shm', nodes.map(({ role, sharedMemorySum }) => `${role}: ${sharedMemorySum}`).join('\n'))
    .sum('ports', alignedRows([
      ['control store', 'dashboard', 'Ray client', 'metrics', 'node manager', 'object manager', 'agent', 'worker processes'],
      [...[RAY.gcsPort, RAY.dashboardPort, RAY.clientPort, RAY.metricsPort, RAY.nodeManagerPort, RAY.objectManagerPort, RAY.agentPort].map(String), '10002 to 19999'],
    ]));
}

function podsText({ role, pods, maxPods }: RayNodePlan): string {
  return `${role}: ${pods}${maxPods === undefined ? '' : ` to ${maxPods}`}`;
}

function ordinalsText({ role, firstOrdinal, pods }: RayNodePlan): string {
  return `${role}: ${pods === 0 ? `from ${firstOrdinal}` : rangeText(firstOrdinal, firstOrdinal + pods - 1)}`;
}

function devicesText({ role, pods, maxPods = pods, podProps: { accelerator } }: RayNodePlan): string {
  return `${role}: ${maxPods} x ${accelerator!.count} ${accelerator!.resourceName} = ${maxPods * accelerator!.count}`;
}

function addChoices(explanation: Explanation, plan: RayClusterPlan): void {
  const { backend, recovery, nodes, isAutoscaled } = plan;
  explanation
    .choice('carrier', CARRIERS[backend._kind])
    .choice('recovery', recovery._redis === undefined ? 'none: a lost head is the end of what ran' : `Redis at ${recovery._redis} keeps the control store`)
    .choice('capacity', nodes.map(({ role, capacity }) => `${role}: ${capacityText(capacity)}`).join('\n'));
  if (isAutoscaled) {
    explanation.choice('autoscaling', "Ray's own, by what tasks and actors ask for: the operator adds it to the head's pod");
  }
  explainFabric(explanation, nodes.map(({ role, pods, maxPods = pods, pod }) => ({ role, pods: maxPods, fabric: pod.fabric })));
  const reader = nodes.find(({ pod }) => pod.model);
  explainModel(explanation, reader?.pod.model, reader ? restartPolicyOf(plan, reader) : 'Always');
}

function addConsequences(explanation: Explanation, plan: RayClusterPlan): void {
  const isPlain = plan.backend._kind === 'statefulSets';
  explanation
    .consequence('start', isPlain
      ? `workers ask the control store every 5 s, ${WAIT_SECONDS} s in one start of the container, and at every start again`
      : "workers wait in an init container of the operator's until the control store answers");
  nodesLost(plan, undefined).forEach(({ topic, text }) => explanation.consequence(topic, text));
  explanation.consequence('change', changeText(plan));
  explainFallBackOfRoles(explanation, plan.nodes);
}

/** What the loss of a worker or of the head means. */
export function nodesLost({ backend, recovery }: RayClusterPlan, role: string | undefined): PodLoss[] {
  const worker = {
    topic: 'worker lost',
    text: 'its tasks run again elsewhere, its actors as often as max_restarts says; objects are computed again.\n'
      + `${backend._kind === 'statefulSets' ? 'The StatefulSet' : 'The operator'} replaces the pod, which joins by itself`,
  };
  const head = {
    topic: 'head lost',
    text: recovery._redis === undefined
      ? 'all jobs, actors and applications are gone. Workers give up 60 s later, their containers start again and join the new head'
      : 'the new head reads its state; workers wait 600 s for it and go on. Drivers that ran on the head are gone',
  };
  return [...(role === HEAD ? [] : [worker]), ...(role === undefined || role === HEAD ? [head] : [])];
}

function changeText({ backend, nodes }: RayClusterPlan): string {
  switch (backend._kind) {
    case 'statefulSets':
      return `each StatefulSet replaces its pods one by one (${nodes.map(({ pods }) => pods).join(' + ')} starts, side by side). A new version of Ray:\nthe new head refuses workers of the old one, which start again and again until they are replaced`;
    case 'rayCluster':
      return 'the operator (1.6 or newer) deletes all pods and starts new ones; an older one changes nothing until somebody deletes them';
    case 'rayJob':
      return 'none reaches a RayJob that runs or has run: another runId is another RayJob';
    case 'rayService':
      return backend._service!.upgrade === RayServiceUpgrade.NONE
        ? 'applications change in place, pods do not'
        : `applications change in place; changed pods are a second cluster beside the first until it is healthy: ${nodes.map(({ pods, maxPods = pods }) => `2 x ${maxPods}`).join(' + ')} pods meanwhile`;
  }
}

function addLimits(explanation: Explanation, plan: RayClusterPlan): void {
  explainFabricLimits(explanation, plan.nodes.find(({ pod }) => pod.fabric)?.pod.fabric);
  explanation.limit('versions', `clients and drivers need Ray ${plan.version.text} and the same minor of Python`);
  if (plan.backend._kind === 'statefulSets') {
    explanation.limit('scaling', "tasks that wait start no pod: Ray's autoscaler speaks to KubeRay only");
  }
  if (plan.servingPort !== undefined && !plan.backend._service) {
    explanation.limit('serving', 'all requests enter by the proxy of the head: those of the other nodes come and go with the replicas there');
  }
  if (plan.recovery._redis === undefined && plan.nodes[0].capacity._spot) {
    explanation.limit('spot', 'each reclaimed node of the head ends the cluster: give the head Capacity.notOn(…), or RayRecovery.redis');
  }
}

function addOperations(explanation: Explanation, plan: RayClusterPlan): void {
  const space = inNamespace(plan.namespace);
  const { headService, namespace, backend, objectName } = plan;
  if (headService) {
    explanation.operate('submit', `ray job submit --address http://${hostOf(headService, namespace)}:${RAY.dashboardPort} -- python program.py`);
  }
  explanation.operate('see', backend._kind === 'statefulSets'
    ? `kubectl${space} exec ${objectName}-head-0 -- ray status`
    : `kubectl${space} get ${backend._kind.toLowerCase()} ${objectName}`);
  const claims = plan.nodes.map(({ podProps }) => claimOperation(podProps.accelerator)).find(each => each);
  if (claims) {
    explanation.operate('devices', claims);
  }
}
