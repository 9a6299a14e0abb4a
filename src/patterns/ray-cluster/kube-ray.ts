import { RayJobSubmission, RayServiceUpgrade } from './backend';
import { RayNodePlan } from './node-plan';
import { RayClusterPlan } from './plan';
import { RayRecovery } from './recovery';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { SecretKey, secretVariable } from '../../pod/container/environment';

export const RAY_API = 'ray.io/v1';

/** Renders the template of a role. */
export type TemplateOf = (node: RayNodePlan) => PlainObject;

/** The kind that carries the pods, and its spec. Source: kuberay ray-operator/apis/ray/v1 (v1.6) */
export function kubeRayKind({ backend }: RayClusterPlan): 'RayCluster' | 'RayJob' | 'RayService' {
  return backend._job ? 'RayJob' : backend._service ? 'RayService' : 'RayCluster';
}

export function kubeRaySpec(plan: RayClusterPlan, templateOf: TemplateOf): PlainObject {
  const cluster = clusterSpec(plan, templateOf);
  const { _job: job, _service: service } = plan.backend;
  if (job) {
    return compact({
      entrypoint: job.entrypoint,
      runtimeEnvYAML: job.runtimeEnvironment,
      submissionMode: job.submission ?? RayJobSubmission.KUBERNETES_JOB,
      backoffLimit: job.retries ?? 0,
      activeDeadlineSeconds: job.deadline && wholeSeconds('deadline', job.deadline),
      shutdownAfterJobFinishes: true,
      ttlSecondsAfterFinished: job.keepCluster ? wholeSeconds('keepCluster', job.keepCluster) : undefined,
      rayClusterSpec: cluster,
    });
  }
  if (service) {
    return {
      serveConfigV2: service.serveConfig,
      upgradeStrategy: { type: service.upgrade ?? RayServiceUpgrade.NEW_CLUSTER },
      rayClusterConfig: cluster,
    };
  }
  // Without it a changed template reaches no pod: KubeRay has it since 1.6, and an older one drops the field.
  return { ...cluster, upgradeStrategy: { type: 'Recreate' } };
}

function clusterSpec(plan: RayClusterPlan, templateOf: TemplateOf): PlainObject {
  const [head, ...workers] = plan.nodes;
  return compact({
    rayVersion: plan.version.text,
    enableInTreeAutoscaling: plan.isAutoscaled ? true : undefined,
    gcsFaultToleranceOptions: recoverySpec(plan.recovery, plan.objectName),
    headGroupSpec: { rayStartParams: { ...head.parameters }, template: templateOf(head) },
    workerGroupSpecs: workers.map(node => groupSpec(node, templateOf)),
  });
}

/**
 * A replica is a slice with all its hosts. Under an autoscaler `replicas` is its least: groups are a list that an apply replaces whole, so a number that is
 * left out would be the default, 0, at each apply.
 */
function groupSpec(node: RayNodePlan, templateOf: TemplateOf): PlainObject {
  const { pods, maxPods, hosts } = node;
  return compact({
    groupName: node.role,
    replicas: pods / hosts,
    minReplicas: pods / hosts,
    maxReplicas: (maxPods ?? pods) / hosts,
    numOfHosts: hosts,
    rayStartParams: { ...node.parameters },
    template: templateOf(node),
  });
}

function recoverySpec({ _redis: address, _credentials: { username, password } }: RayRecovery, objectName: string): PlainObject | undefined {
  return address === undefined ? undefined : compact({
    redisAddress: address,
    externalStorageNamespace: objectName,
    redisUsername: username && credential(username),
    redisPassword: password && credential(password),
  });
}

function credential(key: SecretKey): PlainObject {
  return { valueFrom: secretVariable('', key).valueFrom };
}
