import { checkOwnLabels } from '../own-labels';
import { DMLC, ParameterServerFramework } from './framework';
import { ParameterServerProps, ParameterServerRole } from './props';
import { WrittenAt, duplicate, forbidden, invalid, renamed, wholeNumber } from '../../base/errors/invalid-input';
import { LABEL_NAME, LABEL_ROLE, LABEL_RUN, Labels } from '../../base/labels';
import { checkNameBudget, indexedJobNames, serviceName } from '../../base/names';
import { wholeSeconds } from '../../base/seconds';
import { TENSORFLOW } from '../../engines/frameworks';
import { collecting } from '../../given/mistakes/collecting';
import { checkNamePart, workloadName } from '../../kubernetes/refused/names';
import { ContainerSpec } from '../../pod/container/container';
import { checkContainer, checkPod } from '../../pod/container/container-checks';
import { EnvVariable } from '../../pod/container/environment';
import { withinNotice } from '../../pod/lifecycle/notice';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { PodPlan, planPod } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Target } from '../../target-cluster/target';
import { withRole, writtenAtRole } from '../role-props';

/** The roles, in the order in which they are written; also names of the Jobs inside the JobSet. */
export const ROLES = ['chief', 'scheduler', 'ps', 'worker'] as const;

export type RoleName = typeof ROLES[number];

/** Variables of every container. */
export const RUN_VARIABLES = {
  /** Set by Kubernetes too, but after the others; set first, `TF_CONFIG` may refer to it. */
  index: 'JOB_COMPLETION_INDEX',
  runId: 'RUN_ID',
} as const;

/** One role with its sums. */
export interface RolePlan {
  readonly name: RoleName;
  readonly pods: number;
  readonly podProps: PodTemplateProps;
  readonly pod: PodPlan;
  readonly capacity: Capacity;
  /** Variables by which the processes find each other. */
  readonly variables: readonly EnvVariable[];
  /** Addresses by index. */
  readonly hosts: readonly string[];
  readonly writtenAt: WrittenAt;
}

/** Everything that will be emitted. */
export interface ParameterServerPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly runId: string;
  readonly jobSetName: string;
  readonly selector: Labels;
  readonly runLabels: Labels;
  readonly framework: ParameterServerFramework;
  readonly roles: readonly RolePlan[];
  /** The role whose end is the end of the run. */
  readonly deciding: RoleName;
  readonly restarts: number;
  readonly workerRestarts: number;
  readonly ttlSeconds?: number;
  readonly props: ParameterServerProps;
}

const DEFAULT_RESTARTS = 3;
const RESTARTS_OF_WORKER = 3;

/** One string of an environment holds 32 pages of 4 KiB. Source: linux include/uapi/linux/binfmts.h MAX_ARG_STRLEN; the name and 1 KiB are left */
const MAX_VARIABLE = 31 * 4096;

/** Pure: what the run consists of. */
export function planParameterServer(id: string, given: ParameterServerProps, target: Target, namespace?: string): ParameterServerPlan {
  return collecting(given, (props, attempt) => {
    const framework = props.framework ?? ParameterServerFramework.tensorFlow();
    attempt(() => checkChoices(props, framework));
    const name = attempt(() => workloadName(id, props.name));
    const runId = attempt(() => checkNamePart('runId', props.runId ?? '1'));
    const counts = attempt(() => planCounts(props, framework));
    const jobSetName = attempt(() => `${name}-${runId}`);
    attempt(() => checkNames(props, name, runId, counts));
    const hosts = attempt(() => hostsOf(counts, jobSetName, name, namespace));
    const restarts = attempt(() => wholeNumber('restarts', props.restarts ?? DEFAULT_RESTARTS, { min: 0 }));
    const ofWorker = framework._kind === 'dmlc' ? 0 : RESTARTS_OF_WORKER;
    const workerRestarts = attempt(() => wholeNumber('workerRestarts', props.workerRestarts ?? ofWorker * counts.worker!, { min: 0 }));
    const ttlSeconds = attempt(() => props.ttlAfterFinished && wholeSeconds('ttlAfterFinished', props.ttlAfterFinished));
    const roles = attempt(() => ROLES.filter(role => counts[role] !== undefined).map(role => planRole(role, props, framework, hosts, target)));
    return {
      name,
      namespace,
      runId,
      jobSetName,
      selector: { [LABEL_NAME]: name },
      runLabels: { [LABEL_NAME]: name, [LABEL_RUN]: runId },
      framework,
      roles,
      deciding: props.chief ? 'chief' : 'worker',
      restarts,
      workerRestarts,
      ttlSeconds,
      props,
    };
  }, (props, attempt) => {
    checkPod(props, attempt);
    ROLES.forEach(role => attempt(() => props[role]?.container && checkContainer(`${role}.container`, props[role]!.container!)));
  });
}

