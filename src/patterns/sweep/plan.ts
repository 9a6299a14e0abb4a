import { checkOwnLabels } from '../own-labels';
import { SweepProps } from './props';
import { referencesIn } from './references';
import { ResultsPlan, planResults } from './results';
import { RowEnvironment } from './row-environment';
import { RowsPlan, planRows } from './rows';
import { WrittenAt, duplicate, forbidden, renamed, required, wholeNumber } from '../../base/errors/invalid-input';
import { LABEL_NAME, LABEL_RUN, Labels } from '../../base/labels';
import { checkNameBudget, indexedJobNames } from '../../base/names';
import { wholeSeconds } from '../../base/seconds';
import { requireCommand } from '../../engines/world';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { ContainerSpec } from '../../pod/container/container';
import { checkContainer, checkPod } from '../../pod/container/container-checks';
import { withinNotice } from '../../pod/lifecycle/notice';
import { ModelUse } from '../../pod/model/model-plan';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { PodPlan, planPod } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Target } from '../../target-cluster/target';

/** Variables of this pattern. */
export const SWEEP_VARIABLES = {
  /** Set by Kubernetes too, but after the others; set first, mounts and later variables may refer to it. */
  index: 'JOB_COMPLETION_INDEX',
  rowCount: 'ROW_COUNT',
  rowFile: 'ROW_FILE',
  resultsFolder: 'RESULTS_DIR',
} as const;

/** Everything that will be emitted, with its sums. */
export interface SweepPlan {
  readonly name: string;
  /** Absent where it is not known. */
  readonly namespace?: string;
  /** Name of the Job. */
  readonly jobName: string;
  /** Name of the ConfigMap: of the content alone, so that runs of one table share it. */
  readonly tableName: string;
  readonly summaryName: string;
  /** Labels of every pod of this name. */
  readonly selector: Labels;
  /** Labels of what belongs to this run. */
  readonly runLabels: Labels;
  readonly rows: RowsPlan;
  readonly environment: RowEnvironment;
  readonly parallelism: number;
  readonly retries: number;
  readonly maxFailedRows?: number;
  readonly results?: ResultsPlan;
  readonly capacity: Capacity;
  readonly pod: PodPlan;
  /** The pods' properties with the command of the table, and with what copies a row. */
  readonly podProps: PodTemplateProps;
  readonly summary?: SummaryPlan;
  readonly reserved: readonly string[];
  readonly deadlineSeconds?: number;
  readonly ttlSeconds?: number;
  readonly props: SweepProps;
}

/** The step after the rows. */
export interface SummaryPlan {
  readonly pod: PodPlan;
  readonly podProps: PodTemplateProps;
}

/** Values of the label that tells rows from the summary. */
export const ROLE = { row: 'row', summary: 'summary' } as const;

/** Where the user wrote the container of the summary. */
export const WRITTEN_AT_SUMMARY: WrittenAt = ({ field }) => field.replace(/^container\b/, 'summary');

const DEFAULT_RETRIES = 1;

/** Pure: what the sweep consists of. */
export function planSweep(id: string, given: SweepProps, target: Target, namespace?: string): SweepPlan {
  return collecting(given, (props, attempt) => {
    const name = attempt(() => workloadName(id, props.name));
    attempt(() => checkChoices(props));
    const environment = attempt(() => planEnvironment(props, target));
    const rows = attempt(() => planRows(props.runs, environment));
    const identity = attempt(() => planIdentity(props, name, rows));
    const container = attempt(() => planContainer(props, rows.parameters, environment));
    const parallelism = attempt(() => wholeNumber('parallelism', props.parallelism ?? 1, { min: 1, max: rows.rows.length }));
    const retries = attempt(() => wholeNumber('retriesPerRow', props.retriesPerRow ?? DEFAULT_RETRIES, { min: 0 }));
    const maxFailedRows = attempt(() => props.maxFailedRows === undefined ? undefined : wholeNumber('maxFailedRows', props.maxFailedRows, { min: 0, max: rows.rows.length }));
    const results = attempt(() => planResults(props.results, parallelism, [props.container, props.summary]));
    const capacity = props.capacity ?? Capacity.onDemand();
    attempt(() => checkCapacity(capacity, { ...props.accelerator?.nodeLabels, ...props.nodeLabels }));
    const podProps = { ...props, container };
    const isGraceGiven = props.terminationGracePeriod !== undefined;
    const summary = attempt(() => planSummary(props, capacity, target));
    const reserved = attempt(() => reservedNames(props, rows.parameters, environment));
    const deadlineSeconds = attempt(() => props.activeDeadline && wholeSeconds('activeDeadline', props.activeDeadline, 1));
    const pod = attempt(() => withinNotice(capacity, planPod(podProps, target, [], modelUse(parallelism, deadlineSeconds)), isGraceGiven));
    const ttlSeconds = attempt(() => props.ttlAfterFinished && wholeSeconds('ttlAfterFinished', props.ttlAfterFinished));
    return {
      ...identity,
      name,
      namespace,
      rows,
      environment,
      parallelism,
      retries,
      maxFailedRows,
      results,
      capacity,
      pod,
      podProps,
      summary,
      reserved,
      deadlineSeconds,
      ttlSeconds,
      props,
    };
  }, (props, attempt) => {
    checkPod(props, attempt);
    attempt(() => props.summary && checkContainer('summary', props.summary));
  });
}

