import { BinPackingPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { SCORE_WEIGHTS } from '../../knowledge/kube-scheduler';

/** What `explain()` of a BinPackingScheduler prints. */
export function explainBinPacking(plan: BinPackingPlan): string {
  const { name, namespace, workloads, placed, elsewhere, resources, shape, weight, image, replicas } = plan;
  const sum = resources.reduce((total, each) => total + each.weight, 0);
  const { TaintToleration, NodeAffinity, PodTopologySpread } = SCORE_WEIGHTS;
  const explanation = new Explanation(`BinPackingScheduler ${name}: fills nodes with pods of ${workloads.map(each => each.name).join(', ')}`)
    .sum('fullness', `(${resources.map(each => `${each.weight} x ${each.name}`).join(' + ')}) / ${sum}; of devices that a pod does not ask for nothing counts, and the divisor is smaller`)
    .sum('of a node', `${weight} x its fullness, beside ${NodeAffinity} x preferred affinity, ${PodTopologySpread} x spread and ${TaintToleration} x taints that wish pods away, each 0 to 100`)
    .choice('shape', shape ? shape.map(each => `${each.utilization} %: ${each.score}`).join(', ') : 'the fuller the better (MostAllocated)')
    .choice('wishes', weight > PodTopologySpread ? 'a full node comes before them: replicas may all come into one zone, unless they require the spread'
      : 'what pods wish for comes first: where they spread over zones, nodes become full in each zone')
    .choice('pods', placed.length === 0 ? 'none' : `${[...new Set(placed.map(({ pods }) => pods.toString()))].join(', ')}: schedulerName ${name}`)
    .choice('switched off', 'NodeResourcesBalancedAllocation, and the spread that pods of a Service get without asking')
    .choice('runs as', `${image}, ${replicas} ${replicas === 1 ? 'pod' : 'pods, of which one has the Lease'}; roles of the cluster\'s own scheduler, and a Lease ${namespace}/${name}`)
    .consequence('it is away', 'its pods stay Pending until it is back, those that run go on; no other scheduler looks at them')
    .consequence('a full node fails', 'it takes more pods of one workload with it than a spread over nodes does')
    .limit('running pods', 'are not moved: nodes become full as pods come and go')
    .limit('the scheduler of the cluster', 'sees these pods and counts them, and still spreads its own; both may choose the last device of a node, and one of them then tries again');
  if (elsewhere.length > 0) {
    explanation.limit('elsewhere', `${elsewhere.join(', ')}: no devices, so the scheduler of the cluster places them`);
  }
  return explanation
    .operate('who placed', `kubectl get events -A --field-selector reason=Scheduled,reportingComponent=${name}`)
    .operate('its Lease', `kubectl -n ${namespace} get lease ${name}`)
    .operate('nodes', 'kubectl describe nodes   # Allocated resources: devices of each node')
    .toString();
}
