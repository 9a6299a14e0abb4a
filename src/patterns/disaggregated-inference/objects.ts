import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { DisaggregatedRole } from './handles';
import { OwnRouterPlan, SidecarPlan } from './router-plan';
import { NAMESPACE_VARIABLE, ROUTER_PORT_NAME } from './router-programs';
import { LLMD_LABELS, STAGES, Stage } from './stage';
import { LABEL_NAME, LABEL_ROLE, Labels, standardLabels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { fieldVariable } from '../../pod/container/environment';
import { planBudget } from '../../pod/scheduling/disruption-budget';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { PodTemplate } from '../../pod/template/pod-template';
import { createInferencePool } from '../../surroundings/pool-objects';
import { createGuards } from '../../workloads/objects';
import { ServiceHandle, createServingService } from '../../workloads/service';

/** What the pattern's router is made of. */
export interface RouterObjects {
  readonly pods: PodTemplate;
  readonly service: ServiceHandle;
  readonly apiObject: ApiObject;
}

/** Prefill and decode, then further pools. */
export type Roles = readonly DisaggregatedRole[];

/** Selector of the router's own pods. */
export function routerSelector(router: OwnRouterPlan, selector: Labels): Labels {
  return { ...selector, [LABEL_NAME]: router.name, [LABEL_ROLE]: 'router' };
}

/** The Deployment, what it may read, and the Service of the pattern's name. */
export function createRouter(
  scope: Construct, router: OwnRouterPlan, roles: Roles, common: Labels, options: ObjectOptions, otherMetadata: PlainObject): RouterObjects {
  const named = { ...options, name: router.name };
  const selector = routerSelector(router, common);
  createAccess(scope, router, named);
  const pods = PodTemplate._create(scope, 'Pods', withAccount(scope, router), {
    selector,
    reserved: [NAMESPACE_VARIABLE],
    restartPolicy: 'Always',
    plan: router.pod,
    writtenAt: ({ field }) => field.replace(/^container/, 'router.container'),
  });
  const apiObject = createObject(scope, 'Deployment', 'apps/v1', 'Deployment', { ...named, otherMetadata }, {
    spec: () => ({
      replicas: router.replicas,
      selector: { matchLabels: { ...selector } },
      template: pods._renderTemplate({
        labels: { ...standardLabels(router.name, 'router'), ...selector },
        env: [fieldVariable(NAMESPACE_VARIABLE, 'metadata.namespace')],
        main: { entrypoint: { command: [router.command], args: argumentsOf(router, roles, common) } },
      }),
    }),
  });
  pods._carriedBy(apiObject);
  createGuards(scope, named, { budget: router.replicas > 1 ? planBudget(undefined, router.replicas) : undefined }, selector);
  const service = createServingService(scope, 'Service', options, selector, [{ name: ROUTER_PORT_NAME, port: router.port, targetPortName: ROUTER_PORT_NAME }]);
  return { pods, service, apiObject };
}

function argumentsOf(router: OwnRouterPlan, roles: Roles, common: Labels): string[] {
  return [...router.args, ...(router.selectsRoles ? selectors(roles, common) : []), ...router.userArgs];
}

/** Each selector takes words until the next flag. Source: vllm-project/router docs/cli_reference.md (Kubernetes service discovery) */
function selectors(roles: Roles, common: Labels): string[] {
  return STAGES.flatMap(stage => {
    const labels = answeringOf(stage, roles.filter(({ role }) => role === stage), common);
    return [`--${stage}-selector`, ...Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, value]) => `${key}=${value}`)];
  });
}

/** Several pools have in common what routers know their stage by. */
function answeringOf(stage: Stage, [first, ...others]: Roles, common: Labels): Labels {
  return others.length === 0 ? first._answering : { ...common, ...LLMD_LABELS[stage] };
}

function withAccount(scope: Construct, router: OwnRouterPlan) {
  return {
    ...router.podProps,
    serviceAccount: kplus.ServiceAccount.fromServiceAccountName(scope, 'AccountRef', router.name),
  };
}

/**
 * It watches pods of its own namespace. Source: vllm-project/router src/service_discovery.rs (Api::namespaced, watcher); vllm-project/production-stack helm/templates/role.yaml,
 * whose patch is for pods that are put to sleep
 */
function createAccess(scope: Construct, router: OwnRouterPlan, options: ObjectOptions): void {
  const { name } = router;
  createObject(scope, 'Account', 'v1', 'ServiceAccount', options, {});
  createObject(scope, 'Access', 'rbac.authorization.k8s.io/v1', 'Role', options, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }] });
  createObject(scope, 'Binding', 'rbac.authorization.k8s.io/v1', 'RoleBinding', options, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: router.namespace }],
  });
}

/** The pool over both roles. Its endpoint picker comes with a chart of its own. */
export function createPool(scope: Construct, { pool, port }: SidecarPlan, selector: Labels, options: ObjectOptions): ApiObject {
  const endpointPickerRef = { name: pool.endpointPicker, port: { number: pool.port } };
  return createInferencePool(scope, 'Pool', { ...options, name: pool.name }, { selector, ports: [port], endpointPickerRef });
}