type Counts = { readonly [role in RoleName]?: number };
type Hosts = { readonly [role in RoleName]?: readonly string[] };

function checkChoices(props: ParameterServerProps, framework: ParameterServerFramework): void {
  if (props.chief && framework._kind === 'dmlc') {
    throw forbidden('chief', 'DMLC has a scheduler instead, which does not train', 'leave it out; differences of the scheduler stand in scheduler');
  }
  if (props.scheduler && framework._kind === 'tensorflow') {
    throw forbidden('scheduler', 'TensorFlow has a chief instead', 'use chief, or framework: ParameterServerFramework.dmlc()');
  }
  if (props.metadata?.name !== undefined) {
    throw forbidden('metadata.name', 'the name of the JobSet is made of name and runId', 'set name and runId');
  }
  checkOwnLabels(props.metadata?.labels);
}

function planCounts(props: ParameterServerProps, framework: ParameterServerFramework): Counts {
  const most = { min: 1, max: 100_000 };
  const ps = wholeNumber('ps.replicas', props.ps.replicas, { ...most, help: 'without a parameter server use IndexedTrainingJob' });
  const worker = wholeNumber('worker.replicas', props.worker.replicas, { ...most, help: 'parameters that nobody changes need no run' });
  return { ...(props.chief ? { chief: 1 } : {}), ...(framework._kind === 'dmlc' ? { scheduler: 1 } : {}), ps, worker };
}

/** Source: jobset pkg/util/placement/placement.go GenJobName, pkg/webhooks/jobset_webhook.go */
function checkNames(props: ParameterServerProps, name: string, runId: string, counts: Counts): void {
  const derived = ROLES.filter(role => counts[role] !== undefined).flatMap(role => {
    const job = jobOf(`${name}-${runId}`, role);
    const pod = { carrier: 'pod of the JobSet', name: `${job}-${counts[role]! - 1}-abcde`, max: 63, source: "the JobSet's webhook refuses pod names of more than 63 characters" };
    return [...indexedJobNames(job, counts[role]! - 1), pod];
  });
  const isRunLonger = runId.length > name.length;
  checkNameBudget(isRunLonger ? 'runId' : props.name === undefined ? 'id' : 'name', isRunLonger ? runId : name, [serviceName(name), ...derived]);
}

/** Source: jobset pkg/util/placement/placement.go GenJobName */
function jobOf(jobSetName: string, role: RoleName): string {
  return `${jobSetName}-${role}-0`;
}

function hostsOf(counts: Counts, jobSetName: string, name: string, namespace: string | undefined): Hosts {
  const domain = [name, ...(namespace ? [namespace] : [])].join('.');
  return Object.fromEntries(ROLES.filter(role => counts[role] !== undefined)
    .map(role => [role, Array.from({ length: counts[role]! }, (_, index) => `${jobOf(jobSetName, role)}-${index}.${domain}`)]));
}

