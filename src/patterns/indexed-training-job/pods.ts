import { workerAddress } from './identity';
import { JOB_VARIABLES, TrainingPlan, worldOfRun } from './plan';
import { LABEL_COMPLETION_INDEX, LABEL_RUN, standardLabels } from '../../base/labels';
import { Entrypoint, exitCodeEntrypoint, resolves, shellEntrypoint, waitStep } from '../../engines/entrypoint';
import { TORCH } from '../../engines/frameworks';
import { World, containerPorts, mpiEntrypoint, mpiVolumes, rendezvousEnvironment, tensorFlowEntrypoint } from '../../engines/world';
import { EnvVariable, fieldVariable, labelPath } from '../../pod/container/environment';
import { placementTerms } from '../../pod/scheduling/affinity';
import { placementAnnotations } from '../../pod/scheduling/placement';
import { PodVariation } from '../../pod/template/pod-spec';
import { GangPlan, planGang } from '../../workloads/pod-group';

/** Karpenter does not choose a node for consolidation or drift that has such a pod. */
export const DO_NOT_DISRUPT = 'karpenter.sh/do-not-disrupt';

/** In every profile a place that the container may write to: a hardened pod has a volume there. */
const EXIT_CODE_PATH = '/tmp/exit-code';

/** What the plan adds to the pod template. */
export function podsOf(plan: TrainingPlan): PodVariation {
  const world = worldOfRun(plan);
  const isMpi = plan.rendezvous._kind === 'mpi';
  const mpi = isMpi ? mpiVolumes(plan.rendezvous, hostFileName(plan)) : undefined;
  const apart = { workload: plan.selector, groupKey: LABEL_RUN, group: plan.runId };
  return {
    labels: { ...standardLabels(plan.name, 'training'), ...plan.runLabels },
    annotations: { ...(isKept(plan) ? { [DO_NOT_DISRUPT]: 'true' } : {}), ...placementAnnotations(plan.placement) },
    env: environmentOf(plan, world),
    subdomain: plan.name,
    affinity: placementTerms(plan.placement, plan.runLabels, apart),
    podGroup: gangOf(plan)?.name,
    capacity: plan.capacity,
    volumes: mpi?.volumes,
    main: {
      entrypoint: entrypointOf(plan, world),
      extraMounts: mpi?.mounts,
      extraPorts: containerPorts(plan.rendezvous),
      readiness: isMpi ? { tcpSocket: { port: plan.rendezvous._port }, periodSeconds: 5 } : undefined,
    },
  };
}

/** Unless switched off, or said by the user in an annotation of the pods. */
function isKept(plan: TrainingPlan): boolean {
  return plan.props.doNotDisrupt !== false && plan.props.podMetadata?.annotations?.[DO_NOT_DISRUPT] === undefined;
}

/** The workers that start together; an elastic run goes on with fewer. */
export function gangOf(plan: TrainingPlan): GangPlan | undefined {
  return planGang(plan.jobName, plan.placement, plan.size.minWorkers ?? plan.size.workers);
}

export function hostFileName(plan: TrainingPlan): string {
  return `${plan.jobName}-hostfile`;
}

/**
 * The index comes first, as a reference to the label: Kubernetes adds its own at the end of the list, where no earlier variable can refer to
 * it, and leaves it out when the container has one.
 *
 * Source: pkg/controller/job/indexed_job_utils.go (v1.36)
 */
function environmentOf(plan: TrainingPlan, world: World): EnvVariable[] {
  return [
    fieldVariable(JOB_VARIABLES.index, labelPath(LABEL_COMPLETION_INDEX)),
    { name: JOB_VARIABLES.leaderAddress, value: workerAddress(plan, 0) },
    { name: JOB_VARIABLES.workerCount, value: String(plan.size.workers) },
    { name: JOB_VARIABLES.runId, value: plan.runId },
    ...(plan.checkpoint ? [{ name: JOB_VARIABLES.checkpointFolder, value: plan.checkpoint.mountPath }] : []),
    ...(plan.props.wrapExit ? [{ name: JOB_VARIABLES.exitCodeFile, value: EXIT_CODE_PATH }] : []),
    ...rendezvousEnvironment(plan.rendezvous, world),
  ];
}

/** The rendezvous runs around the wrapper, the wrapper around the command. Nothing where nothing must run first. */
function entrypointOf(plan: TrainingPlan, world: World): Entrypoint | undefined {
  const { command, args } = plan.props.container;
  const wrapped = plan.props.wrapExit ? exitCodeEntrypoint(JOB_VARIABLES.exitCodeFile, command!, args) : undefined;
  const inner = wrapped ?? { command, args };
  switch (plan.rendezvous._kind) {
    case 'mpi':
      return mpiEntrypoint(world, inner.command, inner.args, plan.times.leaderTimeout);
    case 'tensorflow':
      return tensorFlowEntrypoint(plan.rendezvous, world, inner.command, inner.args);
    case 'torchrun':
    case 'jax':
      return waitsForLeader(plan) ? shellEntrypoint(leaderSteps(plan, world), inner.command, inner.args) : wrapped;
    default:
      return wrapped;
  }
}

/** Without a command the entry point of the image is unknown, so nothing can run before it. */
export function waitsForLeader(plan: TrainingPlan): boolean {
  const kind = plan.rendezvous._kind;
  return (kind === 'torchrun' || kind === 'jax') && plan.props.container.command !== undefined;
}

/** Index 0 waits too: its own store is reached by that name, and the record appears only after the pod's address is published. */
function leaderSteps(plan: TrainingPlan, world: World): string[] {
  const wait = waitStep({
    until: resolves(`"${world.leaderInShell}"`),
    what: `leader ${world.leaderInShell} has no address`,
    timeoutSeconds: plan.times.leaderTimeout,
  });
  return plan.size.minWorkers === undefined ? [wait] : [wait, hostsStore(world)];
}

/**
 * c10d otherwise guesses from names and addresses which node hosts the store.
 * Source: torch/distributed/elastic/rendezvous/c10d_rendezvous_backend.py (is_host)
 */
function hostsStore(world: World): string {
  const conf = TORCH.rendezvousConf;
  return [
    `if [ "$${world.indexVariable}" = 0 ]; then is_host=1; else is_host=0; fi`,
    `export ${conf}="\${${conf}:+$${conf},}is_host=$is_host"`,
  ].join('\n');
}
