import { Around, Samples } from '../example';

const JOB = 'batch.v1.JobSpec';
const SERVICE = 'core.v1.ServiceSpec';
const METRIC = 'autoscaling.v2.MetricSpec';
const TARGET = 'autoscaling.v2.MetricTarget';

function indexed(around: Around): void {
  Object.assign(around(JOB), { completionMode: 'Indexed', completions: 9, parallelism: 9 });
}

/** Workloads, Services and autoscalers. */
export const WORKLOADS: Samples = {
  fields: {
    'apps.v1.RollingUpdateDaemonSet.maxSurge': { beside: around => { around('apps.v1.RollingUpdateDaemonSet').maxUnavailable = 0; } },
    'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenDeleted': { values: ['Delete', 'Retain'] },
    'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy.whenScaled': { values: ['Delete', 'Retain'] },
    [`${JOB}.backoffLimitPerIndex`]: { beside: indexed },
    [`${JOB}.completionMode`]: { beside: (around, mode) => mode === 'Indexed' ? indexed(around) : undefined },
    [`${JOB}.managedBy`]: { value: 'a.io/a' },
    [`${JOB}.manualSelector`]: {
      beside: around => { around(JOB).selector = { matchLabels: { app: 'a' } }; },
    },
    [`${JOB}.maxFailedIndexes`]: { beside: around => { indexed(around); around(JOB).backoffLimitPerIndex = 7; } },
    [`${JOB}.selector`]: { beside: around => { around(JOB).manualSelector = true; around(JOB).selector.matchLabels ??= { app: 'a' }; } },
    [`${JOB}.successPolicy`]: { beside: indexed },
    'batch.v1.PodFailurePolicyRule.action': {
      beside: (around, action) => {
        if (action === 'FailIndex') {
          indexed(around);
          around(JOB).backoffLimitPerIndex = 7;
        }
      },
    },
    'batch.v1.PodFailurePolicyOnExitCodesRequirement.values': { value: [7] },
    'batch.v1.PodFailurePolicyOnExitCodesRequirement.containerName': { value: 'a' },
    'batch.v1.PodFailurePolicyOnPodConditionsPattern.status': { value: 'False' },
    'batch.v1.SuccessPolicyRule.succeededIndexes': { value: '0-6' },
    'batch.v1.CronJobSpec.timeZone': { value: 'Etc/UTC' },
    'batch.v1.CronJobSpec.schedule': { value: '0 7 * * *' },
    [`${METRIC}.containerResource`]: { beside: around => { around(METRIC).type = 'ContainerResource'; } },
    [`${METRIC}.external`]: { beside: around => { around(METRIC).type = 'External'; } },
    [`${METRIC}.object`]: { beside: around => { around(METRIC).type = 'Object'; } },
    [`${METRIC}.pods`]: { beside: around => { around(METRIC).type = 'Pods'; } },
    [`${METRIC}.resource`]: { beside: around => { around(METRIC).type = 'Resource'; } },
    [`${METRIC}.type`]: {
      values: ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'],
      beside: (around, type: string) => { Object.assign(around(METRIC), METRICS[type]); },
    },
    'autoscaling.v2.CrossVersionObjectReference.apiVersion': { value: 'a.io/v1' },
    'autoscaling.v2.ContainerResourceMetricSource.name': { value: 'cpu' },
    'autoscaling.v2.ResourceMetricSource.name': { value: 'cpu' },
    [`${TARGET}.averageUtilization`]: { beside: around => target(around, 'Utilization') },
    [`${TARGET}.averageValue`]: { beside: around => target(around, 'AverageValue') },
    [`${TARGET}.value`]: { beside: around => target(around, 'Value') },
    [`${TARGET}.type`]: {
      values: ['AverageValue', 'Utilization', 'Value'],
      beside: (around, type: string) => { target(around, type); Object.assign(around(TARGET), AMOUNTS[type]); },
    },
    'autoscaling.v2.HPAScalingPolicy.type': { values: ['Percent', 'Pods'] },
    'autoscaling.v2.HPAScalingRules.selectPolicy': { values: ['Disabled', 'Max', 'Min'] },
    'autoscaling.v2.HorizontalPodAutoscalerSpec.minReplicas': {
      value: 7,
      others: [0],
      beside: around => { around('autoscaling.v2.HorizontalPodAutoscalerSpec').metrics ??= [EXTERNAL]; },
    },
    'autoscaling.v2.HorizontalPodAutoscalerSpec.maxReplicas': { value: 8 },
    [`${SERVICE}.allocateLoadBalancerNodePorts`]: { value: false, beside: around => { around(SERVICE).type = 'LoadBalancer'; } },
    [`${SERVICE}.clusterIP`]: { values: ['10.96.7.7', 'None'] },
    [`${SERVICE}.clusterIPs`]: { value: ['10.96.7.7'], beside: around => { around(SERVICE).clusterIP = '10.96.7.7'; } },
    [`${SERVICE}.externalIPs`]: { value: ['10.1.2.3'] },
    [`${SERVICE}.externalName`]: { value: 'a.io', beside: around => { around(SERVICE).type = 'ExternalName'; } },
    [`${SERVICE}.externalTrafficPolicy`]: { beside: around => { around(SERVICE).type = 'LoadBalancer'; } },
    [`${SERVICE}.healthCheckNodePort`]: { value: 30007, beside: around => { Object.assign(around(SERVICE), { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }); } },
    [`${SERVICE}.ipFamilies`]: { value: ['IPv4'] },
    [`${SERVICE}.loadBalancerClass`]: { value: 'a.io/a', beside: around => { around(SERVICE).type = 'LoadBalancer'; } },
    [`${SERVICE}.loadBalancerIP`]: { value: '10.1.2.3', beside: around => { around(SERVICE).type = 'LoadBalancer'; } },
    [`${SERVICE}.loadBalancerSourceRanges`]: { value: ['10.1.0.0/16'], beside: around => { around(SERVICE).type = 'LoadBalancer'; } },
    [`${SERVICE}.sessionAffinityConfig`]: { beside: around => { around(SERVICE).sessionAffinity = 'ClientIP'; } },
    [`${SERVICE}.trafficDistribution`]: { values: ['PreferClose', 'PreferSameNode', 'PreferSameZone'] },
    [`${SERVICE}.type`]: { beside: (around, type) => { Object.assign(around(SERVICE), type === 'ExternalName' ? { externalName: 'a.io' } : {}); } },
    'core.v1.ServicePort.nodePort': { value: 30007, beside: around => { around(SERVICE).type = 'NodePort'; } },
  },
  siblings: {
    'batch.v1.PodFailurePolicyRule': (field): Record<string, unknown> => ({ action: 'Count', ...(field === 'action' && { onExitCodes: { operator: 'In', values: [7] } }) }),
    'batch.v1.PodFailurePolicyOnExitCodesRequirement': () => ({ operator: 'In', values: [7] }),
    'batch.v1.PodFailurePolicyOnPodConditionsPattern': () => ({ type: 'a', status: 'True' }),
    'autoscaling.v2.HPAScalingRules': (field): Record<string, unknown> => field === 'policies' ? {} : { policies: [{ type: 'Pods', value: 7, periodSeconds: 7 }] },
    'autoscaling.v2.HPAScalingPolicy': () => ({ type: 'Pods' }),
    'autoscaling.v2.ContainerResourceMetricSource': () => ({ name: 'cpu', container: 'a', target: UTILIZATION }),
    'autoscaling.v2.ResourceMetricSource': () => ({ name: 'cpu', target: UTILIZATION }),
    'autoscaling.v2.ExternalMetricSource': () => ({ target: AVERAGE }),
    'autoscaling.v2.ObjectMetricSource': () => ({ target: AVERAGE }),
    'autoscaling.v2.PodsMetricSource': () => ({ target: AVERAGE }),
  },
};

/** What each type of target is counted in. */
const AMOUNTS: Readonly<Record<string, object>> = { AverageValue: { averageValue: '7' }, Utilization: { averageUtilization: 7 }, Value: { value: '7' } };
const UTILIZATION = { type: 'Utilization', averageUtilization: 9 };
const AVERAGE = { type: 'AverageValue', averageValue: '9' };
const EXTERNAL = { type: 'External', external: { metric: { name: 'a' }, target: AVERAGE } };
const METRICS: Readonly<Record<string, object>> = {
  ContainerResource: { containerResource: { name: 'cpu', container: 'a', target: UTILIZATION } },
  External: { external: EXTERNAL.external },
  Object: { object: { describedObject: { kind: 'a', name: 'a' }, ...EXTERNAL.external } },
  Pods: { pods: EXTERNAL.external },
  Resource: { resource: { name: 'cpu', target: UTILIZATION } },
};

/** A target has one kind of value. */
function target(around: Around, type: string): void {
  const metric = around(TARGET);
  delete metric.averageUtilization;
  delete metric.averageValue;
  metric.type = type;
}
