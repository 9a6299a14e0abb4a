import { asList, asNumber, asText, isPresent, objectAt } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { podSetsOf, templates } from '../../../facts/carried-pods';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { countBy, gangsOf } from '../../../facts/gangs';
import { PodSet } from '../../../facts/pod-set';
import { launchingOf } from '../../../facts/world';
import { GANGS } from '../../../kinds';
import { GangKind } from '../../../kinds/kind';
import { Report, Rule } from '../../rule';

/** A gang that cannot be complete, or that starts before it is. */
export const gangMinimum: Rule = {
  id: 'AIW2627',
  title: 'gang minimum does not fit its pods',
  class: 'broken',
  reason: 'A gang starts when its minimum of pods has a place: more than there are pods never come, and a minimum of 0 is no gang. A minimum below the size starts part of a job, which holds devices and waits for the rest.',
  source: 'volcano pkg/webhooks/admission/jobs/validate/admit_job.go; scheduler-plugins pkg/coscheduling; kueue pkg/controller/jobs/pod (total count); dynamo#7811, volcano#1959, grove#316',
  remedy: 'Make the minimum the number of pods that must run together, the launcher included.',
  appliesTo: ['PodGroup (Volcano, scheduler-plugins, Kubernetes)', 'Volcano Job', 'pods in a Kueue pod group'],
  but: 'a minimum below the size of a job that meets at start: warning',
  check: (facts, report) => {
    checkGangs(facts, report);
    facts.ofType('batch.volcano.sh/Job').forEach(job => checkVolcanoJob(facts, job, report));
    GANGS.forEach(gang => checkTotals(facts, gang, report));
  },
};

function checkGangs(facts: Facts, report: Report): void {
  for (const { object, least, field, pods } of gangsOf(facts)) {
    if (least !== undefined && least < 1) {
      report(object, { field, message: `Invalid value: ${least}: must be greater than 0: a gang of nobody starts its pods one by one`, help: 'count the pods that must run together' });
    } else if (least !== undefined && pods !== undefined && pods < least) {
      report(object, {
        field,
        message: `Invalid value: ${least}: ${pods} ${pods === 1 ? 'pod of these manifests belongs' : 'pods of these manifests belong'} to the group, so it is never complete`,
        class: facts.isWhole ? 'broken' : 'risky',
        help: `use ${pods}, or add the missing pods to the group`,
      });
    }
  }
}

function checkVolcanoJob(facts: Facts, job: Manifest, report: Report): void {
  const tasks = asList(job.spec.tasks);
  const total = tasks.reduce((sum, task) => sum + (asNumber(task.replicas) ?? 1), 0);
  const least = asNumber(job.spec.minAvailable);
  // A task that waits for another one is no part of the gang at the start.
  if (least === undefined || least === 0 || tasks.length === 0 || tasks.some(task => isPresent(task.dependsOn))) {
    return;
  }
  const plugins = objectAt(job.spec, 'plugins');
  const meets = ['pytorch', 'tensorflow', 'mpi', 'jax'].find(name => Object.hasOwn(plugins, name))
    ?? podSetsOf(facts, job).flatMap(pods => facts.get(enginesByPods).get(pods) ?? []).find(each => launchingOf(each).meetsAtStart)?.engine.name;
  if (least > total || (least < total && meets !== undefined)) {
    report(job, {
      field: 'spec.minAvailable',
      message: `Invalid value: ${least}: ${least > total ? 'is greater than' : `${meets} waits for all, and this is less than`} the total replicas of the tasks: ${tasks.map(task => asNumber(task.replicas) ?? 1).join(' + ')} = ${total}`,
      class: least > total ? 'broken' : 'risky',
      help: `use ${total}, or leave it out`,
    });
  }
}

function checkTotals(facts: Facts, { total, nameOf, fieldOf }: GangKind, report: Report): void {
  let counts: Map<string, number> | undefined;
  for (const pods of total === undefined ? [] : facts.get(templates)) {
    const name = nameOf(pods);
    if (name === undefined) {
      continue;
    }
    counts ??= countBy(facts, nameOf);
    const here = counts.get(`${pods.place}/${name}`)!;
    checkTotal(pods, total!, fieldOf(pods), here, report);
  }
}

function checkTotal(pods: PodSet, { annotation, by }: NonNullable<GangKind['total']>, field: string, here: number, report: Report): void {
  const total = asText(pods.annotations[annotation]);
  if (total === undefined) {
    report(pods.carrier, {
      field,
      message: `Required value: the annotation ${annotation}: ${by} refuses a pod of a group without it`,
      help: Number.isNaN(here) ? 'count the pods of the group' : `write "${here}"`,
    });
  } else if (/^\d{1,6}$/.test(total)) {
    checkNumber(pods, pods.metadataField(`annotations[${annotation}]`), Number(total), here, report);
  }
}

/** Where nobody knows how many pods there are, only that nobody is no group. */
function checkNumber(pods: PodSet, field: string, total: number, here: number, report: Report): void {
  if (total === 0) {
    report(pods.carrier, { field, message: 'Invalid value: "0": must be greater than 0: a group of nobody is never complete', help: 'count the pods of the group' });
  } else if (!Number.isNaN(here) && here !== total) {
    report(pods.carrier, {
      field,
      message: `Invalid value: "${total}": ${here} pod${here === 1 ? ' carries' : 's carry'} the name of the group`,
      class: here > total ? 'risky' : 'broken',
      help: `write "${here}"`,
    });
  }
}
