import { CheckedUpdate, IMMUTABLE } from './change';
import { sameMeaning } from './meaning';
import { PlainObject } from '../../../base/plain';
import { intOf, isGiven, isTrue, listOf, mapOf } from '../values';
import { SPEC, TEMPLATE } from './subject';

const FIXED = ['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'];
const COMPLETIONS = SPEC.child('completions');

/** Source: pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate; pkg/registry/batch/job/strategy.go (v1.36) */
export function validateJobChange(change: CheckedUpdate): void {
  const { errors } = change;
  const [before, after] = [mapOf(change.previous.spec) ?? {}, mapOf(change.next.spec) ?? {}];
  validateCompletions(before, after, change);
  for (const name of FIXED) {
    if (!sameMeaning(before[name], after[name], name)) {
      errors.invalid(SPEC.child(name), after[name], IMMUTABLE);
    }
  }
  validateTemplate(before, after, change);
}

/** An indexed Job grows and shrinks with its parallelism. */
function validateCompletions(before: PlainObject, after: PlainObject, { errors }: CheckedUpdate): void {
  const [was, will] = [completionsOf(before), completionsOf(after)];
  if (was === will) {
    return;
  }
  if (after.completionMode !== 'Indexed') {
    errors.invalid(COMPLETIONS, will, IMMUTABLE);
  } else if (will !== undefined && will !== (intOf(after.parallelism) ?? 1)) {
    errors.invalid(COMPLETIONS, will, 'can only be modified in tandem with spec.parallelism');
  }
}

function completionsOf(spec: PlainObject): number | undefined {
  return intOf(spec.completions) ?? (isGiven(spec.parallelism) ? undefined : 1);
}

/** A suspended Job may still get other places to run, and from 1.36 on other resources. */
function validateTemplate(before: PlainObject, after: PlainObject, { context, errors }: CheckedUpdate): void {
  const [was, will] = [mapOf(before.template) ?? {}, mapOf(after.template) ?? {}];
  const isSuspended = isTrue(before.suspend);
  const allowed = isSuspended ? withSchedulingOf(was, will) : was;
  if (isSuspended && context.gate('MutablePodResourcesForSuspendedJobs')) {
    if (!sameMeaning(withResourcesOf(mapOf(allowed.spec) ?? {}, mapOf(will.spec) ?? {}), will.spec, 'spec')) {
      errors.invalid(TEMPLATE.child('spec'), will.spec, IMMUTABLE);
    }
  } else if (!sameMeaning(allowed, will, 'template')) {
    errors.invalid(TEMPLATE, will, IMMUTABLE);
  }
}

function withSchedulingOf(was: PlainObject, will: PlainObject): PlainObject {
  const [before, after] = [mapOf(was.spec) ?? {}, mapOf(will.spec) ?? {}];
  const { nodeSelector, tolerations, schedulingGates } = after;
  const affinity: PlainObject = { ...mapOf(before.affinity), nodeAffinity: mapOf(after.affinity)?.nodeAffinity ?? null };
  const isEmpty = Object.values(affinity).every(each => !isGiven(each));
  return {
    ...was,
    metadata: { ...mapOf(was.metadata), labels: mapOf(will.metadata)?.labels ?? null, annotations: mapOf(will.metadata)?.annotations ?? null },
    spec: { ...before, nodeSelector, tolerations, schedulingGates, affinity: isEmpty && !isGiven(after.affinity) ? null : affinity },
  };
}

function withResourcesOf(before: PlainObject, after: PlainObject): PlainObject {
  const result: PlainObject = { ...before };
  for (const list of ['containers', 'initContainers']) {
    const [was, will] = [listOf(before[list]), listOf(after[list])];
    if (was.length > 0 && was.length === will.length) {
      result[list] = was.map((each, index) => {
        const [container, other] = [mapOf(each) ?? {}, mapOf(will[index]) ?? {}];
        return container.name === other.name ? { ...container, resources: other.resources ?? null } : container;
      });
    }
  }
  return result;
}
