import { asList, asTexts, objectAt } from '../../../../base/reading';
import { DO_NOT_DISRUPT } from '../../../../knowledge/karpenter';
import { asksForDevices } from '../../../facts/accelerators';
import { jobSpecs } from '../../../facts/job-specs';
import { NodePool, poolsNamedBy } from '../../../facts/node-pools';
import { Rule } from '../../rule';

/** Karpenter packs nodes while a run is on them. */
export const runOnConsolidatedNodes: Rule = {
  id: 'AIW2722',
  title: 'run on nodes that are taken away to save some',
  class: 'risky',
  reason: 'A NodePool moves pods to fewer or cheaper nodes unless it says otherwise (WhenEmptyOrUnderutilized, after 0s). Pods of a Job are evicted for that in the middle of their run, and those that work together all begin again.',
  source: 'karpenter pkg/apis/v1/nodepool.go Disruption, Budget; pkg/utils/pod/scheduling.go IsDisruptable; pkg/controllers/disruption/consolidation.go ShouldDisrupt (v1.15.0)',
  remedy: 'Let the pods carry karpenter.sh/do-not-disrupt: "true"; or set consolidationPolicy: WhenEmpty, or a budget of 0 nodes for Underutilized.',
  appliesTo: ['Job', 'CronJob', 'JobSet'],
  check: (facts, report) => {
    for (const { pods } of facts.get(jobSpecs)) {
      const pools = pods.annotations[DO_NOT_DISRUPT] === undefined && pods.containers.some(asksForDevices) ? poolsNamedBy(facts, pods) : [];
      if (pools.length > 0 && pools.every(isConsolidated)) {
        report(pods.carrier, {
          field: pods.metadataField('annotations'),
          message: `Required value: annotation ${DO_NOT_DISRUPT}: NodePool ${pools[0].name} moves pods to save nodes, and these are in the middle of a run`,
          help: `set the annotation ${DO_NOT_DISRUPT}: "true" on the pods, or consolidationPolicy: WhenEmpty in the pool`,
        });
      }
    }
  },
};

const NONE: ReadonlySet<unknown> = new Set(['0', '0%']);

function isConsolidated({ object }: NodePool): boolean {
  const { consolidationPolicy, consolidateAfter, budgets } = objectAt(object.spec, 'disruption');
  const isHeldBack = asList(budgets).some(({ nodes, schedule, reasons }) =>
    NONE.has(nodes) && schedule === undefined && (reasons === undefined || asTexts(reasons).includes('Underutilized')));
  return (consolidationPolicy ?? 'WhenEmptyOrUnderutilized') === 'WhenEmptyOrUnderutilized' && consolidateAfter !== 'Never' && !isHeldBack;
}
