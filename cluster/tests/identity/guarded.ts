import { changed } from './changes';
import { Manifest } from '../../harness/manifest';

/** A change of identity: what the server says to it, and what the corpus says. */
export interface GuardedChange {
  readonly what: string;
  readonly kind: string;
  readonly change: (object: Manifest) => void;
  /** Text of the server's refusal; absent where it takes the change, and only the corpus stands between it and data or traffic. */
  readonly refusal?: RegExp;
  /** Field that the corpus names. */
  readonly moved: string;
}

const STATEFUL_SET = /StatefulSet\.apps .* is invalid: .*updates to statefulset spec for fields other than/;
const NAME = 'cdk8s-ai-workloads/name';

const GUARDED: readonly GuardedChange[] = [
  { what: 'a label in the selector of a StatefulSet', kind: 'StatefulSet', change: inSelector, refusal: STATEFUL_SET, moved: 'selector' },
  { what: 'the governing Service of a StatefulSet', kind: 'StatefulSet', change: ({ spec }) => { spec.serviceName = 'other'; }, refusal: STATEFUL_SET, moved: 'serviceName' },
  { what: 'the pod management policy', kind: 'StatefulSet', change: ({ spec }) => { spec.podManagementPolicy = 'OrderedReady'; }, refusal: STATEFUL_SET, moved: 'podManagementPolicy' },
  {
    what: 'the size of a claim',
    kind: 'StatefulSet',
    change: ({ spec }) => { spec.volumeClaimTemplates[0].spec.resources.requests.storage = '2Gi'; },
    refusal: STATEFUL_SET,
    moved: 'volumeClaimTemplates',
  },
  { what: 'the first ordinal', kind: 'StatefulSet', change: ({ spec }) => { spec.ordinals = { start: 7 }; }, moved: 'ordinals' },
  { what: 'a label in the selector of a Deployment', kind: 'Deployment', change: inSelector, refusal: /spec\.selector: Invalid value: .*field is immutable/, moved: 'selector' },
  { what: 'the completion mode of a Job', kind: 'Job', change: ({ spec }) => { spec.completionMode = 'NonIndexed'; }, refusal: /spec\.completionMode: Invalid value: .*field is immutable/, moved: 'completionMode' },
  // The webhooks of LeaderWorkerSet 0.8 let it through, and the controller re-creates all groups in the new size.
  { what: 'the size of the groups of a LeaderWorkerSet', kind: 'LeaderWorkerSet', change: ({ spec }) => { spec.leaderWorkerTemplate.size = 3; }, moved: 'leaderWorkerTemplate.size' },
  { what: 'the address of a headless Service', kind: 'Service', change: ({ spec }) => { spec.clusterIP = '10.96.7.7'; }, refusal: /spec\.clusterIPs\[0\]: Invalid value: .*may not change once set/, moved: 'clusterIP' },
  { what: 'the selector of a Service', kind: 'Service', change: ({ spec }) => { spec.selector[NAME] = 'other'; }, moved: 'selector' },
  { what: 'the selector of a disruption budget', kind: 'PodDisruptionBudget', change: inMatchLabels, moved: 'selector' },
];

/** Each change with the object of an app that it is made to. */
export function guardedChanges(objects: readonly Manifest[]): (Omit<GuardedChange, 'change'> & { readonly before: Manifest; readonly after: Manifest })[] {
  return GUARDED.map(({ change, ...guarded }) => {
    const before = objects.find(object => object.kind === guarded.kind && differs(object, change))!;
    return { ...guarded, before, after: changed(before, change) };
  });
}

/** Whether an object has what the change is about: not every StatefulSet has claims, nor is every Service headless. */
function differs(object: Manifest, change: (copy: Manifest) => void): boolean {
  if (object.kind === 'Service' && object.spec.clusterIP !== 'None') {
    return false;
  }
  try {
    return JSON.stringify(changed(object, change)) !== JSON.stringify(object);
  } catch {
    return false;
  }
}

/** Off by one label, in the template as well: or the server would refuse that the two do not match. */
function inSelector(object: Manifest): void {
  inMatchLabels(object);
  object.spec.template.metadata.labels[NAME] = 'other';
}

function inMatchLabels({ spec }: Manifest): void {
  spec.selector.matchLabels[NAME] = 'other';
}
