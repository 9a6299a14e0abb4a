import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels, mergeLabels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { ObjectOptions, createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { adviseExtensionApi } from '../extension-api';

const MONITOR_API = 'monitoring.coreos.com/v1';

/** What Prometheus finds by labels. */
export type MonitoringKind = 'PodMonitor' | 'ServiceMonitor' | 'PrometheusRule';

/** An object of the Prometheus operator. Labels that the user gives it are for the Prometheus that has to find it. */
export function createMonitor(
  scope: Construct, id: string, options: ObjectOptions, labels: Labels | undefined, spec: PlainObject | (() => PlainObject), kind: MonitoringKind = 'PodMonitor'): ApiObject {
  return createObject(scope, id, MONITOR_API, kind, { ...options, labels: mergeLabels(labels, options.labels) }, { spec });
}

/** Refuses what the target does not serve; what nobody says is told at synth. */
export function requireMonitors(scope: Construct, field: string, target: Target, instead: string = 'another way to scrape the pods'): void {
  if (!target._requireApi(MONITOR_API, field, instead)) {
    adviseExtensionApi(scope, field, MONITOR_API, 'the Prometheus operator');
  }
}
