import { Duration } from 'cdk8s';
import { SpotInferenceProps } from './props';
import { podCount } from '../../base/count-limits';
import { forbidden, invalid, required } from '../../base/errors/invalid-input';
import { LABEL_NAME, Labels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { collecting } from '../../given/mistakes/collecting';
import { workloadName } from '../../kubernetes/refused/names';
import { Capacity, spotUse } from '../../pod/scheduling/capacity';
import { BudgetPlan, planBudget } from '../../pod/scheduling/disruption-budget';
import { InferenceAutoscaling } from '../../surroundings/workload-autoscaler/props';
import { Target } from '../../target-cluster/target';
import { InferencePlan, PartOfWhole, planInference } from '../gpu-inference-deployment/plan';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';
import { checkOwnLabels } from '../own-labels';

/** What a part is called: behind the name of its Deployment, and on its pods. */
export const PARTS = { onDemand: 'on-demand', spot: 'spot' } as const;

type Role = keyof typeof PARTS;

const FLOOR_STAYS = 'the floor is what is left when spot is gone, so its number stays: scale the spot part, or give OnDemandFloor.percent';

/** How many replicas a part has: one number, or the bounds of its autoscaler. */
export interface PartSize {
  readonly least: number;
  readonly most: number;
}

/** Everything that will be emitted, with its sums. */
export interface SpotInferencePlan {
  readonly name: string;
  readonly namespace?: string;
  /** On the pods of both parts, and on no others. */
  readonly selector: Labels;
  readonly onDemand: InferencePlan;
  readonly spot: InferencePlan;
  /** Both parts together. */
  readonly total: PartSize;
  readonly floorSum: string;
  /** Whether the floor grows with the load. */
  readonly isFloorScaled: boolean;
  readonly budget?: BudgetPlan;
  readonly props: SpotInferenceProps;
}

/** The two sizes, and the sum that gave that of the floor. */
interface Division {
  readonly onDemand: PartSize;
  readonly spot: PartSize;
  readonly total: PartSize;
  readonly sum: string;
}

const ANY_SPOT = Capacity.spot({ nodeLabels: { 'not-planned': 'true' }, notice: Duration.seconds(86_400) });
const ANY_DIVISION: Division = { onDemand: both(1), spot: both(1), total: both(2), sum: '' };

/** Pure: how replicas are divided, and the plan of each part. */
export function planSpotInference(id: string, given: SpotInferenceProps, target: Target, namespace?: string): SpotInferencePlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name), 'not-planned');
    attempt(() => checkNameBudget(props.name === undefined ? 'id' : 'name', name, [serviceName(name)]));
    attempt(() => checkOwnLabels(props.metadata?.labels));
    // What is wrong with one of them hides nothing about the rest.
    const capacity = attempt(() => spotCapacity(props.capacity), ANY_SPOT);
    const division = attempt(() => divide(props), ANY_DIVISION);
    const isFloorScaled = props.autoscaling !== undefined && isRange(division.onDemand);
    const part = (role: Role, nodes: Capacity) => attempt(() => planInference(id, partProps(props, `${name}-${PARTS[role]}`, division[role], nodes), {
      target, namespace, part: partOf(name, role, division, isFloorScaled),
    }));
    const budget = attempt(() => planBudget(props.disruptionBudget, division.total.most));
    return {
      name,
      namespace,
      selector: { [LABEL_NAME]: name },
      onDemand: part('onDemand', Capacity._keepingOff(capacity)),
      spot: part('spot', capacity),
      total: division.total,
      floorSum: division.sum,
      isFloorScaled,
      budget,
      props,
    };
  });
}

function partOf(name: string, role: Role, division: Division, isFloorScaled: boolean): PartOfWhole {
  return {
    name,
    role: PARTS[role],
    most: division.total.most,
    fixed: role === 'onDemand' && !isFloorScaled ? FLOOR_STAYS : undefined,
    surgeOf: fitting => divideSurge(fitting, division)[role],
  };
}

