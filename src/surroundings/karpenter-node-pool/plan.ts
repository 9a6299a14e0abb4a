import { Demands, demandsOf } from './demands';
import { DisruptionPlan, planDisruption } from './disruption';
import { LimitPlan, planLimits } from './limits';
import { KarpenterNodePoolProps, NodeTaint } from './props';
import { RequirementPlan } from './requirement';
import { NodesPlan, planNodes } from './requirements';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact } from '../../base/plain';
import { asList, asText } from '../../base/reading';
import { collecting } from '../../given/mistakes/collecting';
import { KARPENTER_API } from '../../knowledge/karpenter';
import { Manifest } from '../../kubernetes/manifest';
import { checkKey, isLabelValue } from '../../kubernetes/refused/labels';
import { workloadName } from '../../kubernetes/refused/names';
import { NodePool, misfitsOf, readNodePool } from '../../lint/facts/node-pools';
import { tolerates } from '../../lint/facts/tolerations';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';

/** A NodePool with its reasons. */
export interface KarpenterNodePoolPlan {
  readonly name: string;
  readonly workloads: readonly Workload[];
  readonly demands: Demands;
  readonly nodes: NodesPlan;
  readonly taints: readonly PlainObject[];
  readonly startupTaints: readonly PlainObject[];
  readonly limits: LimitPlan;
  readonly disruption: DisruptionPlan;
  readonly weight?: number;
  readonly nodeClass: { readonly group: string; readonly kind: string; readonly name: string };
  readonly title: string;
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Pure but for what it reads of the app: the objects of the workloads as they are now. */
export function planNodePool(id: string, given: KarpenterNodePoolProps, target: Target): KarpenterNodePoolPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    const workloads = attempt(() => workloadsOf(props));
    const demands = attempt(() => demandsOf(workloads));
    attempt(() => props.devicesPerNode?.forEach((count, index) => { wholeNumber(`devicesPerNode[${index}]`, count, { min: 1 }); }));
    const weight = attempt(() => props.weight === undefined ? undefined : wholeNumber('weight', props.weight, { min: 1, max: 100 }));
    const nodes = attempt(() => planNodes(props, demands, target));
    const limits = attempt(() => planLimits(props, demands, nodes.sizes, target.spareGpus));
    const disruption = attempt(() => planDisruption(props, demands));
    const taints = attempt(() => taintsOf(props, demands));
    const startupTaints = attempt(() => renderTaints('startupTaints', props.startupTaints, taints));
    const { _provider: { group, kind, title }, _className } = props.nodes;
    const nodeClass = { group, kind, name: _className };
    const plan = { name, workloads, demands, nodes, limits, disruption, taints, startupTaints, weight, nodeClass, title };
    attempt(() => checkFit(plan, props));
    return plan;
  });
}

function workloadsOf({ workloads }: KarpenterNodePoolProps): Workload[] {
  if (workloads.length === 0) {
    throw required('workloads', 'a pool is made for workloads, which say what its nodes have to be', 'give at least one');
  }
  const planned = workloads.map(({ workload }) => workload._planned);
  planned.forEach((workload, index) => {
    if (planned.indexOf(workload) !== index) {
      throw duplicate(`workloads[${index}]`, workload.name, 'is given twice', 'give it once');
    }
  });
  return planned;
}

function taintsOf({ taints }: KarpenterNodePoolProps, { pooled, demands }: Demands): PlainObject[] {
  if (taints !== undefined) {
    return renderTaints('taints', taints, []);
  }
  const tolerated = pooled.flatMap(({ pods }) => asList(pods.spec.tolerations)).map(({ key }) => asText(key) ?? '');
  const derived = [...new Set(tolerated)].filter(key => DEVICE_TAINT.test(key)).map(key => ({ key, value: 'true', effect: 'NoSchedule' }));
  const all = (taint: PlainObject) => pooled.every(({ pods }) => asList(pods.spec.tolerations).some(each => tolerates(each, taint)));
  return demands.length === 0 ? [] : derived.filter(all).slice(0, 1);
}

