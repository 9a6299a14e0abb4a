import { LABEL_HOSTNAME } from '../../../../base/labels';
import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';

/** Labels of Karpenter's own group that may be spoken of. Source: karpenter pkg/apis/crds/karpenter.sh_{nodepools,nodeclaims}.yaml, CEL rules of keys and labels (v1.15) */
const CAPACITY_TYPE = 'karpenter.sh/capacity-type';
/** A NodeClaim names the pool that it is of. */
const POOL = 'karpenter.sh/nodepool';

/** Machines of providers by the group of their labels; `karpenter.k8s.io` is nobody's. Source: karpenter-provider-aws pkg/apis/v1/labels.go (v1.15) */
const NOBODYS = 'karpenter.k8s.io/';
const OF_AWS = 'karpenter.k8s.aws/';

/** A NodePool that chooses machines by a label which chooses none. */
export const nodePoolLabel: Rule = {
  id: 'AIW2147',
  title: 'NodePool by a label that it may not use, or that nobody sets',
  class: 'rejected',
  reason: 'Karpenter keeps its own labels and hostnames for itself, and the definition of a NodePool refuses them. A key that no provider knows becomes a label of the nodes and chooses no machine: '
    + 'karpenter.k8s.io/instance-category limits nothing, unlike karpenter.k8s.aws/instance-category.',
  source: 'karpenter pkg/apis/crds/karpenter.sh_nodepools.yaml (CEL), pkg/apis/v1/labels.go (v1.15); karpenter-provider-aws pkg/apis/v1/labels.go (v1.15)',
  remedy: 'Use the labels of the provider (karpenter.k8s.aws/instance-category on AWS), the well-known ones of Kubernetes, or a domain of your own.',
  appliesTo: ['NodePool', 'NodeClaim'],
  but: 'a key that nobody sets: warning',
  check: (facts, report) => {
    for (const pool of facts.ofType('karpenter.sh/NodePool')) {
      const template = objectAt(pool.spec, 'template');
      checkRequirements(pool, objectAt(template, 'spec'), 'spec.template.spec', report);
      Object.keys(asObject(asObject(template.metadata).labels)).forEach(key => check(pool, key, `spec.template.metadata.labels[${key}]`, report));
    }
    facts.ofType('karpenter.sh/NodeClaim').forEach(claim => checkRequirements(claim, claim.spec, 'spec', report));
  },
};

function checkRequirements(object: Manifest, { requirements }: PlainObject, field: string, report: Report): void {
  asList(requirements).forEach((each, index) => {
    const key = asText(each.key);
    if (key !== undefined) {
      check(object, key, `${field}.requirements[${index}].key`, report);
    }
  });
}

function check(object: Manifest, key: string, field: string, report: Report): void {
  if (key.startsWith(NOBODYS)) {
    report(object, {
      field,
      message: `Invalid value: ${JSON.stringify(key)}: labels of no provider, so it chooses no machine`,
      class: 'risky',
      help: `on AWS it is ${OF_AWS}${key.slice(NOBODYS.length)}`,
    });
  } else if (isKarpenters(key) ? key !== CAPACITY_TYPE && !(key === POOL && object.kind === 'NodeClaim') : key === LABEL_HOSTNAME && object.kind === 'NodePool') {
    report(object, {
      field,
      message: `Forbidden: ${JSON.stringify(key)}: Karpenter keeps this label for itself`,
      help: 'use a label of the provider, a well-known one, or a domain of your own',
    });
  }
}

/** The domain itself and those below it. */
function isKarpenters(key: string): boolean {
  const slash = key.indexOf('/');
  return slash > 0 && key.slice(0, slash).endsWith('karpenter.sh');
}