function planRole(name: RoleName, props: ParameterServerProps, framework: ParameterServerFramework, hosts: Hosts, target: Target): RolePlan {
  const role: ParameterServerRole = props[name] ?? {};
  // Devices of the pattern are those of the workers.
  const ofRole = withRole(props, role, name === 'worker' ? props.accelerator : undefined, name === 'worker');
  const podProps = READERS.includes(name) ? ofRole : { ...ofRole, modelCache: undefined, preload: undefined };
  const capacity = role.capacity ?? props.capacity ?? Capacity.onDemand();
  const writtenAt = writtenAtRole(name, role);
  return renamed(writtenAt, () => {
    checkPorts(name, podProps.container, framework);
    checkCapacity(capacity, { ...podProps.accelerator?.nodeLabels, ...podProps.nodeLabels });
    return {
      name,
      pods: hosts[name]!.length,
      podProps,
      pod: withinNotice(capacity, planPod(podProps, target, [], { pods: readersOf(hosts), called: 'workers and chief' }), props.terminationGracePeriod !== undefined),
      capacity,
      variables: framework._kind === 'dmlc' ? dmlcVariables(name, framework, hosts) : tensorFlowVariables(name, framework, hosts),
      hosts: hosts[name]!,
      writtenAt,
    };
  });
}

/** Who begins with a model: servers get their parameters from the chief or the workers, and a scheduler has none. */
const READERS: readonly RoleName[] = ['chief', 'worker'];

function readersOf(hosts: Hosts): number {
  return READERS.reduce((total, role) => total + (hosts[role]?.length ?? 0), 0);
}

/** The port of the framework belongs to it. */
function checkPorts(name: RoleName, { ports = [], portNumber, port }: ContainerSpec, framework: ParameterServerFramework): void {
  if (!listens(name, framework)) {
    return;
  }
  const help = 'give the other server another port, or the framework: port of ParameterServerFramework.tensorFlow or dmlc';
  const taken = `is the port of the framework in the pods of role ${name}`;
  const twin = ports.findIndex(({ number }) => number === framework._port);
  if (twin >= 0) {
    throw duplicate(`container.ports[${twin}].number`, framework._port, taken, help);
  }
  const single = portNumber === framework._port ? 'portNumber' : port === framework._port ? 'port' : undefined;
  if (single) {
    throw duplicate(`container.${single}`, framework._port, taken, help);
  }
}

/** ps-lite has a fixed port for its scheduler alone. */
export function listens(name: RoleName, framework: ParameterServerFramework): boolean {
  return framework._kind === 'tensorflow' || name === 'scheduler';
}

/** The kubelet puts the index in, so no shell is needed and one template serves all pods of the role. Source: pkg/kubelet/kubelet_pods.go (v1.36) makeEnvironmentVariables */
function tensorFlowVariables(name: RoleName, framework: ParameterServerFramework, hosts: Hosts): EnvVariable[] {
  const cluster = Object.fromEntries(Object.entries(hosts).map(([role, each]) => [role, each.map(host => `${host}:${framework._port}`)]));
  const value = `{"cluster":${JSON.stringify(cluster)},"task":{"type":"${name}","index":$(${RUN_VARIABLES.index})}}`;
  if (value.length > MAX_VARIABLE) {
    const tasks = Object.values(hosts).map(({ length }) => length);
    throw invalid('worker.replicas', hosts.worker!.length, `TF_CONFIG names ${tasks.join(' + ')} = ${tasks.reduce((sum, each) => sum + each, 0)} tasks and has ${value.length} bytes, more than the ${MAX_VARIABLE} that a variable holds`,
      'use fewer tasks or a shorter name');
  }
  return [{ name: TENSORFLOW.variable, value }];
}

function dmlcVariables(name: RoleName, framework: ParameterServerFramework, hosts: Hosts): EnvVariable[] {
  return [
    { name: DMLC.role, value: name === 'ps' ? 'server' : name },
    { name: DMLC.rootHost, value: hosts.scheduler![0] },
    { name: DMLC.rootPort, value: String(framework._port) },
    { name: DMLC.servers, value: String(hosts.ps!.length) },
    { name: DMLC.workers, value: String(hosts.worker!.length) },
    { name: DMLC.onKubernetes, value: '1' },
  ];
}

/** Labels of the pods of one role of this run. */
export function labelsOfRole(plan: Pick<ParameterServerPlan, 'runLabels'>, role: string | undefined): Labels {
  return { ...plan.runLabels, ...(role === undefined ? {} : { [LABEL_ROLE]: role }) };
}
