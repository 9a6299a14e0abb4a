import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { DisaggregatedRole } from './handles';
import { Roles, RouterObjects, routerSelector } from './objects';
import { DisaggregatedPlan } from './plan';
import { OwnRouterPlan, SIDECAR_PORT_NAME } from './router-plan';
import { ROUTER_PORT_NAME } from './router-programs';
import { SelectedPods, WorkloadMember } from '../../workloads/handle/pods';
import { renamedRole, roleOf } from '../../workloads/handle/role';
import { servedBy } from '../../workloads/handle/serving';
import { Workload } from '../../workloads/handle/workload';
import { API_SERVER, PodLoss, ScaleUnit, WorkloadPurpose, WorkloadRole, WorkloadServing } from '../../workloads/handle/workload-facts';
import { UNSCALED_IN_SET } from '../leader-worker-group/in-common-set';

const ROUTER = 'router';

/** A role of the whole, and the part of a workload that it is. */
interface Part {
  readonly role: WorkloadRole;
  readonly labels: () => { [key: string]: string };
  readonly pods: () => Pick<SelectedPods, 'least' | 'most' | 'names'>;
  readonly lost: () => PodLoss[];
}

/** All pods that serve the model: of both roles, and of the router. */
export function disaggregatedWorkload(scope: Construct, plan: DisaggregatedPlan, roles: Roles, router: RouterObjects | undefined): Workload {
  const parts = [...roles.flatMap(partsOf), ...(router ? [partOfRouter(plan, plan.router.own!, router)] : [])];
  return Workload._of({
    scope,
    name: plan.name,
    namespace: plan.namespace,
    purpose: WorkloadPurpose.SERVE,
    roles: parts.map(({ role }) => role),
    pods: {
      zones: [],
      members: () => parts.flatMap(membersOf),
      isScaled: () => roles.some(({ workload }) => workload._isScaled),
      labels: ({ role }) => (role === undefined ? plan.selector : parts.find(part => part.role.name === role)!.labels()),
    },
    serving: () => servingOf(roles, router, plan),
    unmeasured: {
      reason: `the engines of ${plan.name} run in its roles, and each role exports by itself`, help: `put it around a role: ${roles.map(role => role._part).join(' or ')} of it`,
    },
    calls: router ? [{ who: API_SERVER, why: 'the router lists and watches the pods that it sends requests to', role: ROUTER }] : [],
    pool: plan.router.sidecar?.pool.name,
    longestStreamSeconds: Math.max(...roles.map(({ workload }) => workload._longestStreamSeconds ?? 0)) || undefined,
    scale: () => ({ unit: ScaleUnit.POD, refusal: plan.set ? UNSCALED_IN_SET : 'its roles are scaled each by itself: scale prefill or decode of it' }),
    ...(plan.set ? { queuedRoles: plan.parts.map(({ part }) => part) } : {}),
    lost: role => parts.filter(part => role === undefined || part.role.name === role).flatMap(part => part.lost()),
    carriers: (): ApiObject[] => [...new Set(roles.flatMap(({ workload }) => workload.apiObjects)), ...(router ? [router.apiObject] : [])],
    objectLabels: [plan.selector, ...roles.flatMap(({ workload }) => workload._objectLabels)],
    templates: () => [...roles.flatMap(({ workload }) => workload._templates), ...(router ? [router.pods] : [])],
    starts: () => ({ refusal: 'a gang counts pods, and cannot say one of prefill and one of decode', help: 'put it around a role of groups: its prefill or decode' }),
  });
}

/** A role of groups has leaders and workers. */
function partsOf({ _part: part, workload }: DisaggregatedRole): Part[] {
  const own = workload.roles;
  return own.map(role => ({
    role: renamedRole(role, nameOf(part, own, role)),
    labels: () => ({ ...workload.pods({ role: role.name }).labels }),
    pods: () => workload.pods({ role: role.name }),
    lost: () => workload._lost(role.name).map(({ topic, text }) => ({ topic: `${part}: ${topic}`, text })),
  }));
}

/** Of a role of groups each of its own roles is one of the whole. */
function nameOf(part: string, own: readonly WorkloadRole[], { name }: WorkloadRole): string {
  return own.length === 1 ? part : `${part}-${name}`;
}

function partOfRouter(plan: DisaggregatedPlan, router: OwnRouterPlan, { pods }: RouterObjects): Part {
  return {
    role: roleOf({ name: ROUTER, template: pods, props: router.podProps, pod: router.pod }),
    labels: () => ({ ...routerSelector(router, plan.selector) }),
    pods: () => ({ least: router.replicas, most: router.replicas, names: [] }),
    lost: () => [{ topic: 'router lost', text: `streams that it carries end with an error; ${router.replicas === 1 ? 'while it is the only one, nobody serves' : 'new ones go to the others'} until another one is ready` }],
  };
}

/** Pods of groups have names, those of deployments get another one each time. */
function membersOf({ role, pods }: Part): WorkloadMember[] {
  const { least, most = least, names } = pods();
  return Array.from({ length: most }, (_, index) => ({ role: role.name, name: names[index], isStartedLater: index >= least }));
}

/** Behind a pool the sidecars of decode answer whom it sends; without a router nobody pairs. */
function servingOf(roles: Roles, router: RouterObjects | undefined, plan: DisaggregatedPlan): WorkloadServing | undefined {
  const { own, sidecar } = plan.router;
  if (router) {
    return servedBy(router.service, ROUTER, { port: own!.port, portName: ROUTER_PORT_NAME });
  }
  const decodes = roles.filter(({ role }) => role === 'decode');
  const [answering, ...others] = decodes.flatMap(answeringRoles);
  return sidecar && servedBy(decodes[0].service, others.length === 0 ? answering : undefined, { port: sidecar.port, portName: SIDECAR_PORT_NAME });
}

/** Names in the whole of those that answer in a role: of groups the leaders, unless all their pods do. */
function answeringRoles({ _part: part, workload }: DisaggregatedRole): string[] {
  const { roles: own, serving } = workload;
  return own.filter(({ name }) => serving?.role === undefined || name === serving.role).map(role => nameOf(part, own, role));
}
