import { asObject, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Facts } from '../../../facts/facts';
import { labelSelector } from '../../../facts/selector';
import { typesWith } from '../../../kinds';
import { Rule } from '../../rule';

/** The label in which cdk8s-plus writes a hash of the construct path. Source: cdk8s-plus-28 lib/pod.js, Pod.ADDRESS_LABEL */
const ADDRESS = 'cdk8s.io/metadata.addr';

/** Selectors on a hash of where a construct stands in the tree. */
export const selectorFollowsPath: Rule = {
  id: 'AIW2132',
  title: 'selector follows the path of a construct',
  class: 'risky',
  reason: 'The value is a hash of the construct path: moving or renaming a construct changes it. A workload\'s selector is immutable, so the next apply is refused; a Service or policy lets go of the running pods at once.',
  source: 'cdk8s-plus-28 src/pod.ts Pod.ADDRESS_LABEL; pkg/apis/apps/validation/validation.go ValidateDeploymentUpdate (v1.36): spec.selector is immutable',
  remedy: 'Select by a label of your own: workload.select(...) with a fixed label and select: false, or podMetadata.addLabel.',
  appliesTo: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Service', 'NetworkPolicy', 'PodDisruptionBudget'],
  but: 'in files only; one finding for each workload: Services and policies are named in its notes',
  check: (facts, report) => {
    // In an app every workload of cdk8s-plus would be reported, and whoever moves a construct sees the tree. Files show neither.
    if (!facts.isWhole) {
      return;
    }
    const followers = followersByHash(facts);
    for (const workload of typesWith(({ selector }) => selector === 'required').flatMap(type => facts.ofType(type))) {
      const hash = hashIn(objectAt(workload.spec, 'selector', 'matchLabels'));
      if (hash !== undefined) {
        const others = followers.get(`${workload.place} ${hash}`) ?? [];
        followers.delete(`${workload.place} ${hash}`);
        report(workload, complaintAbout('spec.selector.matchLabels', hash, others));
      }
    }
    for (const [key, [first, ...others]] of followers) {
      report(first, complaintAbout(first.kind === 'Service' ? 'spec.selector' : selectorField(first), key.slice(key.indexOf(' ') + 1), others));
    }
  },
};

function complaintAbout(field: string, hash: string, others: readonly Manifest[]) {
  return {
    field,
    message: `Invalid value: {"${ADDRESS}":${JSON.stringify(hash)}}: a hash of the construct path, which changes when the construct moves`,
    notes: others.length > 0 ? [`so ${others.length === 1 ? 'does' : 'do'} ${others.slice(0, 5).map(each => each.toString()).join(', ')}`] : [],
    help: 'select by a label of your own',
  };
}

function hashIn(labels: unknown): string | undefined {
  const value = asObject(labels)[ADDRESS];
  return typeof value === 'string' ? value : undefined;
}

function selectorField(policy: Manifest): string {
  return policy.kind === 'NetworkPolicy' ? 'spec.podSelector.matchLabels' : 'spec.selector.matchLabels';
}

/** Services and policies by namespace and hash. */
function followersByHash(facts: Facts): Map<string, Manifest[]> {
  const result = new Map<string, Manifest[]>();
  const add = (object: Manifest, hash: string | undefined) => {
    if (hash !== undefined) {
      const key = `${object.place} ${hash}`;
      const known = result.get(key);
      if (known) {
        known.push(object);
      } else {
        result.set(key, [object]);
      }
    }
  };
  facts.ofType('Service').forEach(service => add(service, hashIn(service.spec.selector)));
  facts.ofType('networking.k8s.io/NetworkPolicy').forEach(policy => add(policy, hashOf(policy.spec.podSelector)));
  facts.ofType('policy/PodDisruptionBudget').forEach(budget => add(budget, hashOf(budget.spec.selector)));
  return result;
}

function hashOf(selector: unknown): string | undefined {
  return labelSelector(selector).equals.find(([key]) => key === ADDRESS)?.[1];
}
