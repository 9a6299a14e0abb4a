import { ExitCodeRules, FailureInput } from './failure-scope';
import { LimitPlan, planLimits } from './limits';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';

/** Limits and rules of one Job, and of the JobSet around it. */
export interface FailurePlan extends LimitPlan {
  /** `podFailurePolicy.rules` of the Job. */
  readonly rules: readonly PlainObject[];
  /** `failurePolicy.rules` of the JobSet. */
  readonly gangRules: readonly PlainObject[];
}

const MAX_CODES = 255;

/** Pure: how often what is retried, and what is not counted. */
export function planFailure(input: FailureInput): FailurePlan {
  checkScope(input);
  checkExitCodes(input);
  const classes = CLASSES.filter(each => input.exitCodes?.[each.name]?.length);
  return {
    ...planLimits(input),
    rules: podRules(input, classes),
    gangRules: input.isGang ? gangRules(input.hasDeadline, 1 + classes.findIndex(each => each.name === 'fail')) : [],
  };
}

function checkScope(input: FailureInput): void {
  const independent = input.scope._independent;
  if (!independent) {
    return;
  }
  if (input.rendezvous._isCollective) {
    throw forbidden('failureScope', `with the ${input.rendezvous._kind} rendezvous the loss of one worker stops all, so indexes have no retries of their own`,
      'leave it out, or use Rendezvous.plain() for workers that do not need each other');
  }
  if (input.isGang) {
    throw forbidden('failureScope', 'TrainingBackend.jobSet() restarts all workers together', 'use TrainingBackend.job() for independent indexes');
  }
  if (input.restarts !== undefined) {
    throw forbidden('restarts', 'restarts of the whole run do not exist where every index has its own retries', 'use retriesPerIndex of FailureScope.independent');
  }
  wholeNumber('failureScope.maxFailedIndexes', independent.maxFailedIndexes ?? 0, { min: 0, max: input.workers });
}

type ExitClass = { readonly name: keyof ExitCodeRules; readonly action: string };

/** The disjoint classes in the order of their rules; the disruption rule stands before them. */
const CLASSES: readonly ExitClass[] = [
  { name: 'ignore', action: 'Ignore' },
  { name: 'count', action: 'Count' },
  { name: 'failIndex', action: 'FailIndex' },
  { name: 'fail', action: 'FailJob' },
];

/**
 * `podFailurePolicy.rules`; the first match decides. Under a gang what must not be counted fails the child Job with the reason
 * `PodFailurePolicy`, which the JobSet's own rules tell from `BackoffLimitExceeded`.
 *
 * Source: pkg/controller/job/pod_failure_policy.go, pkg/apis/batch/validation/validation.go (v1.36)
 */
function podRules(input: FailureInput, classes: readonly ExitClass[]): PlainObject[] {
  const uncounted = input.isGang ? 'FailJob' : 'Ignore';
  return [
    { action: uncounted, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    ...classes.map(each => ({
      action: each.name === 'ignore' ? uncounted : each.action,
      onExitCodes: { containerName: input.mainContainer, operator: 'In', values: [...input.exitCodes![each.name]!].sort((left, right) => left - right) },
    })),
  ];
}

function checkExitCodes(input: FailureInput): void {
  const given = CLASSES.filter(each => input.exitCodes?.[each.name] !== undefined);
  if (given.length === 0) {
    return;
  }
  if (input.rendezvous._isCollective && !input.wrapExit) {
    throw forbidden('exitCodes', `with the ${input.rendezvous._kind} rendezvous the code of the container is not the code of the program: torchrun exits 1 whatever its child did, and peers of a lost worker exit with codes of their own`,
      'set wrapExit: true and have the program write its code to the file named by EXIT_CODE_FILE');
  }
  const seen = new Map<number, string>();
  given.forEach(each => checkClass(input, each, seen));
}

function checkClass(input: FailureInput, each: ExitClass, seen: Map<number, string>): void {
  const values = input.exitCodes![each.name]!;
  const field = `exitCodes.${each.name}`;
  if (each.name === 'failIndex' && !input.scope._independent) {
    throw forbidden(field, 'an index can only fail on its own where indexes are independent', 'set failureScope to FailureScope.independent with retriesPerIndex, or use exitCodes.fail');
  }
  if (values.length === 0 || values.length > MAX_CODES) {
    throw values.length === 0 ? required(field, 'names no code', 'leave it out') : invalid(field, values.length, `names more than ${MAX_CODES} codes`, `name at most ${MAX_CODES}; codes that no rule names count as failures`);
  }
  values.forEach((code, index) => {
    wholeNumber(`${field}[${index}]`, code, { min: 1, max: 255, help: code === 0 ? '0 is success and ends the worker' : undefined });
    if (seen.has(code)) {
      throw duplicate(`${field}[${index}]`, code, `stands in exitCodes.${seen.get(code)} as well, and the first rule that matches decides`, 'keep one of them');
    }
    seen.set(code, each.name);
  });
  const one = values.indexOf(1);
  if (each.name === 'fail' && one >= 0 && input.rendezvous._isCollective) {
    throw forbidden(`${field}[${one}]`, 'exit 1 is what torchrun and a worker that lost its peer end with, also under the wrapper when the program wrote no code: the loss of one node would fail the Job',
      'write a code of your own, like 42, to EXIT_CODE_FILE and name that');
  }
}

/**
 * Rules of the JobSet. The message of a failed Job names the index of the rule that matched, so a code that must fail is told from a disruption.
 * A JobSet controller before 0.10 drops the pattern: then a disruption ends the run instead of restarting it for ever.
 *
 * Source: pkg/controller/job/pod_failure_policy.go (v1.36); jobset api/jobset/v1alpha2/jobset_types.go FailurePolicyRule
 */
function gangRules(hasDeadline: boolean, fatalRule: number): PlainObject[] {
  return [
    ...(hasDeadline ? [{ name: 'deadline', action: 'FailJobSet', onJobFailureReasons: ['DeadlineExceeded'] }] : []),
    ...(fatalRule === 0 ? [] : [{
      name: 'fatalExitCode',
      action: 'FailJobSet',
      onJobFailureReasons: ['PodFailurePolicy'],
      onJobFailureMessagePatterns: [`matching FailJob rule at index ${fatalRule}$`],
    }]),
    { name: 'notCounted', action: 'RestartJobSetAndIgnoreMaxRestarts', onJobFailureReasons: ['PodFailurePolicy'] },
  ];
}
