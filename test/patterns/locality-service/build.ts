import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Finding, severityOf } from '../../../src/base/findings/finding';
import { KubernetesVersion } from '../../../src/kubernetes/release/kubernetes-version';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { LocalityService } from '../../../src/patterns/locality-service/locality-service';
import { LocalityServiceProps } from '../../../src/patterns/locality-service/props';
import { Target, TargetProps } from '../../../src/target-cluster/target';

/** A manifest, as loosely as tests read it. */
export type Manifest = any;

export const TWO_ZONES: TargetProps = { kubernetes: KubernetesVersion.V1_34, zones: ['zone-a', 'zone-b'] };
export const THREE_ZONES: TargetProps = { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'] };

export function chartFor(target?: TargetProps): Chart {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  if (target) {
    Target.define(chart, target);
  }
  return chart;
}

/** The Deployment of the scenario. */
export function echo(chart: Chart, options: { replicas?: number; isSpread?: boolean; ports?: kplus.ContainerPort[] } = {}): kplus.Deployment {
  const { replicas = 2, isSpread = true, ports = [{ number: 5678 }] } = options;
  const deployment = new kplus.Deployment(chart, 'Echo', {
    metadata: { name: 'echo' }, replicas, containers: [{ name: 'echo', image: 'hashicorp/http-echo:1.0.0', ports, resources: {} }],
  });
  if (isSpread) {
    deployment.scheduling.spread({ topology: kplus.Topology.ZONE, weight: 100 });
  }
  return deployment;
}

export function manifestOf(chart: Chart, kind: string, name: string): Manifest {
  return (Testing.synth(chart) as Manifest[]).find(each => each.kind === kind && each.metadata.name === name);
}

/** A Service over the scenario's Deployment, unless the properties say other pods. */
export function locality(props: Partial<LocalityServiceProps> = {}, target: TargetProps = TWO_ZONES, deployment?: Parameters<typeof echo>[1]) {
  const chart = chartFor(target);
  const pods = props.selector === undefined && !('target' in props) ? { target: echo(chart, deployment) } : {};
  const port = props.ports === undefined && !('port' in props) ? { port: 80 } : {};
  const elsewhere = props.selector !== undefined ? { replicas: 2 } : {};
  const service = new LocalityService(chart, 'EchoSvc', { ...pods, ...port, ...elsewhere, ...props });
  return { chart, service, manifest: () => manifestOf(chart, 'Service', 'echo-svc') };
}

/** What is said about a tree, of one severity. */
export function saidOf(chart: Chart, severity: 'error' | 'warning' | 'info' = 'error'): Finding[] {
  return findingsOf(chart.node.root).filter(finding => severityOf(finding.class) === severity);
}
