import { PlainObject } from '../../../../base/plain';
import { asList, asObject, asText, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { JobSpec, jobSpecs } from '../../../facts/job-specs';
import { isNativeSidecar } from '../../../facts/probe-budget';
import { isFirstProcess, launchingOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** What a process ends with that was told to stop, or was killed: 128 and the number of the signal. */
const SIGNALLED: readonly number[] = [137, 143];

/** Source: pkg/apis/batch/validation/validation.go (v1.36): more are refused */
const MOST_RULES = 20;
const MOST_CODES = 255;

/** Failure rules that never decide, or decide about what they do not mean. */
export const failureRuleMisses: Rule = {
  id: 'AIW2710',
  title: 'failure rule does not see what it is about',
  class: 'risky',
  reason: 'The first rule that matches decides. A rule behind one that takes its codes never acts; a rule on codes takes evictions before the rule that exempts them; the code of a sidecar or of torchrun is not that of the program.',
  source: 'pkg/controller/job/pod_failure_policy.go (v1.36); KEP-3329; torch/distributed/run.py (exits 1 whatever its workers did); jobset#876, #1152; trainer#2200',
  remedy: 'Put the rule for DisruptionTarget first, give each rule its own codes and the container of the program, and let the program itself end with the code.',
  appliesTo: ['Job', 'CronJob', 'JobSet'],
  check: (facts, report) => {
    for (const job of facts.get(jobSpecs)) {
      const rules = asList(objectAt(job.spec, 'podFailurePolicy').rules).slice(0, MOST_RULES);
      if (rules.length > 0) {
        checkRules(facts, job, rules, report);
      }
    }
  },
};

interface CodeRule {
  readonly index: number;
  readonly action: string;
  /** Every container where it names none. */
  readonly container?: string;
  readonly operator: unknown;
  readonly values: readonly number[];
  readonly field: string;
}

function checkRules(facts: Facts, job: JobSpec, rules: readonly PlainObject[], report: Report): void {
  const before = new Set<CodeRule>();
  rules.forEach((rule, index) => {
    const field = `${job.field}.podFailurePolicy.rules[${index}]`;
    const codes = codeRule(rule, index, field);
    const complaint = codes ? aboutCodes(facts, job, codes, before) : aboutDisruption(rule, field, before);
    if (complaint) {
      report(job.carrier, complaint);
    }
    if (codes) {
      before.add(codes);
    }
  });
}

function codeRule(rule: PlainObject, index: number, at: string): CodeRule | undefined {
  const codes = asObject(rule.onExitCodes);
  const values = Array.isArray(codes.values) ? codes.values.filter((each): each is number => typeof each === 'number').slice(0, MOST_CODES) : [];
  return values.length === 0 ? undefined : {
    index, action: asText(rule.action) ?? 'no action', container: asText(codes.containerName), operator: codes.operator, values, field: `${at}.onExitCodes`,
  };
}

function takes(rule: CodeRule, code: number): boolean {
  return rule.operator === 'In' ? rule.values.includes(code) : rule.operator === 'NotIn' && !rule.values.includes(code);
}

function aboutCodes(facts: Facts, job: JobSpec, rule: CodeRule, before: ReadonlySet<CodeRule>) {
  const wider = [...before].filter(each => each.container === undefined || each.container === rule.container);
  const isDead = rule.operator === 'In' && rule.values.every(code => wider.some(each => takes(each, code)));
  if (isDead) {
    const shadow = wider.find(each => takes(each, rule.values[0]))!;
    return {
      field: `${rule.field}.values`,
      message: `Invalid value: [${listed(rule.values.map(String))}]: rule ${shadow.index} (${shadow.action}) takes these codes first`,
      help: `move it before rule ${shadow.index}, or take the codes out of that`,
    };
  }
  return aboutSidecar(job, rule) ?? aboutLauncher(facts, job, rule);
}

function aboutSidecar({ pods }: JobSpec, rule: CodeRule) {
  const takesStopped = rule.container === undefined && SIGNALLED.some(code => takes(rule, code));
  const sidecar = pods.containers.find(each => isNativeSidecar(each) && (takesStopped || each.name === rule.container));
  return sidecar && {
    field: rule.container === undefined ? rule.field : `${rule.field}.containerName`,
    message: rule.container === undefined
      ? `Required value: containerName: without it the rule takes the code of sidecar "${sidecar.name}" as well, which is stopped with each pod (143, 137)`
      : `Invalid value: "${rule.container}": is a sidecar, which is stopped with the pod: its code says nothing about the work`,
    help: 'name the container of the program',
  };
}

/** A launcher may end with 1 when a worker fails, and with no code of its own otherwise. */
function aboutLauncher(facts: Facts, { pods }: JobSpec, rule: CodeRule) {
  const launcher = facts.get(enginesByPods).get(pods)
    ?.find(each => launchingOf(each).exitCode !== undefined && each.placed.isMain && each.placed.name === (rule.container ?? each.placed.name));
  const isUnseen = rule.operator === 'In' && rule.values.every(code => code > 1 && code < 128);
  return launcher && isFirstProcess(launcher) && isUnseen ? {
    field: `${rule.field}.values`,
    message: `Invalid value: [${listed(rule.values.map(String))}]: container "${launcher.placed.name}" runs ${launcher.engine.name}, which ends with ${launchingOf(launcher).exitCode!} whatever its workers ended with`,
    help: `wrap ${launcher.engine.name} in a script that ends with a code which the program left in a file`,
  } : undefined;
}

function aboutDisruption(rule: PlainObject, field: string, before: ReadonlySet<CodeRule>) {
  const isDisruption = rule.action === 'Ignore' && asList(rule.onPodConditions).some(({ type }) => type === 'DisruptionTarget');
  const first = isDisruption ? [...before].find(each => each.action !== 'Ignore' && SIGNALLED.some(code => takes(each, code))) : undefined;
  return first && {
    field: `${field}.onPodConditions`,
    message: `Invalid value: "DisruptionTarget": rule ${first.index} (${first.action}) takes ${SIGNALLED.filter(code => takes(first, code)).join(' and ')}, which evicted pods end with, before this rule exempts them`,
    help: 'make it the first rule',
  };
}
