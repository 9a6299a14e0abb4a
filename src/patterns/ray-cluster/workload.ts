import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { nodesLost } from './explain';
import { RayNodePlan } from './node-plan';
import { HEAD, RayClusterPlan } from './plan';
import { SERVE_PORT_NAME, labelsOfNode } from './pods';
import { LABEL_POD_INDEX, Labels } from '../../base/labels';
import { RAY } from '../../engines/frameworks';
import { RAY_SERVING } from '../../knowledge/kube-ray';
import { PodTemplate } from '../../pod/template/pod-template';
import { PodPart, WorkloadMember, WorkloadPods } from '../../workloads/handle/pods';
import { roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { API_SERVER, CalledPeer, OutsidePeer, ScaleUnit, StartFacts, StartsAlone, WorkloadPurpose, WorkloadServing } from '../../workloads/handle/workload-facts';
import { ServiceHandle, describedService } from '../../workloads/service';

/** What the handle needs of the pattern besides its plan. */
interface ClusterObjects extends Construct {
  readonly servingService?: ServiceHandle;
  readonly apiObjects: ApiObject[];
}

/** Pods by role; numbered from the head on where StatefulSets carry them, alike where KubeRay names them. */
export function rayWorkload(pattern: ClusterObjects, plan: RayClusterPlan, templates: ReadonlyMap<string, PodTemplate>): Workload {
  return Workload._of({
    scope: pattern,
    name: plan.name,
    namespace: plan.namespace,
    purpose: plan.backend._job ? WorkloadPurpose.RUN : WorkloadPurpose.SERVE,
    roles: plan.nodes.map(({ role: name, podProps: props, pod, capacity }) => roleOf({ name, template: templates.get(name)!, props, pod, capacity })),
    pods: podsOf(plan),
    serving: servingOf(pattern, plan),
    scale: () => ({ unit: ScaleUnit.POD, refusal: "how many workers there are is asked for by Ray's tasks: with KubeRay its own autoscaler sees them (maxReplicas)" }),
    reachedBy: reachedBy(plan),
    calls: callsOf(plan),
    lost: role => nodesLost(plan, role),
    carriers: () => pattern.apiObjects,
    templates: () => plan.nodes.map(({ role }) => templates.get(role)!),
    starts: () => startsOf(pattern, plan),
  });
}

/** Source: kuberay ray-operator controllers/ray/rayjob_controller.go, rayservice_controller.go, utils/dashboard_httpclient.go, httpproxy_httpclient.go (v1.6.1) */
function reachedBy({ backend, servingPort }: RayClusterPlan): OutsidePeer[] {
  const asked = 'the KubeRay operator, which asks after';
  return backend._job ? [{ who: `the pod that submits the program, and ${asked} the job`, ports: [RAY.dashboardPort] }]
    : backend._service ? [{ who: `${asked} the applications`, ports: [RAY.dashboardPort, ...(servingPort === undefined ? [] : [servingPort])] }] : [];
}

/**
 * Both run in the pod of the head; the one that clears Redis after a cluster of KubeRay is made of its template.
 *
 * Source: kuberay common/pod.go BuildAutoscalerContainer, raycluster_controller.go buildRedisCleanupJob (v1.6.1)
 */
function callsOf({ recovery: { _redis: redis }, isAutoscaled }: RayClusterPlan): CalledPeer[] {
  return [
    ...(redis === undefined ? [] : [{ who: `Redis at ${redis}`, why: 'the head keeps its state there', role: HEAD, port: Number(redis.split(':').pop()) }]),
    ...(isAutoscaled ? [{ who: API_SERVER, why: "Ray's autoscaler asks it for more pods", role: HEAD }] : []),
  ];
}

/** With a RayService every node with a proxy answers, and the Service follows the active cluster. Source: kuberay common/service.go BuildServeService, utils GenerateServeServiceName (v1.6.1) */
function servingOf(pattern: ClusterObjects, plan: RayClusterPlan): () => WorkloadServing | undefined {
  const { backend, serveService, servingPort, namespace, selector } = plan;
  if (servingPort === undefined) {
    return () => undefined;
  }
  const http = { port: servingPort, portName: SERVE_PORT_NAME };
  if (!backend._service) {
    return () => servedBy(pattern.servingService, plan.nodes[0].role, http);
  }
  const service = describedService({ name: 'KubeRay', scope: pattern }, { name: serveService!, namespace },
    { selector: { ...selector, [RAY_SERVING]: 'true' }, ports: [{ name: SERVE_PORT_NAME, port: servingPort }] });
  return () => servedBy(service, undefined, http);
}

function podsOf(plan: RayClusterPlan): WorkloadPods {
  const numbered = (index: number | undefined): Labels => (index === undefined ? {} : { [LABEL_POD_INDEX]: String(index) });
  const labels = ({ role, index }: PodPart) => ({ ...labelsOfNode(plan, role), ...numbered(index) });
  return plan.backend._kind === 'statefulSets'
    ? { zones: [], labels, members: () => plan.nodes.flatMap(node => membersOf(plan, node)) }
    : { zones: [], labels, count: part => countOf(plan, part), isScaled: () => plan.isAutoscaled };
}

/** The head is 0, workers count from 1 in their group, or from the beginning of its range. */
function membersOf({ objectName }: RayClusterPlan, { role, firstOrdinal, pods }: RayNodePlan): WorkloadMember[] {
  return Array.from({ length: pods }, (_, index) => ({ role, index: firstOrdinal + index, name: `${objectName}-${role}-${firstOrdinal + index}` }));
}

function countOf({ nodes }: RayClusterPlan, { role }: PodPart) {
  const meant = nodes.filter(node => role === undefined || node.role === role);
  const sum = (of: (node: RayNodePlan) => number) => meant.reduce((total, node) => total + of(node), 0);
  return { least: sum(({ pods }) => pods), most: sum(({ pods, maxPods = pods }) => maxPods) };
}

/** Ray takes nodes as they come; what its program asks for at once is there when the workers of the beginning are. */
function startsOf({ apiObjects }: ClusterObjects, plan: RayClusterPlan): StartFacts | StartsAlone {
  if (apiObjects.some(({ kind }) => kind === 'RayService')) {
    return { refusal: 'KubeRay makes a second cluster of a RayService while it replaces the first, and the pods of both would be one gang', help: 'use RayBackend.rayCluster() or rayJob(), or leave it out' };
  }
  const { least, most } = countOf(plan, {});
  if (most === 1) {
    return { refusal: 'a cluster of its head alone waits for nobody', help: 'leave it out' };
  }
  return { unit: 'cluster', because: 'the head and the workers of the beginning', units: [{ name: plan.name, pods: most, least, objects: apiObjects }] };
}
