import { IndexedTrainingJobProps } from './props';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { Rendezvous } from '../../engines/rendezvous';

/** How many pods and processes there are, with the sums. */
export interface SizePlan {
  readonly workers: number;
  readonly processesPerPod: number;
  readonly worldSize: number;
  readonly sum: string;
  readonly devices?: string;
  /** Fewest pods that may run; only with an elastic size. */
  readonly minWorkers?: number;
}

/** An Indexed Job may have no more pods at once. Source: pkg/apis/batch/validation/validation.go (v1.36) */
const MAX_WORKERS = 100_000;

/** Label that GKE schedules slices by. */
const TPU_TOPOLOGY = 'cloud.google.com/gke-tpu-topology';

/** Pure: workers, processes and world size, proven to agree. */
export function planSize(props: IndexedTrainingJobProps, rendezvous: Rendezvous): SizePlan {
  const { processes, why } = planProcesses(props, rendezvous);
  const workers = planWorkers(props, processes, why);
  const worldSize = workers * processes;
  checkServers(rendezvous, workers);
  checkSlices(props, workers);
  return {
    workers,
    processesPerPod: processes,
    worldSize,
    sum: `${workers} workers x ${processes} processes (${why}) = ${worldSize}`,
    devices: props.accelerator && `${workers} workers x ${props.accelerator.count} ${props.accelerator.resourceName} = ${workers * props.accelerator.count}`,
    minWorkers: planElastic(props, rendezvous, workers),
  };
}

function planProcesses(props: IndexedTrainingJobProps, rendezvous: Rendezvous): { readonly processes: number; readonly why: string } {
  const kind = rendezvous._kind;
  const given = props.processesPerPod;
  if (given !== undefined) {
    wholeNumber('processesPerPod', given, { min: 1 });
    if ((kind === 'jax' || kind === 'tensorflow') && given !== 1) {
      const reason = kind === 'jax' ? 'one JAX process of a pod drives all of its devices' : 'TF_CONFIG has one task for each pod';
      throw invalid('processesPerPod', given, `must be 1: ${reason}`, 'leave it out');
    }
    return { processes: given, why: 'given' };
  }
  if (kind === 'torchrun' || kind === 'mpi') {
    return props.accelerator
      ? { processes: props.accelerator.count, why: `one for each ${props.accelerator.resourceName}` }
      : { processes: 1, why: 'no accelerator' };
  }
  return { processes: 1, why: 'one for each pod' };
}

function planWorkers(props: IndexedTrainingJobProps, processes: number, why: string): number {
  const { workers, worldSize } = props;
  if (workers === undefined && worldSize === undefined) {
    throw required('workers', 'says how many pods train', 'give workers, or worldSize and have the workers computed');
  }
  if (worldSize !== undefined) {
    wholeNumber('worldSize', worldSize, { min: 1 });
  }
  if (workers !== undefined) {
    wholeNumber('workers', workers, { min: 1, max: MAX_WORKERS });
    if (worldSize !== undefined && worldSize !== workers * processes) {
      throw invalid('worldSize', worldSize, `is not ${workers} workers x ${processes} processes (${why}) = ${workers * processes}`, 'give workers or worldSize, or make them agree');
    }
    return workers;
  }
  if (worldSize! % processes !== 0) {
    const below = Math.floor(worldSize! / processes) * processes;
    throw invalid('worldSize', worldSize, `does not divide by ${processes} processes for each pod (${why}): ${worldSize} / ${processes} = ${worldSize! / processes}`,
      `use ${below > 0 ? `${below} or ` : ''}${below + processes}`);
  }
  return wholeNumber('worldSize', worldSize! / processes, { min: 1, max: MAX_WORKERS });
}

function checkServers(rendezvous: Rendezvous, workers: number): void {
  const servers = rendezvous._tensorFlow?.parameterServers ?? 0;
  if (servers > 0 && workers < servers + 2) {
    throw invalid('workers', workers, `is less than 1 chief + ${servers} parameter servers + 1 worker = ${servers + 2}`, `give at least ${servers + 2}`);
  }
}

/** GKE gives a slice to as many pods as it has hosts; a part of one never forms. */
function checkSlices(props: IndexedTrainingJobProps, workers: number): void {
  const topology = props.accelerator?.nodeLabels[TPU_TOPOLOGY];
  if (props.accelerator === undefined || topology === undefined) {
    return;
  }
  const chips = topology.split('x').reduce((total, part) => total * Number(part), 1);
  const hosts = chips / props.accelerator.count;
  if (workers % hosts !== 0) {
    throw invalid('workers', workers, `does not fill slices of ${topology} = ${chips} chips / ${props.accelerator.count} chips for each pod = ${hosts} pods`, `give a multiple of ${hosts}`);
  }
}

function planElastic(props: IndexedTrainingJobProps, rendezvous: Rendezvous, workers: number): number | undefined {
  if (!props.elastic) {
    return undefined;
  }
  if (rendezvous._kind !== 'torchrun') {
    throw forbidden('elastic', `only torchrun can run with fewer nodes (--nnodes min:max); the rendezvous is ${rendezvous._kind}`, 'use Rendezvous.torchrun(), or leave elastic out');
  }
  if (props.hostNetwork) {
    throw forbidden('elastic', "with hostNetwork a pod's own name is the node's, so torchrun's c10d rendezvous cannot tell which pod hosts the store", 'drop hostNetwork or elastic');
  }
  if (props.backend?._kind === 'jobSet') {
    throw forbidden('elastic', 'a JobSet restarts all workers when one fails, so the run never goes on with fewer', 'use TrainingBackend.job(), or leave elastic out');
  }
  return wholeNumber('elastic.minWorkers', props.elastic.minWorkers, { min: 1, max: workers });
}
