import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { counterFile } from './gpu-counters';
import { COUNTER_FOLDER, COUNTER_KEY, EXPORTER_CONTAINER, EXPORTER_PORT_NAME } from './gpu-metrics';
import { keepsPlan } from './invariants';
import { InferencePlan } from './plan';
import { mustHold } from '../../base/findings/construct-checks';
import { Labels, mergeLabels, standardLabels } from '../../base/labels';
import { compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { createClaimTemplate } from '../../pod/devices/accelerator-claim';
import { contentHash } from '../../pod/devices/claim-spec';
import { startupHolds } from '../../pod/lifecycle/startup-invariant';
import { ObjectOptions, createObject, metadataBesideNames } from '../../pod/template/plain-api-object';
import { PodVariation } from '../../pod/template/pod-spec';
import { PodTemplate } from '../../pod/template/pod-template';
import { createMonitor, requireMonitors } from '../../surroundings/engine-monitor/objects';
import { renderMonitor } from '../../surroundings/engine-monitor/plan';
import { EngineMonitorOptions } from '../../surroundings/engine-monitor/props';
import { renderGpuMonitor, requireNamespace } from '../../surroundings/gpu-monitor/plan';
import { podNamesOf } from '../../surroundings/gpu-monitor/pod-names';
import { Target } from '../../target-cluster/target';

/** The Deployment. Its replicas stand there only while nobody else decides them. */
function createDeployment(
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
function variationOf(plan: InferencePlan): PodVariation {
  return {
    labels: { ...standardLabels(plan.part?.name ?? plan.name, 'inference'), ...plan.selector },
    spread: plan.spread.constraints,
    capacity: plan.capacity,
    main: { overrides: plan.engine.env },
  };
}

/** Labels and annotations of an object of these replicas, or of the whole that they are a part of. */
export function inferenceOptions(plan: InferencePlan, name: string, selector: Labels = plan.selector): ObjectOptions {
  const { props: { metadata }, part } = plan;
  const labels = mergeLabels(metadata?.labels, { ...standardLabels(part?.name ?? plan.name, 'inference'), ...selector });
  return { name, namespace: metadata?.namespace, labels, annotations: metadata?.annotations };
}

/** The pods of a plan, with what they hold besides devices. */
export function createPods(scope: Construct, options: ObjectOptions, plan: InferencePlan): PodTemplate {
  const pods = PodTemplate._create(scope, 'Pods', plan.podProps, {
    selector: plan.selector,
    reserved: plan.engine.reserved,
    restartPolicy: 'Always',
    plan: plan.pod,
    claimTemplate: createClaimTemplate(scope, options, plan.devices.accelerator),
  });
  const exporter = plan.gpuMetrics?.sidecar && pods.initContainers.find(container => container.name === EXPORTER_CONTAINER);
  if (exporter) {
    pods.shareAccelerator(exporter);
    mountCounters(scope, exporter, createCounters(scope, options));
  }
  return pods;
}

/** The Deployment that carries them, and what must hold of it however it is patched. */
export function createReplicas(
  scope: Construct, options: ObjectOptions, plan: InferencePlan, pods: PodTemplate, isScaled: () => boolean): ApiObject {
  const deployment = createDeployment(scope, { ...options, otherMetadata: metadataBesideNames(plan.props.metadata) }, plan, pods, isScaled);
  pods._carriedBy(deployment);
  mustHold(deployment, startupHolds('spec.template', pods.mainContainer.name, plan.startup));
  mustHold(deployment, keepsPlan(plan, pods.mainContainer.name));
  return deployment;
}

/** The exporter's counter file. Named by its content: running pods keep the file they started with. */
function createCounters(scope: Construct, options: ObjectOptions): string {
  const data = { [COUNTER_KEY]: counterFile() };
  return createObject(scope, 'GpuCounters', 'v1', 'ConfigMap', { ...options, name: `${options.name}-gpu-counters-${contentHash(data)}` }, { data }).name;
}

function mountCounters(scope: Construct, exporter: kplus.Container, configMap: string): void {
  const source = kplus.ConfigMap.fromConfigMapName(scope, 'GpuCountersMap', configMap);
  exporter.mount(COUNTER_FOLDER, kplus.Volume.fromConfigMap(scope, 'GpuCountersVolume', source, { name: 'gpu-counters' }), { readOnly: true });
}

/** PodMonitors of the Prometheus operator: on our pods, and on the node's GPU exporter. */
export function createMonitors(scope: Construct, options: ObjectOptions, plan: InferencePlan, target: Target): void {
  createPodMonitor(scope, options, plan, { options: plan.props.podMonitor, selector: plan.selector }, target);
  createNodeMonitor(scope, options, plan, target);
}

/** Which pods are scraped, if somebody asks for it. */
export interface MonitoredPods {
  readonly options?: EngineMonitorOptions;
  readonly selector: Labels;
}

/** The one on our pods, of one Deployment or of several with the same ports. */
export function createPodMonitor(scope: Construct, options: ObjectOptions, plan: InferencePlan, monitored: MonitoredPods, target: Target): void {
  const { options: podMonitor, selector } = monitored;
  if (podMonitor) {
    requireMonitors(scope, 'podMonitor', target);
    const intervalSeconds = podMonitor.interval && wholeSeconds('podMonitor.interval', podMonitor.interval, 1);
    const ports = [
      ...(plan.engine.metrics ? [{ name: plan.engine.portName, path: plan.engine.metrics.path }] : []),
      ...(plan.gpuMetrics?.sidecar ? [{ name: EXPORTER_PORT_NAME, path: '/metrics' }] : []),
    ];
    createMonitor(scope, 'PodMonitor', options, podMonitor.labels, renderMonitor({ selector, ports, intervalSeconds }));
  }
}

/** The one on the exporters of nodes, which keeps the series of one Deployment's pods. */
export function createNodeMonitor(scope: Construct, options: ObjectOptions, plan: InferencePlan, target: Target): void {
  const node = plan.gpuMetrics?.monitor;
  if (node) {
    requireMonitors(scope, 'gpuMetrics', target);
    createMonitor(scope, 'GpuMonitor', { ...options, name: `${options.name}-gpu` }, node.monitorLabels, renderGpuMonitor({
      exporter: node, namespace: requireNamespace('metadata.namespace', plan.namespace), podNames: podNamesOf({ kind: 'Deployment', name: plan.name })!,
    }));
  }
}
