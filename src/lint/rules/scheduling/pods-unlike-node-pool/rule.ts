import { templates } from '../../../facts/carried-pods';
import { Misfit, NodePool, misfitsOf, poolsNamedBy } from '../../../facts/node-pools';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Pods insist on a pool whose nodes cannot take them. */
export const podsUnlikeNodePool: Rule = {
  id: 'AIW2616',
  title: 'pods insist on a NodePool whose nodes they cannot run on',
  class: 'risky',
  reason: 'The pods select nodes by karpenter.sh/nodepool, and nodes of that pool have a taint which they do not tolerate, another value of a label that they ask for, or a label that Karpenter does not know '
    + 'before there is a node. Karpenter makes none for them: they stay Pending, and only an event says so.',
  source: 'karpenter pkg/scheduling/taints.go ToleratesPod, requirements.go Compatible, pkg/controllers/provisioning/scheduling/nodeclaim.go (v1.15.0)',
  remedy: 'Tolerate the taint, ask for what the pool has, or give the label to its nodes: spec.template.metadata.labels.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const found = poolsNamedBy(facts, pods).map(pool => ({ pool, misfits: misfitsFor(pool, pods) }));
      const [first] = found;
      if (found.length > 0 && found.every(({ misfits }) => misfits.length > 0)) {
        first.misfits.forEach(misfit => {
          report(pods.carrier, { field: misfit.field, message: `Invalid value: ${JSON.stringify(misfit.about)}: NodePool ${first.pool.name}: ${misfit.reason}`, help: HELP[misfit.kind] });
        });
      }
    }
  },
};

const HELP: { readonly [kind in Misfit['kind']]: string } = {
  taint: 'add it to tolerations, or take the taint from spec.template.spec.taints of the pool',
  label: 'ask for what the nodes of the pool have, or name another pool',
  unknownLabel: 'give it to the nodes: spec.template.metadata.labels of the pool',
};

/** Pods of a DaemonSet go to nodes that others have brought, whoever labels them. */
function misfitsFor(pool: NodePool, pods: PodSet): Misfit[] {
  return misfitsOf(pool, pods).filter(({ kind }) => kind !== 'unknownLabel' || pods.carrier.kind !== 'DaemonSet');
}
