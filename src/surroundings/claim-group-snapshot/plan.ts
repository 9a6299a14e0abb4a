import { ClaimGroupSnapshotProps } from './props';
import { GroupSnapshotClass } from './snapshot-class';
import { forbidden, renamed, required } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asText, asList, objectAt } from '../../base/reading';
import { listed } from '../../base/text/listed';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { requireSpec } from '../pod-templates';

/** Claims that are snapshotted in one moment. */
export interface ClaimGroupSnapshotPlan {
  readonly name: string;
  readonly snapshot: string;
  readonly className: string;
  readonly snapshotClass: GroupSnapshotClass;
  readonly workload: string;
  readonly namespace?: string;
  /** Labels that the claims carry. */
  readonly labels: Labels;
  /** Claim templates of each pod. */
  readonly templates: readonly string[];
  readonly pods: () => PodCount;
}

/** Pure: which claims, by labels that they really carry. */
export function planSnapshot(id: string, given: ClaimGroupSnapshotProps): ClaimGroupSnapshotPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const name = attempt(() => workloadName(id, props.name));
    const part = attempt(() => props.part ?? {});
    const { labels, namespace } = attempt(() => renamed(({ field }) => `part.${field}`, () => workload._select(part)));
    const makers = attempt(() => makersOf(workload));
    return {
      name,
      snapshot: attempt(() => checkNamePart('snapshotId', `${name}-${checkNamePart('snapshotId', props.snapshotId)}`)),
      className: attempt(() => props.snapshotClass._name ?? classNameOf(namespace, name)),
      snapshotClass: attempt(() => props.snapshotClass),
      workload: attempt(() => workload.name),
      namespace,
      labels: attempt(() => claimLabels(workload, labels, makers)),
      templates: attempt(() => [...new Set(makers.flatMap(({ templates }) => templates.map(nameOf)))]),
      pods: () => workload._select(part),
    };
  });
}

/** Classes have no namespace, so that of the claims is part of the name. */
function classNameOf(namespace: string | undefined, name: string): string {
  return namespace === undefined ? name : `${namespace}-${name}`;
}

/** What makes claims of pods: templates, and the labels that claims get besides those of their template. */
interface ClaimMaker {
  readonly templates: readonly PlainObject[];
  readonly labels: Labels;
}

/** StatefulSets, and LeaderWorkerSets, whose controller hands the templates on to StatefulSets of its own. Source: lws v0.8.0 pkg/controllers */
const MAKERS: { readonly [kind: string]: (spec: PlainObject) => ClaimMaker } = {
  StatefulSet: spec => ({ templates: asList(spec.volumeClaimTemplates), labels: objectAt(spec, 'selector', 'matchLabels') as Labels }),
  LeaderWorkerSet: spec => ({ templates: asList(objectAt(spec, 'leaderWorkerTemplate').volumeClaimTemplates), labels: {} }),
};

function makersOf({ name, apiObjects }: Workload): ClaimMaker[] {
  const other = apiObjects.find(({ kind }) => MAKERS[kind] === undefined);
  if (apiObjects.length === 0 || other) {
    throw forbidden('workload', other ? `pods of the ${other.kind} ${other.name} have no claims of their own` : `the app holds no object of ${name}`,
      'snapshot the claims that they share one by one (VolumeSnapshot), or back the workload up (WorkloadBackup)');
  }
  const makers = apiObjects.map(object => MAKERS[object.kind](requireSpec(object))).filter(({ templates }) => templates.length > 0);
  if (makers.length === 0) {
    throw required('workload', `pods of ${name} have no claims of their own, so there is nothing to snapshot`, 'give them claims');
  }
  return makers;
}

function nameOf(template: PlainObject): string {
  return asText(objectAt(template, 'metadata').name) ?? '';
}

/**
 * A claim has the labels of its template and those by which the set selects its pods, and no others: nothing says the index.
 *
 * Source: pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims (v1.36)
 */
function claimLabels({ name }: Workload, labels: Labels, makers: readonly ClaimMaker[]): Labels {
  const onClaims = makers.flatMap(maker => maker.templates.map(template => ({ ...objectAt(template, 'metadata', 'labels'), ...maker.labels })));
  const unknown = Object.keys(labels).filter(key => !onClaims.some(claim => key in claim));
  if (unknown.length > 0) {
    throw forbidden('part', `claims of ${name} do not carry ${listed(unknown)}, which tells these pods from others`, 'leave it out, or name a zone, a role or a group');
  }
  return labels;
}