/** Keys that vendors' nodes carry. Source: NVIDIA/k8s-device-plugin README; pkg/pod/devices of this library */
const DEVICE_TAINT = /^(nvidia\.com\/gpu|amd\.com\/gpu|habana\.ai\/gaudi|aws\.amazon\.com\/neuron|gpu\.intel\.com\/i915)$/;

function renderTaints(field: string, taints: readonly NodeTaint[] = [], before: readonly PlainObject[]): PlainObject[] {
  return taints.map(({ key, value, effect = 'NoSchedule' }, index) => {
    const at = `${field}[${index}]`;
    checkKey(`${at}.key`, key);
    if (value !== undefined && !isLabelValue(value)) {
      throw invalid(`${at}.value`, value, 'is no value of a taint', 'use letters, digits, hyphens, dots and underscores');
    }
    if (!EFFECTS.includes(effect)) {
      throw invalid(`${at}.effect`, effect, `effects are ${EFFECTS.join(', ')}`, 'use one of them');
    }
    const same = [...before, ...taints.slice(0, index).map(each => ({ key: each.key, effect: each.effect ?? 'NoSchedule' }))];
    if (same.some(each => each.key === key && each.effect === effect)) {
      throw duplicate(at, `${key}:${effect}`, 'a node has one taint of a key and effect, and Karpenter does not take the pool', 'name it once');
    }
    return compact({ key, value, effect });
  });
}

/** Every pod must be able to run there: a pool for pods that never come is a pool for nobody. */
function checkFit(plan: KarpenterNodePoolPlan, props: KarpenterNodePoolProps): void {
  const pool = poolOf(plan);
  for (const { index, pods } of plan.demands.pooled) {
    const misfits = misfitsOf(pool, pods);
    if (misfits.length > 0) {
      throw forbidden(`workloads[${index}]`, `pods of ${pods.toString()} would never run on these nodes: ${misfits.map(({ reason }) => reason).join('; ')}`, helpFor(misfits[0], props));
    }
  }
}

function helpFor({ kind, about }: ReturnType<typeof misfitsOf>[number], { nodes }: KarpenterNodePoolProps): string {
  switch (kind) {
    case 'taint': return 'let the pods tolerate it (tolerations), or leave the taint out';
    case 'label': return `change what the pods ask for, or the requirement over ${about}`;
    default: return `give it to the nodes where it is true of all of them: labels: { '${about}': '…' }; for spot nodes use Capacity.spotKarpenter(), and ask by labels of ${nodes._provider.title}`;
  }
}

/** The pool as the checks read it in any YAML. */
function poolOf(plan: KarpenterNodePoolPlan): NodePool {
  return readNodePool(new Manifest({ apiVersion: KARPENTER_API, kind: 'NodePool', metadata: { name: plan.name }, spec: renderNodePool(plan) }));
}

/** `karpenter.sh/v1` NodePool. Source: karpenter pkg/apis/v1/nodepool.go (v1.15.0) */
export function renderNodePool({ nodes, taints, startupTaints, limits, disruption, weight, nodeClass }: KarpenterNodePoolPlan): PlainObject {
  return compact({
    weight,
    limits: { ...limits.limits },
    template: compact({
      metadata: compact({ labels: { ...nodes.labels } }),
      spec: compact({
        nodeClassRef: { ...nodeClass },
        requirements: nodes.requirements.map(renderRequirement),
        taints: [...taints],
        startupTaints: [...startupTaints],
        expireAfter: disruption.expireAfter,
        terminationGracePeriod: disruption.terminationGracePeriod,
      }),
    }),
    disruption: {
      consolidationPolicy: disruption.consolidationPolicy,
      consolidateAfter: disruption.consolidateAfter,
      budgets: disruption.budgets.map(budget => budget._render()),
    },
  });
}

function renderRequirement({ key, operator, values }: RequirementPlan): PlainObject {
  return compact({ key, operator, values: [...values] });
}
