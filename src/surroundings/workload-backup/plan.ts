import { ApiObject } from 'cdk8s';
import { BackupHook, WorkloadBackupProps } from './props';
import { BackupVolumes } from './volumes';
import { atField, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { collecting } from '../../given/mistakes/collecting';
import { DEFAULT_TTL_SECONDS, VELERO_NAMESPACE } from '../../knowledge/velero';
import { checkNamePart, checkSubdomain, workloadName } from '../../kubernetes/refused/names';
import { scheduleProblem } from '../../kubernetes/validation/kinds/cron-schedule';
import { Workload } from '../../workloads/handle/workload';
import { WorkloadClaims, claimsOf } from '../claims';

/** One Schedule of Velero. */
export interface WorkloadBackupPlan {
  readonly name: string;
  readonly veleroNamespace: string;
  readonly workload: Workload;
  readonly namespace: string;
  /** Labels of its pods and claims. */
  readonly labels: Labels;
  /** What carries one of these sets is in the backup. */
  readonly selected: readonly Labels[];
  readonly schedule: string;
  readonly volumes: BackupVolumes;
  readonly keepSeconds: number;
  readonly hooks: readonly PlannedHook[];
  readonly hasObjects: boolean;
  readonly storageLocation?: string;
  /** As the manifests have them when it is asked. */
  readonly claims: () => WorkloadClaims | undefined;
}

/** Programs in the pods of one role. */
export interface PlannedHook {
  readonly name: string;
  readonly labels: Labels;
  readonly container: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly timeoutSeconds: number;
}

/** Source: velero pkg/cmd/server/config/config.go, internal/hook/item_hook_handler.go defaultHookTimeout (v1.18) */
const DEFAULT_HOOK_SECONDS = 30;

/** Pure: what is selected, when, and what is kept for how long. */
export function planBackup(id: string, given: WorkloadBackupProps, ownNamespace: string | undefined): WorkloadBackupPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._plannedIn(ownNamespace));
    const namespace = attempt(() => namespaceOf(workload));
    const { labels } = attempt(() => workload._select({}));
    const hasObjects = attempt(() => props.objects ?? false);
    attempt(() => checkContents(workload, hasObjects));
    return {
      name: attempt(() => workloadName(id, props.name)),
      veleroNamespace: attempt(() => checkNamePart('veleroNamespace', props.veleroNamespace ?? VELERO_NAMESPACE)),
      workload,
      namespace,
      labels,
      selected: attempt(() => (hasObjects ? workload._objectLabels : [labels])),
      schedule: attempt(() => checkedSchedule(props.schedule)),
      volumes: attempt(() => props.volumes ?? BackupVolumes.csiSnapshots()),
      keepSeconds: attempt(() => props.keep === undefined ? DEFAULT_TTL_SECONDS : wholeSeconds('keep', props.keep, 1)),
      hooks: attempt(() => (props.hooks ?? []).flatMap((hook, index) => hooksOf(workload, hook, `hooks[${index}]`))),
      hasObjects,
      storageLocation: attempt(() => props.storageLocation === undefined ? undefined : checkSubdomain('storageLocation', props.storageLocation)),
      claims: () => claimsOf(workload),
    };
  });
}

function namespaceOf({ name, namespace }: Workload): string {
  if (namespace === undefined) {
    throw required('workload', `nothing says the namespace of ${name}, and a backup that names none takes all namespaces`, 'give the chart of the workload a namespace');
  }
  return namespace;
}

/** A backup of nothing succeeds every night, and is noticed on the day of the restore. */
function checkContents(workload: Workload, hasObjects: boolean): void {
  const claims = claimsOf(workload);
  if (!hasObjects && claims && claims.templates.length + claims.shared.length === 0) {
    throw forbidden('workload', `pods of ${workload.name} have no claims, so there is no data of theirs to back up`, 'set objects, if it is the objects that are to be backed up, or leave the backup out');
  }
  const other = hasObjects ? workload.apiObjects.find(object => !workload._objectLabels.some(labels => carries(object, labels))) : undefined;
  if (other) {
    throw forbidden('objects', `${other.kind} ${other.name} does not carry the labels of its pods, and Velero selects objects by their own labels`, 'give it the labels of its pods, or leave objects out');
  }
}

function carries({ metadata }: ApiObject, labels: Labels): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.getLabel(key) === value);
}

/** Source: velero pkg/controller/schedule_controller.go parseCronSchedule: cron.ParseStandard, which knows time zones too (v1.18) */
function checkedSchedule(schedule: string): string {
  const text = schedule.replace(/^(?:CRON_)?TZ=\S+\s+/, '');
  const problem = scheduleProblem(text);
  if (problem !== undefined || /^(?:CRON_)?TZ=/.test(text)) {
    throw invalid('schedule', schedule, `Velero runs no such schedule: ${problem ?? 'nothing follows the time zone'}`, 'give minute, hour, day, month and day of the week: 0 3 * * * is every night at three');
  }
  return schedule;
}

