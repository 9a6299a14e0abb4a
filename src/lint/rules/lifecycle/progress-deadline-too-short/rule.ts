import { asNumber, isPresent } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { PodSet } from '../../../facts/pod-set';
import { ProbeBudget, isNativeSidecar, probeBudget } from '../../../facts/probe-budget';
import { workloadKindOf } from '../../../kinds';
import { Report, Rule } from '../../rule';

/** Source: pkg/apis/apps/v1/defaults.go SetDefaults_Deployment (v1.36); argo-rollouts utils/defaults (600 s as well) */
export const DEFAULT_DEADLINE = 600;

/** A roll-out that is reported as failed while its pods still may start. */
export const progressDeadlineTooShort: Rule = {
  id: 'AIW2701',
  title: 'progress deadline is shorter than the startup budget',
  class: 'risky',
  reason: 'A pod that uses the time its startup probe allows makes the Deployment report ProgressDeadlineExceeded: pipelines stop, and tools roll back a release that works.',
  source: 'pkg/controller/deployment/progress.go, pkg/apis/apps/v1/defaults.go (v1.36): 600 s by default; progress is a pod that becomes ready',
  remedy: 'Set progressDeadlineSeconds above the startup budget, with time for scheduling and the pull of the image.',
  appliesTo: ['Deployment', 'Rollout (Argo)'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      if (workloadKindOf(pods.carrier).hasProgressDeadline && pods.containers.some(({ container }) => isPresent(container.startupProbe))) {
        checkDeadline(pods, report);
      }
    }
  },
};

interface Startup extends ProbeBudget {
  readonly name: string;
}

/** Sidecars start one after the other, then the main containers together. */
function startupsOf(pods: PodSet): Startup[] {
  const budgets = pods.containers.flatMap(placed => {
    const budget = probeBudget(placed, 'startupProbe');
    return budget && (placed.isMain || isNativeSidecar(placed)) ? [{ ...budget, name: placed.name, isMain: placed.isMain }] : [];
  });
  const slowest = budgets.filter(each => each.isMain).sort((one, other) => other.seconds - one.seconds).slice(0, 1);
  return [...budgets.filter(each => !each.isMain), ...slowest];
}

function checkDeadline(pods: PodSet, report: Report): void {
  const given = asNumber(pods.carrier.spec.progressDeadlineSeconds);
  const deadline = given ?? DEFAULT_DEADLINE;
  const startups = startupsOf(pods);
  const seconds = startups.reduce((sum, each) => sum + each.seconds, 0);
  if (seconds <= deadline) {
    return;
  }
  const sum = startups.map(each => `"${each.name}" ${each.text}`).join(', then ');
  report(pods.carrier, {
    field: given === undefined ? startups[startups.length - 1].field : 'spec.progressDeadlineSeconds',
    message: `Invalid value: ${deadline}: ${given === undefined ? 'the default of progressDeadlineSeconds' : 'the deadline'} is less than the startup probes allow: ${sum}`,
    help: `set spec.progressDeadlineSeconds to ${seconds + DEFAULT_DEADLINE}: the startup and ${DEFAULT_DEADLINE} s for scheduling and the image`,
  });
}
