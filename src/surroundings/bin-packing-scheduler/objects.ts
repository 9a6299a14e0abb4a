import { createHash } from 'crypto';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { schedulerConfiguration } from './configuration';
import { BinPackingPlan } from './plan';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { AUTHENTICATION_READER, SCHEDULER_PORT, SCHEDULER_ROLES } from '../../knowledge/kube-scheduler';
import { Body, createClusterObject, createObject } from '../../pod/template/plain-api-object';

const RBAC = 'rbac.authorization.k8s.io';
const RBAC_API = `${RBAC}/v1`;
const FILE = 'configuration.yaml';
/** A pod reads its configuration once, so that another one makes new pods. */
const CONFIGURATION = 'cdk8s-ai-workloads/configuration';
const NOBODY = 65534;
const FOLDER = '/etc/kubernetes/scheduler';

/** The scheduler and its rights; the Deployment is returned. */
export function createScheduler(scope: Construct, plan: BinPackingPlan): ApiObject {
  const { name, namespace } = plan;
  const labels: Labels = { 'app.kubernetes.io/name': 'kube-scheduler', 'app.kubernetes.io/instance': name };
  const text = schedulerConfiguration(plan);
  const at = { name, namespace, labels };
  createObject(scope, 'Account', 'v1', 'ServiceAccount', at, {});
  createObject(scope, 'Configuration', 'v1', 'ConfigMap', at, { data: { [FILE]: text } });
  createRights(scope, plan, labels);
  return createObject(scope, 'Deployment', 'apps/v1', 'Deployment', at, { spec: renderDeployment(plan, labels, text) });
}

/** Those of the cluster's own scheduler, which each minor keeps as it needs them, and a Lease of its own name. */
function createRights(scope: Construct, { name, namespace }: BinPackingPlan, labels: Labels): void {
  SCHEDULER_ROLES.forEach(role => {
    const own = `${name}-${role.slice('system:'.length)}`;
    createClusterObject(scope, `Rights-${role}`, RBAC_API, 'ClusterRoleBinding', { name: own, labels }, boundTo(name, namespace, 'ClusterRole', role));
  });
  const { name: reader, namespace: systemNamespace } = AUTHENTICATION_READER;
  createObject(scope, 'Authentication', RBAC_API, 'RoleBinding', { name: `${name}-authentication-reader`, namespace: systemNamespace, labels }, boundTo(name, namespace, 'Role', reader));
  const at = { name, namespace, labels };
  createObject(scope, 'LeaseRole', RBAC_API, 'Role', at, {
    rules: [
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [name], verbs: ['get', 'list', 'watch', 'update'] },
    ],
  });
  createObject(scope, 'LeaseBinding', RBAC_API, 'RoleBinding', at, boundTo(name, namespace, 'Role', name));
}

function boundTo(name: string, namespace: string, kind: string, role: string): Body {
  return { roleRef: { apiGroup: RBAC, kind, name: role }, subjects: [{ kind: 'ServiceAccount', name, namespace }] };
}

function renderDeployment({ name, replicas, image }: BinPackingPlan, labels: Labels, configuration: string): PlainObject {
  return {
    replicas,
    selector: { matchLabels: { ...labels } },
    template: {
      metadata: { labels: { ...labels }, annotations: { [CONFIGURATION]: createHash('sha256').update(configuration).digest('hex').slice(0, 16) } },
      spec: {
        serviceAccountName: name,
        securityContext: { runAsNonRoot: true, runAsUser: NOBODY, runAsGroup: NOBODY, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [renderContainer(image)],
        volumes: [{ name: 'configuration', configMap: { name } }],
      },
    },
  };
}

/** It is asked for its health without being known: `/livez` and `/readyz` are open to everybody. */
function renderContainer(image: string): PlainObject {
  const probe = (path: string) => ({ httpGet: { path, port: SCHEDULER_PORT, scheme: 'HTTPS' }, periodSeconds: 10, timeoutSeconds: 15 });
  return {
    name: 'kube-scheduler',
    image,
    command: ['kube-scheduler', `--config=${FOLDER}/${FILE}`, `--secure-port=${SCHEDULER_PORT}`],
    ports: [{ name: 'https', containerPort: SCHEDULER_PORT, protocol: 'TCP' }],
    resources: { requests: { cpu: '100m', memory: '256Mi' } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    startupProbe: { ...probe('/livez'), failureThreshold: 24 },
    livenessProbe: { ...probe('/livez'), failureThreshold: 8 },
    readinessProbe: probe('/readyz'),
    volumeMounts: [{ name: 'configuration', mountPath: FOLDER, readOnly: true }],
  };
}
