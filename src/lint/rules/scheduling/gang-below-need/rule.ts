import { largest } from '../../../../base/text/explanation';
import { enginesByPods } from '../../../facts/engine-command';
import { gangsOf } from '../../../facts/gangs';
import { nodesOf } from '../../../facts/world';
import { Rule } from '../../rule';

/** A gang that begins before the program in its pods can. */
export const gangBelowNeed: Rule = {
  id: 'AIW2634',
  title: 'gang starts before its program can',
  class: 'risky',
  reason: 'A gang gets nodes when its minimum of pods has a place. The program in these pods is told to wait for more of them than that: those that run hold their devices, and the rest may never come.',
  source: 'volcano pkg/scheduler/plugins/gang; scheduler-plugins pkg/coscheduling/core Permit; torch/distributed/run.py --nnodes; dynamo#7811, volcano#1959',
  remedy: 'Make the minimum the number of nodes that the program waits for.',
  appliesTo: ['PodGroup (Volcano, scheduler-plugins, Kubernetes)'],
  check: (facts, report) => {
    for (const { object, least, field, members } of gangsOf(facts)) {
      const needed = largest(members.flatMap(pods => facts.get(enginesByPods).get(pods) ?? []).map(command => nodesOf(command) ?? 0));
      if (least !== undefined && least > 0 && least < needed) {
        report(object, { field, message: `Invalid value: ${least}: its pods wait for ${needed} nodes, and start with ${least}`, help: `use ${needed}` });
      }
    }
  },
};
