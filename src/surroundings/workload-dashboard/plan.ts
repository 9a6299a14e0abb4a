import { createHash } from 'crypto';
import { Board, PODS } from './board';
import { dashboardJson } from './grafana-json';
import { autoscalerRows, deviceRows, podNumbers, podRow, runRows, volumeRows } from './object-rows';
import { Dashboard, Variable } from './panels';
import { WorkloadDashboardProps } from './props';
import { partRows, requestNumbers, requestRows } from './request-rows';
import { invalid } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { collecting } from '../../given/mistakes/collecting';
import { checkedLabels } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { Observed, checkLabelName, observe } from '../observed-workload';

/** A dashboard with its name and place. */
export interface WorkloadDashboardPlan {
  readonly name: string;
  readonly observed: Observed;
  readonly labels: Labels;
  readonly folder?: string;
  /** What is on it; read when the app is complete, since autoscalers and patches come later. */
  readonly dashboard: () => Dashboard;
}

/** Source: grafana helm charts, sidecar.dashboards.label; kiwigrid/k8s-sidecar */
const FOUND_BY: Labels = { grafana_dashboard: '1' };

/** Pure: what is shown of a workload. */
export function planWorkloadDashboard(id: string, given: WorkloadDashboardProps, ownNamespace: string | undefined): WorkloadDashboardPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const name = attempt(() => workloadName(id, props.name));
    const observed = attempt(() => observe(workload, props));
    const title = attempt(() => checkText('title', props.title ?? observed.name));
    const zoneLabel = attempt(() => props.zoneLabel && checkLabelName('zoneLabel', props.zoneLabel));
    return {
      name,
      observed,
      labels: attempt(() => checkedLabels('labels', props.labels ?? FOUND_BY)),
      folder: attempt(() => props.folder && checkText('folder', props.folder)),
      dashboard: () => dashboardOf({ observed, pods: PODS, zoneLabel }, name, title),
    };
  });
}

function checkText(field: string, text: string): string {
  if (text.trim() === '') {
    throw invalid(field, text, 'says nothing', 'give it a name');
  }
  return text;
}

function dashboardOf(board: Board, name: string, title: string): Dashboard {
  const { observed } = board;
  return {
    title,
    uid: uidOf(`${observed.namespace}-${name}`),
    tags: ['cdk8s-ai-workloads', observed.name],
    variables: variablesOf(observed),
    rows: [
      { title: 'Now', numbers: [...podNumbers(board), ...requestNumbers(board)] },
      ...[requestRows, partRows, runRows].flatMap(rows => rows(board)),
      podRow(board),
      ...[deviceRows, volumeRows, autoscalerRows].flatMap(rows => rows(board)),
    ],
  };
}

/** Longest uid of a dashboard. Source: grafana pkg/util/shortid_generator.go */
const LONGEST_UID = 40;
const HASH_LENGTH = 8;

/** The same at every synth, so that links to the dashboard stay. */
function uidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  return text.length <= LONGEST_UID ? text : `${text.slice(0, LONGEST_UID - HASH_LENGTH - 1)}-${hash}`;
}

function variablesOf({ name, namespace, podNames }: Observed): Variable[] {
  return [
    { name: 'namespace', label: 'Namespace', query: 'label_values(kube_pod_info, namespace)', choice: { text: namespace, value: namespace } },
    { name: 'workload', label: 'Workload', choice: { text: name, value: podNames } },
    { name: 'pod', label: 'Pod', query: 'label_values(kube_pod_info{namespace="$namespace",pod=~"$workload"}, pod)', isMulti: true },
  ];
}

/** The dashboard as JSON, for the sidecar or for an import by hand. */
export function jsonOf({ dashboard }: WorkloadDashboardPlan): string {
  return JSON.stringify(dashboardJson(dashboard()), undefined, 2);
}
