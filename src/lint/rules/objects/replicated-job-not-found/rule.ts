import { asList, asNumber, asObject, asText, isPresent, objectAt } from '../../../../base/reading';
import { listed } from '../../../../base/text/listed';
import { nearestName } from '../../../../base/text/nearest-name';
import { Manifest } from '../../../../kubernetes/manifest';
import { Report, Rule } from '../../rule';

/** What a JobSet says about its own replicated jobs by name. */
export const replicatedJobNotFound: Rule = {
  id: 'AIW2139',
  title: 'replicated job not found',
  class: 'broken',
  reason: 'The webhook of JobSet refuses a policy, a coordinator or a dependency that names a replicated job which the JobSet does not have, and a dependency on one that comes later. '
    + 'It takes one that depends on itself, which never starts.',
  source: 'jobset pkg/webhooks/jobset_webhook.go ValidateCreate, validateCoordinator, pkg/controllers/depends_on.go (v0.12)',
  remedy: 'Name a replicated job of the same JobSet. Put what others depend on before them: the order of the list is the order of the start.',
  appliesTo: ['JobSet'],
  check: (facts, report) => facts.ofType('jobset.x-k8s.io/JobSet').forEach(set => {
    const names = asList(set.spec.replicatedJobs).map(each => asText(each.name) ?? '');
    checkDependencies(report, set, names);
    checkTargets(report, set, names, 'spec.successPolicy', set.spec.successPolicy);
    asList(objectAt(set.spec, 'failurePolicy').rules).forEach((rule, index) => checkTargets(report, set, names, `spec.failurePolicy.rules[${index}]`, rule));
    checkCoordinator(report, set, names);
  }),
};

function checkDependencies(report: Report, set: Manifest, names: readonly string[]): void {
  asList(set.spec.replicatedJobs).forEach(({ dependsOn }, index) => asList(dependsOn).forEach((dependency, place) => {
    const name = asText(dependency.name);
    const before = names.slice(0, index);
    if (name === undefined || before.includes(name)) {
      return;
    }
    const named = names.indexOf(name);
    report(set, {
      field: `spec.replicatedJobs[${index}].dependsOn[${place}].name`,
      message: `${named < 0 ? 'Not found' : 'Invalid value'}: ${JSON.stringify(name)}: no replicated job before this one has the name: `
        + `${named < 0 ? namesAre(names) : named === index ? `${JSON.stringify(name)} would wait for itself` : 'it comes later'}`,
      help: index === 0 ? 'leave it out: the first replicated job can depend on none' : helpFor(name, before),
    });
  }));
}

function checkTargets(report: Report, set: Manifest, names: readonly string[], field: string, policy: unknown): void {
  const { targetReplicatedJobs: targets } = asObject(policy);
  (Array.isArray(targets) ? targets : []).forEach((target, index) => {
    if (typeof target === 'string' && !names.includes(target)) {
      report(set, {
        field: `${field}.targetReplicatedJobs[${index}]`,
        message: `Not found: ${JSON.stringify(target)}: ${namesAre(names)}`,
        help: helpFor(target, names),
      });
    }
  });
}

function checkCoordinator(report: Report, set: Manifest, names: readonly string[]): void {
  const coordinator = asObject(set.spec.coordinator);
  const name = asText(coordinator.replicatedJob);
  if (name === undefined) {
    return;
  }
  const replicated = asList(set.spec.replicatedJobs)[names.indexOf(name)];
  if (!replicated) {
    report(set, { field: 'spec.coordinator.replicatedJob', message: `Not found: ${JSON.stringify(name)}: ${namesAre(names)}`, help: helpFor(name, names) });
    return;
  }
  const job = objectAt(replicated, 'template', 'spec');
  if (!isPresent(job.completions) || job.completionMode === 'NonIndexed') {
    report(set, {
      field: 'spec.coordinator.replicatedJob',
      message: `Invalid value: ${JSON.stringify(name)}: its Jobs give no numbers to their pods: the coordinator is one of them by its completion index`,
      help: 'give completions (and completionMode: Indexed, the default of JobSet) to that replicated job',
    });
    return;
  }
  checkIndex(report, set, 'jobIndex', coordinator.jobIndex, asNumber(replicated.replicas) ?? 1, `${JSON.stringify(name)} has so many Jobs (replicas)`);
  checkIndex(report, set, 'podIndex', coordinator.podIndex, asNumber(job.completions), `a Job of ${JSON.stringify(name)} has so many pods (completions)`);
}

function checkIndex(report: Report, set: Manifest, field: string, value: unknown, count: number | undefined, what: string): void {
  const index = asNumber(value);
  if (index !== undefined && count !== undefined && (index < 0 || index >= count)) {
    report(set, {
      field: `spec.coordinator.${field}`,
      message: `Invalid value: ${index}: not below ${count}: ${what}`,
      help: 'indexes begin at 0',
    });
  }
}

function namesAre(names: readonly string[]): string {
  return names.length === 0 ? 'there are no replicated jobs' : `replicated jobs are ${listed(names)}`;
}

function helpFor(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return near === undefined ? 'name a replicated job of this JobSet' : `did you mean ${near}?`;
}
