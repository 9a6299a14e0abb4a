import { asNumber, asObject, asTexts } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { Devices, acceleratorUses, containerDevices } from '../../../facts/accelerators';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { Report, Rule } from '../../rule';

/** The operator is told of more processes for each node than a pod has devices. */
export const operatorProcessesExceedDevices: Rule = {
  id: 'AIW2647',
  title: 'operator starts more processes than a pod has devices',
  class: 'risky',
  reason: 'The number goes to the launcher in each pod: PET_NPROC_PER_NODE for torchrun, the slots of the host file for mpirun, which fills a host before the next one. Each process takes the device of its local rank, and those beyond the last one end with "invalid device ordinal".',
  source: 'kubeflow/training-operator pkg/controller.v1/pytorch/envvar.go (v1.9.3); kubeflow/trainer pkg/runtime/framework/plugins/torch, mpi (v2.2); kubeflow/mpi-operator pkg/controller/mpi_job_controller.go newConfigMap (v0.8)',
  remedy: 'Write as many processes as a pod has devices. PyTorchJob and TrainJob count them by themselves where nothing is written.',
  appliesTo: ['PyTorchJob', 'MPIJob', 'TrainJob'],
  check: (facts, report) => {
    facts.ofType('kubeflow.org/PyTorchJob').forEach(job => checkPods(facts, report, job, 'nprocPerNode', podSetsOf(facts, job).filter(pods => !saysItself(pods))));
    facts.ofType('kubeflow.org/MPIJob').forEach(job => checkPods(facts, report, job, 'slotsPerWorker', podSetsOf(facts, job).filter(({ role }) => role === 'worker')));
    facts.ofType('trainer.kubeflow.org/TrainJob').forEach(job => checkTrainer(report, job));
  },
};

/** A flag of torchrun counts more than the variable of the operator, in a script too. */
const SAID = /--nproc[-_]per[-_]node\b/;

function saysItself({ containers }: PodSet): boolean {
  return containers.some(({ container }) => [...asTexts(container.command), ...asTexts(container.args)].some(text => SAID.test(text)));
}

/** All roles get the same number, so the first pod that has too few devices is told. */
function checkPods(facts: Facts, report: Report, job: Manifest, key: string, sets: readonly PodSet[]): void {
  const devices = sets.flatMap(pods => pods.containers.filter(({ isMain }) => isMain).flatMap(placed => containerDevices(facts, pods, placed) ?? []));
  tell(report, job, `spec.${key}`, job.spec[key], devices);
}

/** `resourcesPerNode` takes the place of what the runtime says. */
function checkTrainer(report: Report, job: Manifest): void {
  const { numProcPerNode, resourcesPerNode } = asObject(job.spec.trainer);
  const uses = acceleratorUses({ name: 'node', container: { resources: resourcesPerNode }, field: 'spec.trainer', isMain: true });
  tell(report, job, 'spec.trainer.numProcPerNode', numProcPerNode, uses.map(({ resource, count, isWhole, field }) => ({ count: isWhole ? count : undefined, text: `${resource} ${count}`, field })));
}

/** Words as `auto` and `gpu` count by themselves. */
function tell(report: Report, job: Manifest, field: string, value: unknown, devices: readonly Devices[]): void {
  const stated = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : asNumber(value);
  const few = stated === undefined ? undefined : devices.find(({ count }) => count !== undefined && count > 0 && count < stated);
  if (few) {
    report(job, {
      field,
      message: `Invalid value: ${stated!}: processes for each pod, and a pod has ${few.text}`,
      help: `write ${few.count!}, or ask for ${stated!} devices`,
    });
  }
}