/**
 * One apply changes both Deployments, and both start new pods at once: what is spare does for both together. The floor has the larger half, since it is what
 * has to answer; what one part has no pods for, the other takes.
 */
function divideSurge(fitting: number, { onDemand, spot }: Pick<Division, Role>): Record<Role, number> {
  const floor = Math.min(fitting, onDemand.most, Math.max(Math.ceil(fitting / 2), fitting - spot.most));
  return { onDemand: floor, spot: fitting - floor };
}

function spotCapacity(capacity: Capacity): Capacity {
  if (spotUse(capacity) === 'none') {
    throw invalid('capacity', capacity._title, 'is no kind of spot nodes, so both parts would be on the same ones',
      'give Capacity.spotKarpenter(), spotEks(), spotGke(), spotAks() or spot({ … }); without spot nodes use GpuInferenceDeployment');
  }
  return capacity;
}

/** The same template but for the nodes: neither the number nor the share stands in it, so a change of either restarts nothing. */
function partProps(props: SpotInferenceProps, name: string, size: PartSize, capacity: Capacity): GpuInferenceDeploymentProps {
  const { floor, ...common } = props;
  const { least, most } = size;
  const isScaled = props.autoscaling !== undefined && isRange(size);
  return {
    ...common,
    name,
    capacity,
    replicas: isScaled ? undefined : least,
    autoscaling: isScaled ? { ...props.autoscaling!, minReplicas: least, maxReplicas: most } : undefined,
  };
}

function divide({ floor, replicas, autoscaling }: SpotInferenceProps): Division {
  if (autoscaling) {
    return divideRange(floor, autoscaling, replicas);
  }
  if (replicas === undefined) {
    throw required('replicas', 'nothing says how many there are in all', 'give replicas, of both parts together, or autoscaling');
  }
  const total = podCount('replicas', replicas, { min: 2, help: 'give one for each part; a single replica is a GpuInferenceDeployment' });
  const { count, sum } = floor._of(total);
  checkLeft('replicas', total, count, sum);
  return { onDemand: both(count), spot: both(total - count), total: both(total), sum: `${sum} on demand, ${total} - ${count} = ${total - count} on spot` };
}

/** The floor is fixed, or the same share at both ends. */
function divideRange(floor: SpotInferenceProps['floor'], { minReplicas, maxReplicas }: InferenceAutoscaling, replicas: number | undefined): Division {
  if (replicas !== undefined) {
    throw forbidden('replicas', 'an autoscaler decides how many there are, and each apply would set the number back', 'leave it out; autoscaling.minReplicas is what always runs');
  }
  podCount('autoscaling.minReplicas', minReplicas, { min: 2, help: 'give one for each part' });
  podCount('autoscaling.maxReplicas', maxReplicas, { min: 2 });
  if (minReplicas > maxReplicas) {
    throw invalid('autoscaling.minReplicas', minReplicas, `is more than maxReplicas ${maxReplicas}`, 'swap them');
  }
  const [least, most] = [floor._of(minReplicas), floor._of(maxReplicas)];
  checkLeft('autoscaling.minReplicas', minReplicas, least.count, least.sum);
  const spot = { least: minReplicas - least.count, most: maxReplicas - most.count };
  return {
    onDemand: { least: least.count, most: most.count },
    spot,
    total: { least: minReplicas, most: maxReplicas },
    sum: `${least.sum} on demand, ${minReplicas} - ${least.count} = ${spot.least} on spot at least;\n${most.sum} on demand, ${maxReplicas} - ${most.count} = ${spot.most} on spot at most`,
  };
}

function isRange({ least, most }: PartSize): boolean {
  return least !== most;
}

function both(count: number): PartSize {
  return { least: count, most: count };
}

function checkLeft(field: string, total: number, floor: number, sum: string): void {
  if (total - floor < 1) {
    throw invalid(field, total, `the floor has ${sum}, which leaves ${Math.max(0, total - floor)} for spot nodes`,
      `give at least ${floor + 1}, or a smaller floor; with all of them on nodes that stay, use GpuInferenceDeployment`);
  }
}
