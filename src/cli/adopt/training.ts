import { acceleratorOf, metadataOf } from './carrier';
import { call } from './expression';
import { otherContainer, podProps, sharedMemoryOf } from './pod';
import { NotAdopted, Recogniser, namesOf, volumesOf } from './proposal';
import { asNumber, asObject } from '../../base/reading';
import { acceleratorUses } from '../../lint/facts/accelerators';
import { podSetsOf } from '../../lint/facts/carried-pods';

/** An Indexed Job on devices whose workers run at once. */
export const recogniseTraining: Recogniser = (object, context) => {
  if (object.type !== 'batch/Job' || object.spec.completionMode !== 'Indexed') {
    return undefined;
  }
  const pods = podSetsOf(context.facts, object)[0];
  const placed = pods?.containers.find(each => each.isMain && acceleratorUses(each).length > 0);
  if (!placed) {
    return undefined;
  }
  const [completions, parallelism] = [asNumber(object.spec.completions), asNumber(object.spec.parallelism) ?? 1];
  if (completions === undefined || completions !== parallelism) {
    throw new NotAdopted(`${parallelism} of its ${completions ?? 'unlimited'} indexes run at a time, so they do not train together`);
  }
  // The name of a run stands behind the last dash of the Job's.
  const dash = object.name.lastIndexOf('-');
  if (dash < 1) {
    throw new NotAdopted(`a Job of IndexedTrainingJob is called <name>-<run>, and ${object.name === '' ? 'the name of this one is generated' : `${object.name} has no dash`}: another name is another run`);
  }
  const names = namesOf(object.name, context);
  const volumes = volumesOf(names.id, pods.spec, context);
  return [{
    construct: 'IndexedTrainingJob',
    ...names,
    carrier: object,
    calls: [],
    notes: [],
    props: {
      name: object.name.slice(0, dash),
      runId: object.name.slice(dash + 1),
      workers: completions,
      accelerator: acceleratorOf(placed)!.expression,
      container: otherContainer(names.id, placed.container, volumes, sharedMemoryOf(placed.container, pods.spec)),
      ...podProps(names.id, asObject(object.spec.template), placed.container, volumes),
      placement: call('Placement.anywhere'),
      disruptionBudget: call('DisruptionBudget.none'),
      ...metadataOf(object),
    },
  }];
};
