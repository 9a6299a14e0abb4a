import { MIG_PREFIX } from '../../../../knowledge/accelerators';
import { AcceleratorUse, acceleratorUses, acceleratedPods } from '../../../facts/accelerators';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { parallelismOf } from '../../../facts/parallelism';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** Slices of GPUs that one container is to compute with as if they were GPUs. */
export const migSlicesForOneEngine: Rule = {
  id: 'AIW2512',
  title: 'MIG slices that cannot work together',
  class: 'risky',
  reason: 'A CUDA process sees one MIG device only, and slices have no direct connection: an engine that is cut over several of them, or over a slice and a GPU, finds one.',
  source: 'NVIDIA MIG User Guide, "CUDA device enumeration" and "Application considerations"; NVIDIA/k8s-device-plugin README (mixed strategy)',
  remedy: 'Ask for one larger slice, or for whole GPUs; serve more requests with more replicas of one slice each.',
  appliesTo: ['every carrier of pods that asks for nvidia.com/mig-*'],
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      for (const placed of pods.containers) {
        const uses = acceleratorUses(placed).filter(use => use.vendor === 'NVIDIA' && use.count !== 0);
        const slice = uses.find(({ resource }) => resource.startsWith(MIG_PREFIX));
        if (slice) {
          checkSlices(pods, { placed, uses, slice, commands: facts.get(enginesByPods).get(pods) ?? [] }, report);
        }
      }
    }
  },
};

interface Sliced {
  readonly placed: PlacedContainer;
  readonly uses: readonly AcceleratorUse[];
  readonly slice: AcceleratorUse;
  readonly commands: readonly EngineCommand[];
}

function checkSlices(pods: PodSet, { placed, uses, slice, commands }: Sliced, report: Report): void {
  const other = uses.find(use => use.resource !== slice.resource);
  if (other) {
    report(pods.carrier, {
      field: slice.field,
      message: `Invalid value: "${slice.resource}": the container also asks for ${other.resource}, and a process of it sees one of the two`,
      help: 'ask for slices of one profile, or for whole GPUs',
    });
  }
  for (const command of commands.filter(each => each.placed === placed)) {
    const plan = parallelismOf(command);
    const parts = (plan?.tensor ?? 1) * (plan?.pipeline ?? 1);
    if (plan && parts > 1) {
      report(pods.carrier, {
        field: plan.field,
        message: `Invalid value: ${parts}: ${plan.text}, but the container has ${[slice.resource, slice.count].join(' ').trim()}: a model is not cut over MIG slices`,
        help: 'use one larger slice, or whole GPUs',
      });
    }
  }
}
