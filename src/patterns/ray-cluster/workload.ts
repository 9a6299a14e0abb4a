import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { nodesLost } from './explain';
import { RayNodePlan } from './node-plan';
import { RayClusterPlan } from './plan';
import { labelsOfNode } from './pods';
import { LABEL_POD_INDEX, Labels } from '../../base/labels';
import { RAY } from '../../engines/frameworks';
import { PodTemplate } from '../../pod/template/pod-template';
import { PodPart, WorkloadMember, WorkloadPods } from '../../workloads/handle/pods';
import { roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { OutsidePeer, ScaleUnit, StartFacts, StartsAlone, WorkloadPurpose } from '../../workloads/handle/workload-facts';
import { ServiceHandle } from '../../workloads/service';

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
    serving: () => servedBy(pattern.servingService, plan.nodes[0].role),
    scale: () => ({ unit: ScaleUnit.POD, refusal: "how many workers there are is asked for by Ray's tasks: with KubeRay its own autoscaler sees them (maxReplicas)" }),
    reachedBy: reachedBy(plan),
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
