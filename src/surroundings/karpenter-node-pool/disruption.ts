import { NodeBudget, NodeDisruption, goDuration } from './budget';
import { Demands, PooledPods, isProtected, isProtectedForEver } from './demands';
import { KarpenterNodePoolProps } from './props';
import { forbidden, invalid } from '../../base/errors/invalid-input';
import { asNumber, asText, objectAt } from '../../base/reading';
import { wholeSeconds } from '../../base/seconds';
import { DO_NOT_DISRUPT, EKS_AUTO_NODES, EKS_AUTO_TERMINATION_HOURS, KARPENTER_DEFAULTS } from '../../knowledge/karpenter';

/** When nodes go. */
export interface DisruptionPlan {
  readonly consolidationPolicy: 'WhenEmpty' | 'WhenEmptyOrUnderutilized';
  readonly consolidationWhy: string;
  readonly consolidateAfter: string;
  readonly consolidateAfterWhy: string;
  readonly budgets: readonly NodeBudget[];
  readonly budgetWhy: string;
  readonly expireAfter: string;
  readonly expireWhy: string;
  readonly terminationGracePeriod?: string;
  readonly terminationWhy: string;
}

const LEAST_WAIT = 300;

/**
 * Pure: a run that loses a worker starts again, so nothing of one's own accord takes its nodes. Expiration asks no budget: it evicts, and waits for what must not be
 * evicted unless the pool has a terminationGracePeriod.
 *
 * Source: karpenter pkg/controllers/nodeclaim/expiration/controller.go, pkg/utils/pod/scheduling.go IsEvictable, pkg/controllers/disruption (v1.15.0)
 */
export function planDisruption(props: KarpenterNodePoolProps, demands: Demands): DisruptionPlan {
  const { runs, pooled } = demands;
  const kept = pooled.filter(({ pods }) => isProtected(pods));
  const held = runs[0] ?? kept[0];
  const bare = runs.filter(({ pods }) => !isProtectedForEver(pods));
  const termination = terminationOf(props, demands);
  return {
    consolidationPolicy: held ? 'WhenEmpty' : 'WhenEmptyOrUnderutilized',
    consolidationWhy: held ? `${held.pods.toString()} ${runs.length > 0 ? 'runs until it is done' : `carries ${DO_NOT_DISRUPT}`}: its pods are not moved to save a node` : 'pods are moved where fewer or cheaper nodes will do, as their budgets allow',
    ...waitOf(props, demands),
    ...budgetsOf(props, bare),
    ...expirationOf(props, runs, bare),
    ...termination,
  };
}

/** Whoever consolidates while a model loads pays for the load twice. */
function waitOf({ consolidateAfter }: KarpenterNodePoolProps, { longestStart }: Demands): Pick<DisruptionPlan, 'consolidateAfter' | 'consolidateAfterWhy'> {
  if (consolidateAfter !== undefined) {
    return { consolidateAfter: goDuration(wholeSeconds('consolidateAfter', consolidateAfter)), consolidateAfterWhy: 'as given' };
  }
  const start = Math.ceil((longestStart?.seconds ?? 0) / 60) * 60;
  return {
    consolidateAfter: goDuration(Math.max(LEAST_WAIT, start)),
    consolidateAfterWhy: longestStart && start > LEAST_WAIT ? `a start of ${longestStart.what} takes ${longestStart.seconds} s` : 'a pod that is started again finds its node',
  };
}

function budgetsOf({ budgets }: KarpenterNodePoolProps, bare: readonly PooledPods[]): Pick<DisruptionPlan, 'budgets' | 'budgetWhy'> {
  if (budgets !== undefined) {
    return { budgets, budgetWhy: 'as given' };
  }
  return bare.length === 0
    ? { budgets: [NodeBudget.always('10%')], budgetWhy: 'a share of the nodes, rounded up: one of ten and fewer' }
    : {
      budgets: [NodeBudget.always('0', [NodeDisruption.DRIFTED, NodeDisruption.UNDERUTILIZED])],
      budgetWhy: `${bare[0].pods.toString()} has nothing that keeps its nodes (${DO_NOT_DISRUPT}); empty nodes go`,
    };
}

function expirationOf({ expireAfter }: KarpenterNodePoolProps, runs: readonly PooledPods[], bare: readonly PooledPods[]): Pick<DisruptionPlan, 'expireAfter' | 'expireWhy'> {
  if (expireAfter === undefined) {
    return runs.length > 0
      ? { expireAfter: 'Never', expireWhy: `${runs[0].pods.toString()} would lose its pods in the middle of a run` }
      : { expireAfter: KARPENTER_DEFAULTS.expireAfter, expireWhy: 'Karpenter\'s own: nodes become new ones, one pod after the other as budgets of the pods allow' };
  }
  const seconds = wholeSeconds('expireAfter', expireAfter, 1);
  if (bare.length > 0) {
    throw forbidden('expireAfter', `${bare[0].pods.toString()} runs until it is done, and its pods are evicted when a node is ${goDuration(seconds)} old, however long they still have to run`,
      `leave it out, or let its pods carry ${DO_NOT_DISRUPT}: "true", for which an old node waits`);
  }
  return { expireAfter: goDuration(seconds), expireWhy: runs.length > 0 ? `an old node waits for pods with ${DO_NOT_DISRUPT}` : 'as given' };
}

/** With a limit, drift no longer heeds what must not be evicted. */
function terminationOf({ terminationGracePeriod, nodes }: KarpenterNodePoolProps, { longestGrace, runs }: Demands): Pick<DisruptionPlan, 'terminationGracePeriod' | 'terminationWhy'> {
  if (terminationGracePeriod === undefined) {
    const isAuto = nodes._provider === EKS_AUTO_NODES;
    return { terminationWhy: isAuto ? `EKS Auto Mode makes it ${EKS_AUTO_TERMINATION_HOURS} h: then pods are deleted, whatever they carry` : 'no limit: a node that goes waits for its pods' };
  }
  const seconds = wholeSeconds('terminationGracePeriod', terminationGracePeriod, 1);
  if (seconds < longestGrace.seconds) {
    throw invalid('terminationGracePeriod', `${seconds}s`, `pods of ${longestGrace.what} have ${longestGrace.seconds} s to stop, and are deleted before they are through`,
      `give at least ${longestGrace.seconds} s, or leave it out`);
  }
  const cut = runs.find(({ pods }) => !((asNumber(deadlineOf(pods)) ?? Infinity) <= seconds));
  if (cut) {
    throw forbidden('terminationGracePeriod', `${cut.pods.toString()} may run longer than the ${goDuration(seconds)} that pods of a node have which drifts or expires: they are deleted then, whatever they carry`,
      'leave it out, or give the run a deadline (activeDeadline) that is not longer');
  }
  return { terminationGracePeriod: goDuration(seconds), terminationWhy: `at least ${longestGrace.seconds} s, which pods of ${longestGrace.what} have to stop; after it pods are deleted, whatever they carry` };
}

/** How long a run may take at most, in whichever place its kind has it. */
function deadlineOf({ carrier, spec }: PooledPods['pods']): unknown {
  const inJobTemplate = asText(carrier.kind) === 'CronJob' ? objectAt(carrier.spec, 'jobTemplate', 'spec').activeDeadlineSeconds : undefined;
  return carrier.spec.activeDeadlineSeconds ?? inJobTemplate ?? spec.activeDeadlineSeconds;
}
