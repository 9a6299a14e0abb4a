import { valuesAsked } from './asked-labels';
import { Demands, PooledPods } from './demands';
import { NodeDevices, deviceRequirements, planNodeDevices } from './node-devices';
import { LabelledNodes, withLabels } from './node-labels';
import { KarpenterNodePoolProps, NodeOperator, NodeRequirement } from './props';
import { RequirementPlan, requirement } from './requirement';
import { duplicate, forbidden, invalid, required } from '../../base/errors/invalid-input';
import { LABEL_ZONE_TOPOLOGY } from '../../base/labels';
import { asList, objectAt } from '../../base/reading';
import { CAPACITY_TYPE_LABEL, refusedLabel } from '../../knowledge/karpenter';
import { checkKey, isLabelValue } from '../../kubernetes/refused/labels';
import { preferredLabels, requiredLabels } from '../../lint/facts/node-demands';
import { Target } from '../../target-cluster/target';

/** What nodes are, and how many devices they have. */
export interface NodesPlan extends LabelledNodes, Pick<NodeDevices, 'sizes'> {}

const ARCH = 'kubernetes.io/arch';
const OS = 'kubernetes.io/os';
const INSTANCE_TYPE = 'node.kubernetes.io/instance-type';

/** Pure: requirements and labels of the nodes that the pods can run on. */
export function planNodes(props: KarpenterNodePoolProps, demands: Demands, target: Target): NodesPlan {
  const { instanceTypes } = props.nodes._options;
  const devices = planNodeDevices(props, demands, target);
  const derived = [
    capacityOf(demands), requirement(OS, ['linux'], 'images are for Linux'), ...architecture(props, demands, devices), ...zones(props, demands, target),
    ...deviceRequirements(props, demands, devices),
    ...(instanceTypes ? [requirement(INSTANCE_TYPE, instanceTypes, 'as given')] : []),
  ];
  const given = (props.requirements ?? []).map((each, index) => givenRequirement(each, `requirements[${index}]`));
  given.forEach(({ key, operator }, index) => {
    if (given.slice(0, index).some(other => other.key === key && other.operator === operator)) {
      throw duplicate(`requirements[${index}]`, key, 'is required twice in the same way', 'give all values at once');
    }
  });
  const kept = derived.filter(({ key }) => !given.some(each => each.key === key));
  return { ...withLabels(props, demands, [...kept, ...given], devices.product), sizes: devices.sizes };
}

function givenRequirement({ key, operator = NodeOperator.IN, values = [] }: NodeRequirement, field: string): RequirementPlan {
  checkKey(`${field}.key`, key);
  const refused = refusedLabel(key);
  if (refused !== undefined) {
    throw forbidden(`${field}.key`, `${key}: ${refused}, and Karpenter does not take the pool`, 'leave it out');
  }
  values.forEach((value, index) => {
    if (!isLabelValue(value)) {
      throw invalid(`${field}.values[${index}]`, value, 'is not a label value, so no node can carry it', 'give it as the label of the nodes has it');
    }
  });
  const isBound = operator === NodeOperator.GREATER_THAN || operator === NodeOperator.LESS_THAN;
  const isList = operator === NodeOperator.IN || operator === NodeOperator.NOT_IN;
  if (isBound && (values.length !== 1 || !/^\d{1,9}$/.test(values[0]))) {
    throw invalid(`${field}.values`, values, 'a bound is one whole number of at least 0', "for example values: ['7']");
  }
  if (isList && values.length === 0) {
    throw required(`${field}.values`, 'a list of values is compared with', 'give at least one value');
  }
  if (!isBound && !isList && values.length > 0) {
    throw invalid(`${field}.values`, values, `${operator} is about the label, not about its value`, 'leave values out');
  }
  return { key, operator, values, why: 'as given' };
}

/** What the pods of a set let a node be. */
function typesOf({ pods }: PooledPods): { readonly types: readonly string[]; readonly isOpen: boolean } {
  const asked = requiredLabels(pods).find(({ key }) => key === CAPACITY_TYPE_LABEL);
  if (asked) {
    return { types: asked.values, isOpen: false };
  }
  const wished = preferredLabels(pods).find(({ key }) => key === CAPACITY_TYPE_LABEL);
  const terms = asList(objectAt(pods.spec, 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution').nodeSelectorTerms);
  const isKeptOff = terms.some(term => asList(term.matchExpressions).some(({ key }) => key === CAPACITY_TYPE_LABEL));
  return wished ? { types: [...wished.values, 'on-demand'], isOpen: false } : { types: ['on-demand'], isOpen: !isKeptOff };
}

/** Karpenter takes what is cheapest, so pods that say nothing would be placed on the spot nodes that others asked for. */
function capacityOf({ pooled }: Demands): RequirementPlan {
  const asked = pooled.map(typesOf);
  const types = ['on-demand', 'spot', 'reserved'].filter(type => asked.some(each => each.types.includes(type)));
  const open = asked.findIndex(({ isOpen }) => isOpen);
  if (types.includes('spot') && open >= 0) {
    throw forbidden(`workloads[${pooled[open].index}]`, `${pooled[open].pods.toString()} says nothing of the kind of nodes, and this pool has spot nodes, since others ask for them: Karpenter takes what is cheapest`,
      'keep its pods off them (capacity: Capacity.notOn(Capacity.spotKarpenter())), or make a pool for each');
  }
  return requirement(CAPACITY_TYPE_LABEL, types, 'what the pods ask for; without it Karpenter takes the cheapest, which is spot');
}

function architecture({ architecture: given }: KarpenterNodePoolProps, { pooled }: Demands, { machines }: NodeDevices): RequirementPlan[] {
  const asked = valuesAsked(pooled, ARCH);
  const ofMachines = machines.length > 0 && machines.every(({ arch }) => arch === 'arm64') ? 'arm64' : 'amd64';
  return asked.length > 0 && given === undefined ? [] : [requirement(ARCH, [given ?? ofMachines], given === undefined ? 'of the machines with these devices' : 'as given')];
}

function zones({ zones: given }: KarpenterNodePoolProps, { pooled }: Demands, target: Target): RequirementPlan[] {
  given?.forEach((zone, index) => { target._requireZone(zone, `zones[${index}]`); });
  const asked = pooled.every(each => valuesAsked([each], LABEL_ZONE_TOPOLOGY).length > 0) ? valuesAsked(pooled, LABEL_ZONE_TOPOLOGY) : [];
  const [values, why] = given ? [given, 'as given'] : asked.length > 0 ? [asked, 'of the pods'] : [target.zones ?? [], 'of the Target'];
  return values.length === 0 ? [] : [requirement(LABEL_ZONE_TOPOLOGY, values, why)];
}