/** One hook for each role that is meant: the container is that of the role. */
function hooksOf(workload: Workload, { role, container, before, after, timeout }: BackupHook, field: string): PlannedHook[] {
  if (before === undefined && after === undefined) {
    throw required(`${field}.before`, 'nothing is run before or after', 'give before, after or both');
  }
  checkProgram(`${field}.before`, before);
  checkProgram(`${field}.after`, after);
  const timeoutSeconds = timeout === undefined ? DEFAULT_HOOK_SECONDS : wholeSeconds(`${field}.timeout`, timeout, 1);
  const roles = role === undefined ? workload.roles : workload.roles.filter(({ name }) => name === role);
  const parts = roles.length > 0 ? roles.map(each => ({ role: each.name, container: container ?? each.container })) : [{ role, container }];
  return parts.map(part => {
    const { labels } = atField(field, () => workload._select(roles.length > 1 || role !== undefined ? { role: part.role } : {}));
    return { name: [workload.name, part.role ?? 'pods'].join('-'), labels, container: containerOf(field, part.container), before, after, timeoutSeconds };
  });
}

function containerOf(field: string, container: string | undefined): string {
  if (container === undefined) {
    throw required(`${field}.container`, 'nothing says which container of the pods does the work, and Velero takes the first one', 'name it');
  }
  return checkNamePart(`${field}.container`, container);
}

function checkProgram(field: string, program: readonly string[] | undefined): void {
  if (program !== undefined && (program.length === 0 || program[0] === '')) {
    throw invalid(field, program, 'names no program', 'give the program and its arguments, or leave it out');
  }
}

/** Schedules and ConfigMap of Velero. */
export function renderSchedule(plan: WorkloadBackupPlan): PlainObject {
  const { schedule, namespace, selected, volumes, keepSeconds, hooks, hasObjects, storageLocation } = plan;
  return {
    schedule,
    template: compact({
      includedNamespaces: [namespace],
      includedNamespaceScopedResources: hasObjects ? undefined : ['persistentvolumeclaims', 'pods'],
      ...renderSelectors(selected),
      ...volumes._spec,
      resourcePolicy: volumes._readsFiles ? { kind: 'configmap', name: policyName(plan) } : undefined,
      hooks: hooks.length > 0 ? { resources: hooks.map(hook => renderHook(hook, namespace)) } : undefined,
      storageLocation,
      ttl: goDuration(keepSeconds),
    }),
  };
}

/** Source: velero pkg/apis/velero/v1/backup_types.go: an object is taken that one of orLabelSelectors selects, and labelSelector cannot stand beside them (v1.18) */
function renderSelectors(selected: readonly Labels[]): PlainObject {
  const selectors = selected.map((labels, index) => selectorBeside(labels, selected.slice(0, index)));
  return selectors.length === 1 ? { labelSelector: selectors[0] } : { orLabelSelectors: selectors };
}

/**
 * What those before select is left to them: a pod that two selectors find is listed twice, and its hooks run twice.
 *
 * Source: velero pkg/backup/item_collector.go listResourceByLabelsPerNamespace, pkg/backup/backup.go backupItemBlock (v1.18.3)
 */
function selectorBeside(labels: Labels, before: readonly Labels[]): PlainObject {
  const others = before.flatMap(other => Object.entries(other)).filter(([key]) => labels[key] === undefined);
  return compact({
    matchLabels: { ...labels },
    matchExpressions: others.length === 0 ? undefined : others.map(([key, value]) => ({ key, operator: 'NotIn', values: [value] })),
  });
}

function renderHook({ name, labels, container, before, after, timeoutSeconds }: PlannedHook, namespace: string): PlainObject {
  const run = (command: readonly string[] | undefined) => command && [{ exec: { container, command: [...command], onError: 'Fail', timeout: goDuration(timeoutSeconds) } }];
  return compact({ name, includedNamespaces: [namespace], includedResources: ['pods'], labelSelector: { matchLabels: { ...labels } }, pre: run(before), post: run(after) });
}

export function policyName({ name }: WorkloadBackupPlan): string {
  return `${name}-volumes`;
}

/**
 * Where files are read, all volumes of a pod are but those of Secrets, ConfigMaps and the host: caches of weights and shared memory too, unless a policy says otherwise.
 *
 * Source: velero pkg/util/podvolume/pod_volume.go GetVolumesByPod, internal/resourcepolicies (v1.18)
 */
export const FILES_POLICY = 'version: v1\nvolumePolicies:\n- conditions:\n    volumeTypes:\n    - emptyDir\n    - ephemeral\n  action:\n    type: skip\n';

/** As Go prints it, so that what a server stores is what was sent: `720h0m0s`. Source: Go time/time.go Duration.String */
export function goDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}h${minutes}m${rest}s` : minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
