import { containerDevices } from './accelerators';
import { EngineCommand } from './engine-command';
import { Facts } from './facts';
import { requiredLabels } from './node-demands';
import { parallelismOf, toldSetting } from './parallelism';
import { PodSet } from './pod-set';
import { toldModel } from './told-model';
import { asObject } from '../../base/reading';
import { PART_LABELS, gpuMemoryMi } from '../../knowledge/gpu-nodes';
import { KnownModel, knownModel } from '../../knowledge/models';

/** The model of a command, where it is one that is known here. */
export function servedModel(command: EngineCommand): KnownModel | undefined {
  const told = toldModel(command);
  return told === undefined ? undefined : knownModel(told);
}

/** Bytes of its weights as they are published; undefined where the engine may make them smaller, or leave some elsewhere. */
export function weightsOf(command: EngineCommand): KnownModel['weights'] {
  const isShrunk = command.engine.serves?.shrinks?.some(setting => toldSetting(command, setting) !== undefined) !== false;
  return isShrunk || !command.isComplete ? undefined : servedModel(command)?.weights;
}

/** How many parts the weights are cut into, one on each device. */
export interface WeightParts {
  readonly count: number;
  /** `tensor 2 x pipeline 2`. */
  readonly text: string;
  readonly field: string;
}

/** Undefined where nobody knows, or experts are spread in another way. */
export function weightParts(facts: Facts, pods: PodSet, command: EngineCommand): WeightParts | undefined {
  const cuts = command.engine.serves?.cuts;
  if (!cuts || (cuts.experts && toldSetting(command, { flags: cuts.experts }))) {
    return undefined;
  }
  const plan = parallelismOf(command);
  if (plan?.tensor !== undefined && plan.pipeline !== undefined) {
    return { count: plan.tensor * plan.pipeline, text: plan.tensor * plan.pipeline === 1 ? 'one GPU' : plan.text, field: plan.field };
  }
  const told = [{ flags: cuts.uncounted, variable: cuts.uncountedVariable }, { flags: cuts.tensor, variable: cuts.tensorVariable }];
  const isTold = told.some(setting => toldSetting(command, setting) !== undefined);
  const devices = cuts.takesAll && !isTold ? containerDevices(facts, pods, command.placed) : undefined;
  return devices?.count === undefined ? undefined : { count: devices.count, text: devices.text, field: devices.field };
}

/** A GPU of the nodes that the pods insist on. */
export interface NodeGpu {
  readonly memoryMi: number;
  /** `cloud.google.com/gke-accelerator nvidia-l4`. */
  readonly text: string;
}

/** The largest of those that may be; undefined where a label leaves it open, or nodes share parts of a GPU. */
export function nodeGpu(pods: PodSet): NodeGpu | undefined {
  if (PART_LABELS.some(key => key in asObject(pods.spec.nodeSelector))) {
    return undefined;
  }
  const known = requiredLabels(pods).flatMap(({ key, values }) => {
    const sizes = values.map(value => gpuMemoryMi(key, value));
    return sizes.every(size => size !== undefined) ? [{ memoryMi: Math.max(...sizes), text: `${key} ${values.join(', ')}` }] : [];
  });
  return known.sort((one, other) => one.memoryMi - other.memoryMi)[0];
}
