import { asNumber, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Word } from '../../../facts/command-flags';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { launchingOf } from '../../../facts/world';
import { Rule } from '../../rule';

/** mpirun is told to start more processes than the workers have slots for. */
export const mpiProcessesUnlikeSlots: Rule = {
  id: 'AIW2607',
  title: 'more MPI processes than slots',
  class: 'broken',
  reason: 'Open MPI ends with "There are not enough slots available in the system" when -np is more than slots x workers.',
  source: 'kubeflow/mpi-operator pkg/apis/kubeflow/v2beta1/types.go (slotsPerWorker defaults to 1, runLauncherAsWorker); Open MPI orte/mca/rmaps',
  remedy: 'Leave -np out, then mpirun fills every slot of the host file; or make it slotsPerWorker x worker replicas.',
  appliesTo: ['MPIJob'],
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const slots = pods.carrier.type === 'kubeflow.org/MPIJob' ? slotsOf(pods.carrier) : undefined;
      for (const command of commands) {
        const wanted = launchingOf(command).fillsSlots ? processesOf(command) : undefined;
        if (slots && wanted && Number(wanted.text) > slots.count) {
          report(pods.carrier, {
            field: wanted.field,
            message: `Invalid value: ${wanted.text}: starts ${wanted.text} processes, but there are ${slots.text} slots`,
            help: `use -np ${slots.count}, or leave it out`,
          });
        }
      }
    }
  },
};

/** Other implementations start as many processes on a host as they are told. */
function slotsOf({ spec }: Manifest): { readonly count: number; readonly text: string } | undefined {
  const workers = asNumber(objectAt(spec, 'mpiReplicaSpecs', 'Worker').replicas) ?? 1;
  const slots = spec.slotsPerWorker === undefined ? 1 : asNumber(spec.slotsPerWorker) ?? NaN;
  if ((spec.mpiImplementation ?? 'OpenMPI') !== 'OpenMPI') {
    return undefined;
  }
  const hosts = workers + (spec.runLauncherAsWorker === true ? 1 : 0);
  return { count: hosts * slots, text: `${hosts} hosts x ${slots} slots per worker = ${hosts * slots}` };
}

const OTHER_HOSTS = /^(--?oversubscribe|--?hostfile|--?machinefile|--?host|-H|--?map-by|--?app)(=|$)/;

/** `-np` anywhere; `-n` only among the first options, since further on it may belong to the program. */
function processesOf({ words }: EngineCommand): Word | undefined {
  if (words.some(({ text }) => OTHER_HOSTS.test(text))) {
    return undefined;
  }
  const at = words.findIndex(({ text }, index) => /^--?np$/.test(text) || (/^(-n|-c|--n)$/.test(text) && words.slice(0, Math.min(index, 8)).every(each => each.text.startsWith('-'))));
  return at < 0 ? undefined : words[at + 1];
}
