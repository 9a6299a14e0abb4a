import { RayJobSubmission } from './backend';
import { RayNodePlan } from './node-plan';
import { RayClusterPlan, WAIT_SECONDS } from './plan';
import { LABEL_NAME, LABEL_ROLE, Labels, standardLabels } from '../../base/labels';
import { shellScript } from '../../engines/entrypoint';
import { RAY } from '../../engines/frameworks';
import { rayProbes } from '../../engines/ray/probes';
import { RAY_LIMIT, rayFlags, rayJoinSteps } from '../../engines/ray/start';
import { EnvVariable, secretVariable } from '../../pod/container/environment';
import { PodVariation } from '../../pod/template/pod-spec';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

const REDIS = { address: 'RAY_REDIS_ADDRESS', username: 'REDIS_USERNAME', password: 'REDIS_PASSWORD', namespace: 'RAY_external_storage_namespace' } as const;

/** Name of the port of Ray Serve's proxy, of the containers and of the Service. */
export const SERVE_PORT_NAME = 'serve';

/** Seconds for which a worker waits for a new head, as with KubeRay; Ray's own are 60. Source: kuberay utils/constant.go DefaultWorkerRayGcsReconnectTimeoutS (v1.6) */
const RECONNECT = { name: 'RAY_gcs_rpc_server_reconnect_timeout_s', value: '600' };

/** Labels of the pods of one role. KubeRay keeps them, beside its own. */
export function labelsOfNode(plan: Pick<RayClusterPlan, 'name'>, role: string | undefined): Labels {
  return { [LABEL_NAME]: plan.name, ...(role === undefined ? {} : { [LABEL_ROLE]: role }) };
}

/** The operator puts Ray's autoscaler into the head's pod, and it asks the API server for more pods. Source: kuberay common/pod.go DefaultHeadPodTemplate (v1.6) */
export function podPropsOf({ isAutoscaled }: RayClusterPlan, { isHead, podProps }: RayNodePlan): PodTemplateProps {
  return isHead && isAutoscaled ? { ...podProps, automountServiceAccountToken: true } : podProps;
}

/** With the autoscaler, and beside a submitting sidecar, a pod is replaced as a whole. Source: kuberay utils/validation.go ValidateRayClusterSpec, ValidateRayJobSpec (v1.6) */
export function restartPolicyOf({ isAutoscaled, backend }: RayClusterPlan, { isHead }: RayNodePlan): 'Always' | 'Never' {
  return isAutoscaled || (isHead && backend._job?.submission === RayJobSubmission.SIDECAR) ? 'Never' : 'Always';
}

/** What both backends put into the pods of a role. */
function podsOfBoth(plan: RayClusterPlan, node: RayNodePlan): PodVariation {
  const isServing = plan.servingPort !== undefined && (node.isHead || plan.backend._service !== undefined);
  const ports = [
    ...(node.isHead ? [['gcs-server', RAY.gcsPort], ['dashboard', RAY.dashboardPort], ['client', RAY.clientPort]] as const : []),
    ['metrics', RAY.metricsPort] as const,
    ...(isServing ? [[SERVE_PORT_NAME, plan.servingPort!] as const] : []),
  ];
  return {
    labels: { ...standardLabels(plan.name, node.role), ...labelsOfNode(plan, node.role) },
    capacity: node.capacity,
    main: { extraPorts: ports.map(([name, containerPort]) => ({ name, containerPort })) },
  };
}

/** Pods that start Ray by themselves. */
export function podsOfStatefulSet(plan: RayClusterPlan, node: RayNodePlan): PodVariation {
  const both = podsOfBoth(plan, node);
  const probes = rayProbes(plan.version, node.isHead ? 'head' : 'worker', node.isHead ? 0 : WAIT_SECONDS);
  return {
    ...both,
    env: node.isHead ? headVariables(plan) : workerVariables(plan),
    subdomain: plan.name,
    main: { ...both.main, ...probes, entrypoint: shellScript(node.isHead ? headSteps(plan, node) : rayJoinSteps(addressOf(plan), [...rayFlags(node.parameters), '--block'], WAIT_SECONDS)) },
  };
}

/** Pods whose start, probes and variables are the operator's. */
export function podsOfKubeRay(plan: RayClusterPlan, node: RayNodePlan): PodVariation {
  return podsOfBoth(plan, node);
}

/** Of the control store, for other pods. */
export function addressOf({ headService, namespace }: RayClusterPlan): string {
  return `${hostOf(headService!, namespace)}:${RAY.gcsPort}`;
}

/** A Service's name as `ServiceHandle.dns` has it. */
export function hostOf(service: string, namespace: string | undefined): string {
  return namespace ? `${service}.${namespace}.svc` : service;
}

function headSteps({ recovery }: RayClusterPlan, node: RayNodePlan): string[] {
  const { password, username } = recovery._credentials;
  const flags = [
    ...rayFlags(node.parameters),
    ...(username ? [`--redis-username="$${REDIS.username}"`] : []),
    ...(password ? [`--redis-password="$${REDIS.password}"`] : []),
  ];
  return [RAY_LIMIT, `exec ray start --head ${flags.join(' ')} --block`];
}

function headVariables({ recovery, objectName }: RayClusterPlan): EnvVariable[] {
  const { password, username } = recovery._credentials;
  return [
    { name: RAY.address, value: `127.0.0.1:${RAY.gcsPort}` },
    ...(recovery._redis === undefined ? [] : [{ name: REDIS.address, value: recovery._redis }, { name: REDIS.namespace, value: objectName }]),
    ...(username ? [secretVariable(REDIS.username, username)] : []),
    ...(password ? [secretVariable(REDIS.password, password)] : []),
  ];
}

function workerVariables(plan: RayClusterPlan): EnvVariable[] {
  return [{ name: RAY.address, value: addressOf(plan) }, ...(plan.recovery._redis === undefined ? [] : [RECONNECT])];
}
