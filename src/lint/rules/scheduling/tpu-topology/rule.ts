import { asShown, objectAt } from '../../../../base/reading';
import { acceleratorUses, acceleratedPods } from '../../../facts/accelerators';
import { crewOf } from '../../../facts/crews';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

const TOPOLOGY = 'cloud.google.com/gke-tpu-topology';
const ACCELERATOR = 'cloud.google.com/gke-tpu-accelerator';
const TPU = 'google.com/tpu';

/** Sides of a slice, by the accelerator. Source: GKE documentation, "Plan TPUs in GKE"; AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py (supported_topologies) */
const SIDES: ReadonlyMap<string, number> = new Map([
  ['tpu-v4-podslice', 3], ['tpu-v5p-slice', 3], ['tpu7x', 3], ['tpu-v5-lite-podslice', 2], ['tpu-v5-lite-device', 2], ['tpu-v6e-slice', 2],
]);

/** Chips and hosts that do not make the slice they are to run on. */
export const tpuTopology: Rule = {
  id: 'AIW2609',
  title: 'TPU chips and pods do not make the topology',
  class: 'broken',
  reason: 'A slice is used as a whole: every host of it runs one pod, and each takes the chips of its host. A program on part of a slice waits for the other hosts at start. '
    + 'Slices of v4, v5p and 7x have three sides, those of v5e and v6e two.',
  source: 'GKE documentation, "TPUs in GKE" (topology, chips per node), "Plan TPUs in GKE"; lws pkg/utils/accelerators/tpu.go',
  remedy: 'Make chips per pod x pods the product of the topology: 4x4 with 4 chips a host are 4 pods that run at the same time.',
  appliesTo: ['every carrier of pods that asks for google.com/tpu'],
  but: 'more pods than hosts: warning',
  check: (facts, report) => {
    for (const pods of facts.get(acceleratedPods)) {
      checkPods(facts, pods, report);
    }
  },
};

function checkPods(facts: Facts, pods: PodSet, report: Report): void {
  const { [TOPOLOGY]: written, [ACCELERATOR]: accelerator } = objectAt(pods.spec, 'nodeSelector');
  const topology = asShown(written);
  if (checkSides(pods, topology, asShown(accelerator), report)) {
    return;
  }
  const total = /^\d{1,4}(x\d{1,4}){1,2}$/.test(topology) ? topology.split('x').reduce((product, side) => product * Number(side), 1) : undefined;
  const uses = pods.containers.filter(each => each.isMain).flatMap(acceleratorUses).filter(({ resource }) => resource === TPU);
  const chips = uses.reduce((sum, { count }) => sum + (count ?? NaN), 0);
  if (total === undefined || !(chips > 0)) {
    return;
  }
  if (total % chips !== 0) {
    report(pods.carrier, {
      field: uses[0].field,
      message: `Invalid value: ${chips}: does not divide the topology ${topology} = ${total} chips`,
      help: 'ask for all chips of one host: 1, 4 or 8, as the machine type has them',
    });
    return;
  }
  checkHosts(facts, pods, { hosts: total / chips, sum: `topology ${topology} = ${total} chips / ${chips} a pod = ${total / chips} hosts` }, report);
}

/** Whether no slice of the accelerator can be called so. */
function checkSides(pods: PodSet, topology: string, accelerator: string, report: Report): boolean {
  const sides = SIDES.get(accelerator);
  const isWrong = sides !== undefined && /^\d{1,4}(x\d{1,4}){1,2}$/.test(topology) && topology.split('x').length !== sides;
  if (isWrong) {
    report(pods.carrier, {
      field: pods.at(`nodeSelector[${TOPOLOGY}]`),
      message: `Invalid value: "${topology}": slices of ${accelerator} have ${sides} sides`,
      help: sides === 3 ? 'write all three: 2x2x1 are four chips of one host' : 'write two: 2x4 are eight chips',
    });
  }
  return isWrong;
}

/** A slice of one host has as many copies as one likes. */
function checkHosts(facts: Facts, pods: PodSet, slice: { readonly hosts: number; readonly sum: string }, report: Report): void {
  const count = podsPerSlice(facts, pods);
  if (count === undefined || count % slice.hosts === 0) {
    return;
  }
  report(pods.carrier, {
    field: pods.at(`nodeSelector[${TOPOLOGY}]`),
    message: `Invalid value: ${slice.sum}, but ${count} pod${count === 1 ? ' runs' : 's run'} together`,
    class: count < slice.hosts ? 'broken' : 'risky',
    help: `run ${slice.hosts} pods together, or choose a topology of ${count} hosts`,
  });
}

/** Pods that share a slice: those of a Job (of a JobSet each Job), a group, a replica of a Ray worker group. */
function podsPerSlice(facts: Facts, pods: PodSet): number | undefined {
  if (pods.carrier.group === 'ray.io') {
    return pods.podsOfReplica;
  }
  const crew = crewOf(facts, pods, set => set.containers.some(each => acceleratorUses(each).some(use => use.resource === TPU)));
  return crew.isGroup ? crew.pods : undefined;
}