function modelUse(parallelism: number, deadlineSeconds: number | undefined): ModelUse {
  return { pods: parallelism, called: 'rows at once', deadline: deadlineSeconds === undefined ? undefined : { field: 'activeDeadline', seconds: deadlineSeconds } };
}

function checkChoices(props: SweepProps): void {
  checkOwnLabels(props.metadata?.labels, true);
  if (props.queueName !== undefined) {
    checkNamePart('queueName', props.queueName);
  }
  if (props.summary && !props.results) {
    throw required('results', 'summary reads what the rows have left, and rows leave nothing without a volume', 'for example results: SweepResults.onClaimName("results", "/results")');
  }
  if (props.runs._program?.args.some(word => referencesIn(word).includes(SWEEP_VARIABLES.resultsFolder)) && !props.results) {
    throw required('results', 'the benchmark writes a file for each row, which nothing keeps without a volume', 'for example results: SweepResults.onClaimName("results", "/results")');
  }
}

function planEnvironment(props: SweepProps, target: Target): RowEnvironment {
  const environment = props.rowEnvironment ?? RowEnvironment.byKubelet();
  if (environment._kind === 'kubelet') {
    target._require('envFiles', 'rowEnvironment');
  }
  return environment;
}

/** Names of one run. The table is part of the Job's name, since the Job's template, which names the table, is immutable. */
function planIdentity(props: SweepProps, name: string, rows: RowsPlan): Pick<SweepPlan, 'jobName' | 'tableName' | 'summaryName' | 'selector' | 'runLabels'> {
  const runId = props.runId === undefined ? undefined : checkNamePart('runId', props.runId);
  const run = runId === undefined ? rows.hash : `${rows.hash}-${runId}`;
  const [jobName, selector] = [`${name}-${run}`, { [LABEL_NAME]: name }];
  const summaryName = `${jobName}-summary`;
  const isRunLonger = runId !== undefined && runId.length > name.length;
  checkNameBudget(isRunLonger ? 'runId' : props.name === undefined ? 'id' : 'name', isRunLonger ? runId : name, [
    ...indexedJobNames(jobName, rows.rows.length - 1),
    ...(props.summary ? [{ carrier: 'label batch.kubernetes.io/job-name', name: summaryName, max: 63, source: 'a label value has at most 63 characters' }] : []),
  ]);
  return { jobName, tableName: `${name}-${rows.hash}`, summaryName, selector, runLabels: { ...selector, [LABEL_RUN]: run } };
}

/** The container with the command of the table, where that has one. */
function planContainer(props: SweepProps, parameters: readonly string[], environment: RowEnvironment): ContainerSpec {
  const { _program: program } = props.runs;
  const line = (['command', 'args'] as const).find(key => props.container[key] !== undefined);
  if (program && line) {
    throw forbidden(`container.${line}`, "the command line is the benchmark's: its flags are taken from the table", 'give further flags in args of SweepTable.vllmBench');
  }
  const container = program ? { ...props.container, command: [...program.command], args: [...program.args] } : props.container;
  checkReferences(container, new Set(parameters), environment);
  if (environment._kind === 'shell') {
    requireCommand(container.command, 'the shell that reads the row becomes it');
  }
  return container;
}

/** Where a parameter is referred to, but not known. */
function checkReferences(container: ContainerSpec, parameters: ReadonlySet<string>, { _kind: kind }: RowEnvironment): void {
  const unknownIn = (field: string, text: string | undefined, because: string, help: string) => {
    const name = referencesIn(text ?? '').find(each => parameters.has(each));
    if (name !== undefined) {
      throw forbidden(field, `$(${name}) ${because}`, help);
    }
  };
  if (kind === 'file') {
    (['command', 'args'] as const).forEach(key => container[key]?.forEach((word, index) =>
      unknownIn(`container.${key}[${index}]`, word, 'is a parameter of the row, and RowEnvironment.fileOnly() makes no variables of them', 'have the program read ROW_FILE, or use RowEnvironment.byKubelet() or byShell()')));
  }
  Object.entries(container.envVariables ?? {}).forEach(([name, variable]) =>
    unknownIn(`container.envVariables[${name}]`, variable?.value, 'is a parameter of the row, which is read after the variables of the container', 'put it together in args, or in the program'));
}

/** What users may not set. */
function reservedNames({ results }: SweepProps, parameters: readonly string[], { _kind: kind }: RowEnvironment): readonly string[] {
  const own: string[] = Object.values(SWEEP_VARIABLES).filter(name => name !== SWEEP_VARIABLES.resultsFolder || results !== undefined);
  const twin = parameters.findIndex(name => (Object.values(SWEEP_VARIABLES) as string[]).includes(name));
  if (twin >= 0) {
    throw duplicate('runs', parameters[twin], 'is a variable of every sweep', 'give the parameter another name');
  }
  return kind === 'file' ? own : [...own, ...parameters];
}

/** The same pods without what belongs to a row: its devices, its model, its companions and their volumes. */
function planSummary(props: SweepProps, capacity: Capacity, target: Target): SummaryPlan | undefined {
  const {
    accelerator, fabric, sharedMemory, sharedClaims, modelCache, preload, sidecars, initContainers, containers, volumes, summary, ...rest
  } = props;
  if (summary === undefined) {
    return undefined;
  }
  const podProps = { ...rest, container: summary };
  const pod = renamed(WRITTEN_AT_SUMMARY, () => planPod(podProps, target));
  return { pod: withinNotice(capacity, pod, props.terminationGracePeriod !== undefined), podProps };
}
