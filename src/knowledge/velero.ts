import { InputProblem } from '../base/errors/invalid-input';
import { PlainObject } from '../base/plain';
import { asTexts, objectAt, asList } from '../base/reading';

/** Where Velero looks for its objects unless it was installed elsewhere. Source: velero pkg/apis/velero/v1/constants.go DefaultNamespace (v1.18) */
export const VELERO_NAMESPACE = 'velero';

export const VELERO_API = 'velero.io/v1';

/** How long a backup is kept where nobody says. Source: velero pkg/cmd/server/config/config.go defaultBackupTTL (v1.18) */
export const DEFAULT_TTL_SECONDS = 720 * 3600;

/** Lists of which each pair is one: the older form, and the two by scope. */
type Lists = readonly [included: string, excluded: string];

const OLD: Lists = ['includedResources', 'excludedResources'];
const SCOPED: readonly Lists[] = [
  ['includedNamespaceScopedResources', 'excludedNamespaceScopedResources'],
  ['includedClusterScopedResources', 'excludedClusterScopedResources'],
];
const NAMESPACES: Lists = ['includedNamespaces', 'excludedNamespaces'];

/**
 * What Velero's controller refuses of a backup after the API server took it: the backup ends as `FailedValidation` and nothing is backed up.
 *
 * Source: velero pkg/controller/backup_controller.go prepareBackupRequest, pkg/util/collections/includes_excludes.go Validate… (v1.18)
 *
 * @param spec `spec` of a Backup, or `spec.template` of a Schedule.
 * @param at Path of it.
 */
export function refusedByVelero(spec: PlainObject, at: string): InputProblem[] {
  const has = (field: string) => asTexts(spec[field]).length > 0;
  const old = [...OLD.filter(has), ...(typeof spec.includeClusterResources === 'boolean' ? ['includeClusterResources'] : [])];
  const scoped = SCOPED.flat().filter(has);
  const problems: InputProblem[] = [];
  if (old.length > 0 && scoped.length > 0) {
    problems.push({
      field: `${at}.${scoped[0]}`,
      reason: 'Forbidden',
      detail: `Velero takes filters of one form: ${old[0]} is of the older one, and this is by scope`,
      help: `take ${old.join(' and ')} away, or this one`,
    });
  }
  [NAMESPACES, OLD].forEach(lists => { problems.push(...listProblems(spec, at, lists, false)); });
  SCOPED.forEach(lists => { problems.push(...listProblems(spec, at, lists, true)); });
  if (Array.isArray(spec.orLabelSelectors) && spec.labelSelector !== undefined && spec.labelSelector !== null) {
    problems.push({
      field: `${at}.orLabelSelectors`, reason: 'Forbidden', detail: 'Velero takes one of labelSelector and orLabelSelectors', help: 'move labelSelector into the list of orLabelSelectors',
    });
  }
  return problems;
}

function listProblems(spec: PlainObject, at: string, [included, excluded]: Lists, mayExcludeAll: boolean): InputProblem[] {
  const ins = asTexts(spec[included]);
  const outs = asTexts(spec[excluded]);
  const twice = outs.find(each => each !== '*' && ins.includes(each));
  return [
    ...(ins.includes('*') && new Set(ins).size > 1 ? [{
      field: `${at}.${included}`, reason: 'Invalid value', value: ins, detail: "'*' stands for all, and nothing may stand beside it", help: "leave '*' alone, or take it away",
    } as const] : []),
    ...(outs.includes('*') && (!mayExcludeAll || ins.length > 0 || new Set(outs).size > 1) ? [{
      field: `${at}.${excluded}`, reason: 'Invalid value', value: outs, detail: "'*' would leave out everything", help: 'name what is to be left out',
    } as const] : []),
    ...(twice === undefined ? [] : [{
      field: `${at}.${excluded}`, reason: 'Invalid value', value: twice, detail: `stands in ${included} as well`, help: 'take it out of one of them',
    } as const]),
  ];
}

/** Names by which Velero knows a resource: it asks discovery, which takes plural, singular and short name, with or without group. */
const PODS: readonly string[] = ['pods', 'pod', 'po'];
const CLAIMS: readonly string[] = ['persistentvolumeclaims', 'persistentvolumeclaim', 'pvc'];
const VOLUMES: readonly string[] = ['persistentvolumes', 'persistentvolume', 'pv'];

/** Whether a backup takes pods. Source: velero pkg/util/collections/includes_excludes.go ShouldInclude (v1.18) */
export function takesPods(spec: PlainObject): boolean {
  return takes(spec, OLD, PODS) && takes(spec, SCOPED[0], PODS);
}

/** Whether a backup takes claims. */
export function takesClaims(spec: PlainObject): boolean {
  return takes(spec, OLD, CLAIMS) && takes(spec, SCOPED[0], CLAIMS);
}

/**
 * The filter that leaves out the volumes behind claims; undefined where they come along. By the older filters they do not, unless they are named or
 * `includeClusterResources` says so, and what is not taken is not snapshotted by a volume snapshotter; the CSI plugin, which snapshots at the claim, does not ask.
 *
 * Source: velero pkg/util/collections/includes_excludes.go GlobalIncludesExcludes.ShouldExclude, pkg/backup/item_backupper.go itemInclusionChecks, takePVSnapshot (v1.18)
 */
export function leavesVolumesOut(spec: PlainObject): string | undefined {
  const excluding = [OLD[1], SCOPED[1][1]].find(field => asTexts(spec[field]).map(resourceOf).some(name => name === '*' || VOLUMES.includes(name)));
  if (excluding !== undefined || spec.includeClusterResources === true) {
    return excluding;
  }
  return spec.includeClusterResources === false ? 'includeClusterResources' : takes(spec, OLD, VOLUMES) ? undefined : OLD[0];
}

function takes(spec: PlainObject, [included, excluded]: Lists, resource: readonly string[]): boolean {
  const ins = asTexts(spec[included]).map(resourceOf);
  const outs = asTexts(spec[excluded]).map(resourceOf);
  return !outs.some(name => name === '*' || resource.includes(name)) && (ins.length === 0 || ins.some(name => name === '*' || resource.includes(name)));
}

/** `pods` of `Pods` and `pods.`; of the core group, as those here are. */
function resourceOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Whether somebody wrote programs that run in pods before or after. */
export function hasHooks(spec: PlainObject): boolean {
  return asList(objectAt(spec, 'hooks').resources).length > 0;
}
