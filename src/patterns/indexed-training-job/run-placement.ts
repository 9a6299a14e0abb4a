import { IndexedTrainingJobProps } from './props';
import { forbidden, required } from '../../base/errors/invalid-input';
import { Placement, planPlacement } from '../../pod/scheduling/placement';
import { Target } from '../../target-cluster/target';
import { PlacedPods } from '../placement-texts';

/** Where the workers run, and what is said of it. */
export function planRunPlacement(props: IndexedTrainingJobProps, workers: number, target: Target): { placement: Placement; placed: PlacedPods } {
  const placement = planPlacement(props.placement, target);
  if (placement._zones.length > 1) {
    throw forbidden('placement', `${placement._zones.length} zones for one run, whose workers are one group`, 'name one zone with Placement.inZone, or use Placement.anywhere()');
  }
  if (placement._kind === 'gang' && props.backend?._kind === 'jobSet') {
    throw forbidden('placement', 'the definition of JobSet does not know spec.schedulingGroup of pods, which an API server drops from it',
      'use TrainingBackend.job(), or a GangScheduling of Volcano or coscheduling around the run');
  }
  if (placement._byQueue && props.queueName === undefined) {
    throw required('queueName', 'Kueue chooses the place of runs that have a queue only', 'name the queue, or use another placement');
  }
  const isQueued = props.queueName !== undefined;
  return { placement, placed: { placement, unit: 'run', units: 1, pods: workers, devices: props.accelerator, zones: target.zones, isQueued } };
}
