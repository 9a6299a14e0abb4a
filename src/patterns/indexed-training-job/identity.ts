import { IndexedTrainingJobProps } from './props';
import { LABEL_NAME, LABEL_RUN, Labels } from '../../base/labels';
import { DerivedName, checkNameBudget, indexedJobNames, serviceName } from '../../base/names';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';

/** Name of the one Job inside a JobSet. */
export const REPLICATED_JOB = 'worker';

/** Where traffic and data hang: what outlives a run has the name, what belongs to one has the run id too. */
export interface RunIdentity {
  readonly name: string;
  readonly runId: string;
  /** Name of the Job or JobSet. */
  readonly jobName: string;
  /** Absent where it is not known. */
  readonly namespace?: string;
  readonly backend: 'job' | 'jobSet';
  /** Labels by which the Service and the budget select: every run of this name. */
  readonly selector: Labels;
  /** Labels of the pods of this run alone. */
  readonly runLabels: Labels;
}

/** Pure: every name, within its budget. */
export function planIdentity(id: string, props: IndexedTrainingJobProps, workers: number, namespace: string | undefined): RunIdentity {
  const name = workloadName(id, props.name);
  const runId = checkNamePart('runId', props.runId ?? '1');
  const selector = { [LABEL_NAME]: name };
  const identity: RunIdentity = {
    name, runId, jobName: `${name}-${runId}`, namespace, backend: props.backend?._kind ?? 'job', selector, runLabels: { ...selector, [LABEL_RUN]: runId },
  };
  const isRunLonger = runId.length > name.length;
  checkNameBudget(isRunLonger ? 'runId' : props.name === undefined ? 'id' : 'name', isRunLonger ? runId : name, derivedNames(identity, workers));
  return identity;
}

/** Host name of a worker: the Job controller sets `<job>-<index>`. Source: pkg/controller/job/job_controller.go (v1.36) */
export function hostnameOf(run: RunIdentity, index: number): string {
  return `${carrierOf(run)}-${index}`;
}

/** What other pods resolve: with the namespace where it is known, else valid inside it. */
export function workerAddress(run: RunIdentity, index: number): string {
  return [hostnameOf(run, index), run.name, ...(run.namespace ? [run.namespace] : [])].join('.');
}

/** The Job that carries the pods. Source: jobset pkg/util/placement/placement.go GenJobName */
function carrierOf(run: RunIdentity): string {
  return run.backend === 'jobSet' ? `${run.jobName}-${REPLICATED_JOB}-0` : run.jobName;
}

function derivedNames(run: RunIdentity, workers: number): DerivedName[] {
  const names = [serviceName(run.name), ...indexedJobNames(carrierOf(run), workers - 1)];
  return run.backend === 'job' ? names : [...names, {
    carrier: 'pod of the JobSet',
    name: `${hostnameOf(run, workers - 1)}-abcde`,
    max: 63,
    source: "the JobSet's webhook refuses pod names of more than 63 characters",
  }];
}
