import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { counterFile } from './gpu-counters';
import { COUNTER_FOLDER, COUNTER_KEY, EXPORTER_PORT_NAME } from './gpu-metrics';
import { InferencePlan } from './plan';
import { standardLabels } from '../../base/labels';
import { compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { contentHash } from '../../pod/devices/claim-spec';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { PodVariation } from '../../pod/template/pod-spec';
import { PodTemplate } from '../../pod/template/pod-template';
import { renderGpuMonitor, requireNamespace } from '../../surroundings/gpu-monitor/plan';
import { podNamesOf } from '../../surroundings/gpu-monitor/pod-names';
import { createMonitor, requireMonitors } from '../../surroundings/monitor/objects';
import { renderMonitor } from '../../surroundings/monitor/plan';
import { Target } from '../../target-cluster/target';

/** The Deployment. Its replicas stand there only while nobody else decides them. */
export function createDeployment(
  scope: Construct, options: ObjectOptions, plan: InferencePlan, pods: PodTemplate, isScaled: () => boolean): ApiObject {
  return createObject(scope, 'Deployment', 'apps/v1', 'Deployment', options, {
    spec: () => compact({
      replicas: isScaled() ? undefined : plan.replicas.fixed,
      selector: { matchLabels: { ...plan.selector } },
      strategy: (plan.autoscaling || !isScaled() ? plan.rollout : plan.scaledRollout()).strategy,
      progressDeadlineSeconds: plan.deadline.seconds,
      template: pods._renderTemplate(variationOf(plan)),
    }),
  });
}

/** What the plan adds to the pod template. */
export function variationOf(plan: InferencePlan): PodVariation {
  return {
    labels: { ...standardLabels(plan.name, 'inference'), ...plan.selector },
    spread: plan.spread.constraints,
    capacity: plan.capacity,
    main: { overrides: plan.engine.env },
  };
}

/** The exporter's counter file. Named by its content: running pods keep the file they started with. */
export function createCounters(scope: Construct, options: ObjectOptions): string {
  const data = { [COUNTER_KEY]: counterFile() };
  return createObject(scope, 'GpuCounters', 'v1', 'ConfigMap', { ...options, name: `${options.name}-gpu-counters-${contentHash(data)}` }, { data }).name;
}

export function mountCounters(scope: Construct, exporter: kplus.Container, configMap: string): void {
  const source = kplus.ConfigMap.fromConfigMapName(scope, 'GpuCountersMap', configMap);
  exporter.mount(COUNTER_FOLDER, kplus.Volume.fromConfigMap(scope, 'GpuCountersVolume', source, { name: 'gpu-counters' }), { readOnly: true });
}

/** PodMonitors of the Prometheus operator: on our pods, and on the node's GPU exporter. */
export function createMonitors(scope: Construct, options: ObjectOptions, plan: InferencePlan, target: Target): void {
  const { podMonitor } = plan.props;
  const node = plan.gpuMetrics?.monitor;
  if (podMonitor) {
    requireMonitors(scope, 'podMonitor', target);
    const intervalSeconds = podMonitor.interval && wholeSeconds('podMonitor.interval', podMonitor.interval, 1);
    const ports = [
      ...(plan.engine.metrics ? [{ name: plan.engine.portName, path: plan.engine.metrics.path }] : []),
      ...(plan.gpuMetrics?.sidecar ? [{ name: EXPORTER_PORT_NAME, path: '/metrics' }] : []),
    ];
    createMonitor(scope, 'PodMonitor', options, podMonitor.labels, renderMonitor({ selector: plan.selector, ports, intervalSeconds }));
  }
  if (node) {
    requireMonitors(scope, 'gpuMetrics', target);
    createMonitor(scope, 'GpuMonitor', { ...options, name: `${options.name}-gpu` }, node.monitorLabels, renderGpuMonitor({
      exporter: node, namespace: requireNamespace('metadata.namespace', plan.namespace), podNames: podNamesOf({ kind: 'Deployment', name: plan.name })!,
    }));
  }
}
